#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The manifests of deadwood cluster k8s against the schema of the Kubernetes API, from npm; and wrong ones are found.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
command -v npm >/dev/null || exit 77
npm pack --silent @kubernetes/client-node@1.3.0 >log 2>&1 || { echo 'k8s: npm cannot be asked for the schema'; exit 77; }
tar xzf kubernetes-client-node-*.tgz
models=package/dist/gen/models
valid() { node "$SRC/tests/support/k8s-fields.mjs" $models "$@"; }

works cluster k8s --tasks 8 --dir run --write --threads 2 --at-once 4 match champion simple --games 1000
holds run/round-1/tasks.json '.kind == "Job" and .spec.completionMode == "Indexed" and .spec.completions == 8 and
    .spec.parallelism == 4 and .spec.template.spec.restartPolicy == "Never"'
valid run/round-1/tasks.json run/round-1/merge.json || fail 'the manifests are not valid'
for change in '.spec.completionsMode = "Indexed"' '.spec.completions = "8"' 'del(.spec.template)' \
    '.spec.template.spec.containers[0].volumeMounts[0].path = "/work"' 'del(.spec.template.spec.containers[0].name)' \
    '.spec.template.spec.containers[0].resources.requests.cpu = 2'; do
    jq "$change" run/round-1/tasks.json >wrong.json
    if valid wrong.json 2>err; then fail "not found: $change"; fi
done
