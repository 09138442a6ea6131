#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A whole Hearts bot: passes its dearest cards, stays below the trick while it can, and throws points when it cannot follow.

Try it:  deadwood check --game hearts python3 hearts.py;  deadwood match --game hearts exec:"python3 hearts.py" ducker
"""
import sys

RANKS = "23456789TJQKA"


def rank(card):
    return RANKS.index(card[0])


def danger(card):
    """What one would like to be rid of: the queen of spades, spades above it, high hearts, other high cards."""
    return (card == "QS", card in ("KS", "AS"), card[1] == "H", rank(card))


def choose(legal, hand, trick):
    if legal[0].startswith("pass"):
        return "pass " + " ".join(sorted(hand, key=danger)[-int(legal[0][4:]):])
    cards = [move[-2:] for move in legal]  # play:QS
    if not trick:
        return "play " + min(cards, key=rank)
    led = trick[0][1]
    if cards[0][1] != led:  # we cannot follow
        return "play " + max(cards, key=danger)
    best = max(rank(card) for card in trick if card[1] == led)
    below = [card for card in cards if rank(card) < best]
    return "play " + (max(below, key=rank) if below else min(cards, key=rank))


hand, trick = [], []
for line in sys.stdin:
    words = line.split() or [""]
    if words[0] == "cgp":
        print("id name Python hearts example\ngames hearts\ncgpok", flush=True)
    elif words[0] == "ping":
        print("pong", words[1], flush=True)
    elif words[0] == "hand":
        hand, trick = words[1:], []
    elif words[0] == "ev" and words[2:3] == ["play"]:
        trick.append(words[3])
    elif words[:2] == ["ev", "trick"]:
        trick = []
    elif words[0] == "go":
        print("move", words[1], choose(words[words.index("legal") + 1:], hand, trick), flush=True)
    elif words[0] == "quit":
        break
