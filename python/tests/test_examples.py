# SPDX-License-Identifier: MIT
"""The examples run, on a small scale, and the files they write are played by the engine."""
import os
import subprocess
import sys

import pytest

import deadwood


def run(top, tmp_path, name, *arguments):
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, top / "examples" / "python" / name, *map(str, arguments)], cwd=tmp_path,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, timeout=300,
                          env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_figure_of_a_paper_is_printed(top, tmp_path):
    lines = run(top, tmp_path, "figure3.py", "--games", 40, "--threads", 1).splitlines()
    assert len(lines) == 11 and lines[1].startswith("simple against greedy") and " 46.2 " in lines[1]


def test_ppo_learns_a_file_that_plays(top, tmp_path):
    pytest.importorskip("torch", reason="PyTorch is not installed (Debian: apt install python3-torch)")
    said = run(top, tmp_path, "ppo.py", "--minutes", 0.0001, "--games", 4, "--width", 16, "--out", "ppo.safetensors",
               "--curve", "curve.txt")
    assert "champion:model=./ppo.safetensors" in said and len((tmp_path / "curve.txt").read_text().split()) >= 6
    assert deadwood.match(f"champion:model={tmp_path}/ppo.safetensors", "simple", games=2).games == 2


def test_cloning_learns_a_file_that_plays(top, tmp_path):
    pytest.importorskip("torch", reason="PyTorch is not installed (Debian: apt install python3-torch)")
    said = run(top, tmp_path, "clone.py", "--games", 20, "--epochs", 1, "--net", "896 16n 106l", "--out",
               "clone.safetensors", "--match", 4)
    assert "decisions" in said and "clone wins" in said
    assert deadwood.match(f"champion:model={tmp_path}/clone.safetensors", "simple", games=2).games == 2
