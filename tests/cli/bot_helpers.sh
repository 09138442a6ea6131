#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The helpers for bots, deadwood_bot.py and deadwood_bot.mjs: what they make of a game is
# what the host says it is, their
# melds are the program's, their failures end in a sentence, and all of it works in the sandbox.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"

helpers=$SRC/examples/bots
export PYTHONPATH=$helpers PYTHONDONTWRITEBYTECODE=1
command -v python3 >/dev/null || exit 77
languages=(python)
! command -v node >/dev/null || languages+=(node)

# watchful LANGUAGE [WAY]: tests/bots/watchful.* as a command
watchful() {
    case $1 in
    python) echo "python3 $SRC/tests/bots/watchful.py ${2:-}" ;;
    node) echo "node $SRC/tests/bots/watchful.mjs $helpers/deadwood_bot.mjs ${2:-}" ;;
    esac
}

# --- What they make of a game is what the host's `view` says ---

for language in "${languages[@]}"; do
    bot="exec:$(watchful "$language")"
    for rules in contest oklahoma,spades-double=yes,ace-gin=yes pagat,big-gin=31,layoff=greedy; do
        match_json gin.json "$bot" simple --games "$(effort 60 6)" --rules "$rules" --seed 7 --quiet
        holds gin.json '[.stats.players[].forfeits == {}] | all'
    done
    for rules in standard,queen-breaks=no,target=30 paper,target=40; do
        match_json hearts.json "$bot" ducker --game hearts --games "$(effort 4 2)" --to-target --rules "$rules" --quiet
        holds hearts.json '([.stats.players[].faults == {}] | all) and .left_out == 0'
    done
    # The host's seed makes the same games again.
    match_json again.json "$bot" simple --games 6 --seed 7 --quiet
    match_json once.json "$bot" simple --games 6 --seed 7 --quiet
    [[ $(digest again.json) == "$(digest once.json)" ]] || fail "$language: other games from the same seed"
done

# --- Melds and deadwood, of hundreds of random hands, are those of `deadwood melds` ---

count=$(effort 600 100)
python3 - "$count" "$DEADWOOD" >truth.jsonl <<'PY'
# Hands of 1 to 11 cards; two of three from few ranks or suits, where melds compete.
import concurrent.futures, json, random, subprocess, sys
from deadwood_bot import DECK
rng = random.Random(2021)


def hand(number):
    low, suits = rng.randrange(9), rng.sample("CDHS", 3)
    near = [card for card in DECK if low <= "A23456789TJQK".index(card[0]) < low + 5]
    few = [card for card in DECK if card[1] in suits[:2]]
    return rng.sample([DECK, near, few][number % 3], rng.choice([10, 10, 11, 11, rng.randrange(1, 12)]))


def ask(cards):
    told = subprocess.run([sys.argv[2], "melds", "--json", *cards], check=True, capture_output=True, text=True).stdout
    said = json.loads(told)
    ways = sorted(sorted("".join(meld) for meld in split["melds"]) for split in said["splits"])
    least = sorted(one["card"] for one in said["discards"]
                   if one["deadwood"] == min(other["deadwood"] for other in said["discards"])) if len(cards) == 11 else None
    return {"hand": cards, "deadwood": said["deadwood"], "ways": ways, "useful": said.get("useful"), "discards": least}


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for answer in pool.map(ask, [hand(number) for number in range(int(sys.argv[1]))]):
        print(json.dumps(answer))
PY
(($(wc -l <truth.jsonl) == count)) || fail 'not all hands were asked about'
python3 - <<'PY' || fail 'deadwood_bot.py melds another way'
import json
from deadwood_bot import DECK, best_melds, deadwood, discards, in_order, melds_with, points, splits
for line in open("truth.jsonl"):
    truth = json.loads(line)
    hand = truth["hand"]
    least, ways = splits(hand)
    assert least == truth["deadwood"] == deadwood(hand), truth
    assert sorted(sorted("".join(in_order(meld)) for meld in way) for way in ways) == truth["ways"], (truth, ways)
    assert points(hand) - sum(map(points, best_melds(hand))) == least, truth
    if truth["useful"] is not None:
        assert [card for card in DECK if card not in hand and melds_with(hand, card)] == in_order(truth["useful"]), truth
    if truth["discards"]:
        assert sorted(discards(hand)) == truth["discards"], truth
PY
if [[ ${languages[*]} == *node* ]]; then
    cat >truth.mjs <<'JS'
import {readFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
const {DECK, bestMelds, deadwood, discards, inOrder, meldsWith, points, splits} =
  await import(pathToFileURL(process.argv[2]).href);
const same = (truth, ours, theirs) => {
  if (JSON.stringify(ours) !== JSON.stringify(theirs)) throw new Error(JSON.stringify([truth, ours, theirs]));
};
for (const line of readFileSync('truth.jsonl', 'utf8').trim().split('\n')) {
  const truth = JSON.parse(line), hand = truth.hand, {deadwood: least, ways} = splits(hand);
  same(truth, [least, deadwood(hand)], [truth.deadwood, truth.deadwood]);
  const text = ways.map(way => way.map(meld => inOrder(meld).join('')).sort());
  same(truth, text.map(String).sort(), truth.ways.map(String).sort());
  same(truth, points(hand) - points(bestMelds(hand).flat()), least);
  if (truth.useful)
    same(truth, DECK.filter(card => !hand.includes(card) && meldsWith(hand, card)), inOrder(truth.useful));
  if (truth.discards) same(truth, discards(hand).sort(), truth.discards);
}
JS
    node truth.mjs "$helpers/deadwood_bot.mjs" || fail 'deadwood_bot.mjs melds another way'
fi

# --- A reader of ten lines finds the pairs of every line that a host says ---

works check --quiet --games 1 --transcript gin.txt "$DEADWOOD" bot simple
works check --quiet --games 1 --transcript hearts.txt --game hearts -- "$DEADWOOD" bot ducker --game hearts
python3 - gin.txt hearts.txt <<'PY' || fail 'a line has other pairs than docs/PROTOCOL.md says'
import re, sys
from deadwood_bot import pairs
FIXED = {"newmatch": 2, "newdeal": 2, "past": 2, "enddeal": 2, "endmatch": 1, "go": 2}
seen = 0
for path in sys.argv[1:]:
    for line in open(path, errors="replace"):
        words = line.split()
        if words[:1] != [">"] or len(words) < 2 or words[1] not in FIXED:
            continue
        rest = words[1 + FIXED[words[1]]:]
        rest = rest[:rest.index("legal")] if "legal" in rest else rest
        found = pairs(rest)
        again = " ".join(key + " " + value for key, value in found.items())
        if "weather" not in rest and " fault " not in line and " forfeit " not in line:
            assert again == " ".join(rest), (line, found)
        for key, value in found.items():
            assert re.fullmatch("[a-z-]+", key), (line, found)
            if key in ("scores", "clock", "deadwood"):
                assert re.fullmatch("-?[0-9]+( -?[0-9]+)+", value), (line, found)
        seen += 1
assert seen > 500, seen
PY

# --- Options, failures, a host that is gone ---

for language in "${languages[@]}"; do
    run match "exec:$(watchful "$language" raise)" simple --games 6 --quiet
    ((code == 3)) || fail "$language raises: exit code $code: $(<err)"
    grep -q 'lost beyond hope' out || fail "$language raises: $(<out)"
    run match "exec:$(watchful "$language" none)" simple --games 6 --quiet
    grep -q "a move is text, such as '" out || fail "$language says nothing: $(<out)"
    read -ra command <<<"$(watchful "$language")"
    printf '%s\n' 'cgp 1' 'setoption name Level value 7' 'ping 3' quit | "${command[@]}" >said
    diff said - <<'LINES' || fail "$language: the handshake"
id name Watchful
id author a test
games gin hearts
option name Past type check default true
option name Stateless type check default true
option name Level type spin default 3 min 1 max 9
option name Style type combo default calm var calm var wild
option name File type string default
cgpok 1
pong 3
LINES
    { yes 'ping 1' | head -n 100000; } 2>/dev/null | { "${command[@]}" 2>gone || true; } | head -n 1 >/dev/null || true
    [[ ! -s gone ]] || fail "$language: a host that is gone: $(head -n 5 gone)"
done

# --- In the sandbox ---

run match "exec:python3 $helpers/bot.py" simple --games 2 --quiet --sandbox
if ((code == 1)) && grep -q 'put into a sandbox' err; then
    echo 'note: --sandbox was not tried, since this machine allows no name spaces'
else
    ((code == 0)) || fail "sandbox: $(<err)"
    works match "exec:python3 $helpers/hearts.py" ducker --game hearts --games 1 --quiet --sandbox
    works check --sandbox --games 1 --quiet python3 "$helpers/bot.py"
    if [[ ${languages[*]} == *node* ]]; then
        works match "exec:node $helpers/bot.mjs" simple --games 2 --quiet --sandbox --clock 60,start=60
    fi
fi
