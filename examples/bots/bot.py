#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A whole gin bot: takes the upcard if it makes a meld, throws the dearest loose card, knocks as soon as it may.

Try it:  deadwood check python3 bot.py;  deadwood match exec:"python3 bot.py" simple  (deadwood_bot.py says what a game is)
"""
from deadwood_bot import discards, play


def gin(game):
    if "draw:up" in game.legal and game.melds_with(game.upcard):
        return "draw:up"
    if game.phase != "discard":  # pass, draw from the stock, or show melds: the host finds the best ones
        return "draw:stock" if game.phase == "draw" else game.legal[0]
    card = discards(game.hand, game.taken)[0]
    return "knock " + card if "knock:" + card in game.legal else "discard " + card


play("Python example", gin=gin)
