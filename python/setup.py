# SPDX-License-Identifier: MIT
"""Builds the engine: libdeadwood, once for each level of processors, and beside each a cffi module. Which of them is
loaded is decided when the package is imported (deadwood/_engine.py), so that a wheel runs everywhere and is fast.

DEADWOOD_LEVELS="x86-64-v2 x86-64-v4" builds only those. DEADWOOD_SANITIZE="address,undefined" builds for tests with
sanitizers. CMAKE_ARGS are further words for CMake. CC, CFLAGS and CMAKE_C_COMPILER_LAUNCHER work as ever."""
import os
import platform
import re
import shlex
import shutil
import subprocess
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
TOP = HERE.parent
LIMITED = [("Py_LIMITED_API", "0x03080000")]
SANITIZE = os.environ.get("DEADWOOD_SANITIZE", "")


def levels():
    """Processors to build for, the plainest first."""
    chosen = os.environ.get("DEADWOOD_LEVELS", "").split()
    if chosen:
        return chosen
    if platform.machine().lower() in ("x86_64", "amd64"):
        return ["x86-64-v2", "x86-64-v3", "x86-64-v4"]
    return ["generic"]


def module_of(level):
    return "_deadwood_" + level.replace("-", "_")


def version():
    return re.search(r"project\(deadwood VERSION ([0-9.]+)", (TOP / "CMakeLists.txt").read_text()).group(1)


def declarations():
    """deadwood.h as cffi reads it: without comments, preprocessor lines, and what is for C programs alone."""
    text = (TOP / "src/api/deadwood.h").read_text()
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"#if defined\(__GNUC__\) && !defined\(DEADWOOD_INSIDE\).*?#endif", "", text, flags=re.S)
    text = re.sub(r'#ifdef __cplusplus.*?#endif', "", text, flags=re.S)
    text = re.sub(r"^#.*\n", "", text, flags=re.M).replace("DEADWOOD_API ", "")
    callbacks = """
        extern "Python" int deadwood_py_choose(void *user, deadwood_turn *turn);
        extern "Python" int deadwood_py_progress(void *user, uint64_t done, uint64_t total);
    """
    return "#define DEADWOOD_ABI ...\n" + text + callbacks


class BuildEngine(build_ext):
    """Has CMake build the library of every level, and cffi write the C of its module."""

    def build_extension(self, extension):
        if getattr(extension, "level", None):
            self.prepare(extension)
        super().build_extension(extension)

    def prepare(self, extension):
        from cffi import FFI

        folder = Path(self.build_temp).resolve() / (extension.level + ("-sanitized" if SANITIZE else ""))
        self.build_library(extension.level, folder)
        ffi = FFI()
        ffi.cdef(declarations())
        ffi.set_source("deadwood." + module_of(extension.level), '#include "deadwood.h"')
        source = folder / (module_of(extension.level) + ".c")
        ffi.emit_c_code(str(source))
        extension.sources = [os.path.relpath(source, HERE)]
        extension.extra_objects = extension.depends = [str(folder / "libdeadwood.a")]

    def build_library(self, level, folder):
        without = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{part}=ON" for part in ("SQLite3", "ZSTD", "OpenBLAS", "Java")]
        march = [] if level == "generic" else [f"-DDEADWOOD_MARCH={level}"]
        if not shutil.which("cmake"):
            raise SystemExit("deadwood: cmake is missing; it builds the engine (Debian: apt install cmake gcc make)")
        folder.mkdir(parents=True, exist_ok=True)
        self.call("cmake", "-S", TOP, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DDEADWOOD_NATIVE=OFF",
                  "-DDEADWOOD_TESTS=OFF", "-DDEADWOOD_WERROR=OFF", f"-DDEADWOOD_SANITIZE={SANITIZE}", *march, *without,
                  *shlex.split(os.environ.get("CMAKE_ARGS", "")))
        self.call("cmake", "--build", folder, "--parallel", os.environ.get("JOBS", str(os.cpu_count() or 2)),
                  "--target", "libdeadwood_static")

    @staticmethod
    def call(*command):
        done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              universal_newlines=True)
        if done.returncode:
            raise SystemExit(f"deadwood: `{' '.join(map(str, command))}` failed:\n{done.stdout}")


class WithModels(build_py):
    """Models are package data: copied from models/ when a wheel is built, a link when it is edited in place."""

    def run(self):
        super().run()
        if getattr(self, "editable_mode", False):
            link = HERE / "deadwood" / "models"
            if not link.exists():
                link.symlink_to(Path("..") / ".." / "models")
            return
        folder = Path(self.build_lib) / "deadwood" / "models"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(TOP / "models", folder)


def extensions():
    yield Extension("deadwood._cpu", ["engine/cpu.c"], py_limited_api=True, define_macros=LIMITED)
    sanitize = [f"-fsanitize={SANITIZE}"] if SANITIZE else []
    for level in levels():
        extension = Extension("deadwood." + module_of(level), ["engine/cpu.c"], py_limited_api=True,
                              include_dirs=[str(TOP / "src/api")], define_macros=LIMITED + [("DEADWOOD_INSIDE", None)],
                              libraries=["pthread", "m"],
                              extra_compile_args=sanitize, extra_link_args=["-Wl,--exclude-libs,ALL"] + sanitize)
        extension.level = level
        yield extension


setup(version=version(), ext_modules=list(extensions()), cmdclass={"build_ext": BuildEngine, "build_py": WithModels})
