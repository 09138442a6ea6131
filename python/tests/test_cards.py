# SPDX-License-Identifier: MIT
"""Hands of gin: deadwood, melds, layoffs, and what is no hand."""
import itertools
import random

import pytest

import deadwood
from deadwood.cards import pack, unpack


def test_a_set_of_cards_and_its_text_are_the_same():
    for card in deadwood.DECK:
        assert unpack(pack(card)) == [card]
    assert unpack(pack(deadwood.DECK)) == deadwood.DECK
    assert pack("") == 0


def slowly(hand):
    """Least deadwood by trying every set of melds."""
    value = {card: min(10, "A23456789TJQK".index(card[0]) + 1) for card in hand}
    melds = []
    for size in (3, 4):
        for rank in "A23456789TJQK":
            melds += itertools.combinations([card for card in hand if card[0] == rank], size)
    for suit in "CDHS":
        for low, size in itertools.product(range(13), range(3, 12)):
            run = tuple("A23456789TJQK"[r] + suit for r in range(low, min(low + size, 13)))
            if len(run) == size and set(run) <= set(hand):
                melds.append(run)

    def least(left, melds):
        best = sum(value[card] for card in left)
        for i, meld in enumerate(melds):
            if set(meld) <= left:
                best = min(best, least(left - set(meld), melds[i + 1:]))
        return best
    return least(frozenset(hand), melds)


def test_deadwood_is_what_trying_everything_finds():
    chance = random.Random(7)
    for _ in range(150):
        deck = deadwood.DECK[:]
        if chance.random() < 0.7:  # a part of the deck has more melds
            deck = [card for card in deck if card[0] in "456789T"[:chance.randint(3, 7)]]
        hand = chance.sample(deck, min(len(deck), chance.choice((10, 11))))
        assert deadwood.deadwood(hand) == slowly(hand), hand


def test_every_split_leaves_the_least():
    splits = deadwood.melds("4C 5C 6C 7C 7D 7H 7S 9C KD 2S")
    assert len(splits) > 1
    for split in splits:
        cards = [card for meld in split.melds for card in meld] + split.loose
        assert sorted(cards) == sorted("4C 5C 6C 7C 7D 7H 7S 9C KD 2S".split())
        assert deadwood.points(split.loose) == deadwood.deadwood("4C 5C 6C 7C 7D 7H 7S 9C KD 2S")
    assert deadwood.melds("AC 3D 5H") == [deadwood.Split([], ["AC", "3D", "5H"])]



def test_a_defender_lays_off():
    defence = deadwood.defend("8H QD QS 2C 5D", knock=["5H 6H 7H", "9C 9D 9S"])
    assert defence.laid_off == ["8H"] and defence.deadwood == 10 + 10 + 2 + 5 and defence.melds == []


def test_useful_cards_join_a_meld():
    assert deadwood.useful("7D 7H KC") == ["7C", "7S"]
    assert deadwood.best_discards("AC 2C 3C KD 4H") == ["KD"]


@pytest.mark.parametrize("cards, word", [
    ("7X", "7X"), ("7H 7H", "7H"), (["7H", 8], None), (7, None), ("7H\0", "NUL"), (" ".join(deadwood.DECK), None),
])
def test_what_is_no_hand_is_refused_with_a_sentence(cards, word):
    with pytest.raises((deadwood.ArgumentError, TypeError)) as caught:
        deadwood.melds(cards)
    assert len(str(caught.value)) > 10 and (word is None or word in str(caught.value))
