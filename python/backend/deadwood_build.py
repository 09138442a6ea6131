# SPDX-License-Identifier: MIT
"""Build hooks of PEP 517, those of setuptools run in python/, from wherever pip calls them. A source distribution is
the part of the tree that the library is built from, so that it can be built anywhere."""
import io
import os
import re
import sys
import tarfile
from pathlib import Path

from setuptools import build_meta

HERE = Path(__file__).resolve().parent.parent  # python/
TOP = HERE.parent
NEEDED = ["CMakeLists.txt", "LICENSE", "README.md", "bridge", "cmake", "examples", "models", "pyproject.toml", "python",
          "recipes", "src", "web"]


def in_python(hook):
    def call(*arguments, **named):
        before, path = os.getcwd(), list(sys.path)
        os.chdir(HERE)
        sys.path.insert(0, str(HERE))  # setup.py's own modules
        try:
            return hook(*arguments, **named)
        finally:
            os.chdir(before)
            sys.path[:] = path
    return call


get_requires_for_build_wheel = in_python(build_meta.get_requires_for_build_wheel)
prepare_metadata_for_build_wheel = in_python(build_meta.prepare_metadata_for_build_wheel)
build_wheel = in_python(build_meta.build_wheel)
get_requires_for_build_editable = in_python(build_meta.get_requires_for_build_editable)
prepare_metadata_for_build_editable = in_python(build_meta.prepare_metadata_for_build_editable)
build_editable = in_python(build_meta.build_editable)


def get_requires_for_build_sdist(config_settings=None):
    return []


def build_sdist(sdist_directory, config_settings=None):
    version = re.search(r"project\(deadwood VERSION ([0-9.]+)", (TOP / "CMakeLists.txt").read_text()).group(1)
    name = f"deadwood-{version}"
    info = f"Metadata-Version: 2.1\nName: deadwood\nVersion: {version}\n".encode()

    def kept(entry):
        parts = entry.name.split("/")[1:]
        built = parts[:2] in (["python", "build"], ["python", "deadwood.egg-info"], ["python", "dist"]) \
            or parts[:3] == ["python", "deadwood", "models"] or parts[-1:] in (["__pycache__"], ["node_modules"])
        if built or entry.name.endswith((".so", ".pyc")):
            return None
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        return entry

    with tarfile.open(Path(sdist_directory) / f"{name}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT,
                      compresslevel=1) as archive:
        for part in NEEDED:
            archive.add(TOP / part, f"{name}/{part}", filter=kept)
        entry = tarfile.TarInfo(f"{name}/PKG-INFO")
        entry.size = len(info)
        archive.addfile(entry, io.BytesIO(info))
    return f"{name}.tar.gz"
