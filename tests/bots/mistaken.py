#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mistaken.py MISTAKE: plays the first legal move, and makes one mistake. tests/cli/check.sh knows what `deadwood check`
must say to each."""
import os
import random
import signal
import sys
import time

mistake = sys.argv[1]
hand, taken, me, last_id = [], "", "0", 0
if mistake == "no-flush":
    sys.stdout = open(1, "w", buffering=1 << 16)
say = sys.stdout.write


def melds_of(hand):
    """Three cards in a row or of a rank, if there are any."""
    ranks = "A23456789TJQK"
    for card in hand:
        low = ranks.index(card[0])
        run = [ranks[r] + card[1] for r in range(low, min(low + 3, 13))]
        same = [other for other in hand if other[0] == card[0]]
        if len(run) == 3 and all(c in hand for c in run):
            return run
        if len(same) >= 3:
            return same[:3]
    return None


def wrong_move(legal):
    """The move that a mistake makes of what is legal, or None where it makes none."""
    knocks = [m for m in legal if m.startswith("knock:")]
    discards = [m[8:] for m in legal if m.startswith("discard:")]
    rest = [c for c in hand if not knocks or c != knocks[0][6:]]
    meld = melds_of(rest)
    if mistake == "taken" and discards and taken:
        return "discard " + taken
    if mistake == "not-held" and discards:
        return "discard " + next(r + s for r in "A23456789TJQK" for s in "CDHS" if r + s not in hand)
    if mistake == "no-card" and discards:
        return "discard ZZ"
    if mistake == "no-verb" and discards:
        return "throw " + discards[0]
    if mistake == "no-meld" and knocks:
        return "knock " + knocks[0][6:] + " melds " + rest[0] + rest[1]
    if mistake == "two-melds" and knocks and meld:
        return "knock " + knocks[0][6:] + " melds " + "".join(meld) + "/" + "".join(meld)
    if mistake == "foreign-meld" and knocks:
        return "knock " + knocks[0][6:] + " melds KCKDKHKS"
    if mistake == "few-melds" and knocks and meld:
        return "knock " + knocks[0][6:] + " melds " + "".join(meld)
    if mistake == "too-much" and discards and not knocks:
        return "knock " + discards[0]
    if mistake == "stock-early" and "pass" in legal:
        return "draw stock"
    if mistake == "up-late" and legal == ["draw:stock"]:
        return "draw up"
    if mistake == "big-gin" and discards:
        return "biggin"
    if mistake == "pass-late" and "draw:stock" in legal:
        return "pass"
    if mistake == "resign" and discards:
        return "resign"
    if mistake == "chance":
        return random.choice(legal)
    return None


def go(words):
    global last_id
    number, legal = int(words[1]), words[words.index("legal") + 1:]
    if mistake == "crash":
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGSEGV)
    if mistake == "exit":
        sys.exit(3)
    if mistake == "give-up":
        say("error cannot go on\n")
    if mistake == "chatter":
        say("hmm, let me think\n")
    if mistake == "hello-again":
        say("id name Again\n")
    if mistake == "long-line":
        say("info " + 5000 * "x" + "\n")
    if mistake == "nul":
        say("info \0\n")
    if mistake == "slow" and "movetime" in words:
        time.sleep(1.2)
    if mistake == "stateless-liar" and not hand:
        sys.exit("nobody told me my hand")
    if mistake == "hang":
        time.sleep(60)
    if mistake == "late-id" and last_id:
        say(f"move {last_id} {legal[0]}\n")
    knocks = [m for m in legal if m.startswith("knock:")]
    dearest = max(legal, key=lambda m: ":" in m and "A23456789TJQK".find(m[-2]))
    move = wrong_move(legal) or (knocks[0] if knocks else dearest)
    if mistake == "early-id":
        number += 1
    say(f"move {move}\n" if mistake == "no-id" else f"move {number} {move}\n")
    if mistake == "twice":
        say(f"move {number} {move}\n")
    last_id = number


def hello():
    say("" if mistake == "nameless" else "id name Mistaken\n")
    say("" if mistake == "no-games" else "games gin\n")
    if mistake == "bad-id":
        say("id\n")
    if mistake == "bad-option":
        say("option type check\n")
    if mistake == "long-name":
        say("id name " + 200 * "x" + "\n")
    if mistake == "stateless-liar":
        say("option name Stateless type check default true\n")
    say({"no-cgpok": "", "version": "cgpok 2\n"}.get(mistake, "cgpok\n"))


if mistake == "early":
    say("Welcome to Mistaken 1.0\n")
    sys.stdout.flush()
for line in sys.stdin:
    if mistake == "no-cr" and "\r" in line:
        sys.exit("what is this \\r?")
    if mistake == "short-buffer" and len(line) > 1024:
        sys.exit("this line is too long")
    words = line.split()
    if words[0] == "cgp":
        hello()
    elif words[0] == "ping" and mistake != "no-pong":
        say(f"pong {int(words[1]) + (mistake == 'wrong-pong')}\n" if mistake != "bare-pong" else "pong\n")
    elif words[0] == "newmatch":
        me = words[words.index("you") + 1]
    elif words[0] == "hand":
        hand = words[1:]
    elif words[0] == "ev" and (words[1] == "you" or words[1:4] == [me, "draw", "up"]):
        hand.append(words[-1])
        taken = words[-1] if words[1] == me else ""
    elif words[0] == "ev" and words[1:3] in ([me, "discard"], [me, "knock"]):
        hand.remove(words[3])
    elif words[0] == "go":
        go(words)
    elif words[0] == "quit":
        if mistake == "deaf":
            time.sleep(60)
        sys.exit(4 if mistake == "exit-code" else 0)
    elif words[0] not in ("setoption", "newdeal", "ev", "view", "enddeal", "endmatch", "ping") and mistake == "strict":
        sys.exit("I do not know " + words[0])
    if mistake != "no-flush":
        sys.stdout.flush()
if mistake == "deaf-to-end":
    time.sleep(60)
