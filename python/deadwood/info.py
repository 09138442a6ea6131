# SPDX-License-Identifier: MIT
"""What there is: games, players, rules, and the version."""
from typing import Any, Dict

from . import _engine
from ._engine import c_text, lib


def version() -> str:
    """Of the engine: "0.1.0 (1a2b3c4)"."""
    return _engine.ffi.string(lib.deadwood_version()).decode()


def list_all() -> Dict[str, Any]:
    """Every game with its players (name, source, about, spec) and rules (name, source, text, keys)."""
    err = _engine.new_error()
    return _engine.take_json(lib.deadwood_list(_engine.shared_context(), err), err)


def describe_player(player: str, game: str = "gin") -> str:
    """A player's spec spelled out, all parameters with their values."""
    err = _engine.new_error()
    return _engine.take_text(lib.deadwood_describe_player(_engine.shared_context(), c_text(game, "game"),
                                                          c_text(player, "player"), err), err)


def rules(text: str, game: str = "gin") -> str:
    """Rules read ("contest", "pagat,target=150") and written in their shortest form."""
    err = _engine.new_error()
    return _engine.take_text(lib.deadwood_rules(c_text(game, "game"), c_text(text, "rules"), err), err)
