# SPDX-License-Identifier: MIT
"""Networks as PyTorch modules, and back. The rest of the package does not need PyTorch."""
from typing import Any, List, Tuple

import numpy as np

try:
    import torch
except ImportError as reason:
    raise ImportError("deadwood.torch_net needs PyTorch (Debian: apt install python3-torch)") from reason
from torch import nn

from . import errors
from .models import Layer, Model, parameter_shapes, read_architecture


class Net(nn.Module):
    """A network of an architecture, "896 256r 256r+ 106l" (docs/LEARNING.md), whose weights may be trained here and
    exported. Its parameters have the names and shapes that files have, with dots as underscores.

    >>> net = deadwood.torch_net.Net("896 256r 106l")
    >>> logits = net(torch.from_numpy(vec.observation))   # bytes stand for b/128
    >>> deadwood.export(net, "./mine.safetensors")
    """

    def __init__(self, architecture: str, seed: int = 1):
        super().__init__()
        self.architecture = architecture
        self.layers: List[Layer] = read_architecture(architecture)
        chance = torch.Generator().manual_seed(seed)
        for name, shape in parameter_shapes(self.layers).items():
            if len(shape) == 2:  # Glorot and Bengio's uniform, as Keras draws it
                bound = (6 / (shape[0] + shape[1])) ** 0.5
                value = (torch.rand(shape, generator=chance) * 2 - 1) * bound
            else:
                value = torch.ones(shape) if name.endswith("gain") else torch.zeros(shape)
            self.register_parameter(name.replace(".", "_"), nn.Parameter(value))

    def _get(self, name: str) -> torch.Tensor:
        return getattr(self, name.replace(".", "_"))

    def features(self, x: torch.Tensor) -> torch.Tensor:
        """What the last layer sees, for a second head such as a value."""
        x = x.float() / 128 if x.dtype == torch.uint8 else x.float()
        for k, layer in enumerate(self.layers[:-1]):
            x = self._cells(k, layer, x) if layer.parts else self._dense(k, layer, x)
        return x

    def last(self, x: torch.Tensor) -> torch.Tensor:
        """The outputs for what features() gave."""
        k, layer = len(self.layers) - 1, self.layers[-1]
        return self._cells(k, layer, x) if layer.parts else self._dense(k, layer, x)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.last(self.features(x))

    def _dense(self, k: int, layer: Layer, x: torch.Tensor) -> torch.Tensor:
        weight, bias = self._get(f"layers.{k}.weight"), self._get(f"layers.{k}.bias")
        if layer.kind == "n":
            y = torch.relu(nn.functional.layer_norm(x @ weight, (layer.outputs,), self._get(f"layers.{k}.gain"), bias))
        else:
            z = x @ weight + bias
            y = {"r": torch.relu, "s": torch.sigmoid, "t": torch.tanh, "l": lambda z: z,
                 "m": lambda z: torch.softmax(z, dim=-1)}[layer.kind](z)
        return x + y if layer.residual else y

    def _cells(self, k: int, layer: Layer, x: torch.Tensor) -> torch.Tensor:
        answers = []
        for part, own in enumerate(torch.chunk(x, layer.parts, dim=-1)):
            kernel, recurrent, bias = (self._get(f"layers.{k}.cells.{part}.{name}")
                                       for name in ("kernel", "recurrent", "bias"))
            h = c = x.new_zeros(x.shape[:-2] + (layer.outputs // layer.parts,))
            said = []
            for step in range(x.shape[-2]):
                i, f, g, o = torch.chunk(own[..., step, :] @ kernel + h @ recurrent + bias, 4, dim=-1)
                c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
                h = torch.sigmoid(o) * torch.tanh(c)
                said.append(h)
            answers.append(torch.stack(said, dim=-2))
        return torch.cat(answers, dim=-1)


def from_model(model: Model) -> Net:
    """A model's network as a module."""
    model._check_network()
    net = Net(str(model.architecture))
    with torch.no_grad():
        for name, array in model.arrays.items():
            net._get(name).copy_(torch.from_numpy(np.array(array, dtype=np.float32)))
    return net


def _numbers(parameter: torch.Tensor) -> np.ndarray:
    return parameter.detach().cpu().float().numpy()


_ACTIVATIONS: Tuple[Tuple[Any, str], ...] = ((nn.ReLU, "r"), (nn.Sigmoid, "s"), (nn.Tanh, "t"), (nn.Softmax, "m"))


def to_model(module: Any) -> Model:
    """A module as a Model: a Net, or a Sequential of layers that an architecture can say."""
    if isinstance(module, Net):
        arrays = {name: _numbers(module._get(name)) for name in parameter_shapes(module.layers)}
        return Model(arrays, {"architecture": module.architecture})
    if not isinstance(module, nn.Sequential):
        raise TypeError(f"a network to export is a Model, a Net or a torch.nn.Sequential, not {type(module).__name__}")
    parts = [part for part in module if not isinstance(part, (nn.Identity, nn.Dropout, nn.Flatten))]
    words, arrays, at = [], {}, 0
    while at < len(parts):
        linear = parts[at]
        if not isinstance(linear, nn.Linear):
            raise errors.ArgumentError(f"layer {at} is {type(linear).__name__}; expected is a Linear")
        if not words:
            words.append(str(linear.in_features))
        k, kind, at = len(words) - 1, "l", at + 1
        bias = np.zeros(linear.out_features, np.float32) if linear.bias is None else _numbers(linear.bias)
        arrays[f"layers.{k}.weight"] = _numbers(linear.weight).T.copy()
        if at < len(parts) and isinstance(parts[at], nn.LayerNorm):
            norm = parts[at]
            if bias.any() or abs(norm.eps - 1e-5) > 1e-12 or norm.normalized_shape != (linear.out_features,) \
                    or norm.weight is None or at + 1 == len(parts) or not isinstance(parts[at + 1], nn.ReLU):
                raise errors.ArgumentError(f"layer {at}: a LayerNorm has eps 1e-5 and weights, behind a Linear without "
                                           "bias and before a ReLU")
            arrays[f"layers.{k}.gain"], bias = _numbers(norm.weight), _numbers(norm.bias)
            kind, at = "n", at + 2
        elif at < len(parts):
            for activation, letter in _ACTIVATIONS:
                if isinstance(parts[at], activation):
                    kind, at = letter, at + 1
                    break
        arrays[f"layers.{k}.bias"] = bias
        words.append(f"{linear.out_features}{kind}")
    return Model(arrays, {"architecture": " ".join(words)})
