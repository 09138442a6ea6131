#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A whole gin bot: takes the upcard if it makes a meld, throws the dearest loose card, knocks as soon as it may.

Try it:  deadwood check python3 bot.py;  deadwood match exec:"python3 bot.py" simple  (docs/PROTOCOL.md has every line)
"""
import sys

RANKS = "A23456789TJQK"


def melds(card, hand):
    """True if the card belongs to a set or a run of three of hand and card together."""
    cards = set(hand) | {card}
    ranks = [RANKS.index(other[0]) for other in cards if other[1] == card[1]]
    low = RANKS.index(card[0])
    run = any({low - back, low - back + 1, low - back + 2} <= set(ranks) for back in range(3))
    return run or sum(other[0] == card[0] for other in cards) >= 3


def choose(legal, hand, upcard):
    if "draw:up" in legal and melds(upcard, hand):
        return "draw:up"
    throws = [m for m in legal if m.startswith("knock:")] or [m for m in legal if m.startswith("discard:")]
    if throws:  # loose cards before melded ones, dear before cheap
        return max(throws, key=lambda m: (not melds(m[-2:], hand), min(RANKS.index(m[-2]), 9)))
    return "draw:stock" if "draw:stock" in legal else legal[0]  # or pass, or melds: the host finds the best ones


me, hand, upcard = "0", [], ""
for line in sys.stdin:
    words = line.split() or [""]
    if words[0] == "cgp":
        print("id name Python example\ngames gin\ncgpok", flush=True)
    elif words[0] == "ping":
        print("pong", words[1], flush=True)
    elif words[0] == "newmatch":
        me = words[words.index("you") + 1]
    elif words[0] == "hand":
        hand = words[1:]
    elif words[0] == "ev":
        if words[1] == "upcard" or words[2:3] == ["discard"]:
            upcard = words[-1]
        if words[1:3] in ([me, "discard"], [me, "knock"]):
            hand.remove(words[3])
        if words[1:3] == ["you", "draw"] or words[1:4] == [me, "draw", "up"]:
            hand.append(words[-1])
    elif words[0] == "go":
        print("move", words[1], choose(words[words.index("legal") + 1:], hand, upcard), flush=True)
    elif words[0] == "quit":
        break
