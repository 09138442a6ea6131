#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A whole Hearts bot: passes its dearest cards, stays below the trick while it can, and throws points when it cannot follow.

Try it:  deadwood check --game hearts python3 hearts.py;  deadwood match --game hearts exec:"python3 hearts.py" ducker
"""
from deadwood_bot import play

RANKS = "23456789TJQKA"  # ace high, as in Hearts


def rank(card):
    return RANKS.index(card[0])


def danger(card):
    """What one would like to be rid of: the queen of spades, spades above it, high hearts, other high cards."""
    return (card == "QS", card in ("KS", "AS"), card[1] == "H", rank(card))


def hearts(game):
    if game.phase == "pass":
        return "pass " + " ".join(sorted(game.hand, key=danger)[-game.rules["pass"]:])
    cards = [move[-2:] for move in game.legal]  # play:QS
    if not game.trick:
        return "play " + min(cards, key=rank)
    led = game.trick[0][1]
    if cards[0][1] != led:  # we cannot follow
        return "play " + max(cards, key=danger)
    best = max(rank(card) for card in game.trick if card[1] == led)
    below = [card for card in cards if rank(card) < best]
    return "play " + (max(below, key=rank) if below else min(cards, key=rank))


play("Python hearts example", hearts=hearts)
