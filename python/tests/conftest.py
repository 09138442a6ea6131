# SPDX-License-Identifier: MIT
"""What the tests share."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def top():
    """The source tree."""
    return TOP


@pytest.fixture
def run_python():
    """Runs a script in an interpreter of its own; returns (exit code, stdout, stderr)."""
    def run(script, timeout=60, **environment):
        done = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              universal_newlines=True, timeout=timeout, env={**os.environ, **environment})
        return done.returncode, done.stdout, done.stderr
    return run
