#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the scripts in tests/cli share. They run in a fresh folder with $DEADWOOD and $SRC set.

fail() {
    echo "FAILED: $*"
    exit 1
}

# A command line, or the beginning of a long one, for messages.
quoted() {
    local words
    printf -v words '%q ' "$@"
    echo "${words:0:300}"
}

# effort GAMES LEAST: that many games, fewer under sanitizers, but LEAST; always even.
effort() {
    local games=$(($1 * ${DEADWOOD_TEST_EFFORT:-100} / 100))
    ((games >= $2)) || games=$2
    echo $((games / 2 * 2))
}

# run ARGUMENTS...: the program's output in `out`, its messages in `err`, its exit status in $code. Sanitizers exit
# with codes of their own or with 1, which here means something else, so their reports are looked for.
run() {
    code=0
    "$DEADWOOD" "$@" >out 2>err </dev/null || code=$?
    ! grep -qE 'Sanitizer|runtime error:|Assertion' err || fail "$(quoted "$@"): $(<err)"
    ((code < 124 || code == 130)) || fail "$(quoted "$@"): exit code $code: $(<err)"
}

# play ARGUMENTS...: the same for `deadwood play`, with the words of standard input.
play() {
    code=0
    "$DEADWOOD" play "$@" >out 2>err || code=$?
    ! grep -qE 'Sanitizer|runtime error:|Assertion' err || fail "play $(quoted "$@"): $(<err)"
}

# work_in_w: from now on the program works in w/, for its own folder `out` would meet the file `out` of run().
work_in_w() {
    mkdir w
    cat >in-w <<W
#!/bin/sh
cd "$PWD/w" && exec "$DEADWOOD" "\$@"
W
    chmod +x in-w
    DEADWOOD=$PWD/in-w
}

works() {
    run "$@"
    ((code == 0)) || fail "$(quoted "$@"): exit code $code: $(<err)"
}

# refused CODE WORDS ARGUMENTS...: fails with that code and one sentence that holds the words (an extended regular
# expression), and prints no result.
refused() {
    local wanted=$1 words=$2
    shift 2
    run "$@"
    ((code == wanted)) || fail "$(quoted "$@"): exit code $code, not $wanted: $(<err)"
    grep -qE -- "^deadwood: .*($words)" err || fail "$(quoted "$@"): no '$words' in: $(<err)"
    (($(grep -c '^deadwood: ' err) == 1)) || fail "$(quoted "$@"): more than one sentence: $(<err)"
    [[ ! -s out ]] || fail "$(quoted "$@"): printed a result: $(head -c 300 out)"
}

# interrupt_after SECONDS ARGUMENTS...: as run, with a Ctrl-C unless it ends before.
interrupt_after() {
    local seconds=$1
    shift
    code=0
    timeout --preserve-status -s INT "$seconds" "$DEADWOOD" "$@" >out 2>err </dev/null || code=$?
    ! grep -qE 'Sanitizer|runtime error:|Assertion' err || fail "$(quoted "$@"): $(<err)"
}

# match_json FILE ARGUMENTS...: plays a match and keeps its JSON object.
match_json() {
    local file=$1
    shift
    works match "$@" --json
    jq -e . out >/dev/null || fail "$*: no JSON: $(head -c 300 out)"
    mv out "$file"
}

# What a match's or tournament's JSON says apart from times.
facts() { jq -S 'walk(if type == "object" then del(.seconds, .decision_ns, .timed_decisions) else . end)' "$1"; }

same_facts() { [[ $(facts "$1") == "$(facts "$2")" ]] || fail "$3: $(diff <(facts "$1") <(facts "$2") | head -20)"; }

# holds FILE EXPRESSION: what jq finds to be true.
holds() { jq -e "$2" "$1" >/dev/null || fail "$1: not so: $2: $(head -c 2000 "$1")"; }

digest() { jq -r .digest "$1"; }

# kill_after SECONDS ARGUMENTS...: runs the program and kills it (kill -9) unless it ends before.
kill_after() {
    local seconds=$1
    shift
    { timeout -s KILL "$seconds" "$DEADWOOD" "$@" >killed-out 2>&1 </dev/null; } 2>/dev/null || true
    ! grep -qE 'Sanitizer|runtime error:|Assertion' killed-out || fail "$(quoted "$@"): $(<killed-out)"
}

# faulty MODE: tests/bots/faulty.c as a player's spec.
faulty() { echo "exec:'$BOTS/faulty' $1"; }

# tagged: processes that carry the test's $tag (NAME=VALUE), which nothing but what it gave it to starts.
tagged() { grep -lzxsF "${tag:?}" /proc/[0-9]*/environ || true; }

# none_left WHAT: waits for the last of them to go.
none_left() {
    local i
    for ((i = 0; i < 100; i++)); do
        [[ -n $(tagged) ]] || return 0
        sleep 0.05
    done
    fail "$1: still running: $(tagged)"
}
