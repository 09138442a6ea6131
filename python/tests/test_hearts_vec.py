# SPDX-License-Identifier: MIT
"""Many games of Hearts at once: what differs from gin's, by itself and by the conventions of Gymnasium and PettingZoo."""
import numpy as np
import pytest

import deadwood
from deadwood import HeartsAEC, HeartsVec, HeartsVectorEnv

N = 32
FIELDS = ("observation", "mask", "mask_bits", "reward", "reward_acted", "done", "hand_done", "seat", "caller", "winner",
          "opponent")


def same(a, b):
    return all(np.array_equal(getattr(a, field), getattr(b, field)) for field in FIELDS)


def test_rows_of_hearts_have_the_documented_shapes():
    with HeartsVec(N, secrets=True) as vec:
        assert vec.observation.shape == (N, 1152) and vec.mask.shape == (N, 52) and vec.mask_bits.shape == (N, 8)
        assert vec.secrets.shape == (N, 256) and vec.reward.shape == (N, 4) and vec.reward_acted.shape == (N,)
        assert vec.winner.dtype == np.uint8 and vec.rules == "standard" and "HeartsVec(32" in repr(vec)
        assert len(deadwood.input_names("hearts")) == 1152 and len(deadwood.secret_names("hearts")) == 256
        assert deadwood.action_names("hearts")[13 * 3 + 11] == "QS"
        bits = np.unpackbits(vec.mask_bits, axis=1, bitorder="little")[:, :52]
        assert np.array_equal(bits.astype(bool), vec.mask)


def test_threads_and_states_change_nothing_in_hearts():
    opponents = {"self": 1, "ducker": 1, "self|random|caller:2": 2}
    vecs = [HeartsVec(N, seed=3, threads=threads, opponent=opponents, episode="hand") for threads in (1, 2, 3)]
    kept, callers = None, 0
    for step in range(150):
        assert same(vecs[0], vecs[1]) and same(vecs[0], vecs[2])
        callers += int((vecs[0].caller == 2).sum())
        if step == 70:
            kept = vecs[0].state()
        for vec in vecs:
            vec.step(vec.sample())
    assert callers > 0
    again = HeartsVec(N, seed=3, opponent=opponents, episode="hand")
    again.restore(kept)
    again.play(80)
    assert same(again, vecs[0])


def test_rewards_of_hearts_are_points_seat_by_seat():
    vec = HeartsVec(N, seed=1, rules="paper")
    hands = 0
    for _ in range(150):
        acted = vec.seat.copy()
        vec.step(vec.sample())
        assert np.array_equal(vec.reward_acted, vec.reward[np.arange(N), acted])
        ended = vec.done
        assert np.allclose(vec.reward[ended].sum(axis=1), -0.26) and not vec.reward[~ended].any()
        for reward, winner in zip(vec.reward[ended], vec.winner[ended]):
            assert [bool(winner >> seat & 1) for seat in range(4)] == list(reward == reward.max())
        hands += int(ended.sum())
    counts = vec.counts()[0]
    assert counts["hands"] == hands and sum(chair["points"] for chair in counts["chairs"]) == 26 * hands


def test_an_illegal_card_raises_and_nothing_moves():
    vec = HeartsVec(N, seed=2)
    actions, before = vec.sample().copy(), vec.observation.copy()
    actions[9] = int(np.flatnonzero(~vec.mask[9])[0])
    with pytest.raises(deadwood.IllegalAction, match="game 9: action .* is not legal for seat"):
        vec.step(actions)
    assert np.array_equal(before, vec.observation)
    with pytest.raises(deadwood.IllegalAction, match="actions are 0 to 51"):
        vec.step(np.full(N, 52))
    for opponent in ("ducker|random", "nobody", "caller:32"):
        with pytest.raises(deadwood.ArgumentError):
            HeartsVec(2, opponent=opponent)


def test_a_pass_is_three_cards_one_by_one():
    vec = HeartsVec(1, seed=1)
    for seat in range(4):
        for pick in range(3):
            assert vec.seat[0] == seat
            seen = deadwood.explain(vec.observation[0])
            assert seen["phase passing"] == 1 and seen[f"picks {pick}"] == 1
            assert sum(name.startswith("hand ") for name in seen) == 13
            assert sum(name.startswith("picked ") for name in seen) == pick
            assert vec.mask[0].sum() == 13 - pick
            vec.step(vec.sample())
    assert deadwood.explain(vec.observation[0])["phase playing"] == 1


def test_hearts_in_turns_by_pettingzoo():
    env = HeartsAEC(episode="hand", render_mode="ansi")
    env.reset(seed=1)
    assert env.agents == ["player_0", "player_1", "player_2", "player_3"]
    sums, left = dict.fromkeys(env.agents, 0.0), []
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        sums[agent] += reward
        assert env.observation_space(agent).contains(observation) and env.render()
        if termination:
            left.append(agent)
            assert not observation["action_mask"].any() and "winner" in info
        env.step(None if termination else env.action_space(agent).sample(observation["action_mask"]))
    assert sorted(left) == env.possible_agents and env.agents == []
    assert round(100 * sum(sums.values())) in (-26, -78)


def test_hearts_by_gymnasium():
    env = HeartsVectorEnv(N, rules="paper")
    observation, infos = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    ended = 0
    for _ in range(60):
        actions = [env.single_action_space.sample(mask) for mask in observation["action_mask"]]
        observation, rewards, terminations, truncations, infos = env.step(actions)
        assert not truncations.any() and (infos["winner"][~terminations] == 0).all()
        assert (rewards <= 0).all()
        ended += int(terminations.sum())
    assert ended > N
    with pytest.raises(deadwood.ArgumentError, match="HeartsVec and HeartsAEC"):
        HeartsVectorEnv(2, opponent="ducker|self|ducker")
