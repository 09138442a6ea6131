# SPDX-License-Identifier: MIT
"""The conventions of Gymnasium's vector environments and PettingZoo's AEC environments, replayed from their documents,
with those libraries and without."""
import numpy as np
import pytest

import deadwood
from deadwood import GinAEC, GinVectorEnv, spaces

N = 24


def draw(env, obs):
    return np.array([env.single_action_space.sample(mask) for mask in obs["action_mask"]])


# ---- Gymnasium ----


def test_a_vector_environment_has_what_gymnasium_documents():
    env = GinVectorEnv(N, opponent="simple")
    assert env.num_envs == N and env.unwrapped is env and env.spec is None and env.render_mode is None
    assert str(getattr(env.metadata["autoreset_mode"], "value", env.metadata["autoreset_mode"])) == "SameStep"
    assert env.single_action_space.n == 106 and env.action_space.shape == (N,)
    assert env.single_observation_space["observation"].shape == (896,)
    assert env.observation_space["action_mask"].shape == (N, 106)
    obs, infos = env.reset(seed=5)
    assert env.observation_space.contains(obs) and isinstance(infos, dict)
    assert env.single_observation_space.contains({name: rows[0] for name, rows in obs.items()})
    obs, rewards, terminations, truncations, infos = env.step(draw(env, obs))
    assert env.observation_space.contains(obs)
    assert rewards.shape == terminations.shape == truncations.shape == (N,)
    assert terminations.dtype == truncations.dtype == np.bool_ and rewards.dtype == np.float32
    assert all(infos["_" + name].dtype == np.bool_ for name in infos if not name.startswith("_"))
    env.close()
    env.close()
    assert env.closed


def rollout(env, steps, seed):
    obs, _ = env.reset(seed=seed)
    env.single_action_space.seed(seed)
    seen = []
    for _ in range(steps):
        obs, rewards, terminations, truncations, infos = env.step(draw(env, obs))
        assert not truncations.any()
        seen.append((obs, rewards, terminations, infos))
    return seen


def test_seeds_make_the_same_games_and_no_seed_makes_others():
    env, other = GinVectorEnv(N), GinVectorEnv(N)
    a, b = rollout(env, 20, 3), rollout(other, 20, 3)
    assert all(np.array_equal(x[0]["observation"], y[0]["observation"]) for x, y in zip(a, b))
    first, _ = env.reset(seed=3)
    second, _ = env.reset()
    third, _ = env.reset()
    again, _ = other.reset(seed=3)
    assert np.array_equal(first["observation"], again["observation"])
    assert not np.array_equal(first["observation"], second["observation"])
    assert not np.array_equal(second["observation"], third["observation"])
    many, _ = env.reset(seed=list(range(N)))
    same, _ = other.reset(seed=list(range(N)))
    assert np.array_equal(many["observation"], same["observation"])


def test_games_end_within_the_step():
    env = GinVectorEnv(N, opponent=["simple", "greedy"], rules="contest,target=25")
    ended = 0
    for obs, rewards, terminations, infos in rollout(env, 400, 1):
        assert ("final_obs" in infos) == terminations.any()
        assert (obs["action_mask"].sum(axis=1) >= 2).all()  # the next game's
        assert (infos["winner"][~terminations] == 0).all() and set(infos["winner"]) <= {-1, 0, 1}
        for game in np.flatnonzero(terminations):
            final = infos["final_obs"][game]
            assert env.single_observation_space.contains(final) and not final["action_mask"].any()
            assert infos["_final_obs"][game] and infos["_winner"][game]
            ended += 1
        if terminations.any():
            assert all(infos["final_obs"][game] is None for game in np.flatnonzero(~terminations))
    assert ended > 20


def test_observations_are_kept_unless_asked_otherwise():
    env, bare = GinVectorEnv(N), GinVectorEnv(N, copy=False)
    (first, _), (same, _) = env.reset(seed=1), bare.reset(seed=1)
    kept = first["observation"].copy()
    actions = draw(env, first)
    env.step(actions), bare.step(actions)
    assert np.array_equal(first["observation"], kept)
    assert same["observation"] is bare.vec.observation and not np.array_equal(same["observation"], kept)


@pytest.mark.parametrize("use, kind, word", [
    (lambda env: GinVectorEnv(4).step([0] * 4), deadwood.StateError, "reset"),
    (lambda env: env.step(np.full(N, 105)), deadwood.IllegalAction, "game 0"),
    (lambda env: env.step([0]), deadwood.ArgumentError, "shape"),
    (lambda env: env.reset(seed=-1), deadwood.ArgumentError, "seed"),
    (lambda env: env.reset(seed=[1, 2]), deadwood.ArgumentError, "seeds"),
    (lambda env: env.reset(options={"reset_mask": np.ones(N)}), deadwood.ArgumentError, "reset_mask"),
    (lambda env: GinVectorEnv(4, opponent=None), deadwood.ArgumentError, "GinAEC"),
    (lambda env: GinVectorEnv(4, opponent="caller:1"), deadwood.ArgumentError, "GinVec"),
])
def test_bad_input_is_refused(use, kind, word):
    env = GinVectorEnv(N)
    env.reset(seed=1)
    with pytest.raises(kind, match=word):
        use(env)


# ---- PettingZoo ----


@pytest.mark.parametrize("episode", ["hand", "game"])
def test_agents_take_turns_as_pettingzoo_documents(episode):
    env = GinAEC(episode=episode, rules="contest,target=25")
    assert env.possible_agents == ["player_0", "player_1"] and env.max_num_agents == 2
    assert {"name", "render_modes", "is_parallelizable"} <= env.metadata.keys()
    for agent in env.possible_agents:
        assert env.action_space(agent) is env.action_space(agent) and env.observation_space(agent) is \
            env.observation_space(agent)
    for game in range(10):
        env.reset(seed=game)
        assert env.agents == env.possible_agents and env.num_agents == 2
        assert set(env.rewards) == set(env.terminations) == set(env.truncations) == set(env.infos) == set(env.agents)
        total, owed, steps, dead = dict.fromkeys(env.agents, 0.0), dict.fromkeys(env.agents, 0.0), 0, []
        for agent in env.agent_iter():
            assert agent == env.agent_selection
            observation, reward, termination, truncation, info = env.last()
            assert env.observation_space(agent).contains(observation) and not truncation and isinstance(info, dict)
            assert reward == pytest.approx(owed[agent])
            total[agent] += reward
            if termination:
                dead.append(agent)
                assert not observation["action_mask"].any() and info["winner"] in env.possible_agents + [None]
                env.step(None)
                continue
            assert observation["action_mask"].sum() >= 2 and not env.observe(
                env.possible_agents[1 - env.possible_agents.index(agent)])["action_mask"].any()
            owed[agent] = 0.0
            env.step(int(env.action_space(agent).sample(observation["action_mask"])))
            assert sum(env.rewards.values()) == 0
            for one in env.rewards:
                owed[one] += env.rewards[one]
            steps += 1
        assert sorted(dead) == env.possible_agents and env.agents == [] and steps > 0
        assert sum(total.values()) == pytest.approx(0)


def test_the_winner_has_the_points():
    env = GinAEC(reward="win", rules="contest,target=25")
    for game in range(5):
        env.reset(seed=game)
        total = {"player_0": 0.0, "player_1": 0.0}
        for agent in env.agent_iter():
            observation, reward, termination, _, info = env.last()
            total[agent] += reward
            env.step(None if termination else env.action_space(agent).sample(observation["action_mask"]))
        if info["winner"]:
            assert total[info["winner"]] == pytest.approx(0.5, abs=0.05)


def test_a_seed_deals_the_same_and_none_deals_others():
    env, other = GinAEC(), GinAEC()
    env.reset(seed=4)
    other.reset(seed=4)
    assert np.array_equal(env.last()[0]["observation"], other.last()[0]["observation"])
    first = env.state()
    env.reset()
    assert env.state().shape == (2 * 896,) and not np.array_equal(first, env.state())


def test_who_does_not_act_sees_what_it_saw_at_its_last_decision():
    env = GinAEC()
    env.reset(seed=1)
    agent, seen = env.agent_selection, env.last()[0]
    other = env.possible_agents[1 - env.possible_agents.index(agent)]
    assert not env.observe(other)["observation"].any()
    while env.agent_selection == agent:
        seen = env.last()[0]
        env.step(int(seen["action_mask"].argmax()))
    assert np.array_equal(env.observe(agent)["observation"], seen["observation"])


def test_an_illegal_action_moves_nothing():
    env = GinAEC()
    env.reset(seed=1)
    before = env.last()[0]
    for bad, kind in ((105, deadwood.IllegalAction), (-1, deadwood.IllegalAction), (None, deadwood.ArgumentError),
                      (1.5, TypeError), ([0, 1], deadwood.ArgumentError), ("0", TypeError)):
        with pytest.raises(kind):
            env.step(bad)
        assert np.array_equal(env.last()[0]["observation"], before["observation"])
    with pytest.raises(deadwood.ArgumentError, match="player_0"):
        env.observe("somebody")
    with pytest.raises(deadwood.StateError, match="reset"):
        GinAEC().last()
    with pytest.raises(deadwood.ArgumentError, match="render_mode"):
        GinAEC(render_mode="3d")


def test_it_can_be_looked_at(capsys):
    env = GinAEC(render_mode="ansi")
    env.reset(seed=1)
    assert "to move: " in env.render() and str(env) == "deadwood_gin_v0"
    env = GinAEC(render_mode="human")
    env.reset(seed=1)
    env.step(1)
    assert "upcard" in capsys.readouterr().out
    env.close()


# ---- With the libraries, and without ----


def test_the_libraries_own_tests_pass_where_they_are_installed():
    api_test = pytest.importorskip("pettingzoo.test", reason="PettingZoo is not installed").api_test
    api_test(GinAEC(), num_cycles=500)


def test_with_gymnasium_its_classes_and_spaces_are_used(run_python, tmp_path):
    """A stand-in for the library: what of it is asked, and that nothing else of it is needed."""
    package = tmp_path / "gymnasium"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "vector.py").write_text("import enum\nclass VectorEnv: pass\n"
                                       "class AutoresetMode(enum.Enum):\n    SAME_STEP = 'SameStep'\n")
    (package / "spaces.py").write_text(
        "class S:\n    def __init__(self, *a, **k): self.a = a\n"
        "class Box(S): pass\nclass Discrete(S): pass\nclass MultiDiscrete(S): pass\nclass Dict(S): pass\n")
    code, out, err = run_python(f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
import deadwood, gymnasium.vector, gymnasium.spaces
env = deadwood.GinVectorEnv(3)
assert isinstance(env, gymnasium.vector.VectorEnv) and isinstance(env.action_space, gymnasium.spaces.MultiDiscrete)
assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
obs, infos = env.reset(seed=1)
env.step(obs["action_mask"].argmax(axis=1))
print("good")
""")
    assert out == "good\n", err


def test_importing_the_package_loads_none_of_them(run_python):
    code, out, err = run_python("import deadwood, sys; print([name for name in ('torch', 'gymnasium', 'pettingzoo') "
                                "if name in sys.modules]); deadwood.nonsense")
    assert out == "[]\n" and "no attribute 'nonsense'" in err


def test_our_own_spaces_answer_as_gymnasium_s():
    box, small = spaces.Box(0, 255, (3,), np.uint8), spaces.Discrete(4)
    assert box.sample() in box and np.zeros(4, np.uint8) not in box and [0, 0, 0] not in box
    assert small.sample() in small and 4 not in small and -1 not in small and 1.0 not in small and True not in small
    assert small.sample(np.array([0, 0, 1, 0], np.int8)) == 2 and small.sample(np.zeros(4, np.int8)) == 0
    pair = spaces.Dict({"a": box, "b": small})
    assert pair.sample() in pair and {"a": box.sample()} not in pair and pair["a"] is box
    several = spaces.MultiDiscrete([2, 3])
    assert several.sample() in several and np.array([2, 0]) not in several
    assert box == spaces.Box(0, 255, (3,), np.uint8) and box != small and len({box, small, small}) == 2
    small.seed(1)
    first = [small.sample() for _ in range(10)]
    small.seed(1)
    assert first == [small.sample() for _ in range(10)]
