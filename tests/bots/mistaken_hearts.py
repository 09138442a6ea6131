#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A Hearts bot that plays any legal card and makes the one mistake its argument names; tests/cli/hearts_bots.sh knows how
`deadwood check` must call each."""
import os
import sys

MISTAKE = sys.argv[1]
DECK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


def wrong_pass(count, hand):
    return {
        "few-passed": "pass " + " ".join(hand[:count - 1]),
        "many-passed": "pass " + " ".join(hand[:count + 1]),
        "foreign-passed": "pass " + " ".join([card for card in DECK if card not in hand][:count]),
        "twice-passed": "pass " + " ".join(hand[:1] * count),
        "play-early": "play " + hand[0],
    }.get(MISTAKE)


def wrong_card(legal, hand, trick, first):
    others = [card for card in hand if card not in legal]
    if MISTAKE == "not-held":
        return "play " + next(card for card in DECK if card not in hand)
    if MISTAKE == "pass-late":
        return "pass " + " ".join(hand[:3])
    if MISTAKE == "no-card":
        return "play 1X"
    if not others:
        return None
    follows = trick and trick[0][1] == legal[0][1]
    if (MISTAKE == "revokes" and follows or MISTAKE == "wrong-lead" and first and not trick
            or MISTAKE == "early-points" and first and trick and not follows
            or MISTAKE == "early-hearts" and not first and not trick):
        return "play " + others[0]
    return None


hand, trick, first = [], [], True
for line in sys.stdin:
    words = line.split() or [""]
    if words[0] == "cgp":
        print("id name Mistaken\ngames %s\ncgpok" % ("gin" if MISTAKE == "no-hearts" else "hearts"), flush=True)
    elif words[0] == "ping":
        print("pong", words[1], flush=True)
    elif words[0] == "hand":
        hand, trick, first = words[1:], [], True
    elif words[:3] == ["ev", "you", "pass"]:
        hand = [card for card in hand if card not in words[3:]]
    elif words[:2] == ["ev", "received"]:
        hand += words[2:]
    elif words[0] == "ev" and words[2:3] == ["play"]:
        trick.append(words[3])
        hand = [card for card in hand if card != words[3]]
    elif words[:2] == ["ev", "trick"]:
        trick, first = [], False
    elif words[0] == "go":
        legal = words[words.index("legal") + 1:]
        if MISTAKE == "crash" and trick:
            os.abort()
        if legal[0].startswith("pass"):
            count = int(legal[0][4:])
            move = wrong_pass(count, hand) or "pass " + " ".join(hand[:count])
        else:
            cards = [move[-2:] for move in legal]
            move = wrong_card(cards, hand, trick, first) or "play " + cards[0]
        print("move", words[1] if MISTAKE != "stale" else int(words[1]) - 1, move, flush=True)
    elif words[0] == "quit":
        break
