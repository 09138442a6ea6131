# SPDX-License-Identifier: MIT
"""Trained models: networks and other arrays by name, as plain numpy, and files of weights that the engine plays."""
import json
import os
import re
from typing import Any, Dict, List, NamedTuple, Optional, Union

import numpy as np

from . import _engine, errors
from ._engine import c_text, ffi, lib
from .players import Batched

_KINDS = {lib.DEADWOOD_F32: np.dtype("<f4"), lib.DEADWOOD_F64: np.dtype("<f8")}


class Layer(NamedTuple):
    """One layer of an architecture (docs/LEARNING.md)."""

    inputs: int
    outputs: int
    kind: str       # r ReLU, s sigmoid, t tanh, l linear, m softmax, n layer norm and ReLU; or "lstm"
    residual: bool  # y + x instead of y
    parts: int      # LSTM cells side by side; 0: dense


def read_architecture(text: str) -> List[Layer]:
    """"896 512n 512n+ 106l" as layers."""
    words = text.split()
    if not words or not words[0].isdigit():
        raise errors.ArgumentError(f"'{text}' is no architecture: it begins with the number of inputs, as "
                                   "\"5 128r 1s\"")
    layers, inputs = [], int(words[0])
    for word in words[1:]:
        dense = re.fullmatch(r"([1-9][0-9]*)([rstlmn])(\+?)", word)
        cells = re.fullmatch(r"lstm([1-9][0-9]*)x([1-9][0-9]*)", word)
        if dense:
            layer = Layer(inputs, int(dense[1]), dense[2], dense[3] == "+", 0)
        elif cells and inputs % int(cells[1]) == 0:
            layer = Layer(inputs, int(cells[1]) * int(cells[2]), "lstm", False, int(cells[1]))
        else:
            raise errors.ArgumentError(f"architecture: '{word}' is no layer; layers are 128r, 64n+, 106l, lstm4x128")
        if layer.residual and layer.inputs != layer.outputs:
            raise errors.ArgumentError(f"architecture: '{word}' adds its {layer.inputs} inputs to its outputs, which "
                                       "are not as many")
        layers.append(layer)
        inputs = layer.outputs
    if not layers:
        raise errors.ArgumentError(f"'{text}' has no layers")
    return layers


def parameter_shapes(layers: List[Layer]) -> Dict[str, tuple]:
    """Names and shapes of a network's arrays, as files have them."""
    shapes: Dict[str, tuple] = {}
    for k, layer in enumerate(layers):
        if layer.parts:
            inputs, outputs = layer.inputs // layer.parts, layer.outputs // layer.parts
            for part in range(layer.parts):
                cell = f"layers.{k}.cells.{part}"
                shapes.update({f"{cell}.kernel": (inputs, 4 * outputs), f"{cell}.recurrent": (outputs, 4 * outputs),
                               f"{cell}.bias": (4 * outputs,)})
            continue
        shapes.update({f"layers.{k}.weight": (layer.inputs, layer.outputs), f"layers.{k}.bias": (layer.outputs,)})
        if layer.kind == "n":
            shapes[f"layers.{k}.gain"] = (layer.outputs,)
    return shapes


def _sigmoid(x: np.ndarray) -> np.ndarray:
    small = np.exp(-np.abs(x))  # never overflows
    return np.where(x < 0, small, 1) / (1 + small)


class Model:
    """Named arrays and what is known about them. Where `architecture` is there, a network that answers:

    >>> champion = deadwood.load_model("champion")
    >>> champion(vec.observation).shape                        # logits, one for each action
    (1024, 106)
    >>> champion.choose(vec.observation, vec.mask)             # what the champion plays
    """

    def __init__(self, arrays: Dict[str, np.ndarray], facts: Optional[Dict[str, str]] = None):
        self.arrays = {name: np.asarray(array) for name, array in arrays.items()}
        self.facts = dict(facts or {})
        self.layers: List[Layer] = []
        if "architecture" in self.facts:
            self.layers = read_architecture(self.facts["architecture"])
            wanted, there = parameter_shapes(self.layers), {name: array.shape for name, array in self.arrays.items()}
            for name in list(wanted) + list(there):
                if wanted.get(name) != there.get(name):
                    raise errors.ArgumentError(f"array '{name}' has the shape {there.get(name)}; "
                                               f"'{self.architecture}' needs {wanted.get(name)}")

    @property
    def architecture(self) -> Optional[str]:
        """"896 512n 512n+ 106l"; None: no network."""
        return self.facts.get("architecture")

    def __repr__(self) -> str:
        count = sum(array.size for array in self.arrays.values())
        return f"<Model {self.architecture or 'of no network'}, {count:,} numbers>"

    def _check_network(self) -> List[Layer]:
        if not self.layers:
            raise errors.StateError("this model is no network of layers; its numbers are in `arrays`")
        return self.layers

    def __call__(self, inputs: Any) -> np.ndarray:
        """The network's outputs, float32 [..., outputs], for inputs [..., inputs]: floats, or bytes that stand for
        b/128. One with LSTM cells takes sequences, [..., steps, inputs], and answers after each step."""
        layers = self._check_network()
        x = np.asarray(inputs)
        x = x.astype(np.float32) / np.float32(128) if x.dtype == np.uint8 else x.astype(np.float32)
        if x.ndim < 1 or x.shape[-1] != layers[0].inputs:
            raise errors.ArgumentError(f"inputs have the shape {x.shape}; '{self.architecture}' takes "
                                       f"(..., {layers[0].inputs})")
        if layers[0].parts and x.ndim < 2:
            raise errors.ArgumentError("a network with LSTM cells takes sequences, (..., steps, inputs)")
        for k, layer in enumerate(layers):
            x = self._cells(k, layer, x) if layer.parts else self._dense(k, layer, x)
        return x

    def _dense(self, k: int, layer: Layer, x: np.ndarray) -> np.ndarray:
        weight, bias = self.arrays[f"layers.{k}.weight"], self.arrays[f"layers.{k}.bias"]
        z = x @ weight
        if layer.kind == "n":
            mean = z.mean(axis=-1, keepdims=True)
            spread = np.sqrt(z.var(axis=-1, keepdims=True) + np.float32(1e-5))
            y = np.maximum((z - mean) / spread * self.arrays[f"layers.{k}.gain"] + bias, 0)
        else:
            z = z + bias
            if layer.kind == "m":
                z = np.exp(z - z.max(axis=-1, keepdims=True))
                y = z / z.sum(axis=-1, keepdims=True)
            else:
                y = {"r": lambda z: np.maximum(z, 0), "s": _sigmoid, "t": np.tanh, "l": lambda z: z}[layer.kind](z)
        return x + y if layer.residual else y

    def _cells(self, k: int, layer: Layer, x: np.ndarray) -> np.ndarray:
        steps = x.shape[-2]
        answers = []
        for part, own in enumerate(np.split(x, layer.parts, axis=-1)):
            kernel, recurrent, bias = (self.arrays[f"layers.{k}.cells.{part}.{name}"]
                                       for name in ("kernel", "recurrent", "bias"))
            h = c = np.zeros(x.shape[:-2] + (layer.outputs // layer.parts,), dtype=np.float32)
            said = []
            for step in range(steps):
                i, f, g, o = np.split(own[..., step, :] @ kernel + h @ recurrent + bias, 4, axis=-1)
                c = _sigmoid(f) * c + _sigmoid(i) * np.tanh(g)
                h = _sigmoid(o) * np.tanh(c)
                said.append(h)
            answers.append(np.stack(said, axis=-2))
        return np.concatenate(answers, axis=-1)

    def policy(self, observation: Any, mask: Any, temperature: float = 1.0) -> np.ndarray:
        """The probability of each action, 0 for what is not legal: a softmax over the legal logits."""
        logits = np.where(np.asarray(mask, dtype=np.bool_), self(observation) / np.float32(temperature), -np.inf)
        chances = np.exp(logits - logits.max(axis=-1, keepdims=True))
        return chances / chances.sum(axis=-1, keepdims=True)

    def choose(self, observation: Any, mask: Any) -> np.ndarray:
        """The legal action with the largest logit, the first of equals."""
        return np.where(np.asarray(mask, dtype=np.bool_), self(observation), -np.inf).argmax(axis=-1)

    def player(self, name: str = "model") -> Batched:
        """A player for match()."""
        self._check_network()
        return Batched(self.choose, name)

    def torch(self) -> Any:
        """The same network as a torch.nn.Module with the same answers; its inputs are floats, or bytes that stand for
        b/128."""
        from .torch_net import from_model

        return from_model(self)

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes a file of weights, whole or not at all. One for a champion plays as "champion:model=PATH", PATH with a
        slash."""
        err = _engine.new_error()
        weights = lib.deadwood_weights_new(err)
        if weights == ffi.NULL:
            _engine.raise_from(err)
        try:
            for name, array in self.arrays.items():
                kind = lib.DEADWOOD_F64 if array.dtype == np.float64 else lib.DEADWOOD_F32
                kept = np.ascontiguousarray(array, dtype=_KINDS[kind])
                if not np.isfinite(kept).all():
                    raise errors.ArgumentError(f"array '{name}' holds numbers that are not finite")
                if lib.deadwood_weights_add(weights, c_text(name, "a name"), kind, kept.ndim, list(kept.shape),
                                            ffi.from_buffer(kept), err):
                    _engine.raise_from(err)
            for name, value in self.facts.items():
                if name == "sha256":
                    continue  # of the file it came from
                if lib.deadwood_weights_note(weights, c_text(name, "a fact"), c_text(value, f"fact '{name}'"), err):
                    _engine.raise_from(err)
            if lib.deadwood_weights_save(weights, c_text(os.fspath(path), "path"), err):
                _engine.raise_from(err)
        finally:
            lib.deadwood_weights_close(weights)


def load_model(name: Union[str, "os.PathLike[str]"]) -> Model:
    """A model by its name ("champion", see the package's models/MANIFEST), or a file by its path, which has a slash."""
    err = _engine.new_error()
    weights = lib.deadwood_weights_open(_engine.shared_context(), c_text(os.fspath(name), "name"), err)
    if weights == ffi.NULL:
        _engine.raise_from(err)
    try:
        arrays = {}
        called, kind, rank = ffi.new("const char **"), ffi.new("int *"), ffi.new("int *")
        shape, data = ffi.new("uint64_t[]", lib.DEADWOOD_RANK), ffi.new("const void **")
        for i in range(lib.deadwood_weights_count(weights)):
            if lib.deadwood_weights_get(weights, i, called, kind, rank, shape, data, err):
                _engine.raise_from(err)
            sizes, dtype = tuple(shape[0:rank[0]]), _KINDS[kind[0]]
            size = int(np.prod(sizes, dtype=np.int64)) * dtype.itemsize
            numbers = np.frombuffer(bytes(ffi.buffer(data[0], size)), dtype)
            arrays[ffi.string(called[0]).decode()] = numbers.reshape(sizes)
        facts = json.loads(_engine.take_text(lib.deadwood_weights_facts(weights, err), err))
    finally:
        lib.deadwood_weights_close(weights)
    return Model(arrays, facts)


def export(network: Any, path: Union[str, "os.PathLike[str]"], rules: str = "contest", **facts: str) -> Model:
    """Writes a network that chooses gin's actions as a file that the engine plays: "champion:model=PATH" wherever
    players are named, PATH with a slash ("./mine.safetensors"). Returns it as a Model.

    `network`: a Model, a module of deadwood.torch_net.Net, or a torch.nn.Sequential of Linear, LayerNorm (behind a
    Linear, before a ReLU), ReLU, Sigmoid, Tanh and Softmax, with 896 inputs and 106 outputs. `rules`: what it was
    trained for. Other facts are kept in the file."""
    if not isinstance(network, Model):
        from .torch_net import to_model

        network = to_model(network)
    layers = network._check_network()
    if layers[0].inputs != lib.DEADWOOD_GIN_OBSERVATION or layers[-1].outputs != lib.DEADWOOD_GIN_ACTIONS:
        raise errors.ArgumentError(f"'{network.architecture}' has {layers[0].inputs} inputs and {layers[-1].outputs} "
                                   f"outputs; a player of gin has {lib.DEADWOOD_GIN_OBSERVATION} and "
                                   f"{lib.DEADWOOD_GIN_ACTIONS}")
    if layers[-1].kind != "l":
        raise errors.ArgumentError(f"'{network.architecture}' ends in no linear layer; a player's outputs are logits")
    from .info import rules as read_rules

    err = _engine.new_error()
    exported = Model(network.arrays, {
        "architecture": str(network.architecture), "inputs": load_model("champion").facts["inputs"],
        "rules": read_rules(rules), **facts})
    exported.save(path)
    _engine.take_text(lib.deadwood_describe_player(_engine.shared_context(), b"gin",
                                                   c_text(f"champion:model={_with_slash(path)}", "path"), err), err)
    return exported


def _with_slash(path: Any) -> str:
    path = os.fspath(path)
    return path if "/" in path else "./" + path
