# SPDX-License-Identifier: MIT
"""Cards and hands of gin. Cards are text, "7H TD AS", or lists of such; results are lists in the order clubs, diamonds,
hearts, spades, ace first."""
from typing import Any, Iterable, List, NamedTuple, Optional, Union

from ._engine import c_text, ffi, lib, new_error, raise_from

Cards = Union[str, Iterable[str]]

RANKS = "A23456789TJQK"
SUITS = "CDHS"
DECK = [rank + suit for suit in SUITS for rank in RANKS]  # by index: 13*suit + rank


class Split(NamedTuple):
    """One way to meld a hand."""

    melds: List[List[str]]
    loose: List[str]  # what is left over


class Defence(NamedTuple):
    """A hand melded and laid off against a knock."""

    deadwood: int
    melds: List[List[str]]
    laid_off: List[str]


def pack(cards: Cards) -> int:
    """Cards as the engine's set: bit 16*suit + rank for each."""
    if not isinstance(cards, str):
        cards = " ".join(cards)
    err = new_error()
    packed = ffi.new("deadwood_cards *")
    if lib.deadwood_cards_parse(c_text(cards, "cards"), packed, err):
        raise_from(err)
    return packed[0]


def unpack(packed: int) -> List[str]:
    """The cards of such a set."""
    return [card for i, card in enumerate(DECK) if packed >> (16 * (i // 13) + i % 13) & 1]


def deadwood(hand: Cards) -> int:
    """The least points that melding the hand leaves over, exactly."""
    return lib.deadwood_gin_deadwood(pack(hand))


def points(cards: Cards) -> int:
    """Aces 1, court cards 10, the others what they say."""
    return lib.deadwood_gin_points(pack(cards))


def useful(hand: Cards) -> List[str]:
    """Cards outside the hand that would join a meld with it."""
    return unpack(lib.deadwood_gin_useful(pack(hand)))


def best_discards(hand: Cards) -> List[str]:
    """All cards whose discard leaves least deadwood."""
    return unpack(lib.deadwood_gin_best_discards(pack(hand)))


def _unpack_melds(packed: Any) -> List[List[str]]:
    return [unpack(meld) for meld in packed if meld]


def melds(hand: Cards) -> List[Split]:
    """Every way to meld a hand of at most eleven cards down to its least deadwood.

    >>> melds("AC 2C 3C 7D 7H 7S KD QD 5S 9H")
    [Split(melds=[['AC', '2C', '3C'], ['7D', '7H', '7S']], loose=['QD', 'KD', '9H', '5S'])]
    """
    packed, err = pack(hand), new_error()
    count = lib.deadwood_gin_melds(packed, ffi.NULL, 0, err)
    if count < 0:
        raise_from(err)
    sets = ffi.new("deadwood_cards[]", max(count, 1) * lib.DEADWOOD_MELDS)
    count = lib.deadwood_gin_melds(packed, sets, count, err)
    if count < 0:
        raise_from(err)
    splits = []
    for i in range(count):
        three = sets[i * lib.DEADWOOD_MELDS:(i + 1) * lib.DEADWOOD_MELDS]
        splits.append(Split(_unpack_melds(three), unpack(packed & ~(three[0] | three[1] | three[2]))))
    return splits


def defend(hand: Cards, knock: Iterable[Cards]) -> Defence:
    """Melds and layoffs that leave the defender least against a knocker's melds. Not after gin, when nothing may be
    laid off."""
    shown = [pack(meld) for meld in knock]
    if len(shown) > lib.DEADWOOD_MELDS:
        from .errors import ArgumentError

        raise ArgumentError(f"{len(shown)} melds: a hand has at most {lib.DEADWOOD_MELDS}")
    err = new_error()
    own, laid_off = ffi.new("deadwood_cards[]", lib.DEADWOOD_MELDS), ffi.new("deadwood_cards *")
    left = lib.deadwood_gin_defend(pack(hand), shown + [0] * (lib.DEADWOOD_MELDS - len(shown)), own, laid_off, err)
    if left < 0:
        raise_from(err)
    return Defence(left, _unpack_melds(own), unpack(laid_off[0]))


def card_name(index: int) -> Optional[str]:
    """The card of an index without gaps, 13*suit + rank, as planes of observations have them."""
    return DECK[index] if 0 <= index < len(DECK) else None
