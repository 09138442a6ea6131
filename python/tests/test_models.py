# SPDX-License-Identifier: MIT
"""Models in numpy: they answer as the engine does, and files of weights go back."""
import numpy as np
import pytest

import deadwood
from deadwood import GinVec, Model, load_model


@pytest.fixture(scope="module")
def champion():
    return load_model("champion")


def test_the_champion_in_numpy_plays_the_champion_s_games(champion):
    def copy(turn):
        return int(champion.choose(turn.observation, turn.mask))
    ours, theirs = (deadwood.match(player, "simple", games=10, seed=3)["digest"] for player in (copy, "champion"))
    assert ours == theirs


def test_probabilities_add_up_and_are_of_legal_actions(champion):
    vec = GinVec(50, seed=1)
    vec.play(10)
    policy = champion.policy(vec.observation, vec.mask)
    assert policy.shape == (50, 106) and np.allclose(policy.sum(axis=1), 1, atol=1e-5)
    assert not policy[~vec.mask].any()
    assert np.array_equal(policy.argmax(axis=1), champion.choose(vec.observation, vec.mask))
    floats = vec.observation.astype(np.float32) / 128
    assert np.allclose(champion(floats), champion(vec.observation))


@pytest.mark.parametrize("name", ["knock-nguyen", "lstm-nguyen", "mishra", "champion-critic", "td-hearts-1"])
def test_other_models_load(name):
    model = load_model(name)
    assert model.arrays and repr(model).startswith("<Model")
    if not model.layers:
        with pytest.raises(deadwood.StateError, match="no network"):
            model(np.zeros(3))
        return
    steps = (5,) if model.layers[0].parts else ()
    answer = model(np.zeros((2, *steps, model.layers[0].inputs)))
    assert answer.shape == (2, *steps, model.layers[-1].outputs) and np.isfinite(answer).all()


def test_a_file_goes_back_to_the_same_model(champion, tmp_path):
    path = tmp_path / "copy.safetensors"
    champion.save(path)
    again = load_model(path)
    assert again.facts["architecture"] == champion.architecture and again.arrays.keys() == champion.arrays.keys()
    assert all(np.array_equal(again.arrays[name], champion.arrays[name]) for name in again.arrays)
    games = dict(games=6, seed=2)
    assert deadwood.match(f"champion:model={path}", "simple", **games)["digest"] == \
        deadwood.match("champion", "simple", **games)["digest"]


def test_an_exported_model_plays(tmp_path):
    chance = np.random.default_rng(1)
    arrays = {"layers.0.weight": chance.normal(size=(896, 106)).astype(np.float32) / 10,
              "layers.0.bias": np.zeros(106, np.float32)}
    path = tmp_path / "mine.safetensors"
    mine = deadwood.export(Model(arrays, {"architecture": "896 106l"}), path, author="a test")
    assert load_model(path).facts["author"] == "a test"

    def copy(turn):
        return int(mine.choose(turn.observation, turn.mask))
    games = dict(games=4, seed=5)
    assert deadwood.match(f"champion:model={path}", "simple", **games)["digest"] == \
        deadwood.match(copy, "simple", **games)["digest"]


@pytest.mark.parametrize("use, kind, word", [
    (lambda: load_model("nobody"), deadwood.DataFileError, "nobody"),
    (lambda: load_model("./none.safetensors"), deadwood.DataFileError, "none.safetensors"),
    (lambda: load_model(7), TypeError, ""),
    (lambda: Model({}, {"architecture": "x"}), deadwood.ArgumentError, "no architecture"),
    (lambda: Model({}, {"architecture": "5"}), deadwood.ArgumentError, "no layers"),
    (lambda: Model({}, {"architecture": "5 3q"}), deadwood.ArgumentError, "3q"),
    (lambda: Model({}, {"architecture": "5 3r+"}), deadwood.ArgumentError, "3r\\+"),
    (lambda: Model({}, {"architecture": "5 3r"}), deadwood.ArgumentError, "layers.0.weight"),
    (lambda: load_model("champion")(np.zeros(7)), deadwood.ArgumentError, "896"),
    (lambda: load_model("lstm-nguyen")(np.zeros(208)), deadwood.ArgumentError, "sequences"),
    (lambda: deadwood.export(load_model("knock-nguyen"), "x.safetensors"), deadwood.ArgumentError, "896"),
    (lambda: load_model("champion").save("/nowhere/x.safetensors"), deadwood.DataFileError, "nowhere"),
    (lambda: Model({"a": np.array([np.nan])}).save("x.safetensors"), deadwood.ArgumentError, "finite"),
])
def test_bad_models_are_refused(use, kind, word):
    with pytest.raises(kind, match=word):
        use()


def test_a_damaged_file_is_refused(champion, tmp_path):
    path = tmp_path / "cut.safetensors"
    champion.save(path)
    whole = path.read_bytes()
    for broken in (b"", whole[:100], whole[:-1], whole + b"x"):
        path.write_bytes(broken)
        with pytest.raises(deadwood.DataFileError, match="cut.safetensors"):
            load_model(path)
