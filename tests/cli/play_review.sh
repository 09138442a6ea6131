#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The review of a game in deadwood play: the curve, where it turned, what cost most; and playing on from a decision.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
export LC_ALL=C

says() { grep -qE -- "$1" out || fail "no '$1': $(<out) $(<err)"; }

# Gin: the first card in the way of a bot goes, until the game to ten points is over.
words() {
    echo pass
    for ((i = 0; i < 40; i++)); do printf 'stock\n'; for c in K Q J T 9 8 7 6 5 4 3 2 A; do
        for s in C D H S; do echo "$c$s"; done; done; done
}
head -c 6000 < <(words) >words.txt || true
play champion --rules contest,target=10 --seed 3 --record whole.rec <words.txt
awk '/ game=3 /' whole.rec >one.rec
tail -n 1 one.rec | grep -q 'over=won' || fail "no game to look at: $(<whole.rec)"
cp one.rec same.rec
play --resume one.rec < <(printf 'review\nquit\n')
says '^Your chance to win, from the first decision to the last: [0-9]{2,}$'
says '^What cost most:$'
says '^  1\.[0-9]+: .*, costs [0-9.]+%; better '
says 'deadwood play --resume one.rec --from HAND.TURN'
grep -c '^  1\.' out >/dev/null || fail "no places: $(<out)"

# Playing on from the worst of them: in a new file, at that decision, with the cards as they were.
place=$(sed -n '/^What cost most/,$s/^  \(1\.[0-9]*\): .*/\1/p' out | head -n 1)
play --resume one.rec --from "$place" --record branch.rec < <(printf 'show\nquit\n')
((code == 0)) || fail "$(<err)"
says '^Your move: '
cmp one.rec same.rec
if [[ -s branch.rec ]]; then # it begins as the old one did
    old=$(sed 's/.* play=\([^ ]*\) .*/\1/' one.rec) new=$(sed 's/.* play=\([^ ]*\) .*/\1/' branch.rec)
    [[ $old == "${new%,*}"* ]] || fail "another game: $old, then $new"
fi
play --resume branch.rec < <(printf 'stock\nundo\nquit\n')
((code == 0)) || fail "does not go on: $(<err)"

# Hearts: a hand a point, and the trick of the costliest card.
cards() { for ((i = 0; i < 13; i++)); do for c in 2 3 4 5 6 7 8 9 T J Q K A; do for s in C D S H; do echo "$c$s"; done; done; done; }
play --game hearts ducker --rules standard,pass=0,target=5 --seed 5 --record hearts.rec < <(cards)
play --resume hearts.rec < <(printf 'review\nquit\n')
says '^Your chance to win, from the first decision to the last: [0-9]{2,}$'
cp hearts.rec same.rec
play --resume hearts.rec --from 1.2 --record hearts2.rec < <(printf 'show\nquit\n')
((code == 0)) || fail "$(<err)"
cmp hearts.rec same.rec

refused 2 '--from needs --resume' play --from 1.1
refused 2 "is not HAND.TURN" play --resume one.rec --from 5
refused 2 "out of range; give one from 1" play --resume one.rec --from 0.5
refused 1 'there is no hand 7' play --resume one.rec --from 7.1
refused 1 'you decide nothing in turn 99' play --resume one.rec --from 1.99 --record none.rec
refused 1 'you play no card in trick 14' play --resume hearts.rec --from 1.14 --record none.rec
refused 1 'you pass nothing' play --resume hearts.rec --from 1.0 --record none.rec
[[ ! -s none.rec ]] || fail 'kept something'
