#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The workflows of GitHub call make targets and steps of tools/test that exist.
set -euo pipefail
cd "$SRC"
calls=0
while read -r target steps; do
    calls=$((calls + 1))
    grep -q "^$target:" Makefile || { echo "there is no make target '$target'"; exit 1; }
    for step in $steps; do
        grep -q "^ *step $step '" tools/test || { echo "tools/test has no step '$step'"; exit 1; }
    done
done < <(sed -nE 's/^ +(make|run: make|- name: make): ([a-z].*)$/\2/p; s/^ +run: make ([a-z].*)$/\1/p' .github/workflows/*.yml |
    sed -E 's/STEPS="([^"]*)"/\1/')
((calls >= 8)) || { echo "only $calls calls of make were found"; exit 1; }

# Tabs are no YAML, and nothing else indents by them.
if grep -n "$(printf '\t')" .github/workflows/*.yml; then
    echo 'a workflow holds a tab'
    exit 1
fi
if command -v python3 >/dev/null && python3 -c 'import yaml' 2>/dev/null; then
    python3 - .github/workflows/*.yml <<'END'
import sys, yaml
for file in sys.argv[1:]:
    with open(file) as f:
        flow = yaml.safe_load(f)
    assert flow.get('name') and flow.get(True), file  # YAML 1.1 reads `on` as true
    for name, job in flow['jobs'].items():
        assert job['runs-on'] and job['timeout-minutes'] and job['steps'], (file, name)
        assert all(('uses' in step) != ('run' in step) for step in job['steps']), (file, name)
END
fi
