# SPDX-License-Identifier: MIT
"""Gin Rummy and Hearts for researchers: environments for learners, players, matches, hands, advice.

>>> import deadwood
>>> print(deadwood.match("champion", "simple", games=200))
>>> vec = deadwood.GinVec(1024, seed=1, opponent="simple")
>>> observation, mask, reward, done = vec.step(vec.sample())

docs/PYTHON.md shows every part at work; help() of each says the rest. The engine is C, built for several levels of
processors; `deadwood.LEVEL` names the one in use, and the environment variable DEADWOOD_LEVEL chooses another.
"""
from typing import TYPE_CHECKING, Any

from ._engine import LEVEL
from .cards import DECK, Defence, Split, best_discards, deadwood, defend, melds, points, useful
from .errors import (ArgumentError, DataFileError, DeadwoodError, IllegalAction, InternalError, OutOfMemory, StateError)
from .games import Coach, Game, advise
from .info import describe_player, list_all, rules, version
from .matches import Report, match, tournament, wilson
from .models import Model, export, load_model
from .players import Batched, Turn, batched
from .records import Records, Rows, check_record, read_record, write_record
from .vec import GinVec, HeartsVec, action_names, explain, input_names, secret_names

if TYPE_CHECKING:
    from . import torch_net
    from .aec import GinAEC, HeartsAEC
    from .gym_env import GinVectorEnv, HeartsVectorEnv

__version__ = version().split()[0]

__all__ = [
    "ArgumentError", "Batched", "Coach", "DECK", "DataFileError", "DeadwoodError", "Defence", "Game", "GinAEC",
    "GinVec", "GinVectorEnv", "HeartsAEC", "HeartsVec", "HeartsVectorEnv", "IllegalAction", "InternalError", "LEVEL",
    "Model", "OutOfMemory", "Records", "Report", "Rows", "Split", "StateError", "Turn", "action_names", "advise",
    "batched", "best_discards", "check_record", "deadwood", "defend", "describe_player", "explain", "export",
    "input_names", "list_all", "load_model", "match", "melds", "points", "read_record", "rules", "secret_names",
    "torch_net", "tournament", "useful", "version", "wilson", "write_record",
]

# What looks for Gymnasium, PettingZoo or PyTorch, which take long to load, is loaded when it is asked for.
_LATER = {"GinAEC": "aec", "HeartsAEC": "aec", "GinVectorEnv": "gym_env", "HeartsVectorEnv": "gym_env",
          "torch_net": "torch_net"}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'deadwood' has no attribute '{name}'")
    import importlib

    module = importlib.import_module("." + _LATER[name], __name__)
    return module if name == "torch_net" else getattr(module, name)
