# SPDX-License-Identifier: MIT
"""The Python blocks of docs/PYTHON.md run, one after another, and the table of planes is true."""
import re

import deadwood


def test_the_manual_s_blocks_run(top, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = (top / "docs" / "PYTHON.md").read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", text, flags=re.M | re.S)
    assert len(blocks) >= 7
    names = {"deadwood": deadwood}
    for block in blocks:
        exec(compile(block, "docs/PYTHON.md", "exec"), names)
    said = capsys.readouterr().out
    assert "Split(melds=" in said and "first wins" in said


def test_inputs_are_named_as_the_manual_says(top):
    text = (top / "docs" / "PYTHON.md").read_text()
    names = deadwood.input_names()
    rows = re.findall(r"^\| (\d+)(?:-(\d+))? \| `([^`]+)`", text, flags=re.M)
    assert [int(low) for low, _, _ in rows][:14] == list(range(0, 728, 52))
    end = -1
    for low, high, name in rows:
        if int(low) == 0 and end == 895:
            break  # the table of actions
        assert int(low) == end + 1
        end = int(high or low)
        first = name.replace(" ..", "")
        assert names[int(low)].startswith(first), (low, name, names[int(low)])
    assert end == 895


def test_what_is_public_has_a_manual():
    for name in deadwood.__all__:
        thing = getattr(deadwood, name) if name != "torch_net" else None
        if callable(thing):
            assert thing.__doc__, name
