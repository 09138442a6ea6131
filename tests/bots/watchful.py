# SPDX-License-Identifier: MIT
"""Plays at random with examples/bots/deadwood_bot.py and holds, before every move, what the helper made of the events
against the host's own `view` line. Ends with an error where they differ.

Run with PYTHONPATH=examples/bots. With an argument it fails in that way instead: raise, none, print."""
import sys

from deadwood_bot import best_melds, deadwood, in_order, numbers, pack, pack_melds, pairs, play, unpack

said = {}
heard, told = [], []  # deals that are over: what the helper made of their events, and then of the host's `past` lines


def same(name, ours, theirs):
    if ours != theirs:
        raise AssertionError("%s: the helper says %r, the host %r" % (name, ours, theirs))


def known_of_both(game, view):
    same("you", str(game.you), view["you"])
    same("deal", str(game.deal), view["deal"])
    same("scores", game.scores, numbers(view["scores"]))
    same("phase", game.phase, view["phase"])
    same("hand", pack(game.hand), view["hand"])


def known_of_gin(game, view):
    for key in ("starter", "stock", "limit", "factor"):
        same(key, str(getattr(game, key)), view[key])
    for key in ("first", "upcard", "drawn", "taken"):
        same(key, getattr(game, key) or "-", view[key])
    buried = game.pile[:-1] if game.upcard else game.pile
    same("pile", pack(buried), view["pile"])
    same("known", pack(game.known), view["known"])
    same("draws", pack(game.draws), view["draws"])
    if game.phase == "defend":
        same("melds", sorted(map(in_order, game.knock)), sorted(in_order(unpack(meld)) for meld in view["melds"].split("/")))
        same("loose", pack(game.loose), view["loose"])


def known_of_hearts(game, view):
    same("pass", game.way, view["pass"])
    for key in ("start", "given", "received", "trick"):
        same(key, pack(getattr(game, key)), view[key])
    same("play", pack(game.played), view["play"])
    same("taken", "/".join(map(pack, game.taken)), view["taken"])
    same("tricks", str(game.tricks), view["tricks"])
    same("broken", "yes" if game.broken else "no", view["broken"])
    if game.phase == "play":
        same("leader", str(game.leader), view["leader"])


def listen(game, words):
    if words[0] == "view":
        said.update(pairs(words[2:]))
        if game.name == "gin":
            told.append(game.past)
    elif words[0] == "hand" and game.name == "gin":
        heard.append(game.past)


def fail(way):
    if way == "raise":
        raise ValueError("lost\nbeyond hope")
    if way == "none":
        return None
    print("thinking aloud")  # goes to stderr
    return ""


def gin(game):
    known_of_both(game, said)
    known_of_gin(game, said)
    same("past", heard[-1], told[-1])
    same("deals that are over", len(told[-1]), game.deal)
    if sys.argv[1:] and sys.argv[1] != "print":
        return fail(sys.argv[1])
    fail("print")
    knocks = [move for move in game.legal if move.startswith("knock:")]
    move = game.random.choice(knocks or game.legal).replace(":", " ")
    if move == "melds":
        return "melds " + pack_melds(best_melds(game.hand))
    if not knocks:
        return move
    left = [card for card in game.hand if card != move[-2:]]
    same("a knock leaves at most the limit", deadwood(left) <= game.limit, True)
    return "%s melds %s" % (move, pack_melds(best_melds(left)))


def hearts(game):
    known_of_both(game, said)
    known_of_hearts(game, said)
    if game.phase == "pass":
        return "pass " + " ".join(game.random.sample(game.hand, game.rules["pass"]))
    return game.random.choice(game.legal)


play("Watchful", gin=gin, hearts=hearts, author="a test", listen=listen, info=lambda game: "hand %s" % pack(game.hand),
     options={"Stateless": True, "Level": (3, 1, 9), "Style": ["calm", "wild"], "File": ""})
