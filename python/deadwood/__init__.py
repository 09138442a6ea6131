# SPDX-License-Identifier: MIT
"""Gin Rummy and Hearts for researchers: environments for learners, players, matches, hands, advice.

>>> import deadwood
>>> print(deadwood.match("champion", "simple", games=200))
>>> vec = deadwood.GinVec(1024, seed=1, opponent="simple")
>>> observation, mask, reward, done = vec.step(vec.sample())

docs/PYTHON.md shows every part at work; help() of each says the rest. The engine is C, built for several levels of
processors; `deadwood.LEVEL` names the one in use, and the environment variable DEADWOOD_LEVEL chooses another.
"""
from ._engine import LEVEL
from .cards import DECK, Defence, Split, best_discards, deadwood, defend, melds, points, useful
from .errors import (ArgumentError, DataFileError, DeadwoodError, IllegalAction, InternalError, OutOfMemory, StateError)
from .info import describe_player, list_all, rules, version
from .matches import Report, match, tournament, wilson
from .players import Turn, batched
from .vec import GinVec, action_names, explain, input_names

__version__ = version().split()[0]

__all__ = [
    "ArgumentError", "DECK", "DataFileError", "DeadwoodError", "Defence", "GinVec", "IllegalAction", "InternalError",
    "LEVEL", "OutOfMemory", "Report", "Split", "StateError", "Turn", "action_names", "batched", "best_discards",
    "deadwood", "defend", "describe_player", "explain", "input_names", "list_all", "match", "melds", "points", "rules",
    "tournament", "useful", "version", "wilson",
]
