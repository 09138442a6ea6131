# SPDX-License-Identifier: MIT
"""One game, advice for it, and advice for a hand."""
import pytest

import deadwood
from deadwood import Coach, Game

HAND = "AC 2C 3C 7D 7H 7S KD QH 9C 4S"


def play(game):
    """To the end, with the first legal move."""
    moves = []
    while game.turn != "game-over":
        if game.turn == "yours":
            move = game.legal()[0]
            if move.startswith("pass ") and game.state(game.seat)["game"] == "hearts":
                move = "pass " + " ".join(game.state(game.seat)["hand"].split()[:3])
            moves.append(move)
            game.move(move)
        elif game.turn == "ours":
            moves.append(game.step())
        else:
            game.next()
    return moves


def test_a_game_is_played_and_can_be_repeated():
    games = [Game("gin", [None, "simple"], seed=7, rules="contest,target=30") for _ in range(2)]
    assert play(games[0]) == play(games[1])
    assert games[0].winner == 1 and games[0].scores[1] >= 30 and games[0].seat == -1
    records = games[0].record()
    assert len(records) >= 1 and records.hands()[-1]["game_over"]
    assert Game.load(records, [None, "simple"]).scores == games[0].scores


def test_a_function_sits_in_a_game_and_hearts_is_played():
    asked = []

    def mine(turn):
        asked.append(turn.seat)
        return turn.legal[0] if turn.legal[0] != "pass 3" else "pass " + " ".join(turn.hand[:3])
    play(Game("gin", [mine, "simple"], seed=1, rules="contest,target=20"))
    assert set(asked) == {0}
    asked.clear()
    game = Game("hearts", [mine, "random", None, mine], seed=1, rules="standard,target=20")
    play(game)
    assert set(asked) == {0, 3} and len(game.scores) == 4


def test_a_copy_goes_its_own_way_and_undo_takes_back():
    game = Game("gin", [None, "simple"], seed=3)
    while game.turn != "yours":
        game.step()
    before = game.state(0)
    twin = game.copy()
    twin.move(twin.legal()[-1])
    assert game.state(0) == before
    twin.undo()
    assert twin.state(0)["legal"] == before["legal"]


def test_what_a_function_raises_comes_out_of_a_game():
    def breaks(turn):
        raise ZeroDivisionError("in the player")
    game = Game("gin", [breaks, None], seed=2)
    while game.turn == "yours":
        game.move(game.legal()[0])
    with pytest.raises(ZeroDivisionError):
        game.step()


def test_a_game_is_not_asked_by_its_own_player():
    held = []

    def nosy(turn):
        held[0].step()
    held.append(Game("gin", [nosy, nosy], seed=2))
    with pytest.raises(deadwood.StateError, match="being asked already"):
        held[0].step()


@pytest.mark.parametrize("use, kind, word", [
    (lambda g: g.move("discard KS"), deadwood.IllegalAction, ""),
    (lambda g: g.move("dance"), deadwood.ArgumentError, "dance"),
    (lambda g: g.move(5), TypeError, "move"),
    (lambda g: g.step(), deadwood.StateError, ""),
    (lambda g: g.next(), deadwood.StateError, ""),
    (lambda g: g.state(5), deadwood.ArgumentError, "seat"),
    (lambda g: g.state(2), deadwood.ArgumentError, ""),
    (lambda g: Game("chess"), deadwood.ArgumentError, "chess"),
    (lambda g: Game("gin", ["simple"]), deadwood.ArgumentError, "2 seats"),
    (lambda g: Game("gin", "simple"), deadwood.ArgumentError, "2 seats"),
    (lambda g: Game("gin", [None, "nobody"]), deadwood.ArgumentError, "nobody"),
    (lambda g: Game("gin", [None, 5]), TypeError, "player"),
    (lambda g: Game("gin", seed=-1), deadwood.ArgumentError, "seed"),
    (lambda g: Game.load("nonsense", [None, None]), deadwood.ArgumentError, ""),
    (lambda g: Game.load("", [None, None]), deadwood.ArgumentError, ""),
])
def test_bad_input_is_refused_and_changes_nothing(use, kind, word):
    game = Game("gin", [None, None], seed=1)
    before = game.state(-1)
    with pytest.raises(kind, match=word):
        use(game)
    assert game.state(-1) == before


def test_a_closed_game_says_so():
    game = Game()
    game.close()
    for use in (game.legal, game.state, game.record, game.copy, lambda: game.turn, lambda: game.move("pass")):
        with pytest.raises(deadwood.StateError, match="closed"):
            use()


# ---- Advice ----


def test_advice_for_a_hand_names_the_best_move_first():
    advice = deadwood.advise(HAND, upcard="4C", score=(40, 25), worlds=64)
    moves = advice["moves"]
    assert moves[0]["move"] == "take" and moves[0]["worth"]["win"] >= moves[1]["worth"]["win"]
    assert advice == deadwood.advise(HAND.split(), upcard="4C", score="40-25", worlds=64)


def test_a_coach_advises_in_a_game():
    coach = Coach("gin", worlds=64)
    game = Game("gin", [None, None], seed=3)
    advice = coach.advise(game, played="pass")
    assert {move["move"] for move in advice["moves"]} == {"take", "pass"} and advice["played"] is not None
    with pytest.raises(TypeError, match="a hand"):
        coach.advise(HAND)
    with pytest.raises(deadwood.ArgumentError, match="gin alone"):
        coach.advise(Game("hearts"))


@pytest.mark.parametrize("arguments, kind, word", [
    (dict(hand="AC 2C"), deadwood.ArgumentError, "ten before a draw"),
    (dict(upcard="AC"), deadwood.ArgumentError, "AC"),
    (dict(score="many"), deadwood.ArgumentError, "score"),
    (dict(seed=-1), deadwood.ArgumentError, "seed"),
    (dict(rules="chess"), deadwood.ArgumentError, "chess"),
    (dict(hand=7), TypeError, ""),
])
def test_bad_hands_are_refused(arguments, kind, word):
    with pytest.raises(kind, match=word):
        deadwood.advise(**{"hand": HAND, "upcard": "4C", "worlds": 64, **arguments})
