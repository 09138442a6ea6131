# SPDX-License-Identifier: MIT
"""Networks as PyTorch modules, and back. Skipped where there is no PyTorch."""
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed (Debian: apt install python3-torch)")

import deadwood  # noqa: E402
from deadwood import GinVec, load_model  # noqa: E402


@pytest.mark.parametrize("name", ["champion", "champion-critic", "knock-nguyen", "lstm-nguyen", "hand-autoencoder"])
def test_a_module_answers_as_numpy_does(name):
    model = load_model(name)
    chance = np.random.default_rng(1)
    steps = (6,) if model.layers[0].parts else ()
    inputs = chance.integers(0, 129, size=(8, *steps, model.layers[0].inputs)).astype(np.uint8)
    with torch.no_grad():
        answer = model.torch()(torch.from_numpy(inputs)).numpy()
    assert answer.shape == model(inputs).shape and np.allclose(answer, model(inputs), rtol=1e-3, atol=1e-3)


def test_the_champion_in_torch_chooses_as_the_champion():
    model = load_model("champion")
    module = model.torch()
    vec = GinVec(400, seed=2)
    vec.play(12)
    with torch.no_grad():
        logits = module(torch.from_numpy(vec.observation)).masked_fill(~torch.from_numpy(vec.mask), -1e9)
    assert (logits.argmax(dim=1).numpy() == model.choose(vec.observation, vec.mask)).mean() > 0.995


def sequential():
    nn = torch.nn
    return nn.Sequential(nn.Linear(896, 24, bias=False), nn.LayerNorm(24), nn.ReLU(), nn.Dropout(0.1),
                         nn.Linear(24, 16), nn.Tanh(), nn.Linear(16, 106))


@pytest.mark.parametrize("make", [sequential, lambda: deadwood.torch_net.Net("896 32n 32r+ 106l", seed=3)])
def test_an_exported_module_is_played_by_the_engine(make, tmp_path):
    torch.manual_seed(1)
    module = make().eval()
    path = tmp_path / "mine.safetensors"
    model = deadwood.export(module, path)

    def by_torch(turn):
        with torch.no_grad():
            logits = module(torch.from_numpy(turn.observation).float() / 128)
        return int(logits.masked_fill(~torch.from_numpy(turn.mask), -1e9).argmax())
    games = dict(games=2, seed=5)
    assert deadwood.match(f"champion:model={path}", "simple", **games)["digest"] == \
        deadwood.match(by_torch, "simple", **games)["digest"]
    inputs = torch.rand(5, 896)
    assert np.allclose(module(inputs).detach().numpy(), model(inputs.numpy()), atol=1e-4)


@pytest.mark.parametrize("make, kind, word", [
    (lambda nn: nn.Linear(896, 106), TypeError, "Sequential"),
    (lambda nn: nn.Sequential(nn.Conv1d(1, 1, 1)), deadwood.ArgumentError, "Conv1d"),
    (lambda nn: nn.Sequential(nn.Linear(896, 8), nn.LayerNorm(8), nn.ReLU(), nn.Linear(8, 106)), deadwood.ArgumentError,
     "LayerNorm"),
    (lambda nn: nn.Sequential(nn.Linear(896, 106), nn.ReLU()), deadwood.ArgumentError, "logits"),
    (lambda nn: nn.Sequential(nn.Linear(896, 8)), deadwood.ArgumentError, "106"),
    (lambda nn: "champion", TypeError, "Sequential"),
])
def test_modules_that_no_file_can_say_are_refused(make, kind, word, tmp_path):
    with pytest.raises(kind, match=word):
        deadwood.export(make(torch.nn), tmp_path / "x.safetensors")
    assert not list(tmp_path.iterdir())
