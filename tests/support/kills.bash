#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Kills at random moments, for tests/cli/kills.sh and tests/long/kills.sh. Needs cli.bash. Nothing here depends on when
# a kill hits: wherever it does, what is gone on with must end as if nothing had happened.

# kill_at MICROSECONDS ARGUMENTS...: runs the program and kills it then, if it still runs. Adds to $hits if it did.
kill_at() {
    local pause
    printf -v pause '%d.%06d' $(($1 / 1000000)) $(($1 % 1000000))
    shift
    "$DEADWOOD" "$@" >killed-out 2>killed-err </dev/null &
    local pid=$! status=0
    read -rt "$pause" <>quiet || true # sleeps without another process
    kill -KILL $pid 2>/dev/null || true
    wait $pid 2>/dev/null || status=$?
    ((status != 137)) || hits=$((hits + 1))
    ((status == 0 || status == 137)) || fail "$(quoted "$@"): exit code $status after kills: $(<killed-err)"
    ! grep -qE 'Sanitizer|runtime error:|Assertion' killed-err || fail "$(quoted "$@"): $(<killed-err)"
}

# The plans that take turns: options that leave no two alike in what they write and when.
kill_plans=(
    'match simple greedy --games 600'
    'match simple greedy --games 600 --records killed.rec'
    'match simple greedy --games 600 --plain --records killed.rec.zst'
    'match --game hearts ducker random --games 20 --records killed.rec'
    'match --game hearts ducker random --games 20 --seating 1v3 --records killed.rec.zst'
    'tournament simple greedy random always-draw --games 100 --rules contest,target=30'
)

# in_peace NUMBER: what a plan gives that nothing disturbs: peace-NUMBER.json and .rec, and how long it took.
in_peace() {
    local plan began
    read -ra plan <<<"${kill_plans[$1]//killed./peace-$1.}"
    began=${EPOCHREALTIME/[.,]/}
    works "${plan[@]}" --seed 9 --quiet --json --threads 1 --db "peace-$1.db"
    took[$1]=$((${EPOCHREALTIME/[.,]/} - began))
    facts out >"peace-$1.json"
}

# killed_match NUMBER KILLS: one plan from its beginning, killed so many times, ended, and compared with its peace.
killed_match() {
    local plan files number=$1 kills=$2 i limit
    read -ra plan <<<"${kill_plans[$number]}"
    shopt -s nullglob
    rm -f killed.*
    for ((i = 0; i < kills; i++)); do
        # Late kills find nothing to kill: what is left to do shrinks, and so does the time until the next one.
        limit=$((took[number] * 5 / (4 + 4 * i) + 8000))
        kill_at $((SRANDOM % limit)) "${plan[@]}" --seed 9 --quiet --threads $((SRANDOM % 2 + 1)) --db killed.db --resume
    done
    works "${plan[@]}" --seed 9 --quiet --json --threads 2 --db killed.db --resume
    facts out | cmp -s - "peace-$number.json" || fail "${plan[*]}: $(facts out | diff - "peace-$number.json" | head -20)"
    [[ ! -s err ]] || fail "${plan[*]}: said: $(<err)"
    [[ ! -e killed.rec ]] || cmp killed.rec "peace-$number.rec"
    [[ ! -e killed.rec.zst ]] || cmp killed.rec.zst "peace-$number.rec.zst"
    files=(killed.db killed.rec*)
    works verify "${files[@]}"
    matches=$((matches + 1))
}

# kill_many KILLS: all plans in turn, four kills a match, until so many kills have hit.
kill_many() {
    local goal=$1 number=0
    hits=0 matches=0
    declare -ga took=()
    [[ -p quiet ]] || mkfifo quiet
    for number in "${!kill_plans[@]}"; do
        [[ ${kill_plans[number]} != *.zst ]] || ((zstd)) || continue
        in_peace "$number"
    done
    for ((number = 0; hits < goal; number = (number + 1) % ${#kill_plans[@]})); do
        [[ ! ${took[number]:-} ]] || killed_match "$number" 4
    done
}

# A build without zstd has no names ending in .zst.
zstd=1
"$DEADWOOD" match random random --games 2 --quiet --records try.rec.zst >/dev/null 2>&1 || zstd=0
rm -f try.rec.zst
