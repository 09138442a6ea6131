# SPDX-License-Identifier: MIT
"""What is packed: the wheel holds what it needs and nothing of this machine, and the source distribution builds."""
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

import deadwood
from deadwood._engine import _built

HERE = Path(deadwood.__file__).resolve().parent


def test_models_types_and_engines_are_in_the_package(top):
    assert (HERE / "py.typed").exists()
    assert {path.name for path in (top / "models").iterdir()} == {path.name for path in (HERE / "models").iterdir()}
    assert _built() and deadwood.LEVEL in _built()
    assert deadwood.__version__ in (top / "CMakeLists.txt").read_text()


def test_engines_show_and_need_little():
    if not shutil.which("readelf") or not shutil.which("nm"):
        pytest.skip("binutils are not installed")
    for path in HERE.glob("_deadwood_*.so"):
        text = subprocess.check_output(["readelf", "-d", path], universal_newlines=True)
        needed = {line.split("[")[1].split(".so")[0] for line in text.splitlines() if "(NEEDED)" in line}
        assert needed <= {"libc", "libm", "libpthread", "ld-linux-x86-64", "ld-linux-aarch64", "libasan", "libubsan"}
        assert "RPATH" not in text and "RUNPATH" not in text
        shown = subprocess.check_output(["nm", "-D", "--defined-only", path], universal_newlines=True).split()
        assert not [name for name in shown if name.startswith(("deadwood_", "gin_", "hearts_"))]


def test_a_source_distribution_holds_what_cmake_needs(top, tmp_path):
    subprocess.check_call([sys.executable, "-W", "ignore", "-c", "import sys; sys.path.insert(0, sys.argv[1]); "
                           "import deadwood_build; deadwood_build.build_sdist(sys.argv[2])",
                           top / "python" / "backend", tmp_path], cwd=tmp_path)
    packed, = tmp_path.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        names = archive.getnames()
        assert not [name for name in names if name.endswith((".so", ".pyc", ".egg-info")) or "/build/" in name]
        archive.extractall(tmp_path)
    tree, = (path for path in tmp_path.iterdir() if path.is_dir())
    done = subprocess.run(["cmake", "-S", tree, "-B", tmp_path / "build", "-DDEADWOOD_TESTS=OFF",
                           "-DCMAKE_DISABLE_FIND_PACKAGE_Java=ON"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          universal_newlines=True)
    assert done.returncode == 0, done.stdout
