# SPDX-License-Identifier: MIT
"""Many games at once: rows, chance, threads, opponents, states, and everything that is refused."""
import os
import signal
import threading

import numpy as np
import pytest

import deadwood
from deadwood import GinVec

N = 64
FIELDS = ("observation", "mask", "mask_bits", "reward", "reward_acted", "done", "hand_done", "seat", "caller", "winner",
          "opponent")


def rows(vec):
    return [getattr(vec, field).copy() for field in FIELDS]


def same(a, b):
    return all(np.array_equal(x, y) for x, y in zip(a, b))


def test_rows_have_the_documented_shapes():
    with GinVec(N, secrets=True) as vec:
        assert vec.observation.shape == (N, 896) and vec.observation.dtype == np.uint8
        assert vec.mask.shape == (N, 106) and vec.mask.dtype == np.bool_
        assert vec.mask_bits.shape == (N, 14) and vec.secrets.shape == (N, 128)
        assert vec.reward.dtype == vec.reward_acted.dtype == np.float32
        for field in ("reward", "reward_acted", "done", "hand_done", "seat", "caller", "winner",
          "opponent"):
            assert getattr(vec, field).shape == (N,)
        assert len(vec) == N and not vec.closed
    assert vec.closed


def test_arrays_are_written_in_place():
    vec = GinVec(N)
    observation, mask = vec.observation, vec.mask
    first = observation.copy()
    returned = vec.step(vec.sample())
    assert returned[0] is observation and returned[1] is mask
    assert not np.array_equal(first, observation)


def test_both_masks_say_the_same_and_samples_are_legal():
    vec = GinVec(N, seed=3, opponent={"self": 1, "simple": 1})
    for _ in range(200):
        bits = np.unpackbits(vec.mask_bits, axis=1, bitorder="little")[:, :106]
        assert np.array_equal(bits.astype(bool), vec.mask)
        assert (vec.mask.sum(axis=1) >= 2).all()
        actions = vec.sample()
        assert vec.mask[np.arange(N), actions].all()
        vec.step(actions)


def test_sampling_is_even():
    vec = GinVec(1, seed=1)
    choices = np.flatnonzero(vec.mask[0])
    drawn = [GinVec(256, seed=seed).sample().copy() for seed in range(40)]
    firsts = np.concatenate(drawn)  # offers: take or pass
    assert set(np.unique(firsts)) <= set(range(106)) and len(choices) >= 2
    share = (firsts == 0).mean()
    assert abs(share - 0.5) < 5 * 0.5 / np.sqrt(len(firsts))


def test_threads_change_nothing():
    one, three = (GinVec(200, seed=5, threads=threads, opponent={"self": 1, "greedy": 2, "caller:3": 1},
                         episode="hand") for threads in (1, 3))
    for _ in range(150):
        actions = one.sample().copy()
        assert np.array_equal(actions, three.sample())
        one.step(actions)
        three.step(actions)
        assert same(rows(one), rows(three))


def test_a_seed_makes_the_same_games_again():
    vec, other = GinVec(N, seed=9), GinVec(N, seed=10)
    assert not same(rows(vec), rows(other))
    first = rows(vec)
    vec.play(30)
    vec.reset()
    assert same(first, rows(vec))
    vec.reset(seed=10)
    assert same(rows(vec), rows(other))


def test_play_is_sample_and_step():
    a, b = GinVec(N, seed=2), GinVec(N, seed=2)
    a.play(100)
    for _ in range(100):
        b.step(b.sample())
    assert same(rows(a), rows(b))


def test_a_state_goes_back_and_into_another_environment():
    arguments = dict(seed=4, opponent={"self": 1, "simple": 1})
    vec, other = GinVec(N, **arguments), GinVec(N, **dict(arguments, seed=77))
    vec.play(40)
    state = vec.state()
    vec.step(vec.sample())
    after = rows(vec)
    vec.play(10)
    for back in (vec, other):  # another seed too
        back.restore(state)
        assert not back.reward.any() and not back.done.any()
        back.step(back.sample())
        assert same(after, rows(back))


@pytest.mark.parametrize("damage", [lambda s: b"", lambda s: s[:-1], lambda s: s[:40], lambda s: s + b"x",
                                    lambda s: s[:8] + bytes(len(s) - 8)])
def test_a_damaged_state_is_refused_and_changes_nothing(damage):
    vec = GinVec(N, seed=4)
    vec.play(20)
    broken = damage(vec.state())
    before = rows(vec)
    with pytest.raises(deadwood.ArgumentError):
        vec.restore(broken)
    assert same(before[:3], rows(vec)[:3])
    with pytest.raises(deadwood.ArgumentError):
        GinVec(N + 1, seed=4).restore(vec.state())


# ---- Rewards ----


def test_rewards_of_the_acting_seat_and_of_seat_0_are_the_same_points():
    vec = GinVec(N, seed=1, opponent=None)
    for _ in range(300):
        acted = vec.seat.copy()
        vec.step(vec.sample())
        assert np.array_equal(np.where(acted == 1, -vec.reward, vec.reward), vec.reward_acted)
        assert not vec.reward[~vec.hand_done].any() and not (vec.done & ~vec.hand_done).any()


def test_the_learner_is_paid_what_counts_say():
    vec = GinVec(128, seed=6, opponent={"simple": 1, "greedy": 2}, episode="hand")
    total, hands = 0.0, 0
    for _ in range(400):
        vec.step(vec.sample())
        assert np.array_equal(vec.done, vec.hand_done)
        total += float(vec.reward_acted.sum())
        hands += int(vec.done.sum())
    counts = vec.counts()
    assert [count["opponent"] for count in counts] == ["simple", "greedy"]
    counted = sum(count["points"] for count in counts)
    assert counted <= round(100 * total) < 0.9 * counted  # some hands were lost before a decision
    assert hands < sum(count["hands"] for count in counts)
    assert vec.counts()[0]["hands"] == 0


def test_an_episode_is_paid_its_own_hands_and_its_winner_is_named():
    # Simple often ends hands before the learner decides anything in them.
    vec = GinVec(N, seed=8, opponent=["simple", "greedy"], reward="win")
    sums, ended, wins = np.zeros(N), 0, [0, 0]
    for _ in range(1500):
        learner, opponent = vec.seat.copy(), vec.opponent.copy()
        vec.step(vec.sample())
        sums += vec.reward
        assert (vec.winner[~vec.done] == -1).all()
        for game in np.flatnonzero(vec.done):  # a game begins at a chance near a half, and ends at 0 or 1
            assert abs(sums[game] - (0.5 if vec.winner[game] == 0 else -0.5)) < 0.03
            wins[opponent[game]] += vec.winner[game] == learner[game]
            ended += 1
            sums[game] = 0
    assert ended > 500 and [count["wins"] for count in vec.counts()] == wins


def test_no_hand_is_paid_twice():
    # RLCard pays for the own deadwood alone, whatever the opponent has (datamllab/rlcard#103); here it is points won.
    vec = GinVec(N, seed=3, opponent="simple", episode="hand")
    seen = set()
    for _ in range(1000):
        vec.step(vec.sample())
        paid = vec.reward_acted[vec.done] * 100
        assert np.allclose(paid, np.round(paid), atol=1e-4) and (abs(paid) < 130).all()
        seen |= set(np.sign(np.round(paid)))
    assert seen == {-1, 0, 1} or seen == {-1, 1}


def test_rows_of_a_caller_are_marked():
    vec = GinVec(N, seed=3, opponent={"caller:7": 1, "self": 1})
    seen = set()
    for _ in range(50):
        seen |= set(vec.caller)
        vec.step(vec.sample())
    assert seen == {0, 7}
    vec.set_shares({"self": 1})
    vec.set_shares([1, 0])
    assert vec.shares == [1, 0]


# ---- Refused ----


def legal(vec):
    return vec.mask.argmax(axis=1).astype(np.int32)


@pytest.mark.parametrize("change, kind, word", [
    (lambda a: a[:-1], deadwood.ArgumentError, "shape"),
    (lambda a: a.reshape(1, -1), deadwood.ArgumentError, "shape"),
    (lambda a: a.astype(np.float32), TypeError, "float32"),
    (lambda a: a.astype(bool), TypeError, "bool"),
    (lambda a: None, TypeError, "object"),
    (lambda a: "actions", TypeError, "whole numbers"),
    (lambda a: [[1], [2, 3]], TypeError, ""),
    (lambda a: np.full(N, -1), deadwood.IllegalAction, "game 0: there is no action -1"),
    (lambda a: np.where(np.arange(N) == 5, 2**40, a), deadwood.IllegalAction, "game 5"),
    (lambda a: np.where(np.arange(N) == 5, 106, a).astype(np.int32), deadwood.IllegalAction, "game 5"),
    (lambda a: np.where(np.arange(N) == 7, 105, a).astype(np.int32), deadwood.IllegalAction, "game 7: action 105"),
    (lambda a: np.full(N, 2**63, dtype=np.uint64), deadwood.IllegalAction, "game 0"),
    (lambda a: a.astype(object), TypeError, "object"),
    (lambda a: np.array(0), deadwood.ArgumentError, "shape"),
])
def test_bad_actions_are_refused_and_no_game_moves(change, kind, word):
    vec = GinVec(N, seed=1)
    vec.play(3)
    before = rows(vec)
    with pytest.raises(kind, match=word):
        vec.step(change(legal(vec)))
    assert same(before, rows(vec))
    vec.step(legal(vec))


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64,
                                  ">i4", list])
def test_any_whole_numbers_will_do(kind):
    one, other = GinVec(N), GinVec(N)
    actions = legal(one)
    other.step(list(actions) if kind is list else actions.astype(kind))
    one.step(actions)
    assert same(rows(one), rows(other))


def test_strided_and_frozen_arrays_will_do():
    one, other = GinVec(N), GinVec(N)
    actions = legal(one)
    wide = np.zeros((N, 3), dtype=np.int32)
    wide[:, 1] = actions
    actions.flags.writeable = False
    one.step(actions)
    other.step(wide[:, 1])
    assert same(rows(one), rows(other))
    with pytest.raises(deadwood.ArgumentError):
        one.sample(out=wide[:, 1])
    with pytest.raises(deadwood.ArgumentError):
        one.sample(out=actions)
    with pytest.raises(deadwood.ArgumentError):
        one.sample(out=np.zeros(N, dtype=np.int64))
    assert one.sample(out=np.zeros(N, dtype=np.int32)).shape == (N,)


@pytest.mark.parametrize("arguments, kind, word", [
    (dict(n=0), deadwood.ArgumentError, "n is 1 to"),
    (dict(n=-1), deadwood.ArgumentError, "n is 1 to"),
    (dict(n=2.5), TypeError, "whole number"),
    (dict(n=True), TypeError, "whole number"),
    (dict(n=1 << 40), deadwood.ArgumentError, "n is 1 to"),
    (dict(seed=-1), deadwood.ArgumentError, "seed"),
    (dict(seed=2**64), deadwood.ArgumentError, "seed"),
    (dict(threads=0), deadwood.ArgumentError, "threads"),
    (dict(rules="chess"), deadwood.ArgumentError, "chess"),
    (dict(rules=5), TypeError, "rules"),
    (dict(opponent="nobody"), deadwood.ArgumentError, "nobody"),
    (dict(opponent=[]), deadwood.ArgumentError, "opponent"),
    (dict(opponent={"simple": -1}), deadwood.ArgumentError, "share"),
    (dict(opponent={"simple": 0}), deadwood.ArgumentError, "share"),
    (dict(opponent={"simple": float("nan")}), deadwood.ArgumentError, "share"),
    (dict(opponent="caller:99"), deadwood.ArgumentError, "caller"),
    (dict(opponent=7), TypeError, ""),
    (dict(opponent=[7]), TypeError, "opponent 0"),
    (dict(opponent="exec:cat"), deadwood.ArgumentError, "exec"),
    (dict(episode="trick"), deadwood.ArgumentError, "game or hand"),
    (dict(reward="glory"), deadwood.ArgumentError, "points or win"),
    (dict(reward="win,episode=hand"), deadwood.ArgumentError, "one word"),
    (dict(opponent="champion:model=./none.safetensors"), deadwood.DeadwoodError, "none.safetensors"),
])
def test_bad_arguments_are_refused_with_a_sentence(arguments, kind, word):
    with pytest.raises(kind, match=word):
        GinVec(**{"n": 4, **arguments})


def test_a_closed_environment_says_so():
    vec = GinVec(4)
    vec.close()
    vec.close()
    for use in (lambda: vec.step([0] * 4), vec.sample, vec.state, vec.reset, vec.counts, lambda: vec.play(1),
                lambda: vec.set_shares([1]), lambda: vec.restore(b"12345678")):
        with pytest.raises(deadwood.StateError, match="closed"):
            use()
    vec.observation.sum()  # the arrays stay


def test_it_is_not_pickled():
    import copy
    import pickle

    for copied in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="state"):
            copied(GinVec(2))


# ---- Threads, forks, signals, ends ----


def test_threads_wait_for_each_other():
    vec = GinVec(256, seed=1, threads=2)
    seen = []

    def work():
        try:
            for _ in range(50):
                vec.play(2)
        except Exception as reason:
            seen.append(reason)
    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    twin = GinVec(256, seed=1)
    twin.play(400)
    assert not seen and same(rows(vec)[:3], rows(twin)[:3])


def test_closing_waits_for_a_step():
    vec = GinVec(4096, seed=1)
    seen = []

    def work():
        try:
            while True:
                vec.play(5)
        except deadwood.StateError as reason:
            seen.append(str(reason))
    worker = threading.Thread(target=work)
    worker.start()
    vec.close()
    worker.join(30)
    assert seen == ["this GinVec is closed"]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_forked_child_may_use_one_without_threads(threads):
    vec = GinVec(N, seed=1, threads=threads)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:  # nothing of pytest may run here
        try:
            vec.play(3)
            os.write(writer, b"played")
        except deadwood.StateError as reason:
            os.write(writer, str(reason).encode())
        finally:
            vec.close()
            os._exit(0)
    os.close(writer)
    said = os.read(reader, 1000).decode()
    os.close(reader)
    assert os.waitpid(child, 0)[1] == 0
    assert said == "played" if threads == 1 else "after the fork" in said
    vec.play(3)


def test_ctrl_c_ends_play_and_leaves_it_whole():
    vec = GinVec(512, seed=1)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        while True:
            vec.play(2_000_000_000)
    vec.step(vec.sample())


def test_many_ctrl_c_leave_nothing_locked(run_python):
    code, out, err = run_python("""
import deadwood, os, signal, threading, time
vec = deadwood.GinVec(64)
begun, armed = threading.Event(), False
def interrupt(*_):  # only where it is expected
    global armed
    if armed:
        armed = False
        raise KeyboardInterrupt
signal.signal(signal.SIGINT, interrupt)
def pester():
    begun.wait()
    for _ in range(300):
        time.sleep(0.002)
        os.kill(os.getpid(), signal.SIGINT)
pest = threading.Thread(target=pester)
pest.start()
caught = 0
while pest.is_alive():
    try:
        armed = True
        begun.set()
        while pest.is_alive():
            vec.step(vec.sample())
    except KeyboardInterrupt:
        caught += 1
    except deadwood.DeadwoodError as reason:
        print("refused", reason)
armed = False
vec.step(vec.sample())
print("caught", caught > 20)
""")
    assert code == 0 and out == "caught True\n", err


@pytest.mark.parametrize("threads", [1, 3])
def test_the_interpreter_ends_while_threads_play(run_python, threads):
    code, out, err = run_python(f"""
import deadwood, threading, time
vec = deadwood.GinVec(2048, threads={threads})
def play():
    while True:
        vec.play(20)
for _ in range(3):
    threading.Thread(target=play, daemon=True).start()
time.sleep(0.3)
print("end")
""")
    assert (code, out, err) == (0, "end\n", "")


# ---- Names ----


def test_every_input_and_action_has_a_name_of_its_own():
    assert len(set(deadwood.input_names())) == 896 and len(set(deadwood.action_names())) == 106
    assert deadwood.action_names()[:3] == ["draw up", "draw stock or pass", "discard AC"]
    hand = [name for name in deadwood.explain(GinVec(1).observation[0]) if name.startswith("hand ")]
    assert len(hand) == 10
    for bad in (np.zeros(895, dtype=np.uint8), np.zeros(896), "x"):
        with pytest.raises(deadwood.ArgumentError, match="896"):
            deadwood.explain(bad)
