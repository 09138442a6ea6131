#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# deadwood play --tutor: a costly move is held back with its price and a reason, and is played when it is said again.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
export LC_ALL=C

# Gin: the ace of a hand with a set of nines is worth more than a loose five.
says() { grep -qE -- "$1" out || fail "no '$1': $(<out)"; }
never() { ! grep -qE -- "$1" out || fail "says '$1': $(<out)"; }
gin() { play simple --seed 5 --record /dev/null "$@"; }
gin --tutor=0.3 < <(printf 'take\nquit\n')
never 'Tutor'

gin --tutor=0.3 < <(printf 'pass\nno\nshow\nquit\n')
says '^Tutor: pass costs [0-9.]+% of games. Better: take TS. .*first upcard is free.*Play it all the same\?'
says '^Taken back: choose again.$'
(($(grep -c 'Upcard TS. Stock 31' out) >= 3)) || fail "the move was made: $(<out)"

# The same move again, or yes, plays it; another one is looked at anew.
for words in 'pass\npass' 'pass\nyes'; do
    gin --tutor=0.3 < <(printf '%b\nshow\nquit\n' "$words")
    says '^simple drew from the stock, discarded JC'
    (($(grep -c '^Tutor: ' out) == 1)) || fail "asked again: $(<out)"
done
gin --tutor=0.3 < <(printf 'pass\ntake\nquit\n')
says 'Your hand: .*TS'
gin --tutor=0.3 < <(printf 'pass\nundo\nyes\nquit\n')
says 'Nothing was asked'
never 'drew from the stock'

# From a threshold that nothing reaches it is silent; and without --tutor.
gin --tutor=100 < <(printf 'pass\nquit\n')
never 'Tutor'
gin < <(printf 'pass\nquit\n')
never 'Tutor'

# What is refused by the rules is still said, and leaves the question open.
gin --tutor=0.3 < <(printf 'pass\nknock KH\nyes\nquit\n')
says '^simple drew from the stock'

# Taken up again, with a tutor or without.
play simple --seed 5 --record kept.rec < <(printf 'quit\n')
play --resume kept.rec --tutor=0.3 < <(printf 'pass\nquit\n')
says '^Tutor: pass costs'

# Hearts: the queen of spades among high cards is a gift to nobody.
hearts() { play --game hearts ducker --seed 5 --record /dev/null "$@"; }
hearts --tutor=0.3 < <(printf 'pass 2C 4C 2S\nno\npass 2C 4C 2S\nyes\nquit\n')
says '^Tutor: passing 2C 4C 2S costs [0-9.]+ points, [0-9.]+% of games. Better: passing .*\. .*Play it all the same\?'
(($(grep -c '^Tutor: ' out) >= 2)) || fail "not asked again: $(<out)"
says '(You|West|North|East) leads? '

refused 2 'needs a value, or leave out the =' play simple --tutor=
refused 2 "out of range; give one from 0 to 100" play simple --tutor=101
refused 2 "is not a number" play simple --tutor=much
works help play
grep -qF -- '--tutor[=PERCENT]' out || fail "help does not say how: $(<out)"
