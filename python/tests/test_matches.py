# SPDX-License-Identifier: MIT
"""Matches and tournaments: of listed players and of functions; progress, Ctrl-C, and what is refused."""
import json
import os
import signal
import subprocess
import threading

import pytest

import deadwood
from deadwood._engine import _built


def test_a_match_is_the_program_s(top):
    report = deadwood.match("greedy", "simple", games=40, seed=3)
    assert report["end"] == "finished" and report.games == 40 and report["digest"]
    assert 0 <= report.interval[0] < report.win_rate < report.interval[1] <= 1
    assert "greedy wins" in str(report) and "40 games against simple" in str(report)
    program = top / "build" / "deadwood"
    if program.exists():
        command = [program, "match", "greedy", "simple", "--games", "40", "--seed", "3", "--json", "--quiet"]
        assert json.loads(subprocess.check_output(command))["digest"] == report["digest"]


def test_threads_change_nothing():
    digests = {deadwood.match("champion", "greedy", games=10, threads=threads)["digest"] for threads in (1, 3)}
    assert len(digests) == 1


def test_every_level_of_processors_plays_the_same(run_python):
    script = 'import deadwood; print(deadwood.LEVEL, deadwood.match("champion", "simple", games=6)["digest"])'
    digests = set()
    from deadwood._cpu import level

    runs = [name for name in _built() if not name.startswith("x86-64-v") or int(name[8:]) <= level()]
    for name in runs:
        code, out, err = run_python(script, DEADWOOD_LEVEL=name)
        assert code == 0 and out.split()[0] == name, err
        digests.add(out.split()[1])
    assert len(digests) == 1 and deadwood.LEVEL == runs[-1]
    code, out, err = run_python(script, DEADWOOD_LEVEL="486")
    assert code == 1 and "DEADWOOD_LEVEL is '486'; this package has" in err


def first_legal(turn):
    return int(turn.mask.argmax())


def test_a_function_plays_and_its_match_can_be_repeated():
    seen = set()

    def careful(turn):
        seen.add((turn.game, turn.seat, turn.observation.shape, len(turn.hand), len(turn.legal) > 1))
        state = turn.state
        assert state["seat"] == turn.seat and state["hand"].split() == turn.hand
        return state["legal"][0] if turn.random() < 0.5 else first_legal(turn)
    a, b = (deadwood.match(careful, "simple", games=4, seed=5) for _ in range(2))
    assert a["digest"] == b["digest"] and a.players == ["careful", "simple"]
    assert {game for game, *_ in seen} == {"gin"} and {row[1] for row in seen} == {0, 1}
    assert {row[3] for row in seen} == {10, 11} and {row[2] for row in seen} == {(896,)} and all(row[4] for row in seen)


def test_functions_play_each_other_and_hearts():
    report = deadwood.match(first_legal, first_legal, games=2)
    assert report.players == ["first_legal", "first_legal-2"]

    def plays_first(turn):
        words = turn.legal[0].split()
        return "pass " + " ".join(turn.hand[:int(words[1])]) if words[0] == "pass" else turn.legal[0]
    assert deadwood.match(plays_first, "random", games=1, game="hearts", rules="standard")["end"] == "finished"


def test_a_tournament_rates_everybody():
    result = deadwood.tournament(["simple", "greedy", first_legal], games=20)
    assert len(result["matches"]) == 3 and result["end"] == "finished"
    ratings = {row["player"]: row["elo"] for row in result["ratings"]}
    assert ratings["first_legal"] < min(ratings["simple"], ratings["greedy"])


def test_progress_is_told_and_may_stop():
    told = []
    deadwood.match("simple", "greedy", games=2000, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (2000, 2000) and told == sorted(told)
    report = deadwood.match("simple", "greedy", games=10**9, progress=lambda done, total: True)
    assert report["end"] == "interrupted" and report["games"] < 10**9


def test_progress_draws_a_line(capsys):
    deadwood.match("simple", "greedy", games=50, progress=True)
    assert capsys.readouterr().err.startswith("50 of 50 games, ")


@pytest.mark.parametrize("players", [("simple", "greedy"), (first_legal, "simple")])
def test_ctrl_c_ends_a_match(players):
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        deadwood.match(*players, games=10**9)
    assert deadwood.match(*players, games=2).games == 2


class Broken(Exception):
    pass


def test_what_a_function_raises_comes_out():
    def breaks(turn):
        raise Broken("in the player")
    with pytest.raises(Broken, match="in the player"):
        deadwood.match(breaks, "simple", games=10)
    with pytest.raises(Broken):
        deadwood.tournament(["simple", breaks, "greedy"], games=10)

    def progress(done, total):
        raise Broken("in progress")
    with pytest.raises(Broken, match="in progress"):
        deadwood.match("simple", "greedy", games=10, progress=progress)


@pytest.mark.parametrize("answer, kind, word", [
    (105, deadwood.IllegalAction, "seat [01]: action 105"),
    (106, deadwood.IllegalAction, "0 to 105"),
    (-1, deadwood.IllegalAction, "0 to 105"),
    (2**70, deadwood.IllegalAction, "0 to 105"),
    ("discard KS", deadwood.IllegalAction, "not legal"),
    ("dance", deadwood.ArgumentError, "dance"),
    (None, TypeError, "returned NoneType"),
    (1.0, TypeError, "returned float"),
    (True, TypeError, "returned bool"),
])
def test_a_bad_answer_ends_the_match_with_a_sentence(answer, kind, word):
    def bad(turn):
        return answer if turn.state["phase"] == "draw" or not turn.mask[0] else 1
    with pytest.raises(kind, match=word):
        deadwood.match(bad, "simple", games=10)


def test_a_turn_is_over_when_it_is_answered():
    kept = []
    deadwood.match(lambda turn: kept.append(turn) or first_legal(turn), "simple", games=1, plain=True)
    for ask in (lambda t: t.hand, lambda t: t.state, lambda t: t.mask, lambda t: t.seat, lambda t: t.random()):
        with pytest.raises(deadwood.StateError, match="this turn is over"):
            ask(kept[0])


@pytest.mark.parametrize("arguments, kind, word", [
    (dict(a="nobody"), deadwood.ArgumentError, "nobody"),
    (dict(a=7), TypeError, "player 0"),
    (dict(a="exec:cat"), deadwood.ArgumentError, "program"),
    (dict(games=0), deadwood.ArgumentError, "games"),
    (dict(games="many"), TypeError, "games"),
    (dict(seed=-1), deadwood.ArgumentError, "seed"),
    (dict(threads=0), deadwood.ArgumentError, "threads"),
    (dict(game="chess"), deadwood.ArgumentError, "gin or hearts"),
    (dict(game=5), TypeError, "game"),
    (dict(rules="chess"), deadwood.ArgumentError, "chess"),
    (dict(seating="14"), deadwood.ArgumentError, "seating"),
    (dict(progress=5), TypeError, "progress"),
])
def test_bad_arguments_are_refused_with_a_sentence(arguments, kind, word):
    with pytest.raises(kind, match=word):
        deadwood.match(**{"a": "greedy", "b": "simple", "games": 2, **arguments})


def test_a_tournament_needs_several():
    with pytest.raises(TypeError, match="several"):
        deadwood.tournament("simple")
    with pytest.raises(deadwood.ArgumentError, match="2 to 32"):
        deadwood.tournament(["simple"])
    with pytest.raises(deadwood.ArgumentError, match="twice"):
        deadwood.tournament(["simple", "simple"], games=2)


def test_the_interpreter_ends_while_a_match_is_played(run_python):
    code, out, err = run_python("""
import deadwood, threading, time
def slow(turn):
    return int(turn.mask.argmax())
threading.Thread(target=lambda: deadwood.match(slow, "simple", games=10**9), daemon=True).start()
threading.Thread(target=lambda: deadwood.match("greedy", "simple", games=10**9, threads=2), daemon=True).start()
time.sleep(0.5)
print("end")
""")
    assert (code, out, err) == (0, "end\n", "")


# ---- Records ----


def test_a_match_is_recorded(tmp_path):
    report = deadwood.match("simple", "greedy", games=4, records=True)
    assert len(report.records) == report["hands"]
    path = tmp_path / "match.rec"
    again = deadwood.match("simple", "greedy", games=4, records=path)
    assert again.records is None and deadwood.Records.read(path) == report.records
    with pytest.raises(deadwood.ArgumentError, match="match.rec"):
        deadwood.match("simple", "greedy", games=4, seed=2, records=path)
    with pytest.raises(deadwood.ArgumentError, match="file"):
        deadwood.match("simple", "greedy", games=4, records="-")
    with pytest.raises(deadwood.ArgumentError, match="nowhere"):
        deadwood.match("simple", "greedy", games=4, records="/nowhere/match.rec")


# ---- Batched players ----


@deadwood.batched
def first(observation, mask):
    assert observation.shape == (len(mask), 896) and mask.shape[1] == 106
    return mask.argmax(axis=1)


def test_a_batched_player_plays():
    told = []
    report = deadwood.match(first, "simple", games=700, progress=lambda done, total: told.append((done, total)))
    assert report.games == 700 == sum(report["wins"]) + report["draws"] and report["wins"][0] < 20
    assert report.players == ["first", "simple"] and report.interval[0] <= report.win_rate <= report.interval[1]
    assert told[-1] == (700, 700) and report["points_per_game"] < -50
    other = deadwood.match("simple", first, games=700)
    assert other["wins"] == report["wins"][::-1] and other["points_per_game"] == -report["points_per_game"]
    assert "of 700 games against simple" in str(report)


def test_batched_players_meet():
    last = deadwood.batched(lambda observation, mask: 105 - mask[:, ::-1].argmax(axis=1), name="last")
    report = deadwood.match(first, last, games=60)
    assert report.games == 60 and report.players == ["first", "last"]


def test_a_batched_player_plays_as_it_does_alone():
    champion = deadwood.load_model("champion")  # wins 85.5% of 10,000 games (README.md)
    report = deadwood.match(champion.player("copy"), "simple", games=60, threads=2)
    assert report.win_rate > 0.855 - 4 * (0.855 * 0.145 / 60) ** 0.5


@pytest.mark.parametrize("answer, kind, word", [
    (lambda o, m: m.argmax(axis=1)[:-1], deadwood.ArgumentError, "shape"),
    (lambda o, m: m.argmax(axis=1).astype(float), TypeError, "float64"),
    (lambda o, m: [106] * len(m), deadwood.IllegalAction, "0 to 105"),
    (lambda o, m: [105] * len(m), deadwood.IllegalAction, "game"),
    (lambda o, m: None, deadwood.ArgumentError, "shape"),
    (lambda o, m: 1 / 0, ZeroDivisionError, ""),
])
def test_bad_batched_answers_are_refused(answer, kind, word):
    with pytest.raises(kind, match=word):
        deadwood.match(deadwood.batched(answer), "simple", games=10)


def test_batched_players_have_their_place():
    with pytest.raises(deadwood.ArgumentError, match="batched"):
        deadwood.match(first, first_legal, games=2)
    with pytest.raises(deadwood.ArgumentError, match="gin"):
        deadwood.match(first, "random", game="hearts")
    with pytest.raises(deadwood.ArgumentError, match="many decisions at once"):
        deadwood.tournament([first, "simple"])
    with pytest.raises(TypeError, match="function"):
        deadwood.batched("simple")
