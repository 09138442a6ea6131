#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Secrets and `deadwood verify`: what is committed to is what is dealt, for any number of threads and resumed runs, and
# whatever is changed in records or a store afterwards is found and named.
set -euo pipefail
# shellcheck source=../support/cli.bash
source "$SRC/tests/support/cli.bash"

# --- Secrets ---

plan=(match simple greedy --games 200 --quiet)
works "${plan[@]}" --secret --json --records secret.rec
mv out secret.json
holds secret.json '.seed == null and (.secret | test("^[0-9a-f]{64}$")) and (.commitment | test("^[0-9a-f]{64}$"))'
secret=$(jq -r .secret secret.json) commitment=$(jq -r .commitment secret.json)
bytes=''
for ((i = 0; i < 64; i += 2)); do bytes+="\\x${secret:i:2}"; done
[[ $(printf '%b' "$bytes" | sha256sum) == "$commitment  -" ]] || fail 'not the SHA-256 of the secret'
grep -q "^commitment: SHA-256 $commitment " err || fail "not told: $(<err)"
grep -q "^# match/1 .* commitment=$commitment first=0$" <(head -n 1 secret.rec) || fail "$(head -n 1 secret.rec)"
grep -q "secret=$secret$" <(tail -n 1 secret.rec) || fail "$(tail -n 1 secret.rec)"
works "${plan[@]}" --secret --json
[[ $(jq -r .secret out) != "$secret" ]] || fail 'the same secret twice'

# A revealed secret is a seed: the same games for any number of threads, and no commitment to it.
for threads in 1 2 5; do
    works "${plan[@]}" --seed "$secret" --threads $threads --json --records again.$threads
    [[ $(digest out) == "$(digest secret.json)" ]] || fail "$threads threads: other games"
    diff <(grep -v '^#' again.$threads) <(grep -v '^#' secret.rec) >/dev/null || fail "$threads threads: other records"
done
works "${plan[@]}" --seed "$secret"
! grep -q 'committed' out || fail "$(<out)"
grep -q "^  secret $secret$" out || fail "$(tail -n 2 out)"
refused 2 'exclude each other' "${plan[@]}" --seed 1 --secret
refused 2 'is no number' "${plan[@]}" --seed "${secret%?}"
works match ducker random --game hearts --games 3 --secret --quiet --records hearts.rec
works verify hearts.rec
works tournament simple greedy heisenbot --games 20 --quiet --secret --json
holds out '[.matches[].secret] | unique | length == 1 and (.[0] | length == 64)'
works tournament simple greedy heisenbot --games 20 --quiet --secret
(($(grep -cE '^  (committed to before the first deal: SHA-256|secret) [0-9a-f]{64}$' out) == 2)) || fail "$(tail -n 3 out)"

# Kept while it is played, told when it is over, and no further games from it.
long=(match simple greedy --secret --db kept.db --records kept.rec --quiet)
for delay in 0.4 1 3 9 27; do
    rm -f kept.*
    interrupt_after $delay "${long[@]}" --games 100000000
    ((code == 130)) || fail "exit code $code: $(<err)"
    ! grep -q '^[1-9][0-9]* games' out || break
done
grep -q 'not over, so the secret behind it is not revealed yet' out || fail "$(tail -n 2 out)"
! grep -qE 'secret=|secret [0-9a-f]{64}' kept.rec out || fail 'it is revealed'
[[ $(stat -c %a kept.db) == 600 ]] || fail "others may read the store: $(stat -c %a kept.db)"
played=$(grep -oE '^[0-9]+ games' out | grep -oE '[0-9]+')
commitment=$(grep -oE 'SHA-256 [0-9a-f]{64}' out | cut -d ' ' -f 2)
works verify kept.rec kept.db --commitment "$commitment"
grep -q 'not checked: the deals; the secret is not revealed' out || fail "$(<out)"
refused 1 'an unfinished match of these players from a secret' "${long[@]}" --games 10
works "${long[@]}" --games $((played + 50)) --resume
grep -q "SHA-256 $commitment" out || fail 'another secret'
works verify kept.rec kept.db --commitment "$commitment"
grep -q 'right: that is the SHA-256 of the secret' out || fail "$(<out)"
works "${long[@]}" --games $((played + 50)) --resume
cp kept.rec before.rec
refused 1 'was revealed when it was over' "${long[@]}" --games $((played + 60)) --resume
cmp kept.rec before.rec || fail 'a refused run changed the records'
# Straight through from the same secret it is the same match.
secret=$(tail -n 1 kept.rec | sed 's/.*secret=//')
works match simple greedy --seed "$secret" --games $((played + 50)) --quiet --records straight.rec
cmp <(grep -v '^#' kept.rec) <(grep -v '^#' straight.rec) || fail 'resumed: other records'
# A match killed is gone on with too.
kill=(match simple heisenbot --secret --games "$(effort 20000 1000)" --db killed.db --quiet --resume)
for delay in 0.05 0.2 0.1; do
    kill_after $delay "${kill[@]}"
done
works "${kill[@]}"
[[ $(grep -c . <(sed -n 's/^  match [0-9]*: //p' <("$DEADWOOD" verify killed.db))) == 1 ]] || fail 'killed: several matches'

# --- What is changed is found ---

works "${plan[@]}" --seed 7 --records seed.rec
works match simple greedy --games 20 --seed 7 --plain --rules pagat --quiet --records plain.rec
for good in secret.rec seed.rec plain.rec; do
    works verify $good
    grep -qE '^  right: [0-9]+ whole games of [0-9]+ hands' out || fail "$(<out)"
done
works verify seed.rec
grep -q 'right: all deals follow from seed 7, which was public: no commitment' out || fail "$(<out)"
grep -v '^#' seed.rec >bare.rec
works verify bare.rec
grep -q 'not checked: the deals, the seats and whether games are missing' out || fail "$(<out)"

# lies WORDS [FILE]: `bad.rec` is refused with those words.
lies() { refused 1 "$1" verify "${2:-bad.rec}"; }
second=$(grep -n 'game=1 hand=0 ' secret.rec | cut -d : -f 1)
third=$(grep -n 'game=2 hand=0 ' secret.rec | cut -d : -f 1)
sed "${second}s/players=greedy|simple/players=simple|greedy/" secret.rec >bad.rec
lies "bad.rec, line $second: players: in this game greedy sits in seat 0"
sed "${second},\$s/simple/heisenbot/" secret.rec >bad.rec
lies "line $second: players"
sed "${second}s/rules=contest/rules=contest,gin=26/" secret.rec >bad.rec
lies "line $second: (rules: the match is played by contest|result)"
sed '1s/commitment=./commitment=g/' secret.rec >bad.rec
lies 'line 1: commitment'
sed "1s/commitment=[0-9a-f]*/commitment=$commitment/" secret.rec >bad.rec
lies 'secret: its SHA-256 is .* but the first line commits to'
sed "\$s/secret=[0-9a-f]*/secret=$commitment/" secret.rec >bad.rec
lies 'secret: its SHA-256 is'
sed '$s/digest=[0-9a-f]*/digest=0123456789abcdef/' secret.rec >bad.rec
lies 'digest=0123456789abcdef, but that of the games is'
sed '1s/seed=7/seed=8/' seed.rec >bad.rec
lies "line 2: deal: card 1 is .., but the match's chance deals"
sed '1s/match=0/match=1/' secret.rec >bad.rec
lies 'line 2: (deal: card|starter)'
sed '1s/mode=duplicate/mode=plain/' secret.rec >bad.rec
lies 'line [0-9]*: (deal|players)'
sed "${second},$((third - 1))d" secret.rec >bad.rec
lies "line $second: game=2 stands where game=1 belongs"
{ head -n $((third - 1)) secret.rec; tail -n 1 secret.rec; } >bad.rec
lies 'the last line says 200 games, but the file ends with game 1'
{ head -n $((third - 1)) secret.rec; sed -n "${second},\$p" secret.rec; } >bad.rec
lies "line $third: game=1 stands where game=2 belongs"
sed "3{h;d};4{G}" seed.rec >bad.rec
lies 'line 3: hand=2 stands where hand=1'
cat secret.rec secret.rec >bad.rec
lies 'another match begins here'
tail -n +2 secret.rec >bad.rec
lies 'its first line is missing'
{ sed -n 2p secret.rec; cat secret.rec; } >bad.rec
lies 'a match begins here, behind records'
{ cat secret.rec; sed -n 2p secret.rec; } >bad.rec
lies 'nothing may follow'
head -n $((second - 1)) secret.rec >bad.rec
lies 'inside the games on its deal'
head -n $((second - 2)) secret.rec >bad.rec
lies 'ends inside game 0'
sed -n '1p;$p' secret.rec >bad.rec
lies 'holds no games'
: >bad.rec
lies 'holds no games'
echo '# nothing' >bad.rec
lies 'no note of a match'
lies 'cannot be read' no.rec
# Bare records: pairs still share their deals, and scores follow.
pair=$(grep -n 'game=1 hand=0 ' bare.rec | cut -d : -f 1)
{ head -n $((pair - 1)) bare.rec; sed -n "/game=3 hand=0 /,/game=4 hand=0 /p" bare.rec | grep ' game=3 ' | sed 's/game=3/game=1/'; } >bad.rec
lies "line $pair: (starter|deal)"
works verify secret.rec --commitment "$(jq -r .commitment secret.json)"
refused 1 'but .* was published' verify secret.rec --commitment "$commitment"
refused 1 'commits to no secret' verify seed.rec --commitment "$commitment"
refused 2 '64 hexadecimal digits' verify seed.rec --commitment abc

# Every single flipped bit of a short file is found, but for those in the names of a match without a commitment.
works match greedy greedy --games 2 --rules contest,target=10 --secret --quiet --records short.rec
size=$(stat -c %s short.rec)
step=$((size * 8 / $(effort 60 16)))
for ((bit = 3; bit < size * 8; bit += step)); do
    at=$((bit / 8))
    byte=$(od -An -tu1 -j $at -N 1 short.rec)
    { head -c $at short.rec; printf '%b' "\\x$(printf %x $((byte ^ 1 << bit % 8)))"; tail -c +$((at + 2)) short.rec; } >bad.rec
    run verify bad.rec
    ((code == 1)) || fail "bit $bit of short.rec flipped: exit code $code: $(<out) $(diff short.rec bad.rec)"
done

# --- Stores ---

command -v sqlite3 >/dev/null || exit 0
sql() { sqlite3 bad.db "$1"; }
# damaged WORDS SQL: a copy of the store with that done to it is refused.
damaged() {
    rm -f bad.db*
    cp kept.db bad.db
    sql "$2"
    refused 1 "$1" verify bad.db
}
damaged 'wrong match' "UPDATE match SET key = replace(key, 'simple', 'heisenbot')"
damaged 'wrong match' "UPDATE match SET key = replace(key, 'secret ', 'secret 0')"
damaged 'wrong or missing game' 'UPDATE game SET winner = 1 - winner WHERE idx = 3'
damaged 'wrong or missing game' 'DELETE FROM game WHERE idx = 3'
damaged 'should hold' 'UPDATE match SET games = games - 2'
damaged 'wrong secret' "UPDATE secret SET secret = replace(secret, substr(secret, 1, 2), 'zz')"
damaged 'its secret is not in the store' 'DELETE FROM secret'
damaged 'wrong secret' 'UPDATE secret SET revealed = 0'
damaged 'holds no games' 'DELETE FROM game; DELETE FROM match'
refused 1 'no match in kept.db has the digest' verify kept.db secret.rec
