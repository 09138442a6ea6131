#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Text from bots, records, files and arguments never reaches a terminal raw.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
command -v python3 >/dev/null || exit 77

# Escapes, CSI in one byte and in UTF-8, a carriage return, a backspace, a bell, right to left, an end of a line.
hostile=$'x\e[2Jx\x9b31mx\xc2\x9b31mx\rx\bx\ax\x7fx\xe2\x80\xaex\xe2\x80\xa8x\xf3\xa0\x81\x81x'

# clean FILE...: nothing of that, in what was otherwise ASCII.
clean() {
    local file
    for file; do
        if LC_ALL=C grep -aqP '[\x00-\x08\x0b-\x1f\x7f-\xff]' "$file"; then
            fail "$file holds what a terminal obeys: $(LC_ALL=C grep -aP '[\x00-\x08\x0b-\x1f\x7f-\xff]' "$file" | cat -v)"
        fi
    done
}

# shows CODE ARGUMENTS...: what it says on both streams is clean, and valid where it is JSON.
shows() {
    local wanted=$1
    shift
    run "$@"
    ((code == wanted)) || fail "$(quoted "$@"): exit code $code, not $wanted: $(<err)"
    clean out err
    [[ " $* " != *' --json '* || ! -s out ]] || jq -e . out >/dev/null || fail "$(quoted "$@"): no JSON"
}

# ---- Arguments ----

shows 2 "$hostile"
shows 2 help "$hostile"
shows 2 match "$hostile" greedy
shows 2 match simple greedy "--$hostile"
shows 2 match simple greedy --games "$hostile"
shows 2 match simple greedy --rules "$hostile"
shows 2 match simple greedy --game "$hostile"
shows 2 match "simple:$hostile=1" greedy
shows 2 match "champion:model=./$hostile" greedy
shows 2 melds "$hostile"
shows 2 train "$hostile"
shows 1 replay "$hostile"
shows 2 match "exec:'./$hostile'" greedy --games 2 --quiet
shows 2 players "$hostile"
shows 2 reproduce "$hostile"
shows 2 lab "$hostile"

# ---- Bots ----

# A bot whose every word is hostile: as a name, an author, an option, an error, on stderr, at the end.
cat >bot.py <<'PY'
import os, sys
bad = b'x\x1b[2Jx\x9b31mx\xc2\x9b31mx\rx\bx\ax\x7fx\xe2\x80\xaex\xe2\x80\xa8x\xf3\xa0\x81\x81x'
where = sys.argv[1]
def say(line):
    os.write(1, line + b'\n')
os.write(2, bad + b'\n')
for line in sys.stdin:
    word = line.split()[0] if line.split() else ''
    if word == 'cgp':
        if where == 'handshake':
            say(bad)
        say(b'id name ' + (bad if where == 'name' else b'Bad'))
        say(b'id author ' + bad)
        say(b'games gin hearts')
        say(b'option name ' + bad + b' type string default ' + bad if where == 'option' else b'info ' + bad)
        if where == 'error':
            say(b'error ' + bad)
        say(b'cgpok')
    elif word == 'ping':
        say(b'pong ' + line.split()[1].encode())
    elif word == 'go':
        say(b'move ' + line.split()[1].encode() + b' ' + bad)
    elif word == 'quit':
        break
PY
for where in name handshake option error move; do
    bot="exec:python3 bot.py $where"
    run check --games 1 --patience 2 --quiet python3 bot.py $where
    clean out err
    run check --games 1 --patience 2 --quiet --json --transcript said python3 bot.py $where
    clean out err said
    jq -e . out >/dev/null || fail "check $where: no JSON"
    run match "$bot" random --games 2 --quiet --records $where.rec
    clean out err
    run match "$bot" random --games 2 --quiet --json
    clean out err
    [[ ! -s out ]] || jq -e . out >/dev/null || fail "match $where: no JSON"
    if [[ -s $where.rec ]]; then
        shows 0 replay $where.rec
        shows 0 replay $where.rec --json
    fi
done
run match "exec:python3 bot.py name" random --game hearts --games 1 --quiet
clean out err
ln -s bot.py "bot$hostile.py"
run tournament "exec:python3 'bot$hostile.py' name" simple --games 2 --quiet
clean out err
run tournament "exec:python3 'bot$hostile.py' name" simple --games 2 --quiet --json
clean out err

# ---- Records ----

written='x%1B[2Jx%9B31mx%C2%9B31mx%0Dx%0Ax%08x%07x%7Fx%E2%80%AEx%E2%80%A8x%F3%A0%81%81x'
for file in simple-simple hearts-ducker-random; do
    player=${file#*-}
    player=${player%%-*}
    sed "s/players=[a-z]*/players=$written/; s/,$player/,$written/g; 1q" "$SRC/tests/golden/$file.rec" >names.rec
    grep -qF "$written" names.rec || fail "$file: nothing to show"
    shows 0 replay names.rec
    shows 0 replay names.rec --json
    shows 0 analyze names.rec --samples 64 --quiet --json
    # As bytes instead, and where no name stands.
    sed "s/players=[a-z]*/players=$hostile/; 1q" "$SRC/tests/golden/$file.rec" >raw.rec
    run replay raw.rec
    clean out err
    for key in rules end actions result seed; do
        sed "s/ $key=/ $key=$hostile/; 2q" "$SRC/tests/golden/$file.rec" >damaged.rec
        run replay damaged.rec
        clean out err
        run replay damaged.rec --json
        clean out err
    done
done
cp names.rec "$hostile.rec"
shows 0 replay "$hostile.rec" --json
sed "s/rules=/rules=$hostile/" names.rec >"$hostile.rec"
run replay "$hostile.rec"
clean out err

# ---- Recipes and weights ----

mkdir recipes
sed "s/^about = .*/about = $hostile/" "$SRC/recipes/knock-nguyen.recipe" >recipes/mine.recipe
sed "s/^players = .*/players = $hostile/" "$SRC/recipes/knock-nguyen.recipe" >recipes/wrong.recipe
DEADWOOD_RECIPES=recipes run train
clean out err
DEADWOOD_RECIPES=recipes run train --json
clean out err
DEADWOOD_RECIPES=recipes run train wrong --games 2 --quiet
clean out err
python3 - "$SRC/models/knock-nguyen.safetensors" <<'PY'
import json, struct, sys
data = open(sys.argv[1], 'rb').read()
size = struct.unpack('<Q', data[:8])[0]
head = json.loads(data[8:8 + size])
head['__metadata__'] = {'architecture': 'x\x1b[2J\x9b31m\r', 'sha256': 'x\x1b\x9b'}
head['x\x1b[2J\x9b'] = head.pop([name for name in head if name != '__metadata__'][0])
text = json.dumps(head, ensure_ascii=False).encode()
open('weights.safetensors', 'wb').write(struct.pack('<Q', len(text)) + text + data[8 + size:])
PY
run match knocking:model=./weights.safetensors simple --games 2 --quiet
((code == 2)) || fail "weights that no program wrote are accepted: $(<out)"
clean out err
