# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# `deadwood play` killed at random moments, for tests/cli/play_kills.sh and tests/long/play_kills.sh.
#
# A person who decides by what stands on the table alone plays some hands, once without harm. Then the same game again,
# ended over and over by a signal, by the end of its input or because nobody reads it any more, and taken up again. What
# the save holds after every end must open where the game stood: at the last decision shown, or at a later one. And the
# hands, when at last they are played, must be those of the game without harm, to the byte.

HANDS=2 # of a game

# The person's answer to a question, from the hand, what was refused before, and the question itself.
answer_gin() {
    local line=$1 cards
    case $line in
        *' knock CARD ('*) line=${line#*knock CARD (} && echo "knock ${line%%[ )]*}" ;;
        *' discard CARD'*)
            read -ra cards <<<"${hand//[][]/}"
            echo "${cards[-1 - refused]}"
            ;;
        *' pass,'*) echo pass ;;
        *' stock,'*) echo stock ;;
        *) echo take ;;
    esac
}

answer_hearts() {
    local line=$1 cards
    case $line in
        'Pass 3 cards to'*)
            read -ra cards < <(grep -oE '\b[2-9TJQKA][CDHS]\b' <<<"$hand" | tr '\n' ' ')
            echo "pass ${cards[*]:0:3}"
            ;;
        *) line=${line#*You may play } && echo "${line%%[ :]*}" ;;
    esac
}

# person GAME SHOWN: reads the program and answers; every question goes to the file SHOWN with the
# cards it is about. Returns when the program has ended, or HANDS hands are over.
person() {
    local game=$1 shown=$2 line hand='' about='' refused=0 number=0
    while IFS= read -r line <&"$from" && [[ ! -e leave ]]; do
        case $line in
            'Hand '*) number=${line#Hand } && number=${number%%.*} ;;
            'Your hand: '*) hand=${line#Your hand: } && hand=${hand%%. Deadwood*} && about=$line ;;
            *'was just taken'*) refused=1 ;;
            'Score: '* | 'Points of the hand: '*) about=$line ;;
            'Your move: '* | 'You may play '* | 'You lead. '* | 'Pass 3 cards'*)
                echo "hand $number: $about $line" >>"$shown"
                "answer_$game" "$line" 1>&"$to" || return 0
                refused=0
                ;;
            'Enter for the next '*)
                echo "hand $number: $about $line" >>"$shown"
                ((number < HANDS)) || return 0
                echo 1>&"$to" || return 0
                ;;
        esac
    done
}

# begin ARGUMENTS...: the program, read from $from and written to by $to. Its number is $player.
begin() {
    [[ -p in ]] || mkfifo in out
    "$DEADWOOD" play --plain --ascii "$@" <in >out 2>>messages &
    player=$!
    exec {to}>in {from}<out
}

# end_by WAY SECONDS: ends it after so long.
end_by() {
    sleep "$2"
    case $1 in
        eof | PIPE) : >leave ;; # and person() goes
        *) kill -s "$1" "$player" ;;
    esac 2>/dev/null || true
}

# position FILE: the decision a save opens at.
position() {
    "$DEADWOOD" play --plain --ascii --resume "$1" </dev/null >resumed 2>>messages || fail "$2: not taken up: $(tail -3 messages)"
    # With the hand's number: two hands may end with the same cards.
    sed -n 's/^Hand \([0-9]*\)\..*/hand \1:/p' resumed | tail -1 | tr '\n' ' '
    grep -E '^(Your hand|Score|Points of the hand): ' resumed | tail -1 | tr '\n' ' '
    grep -E '^(Your move|You may play|You lead|Pass 3 cards|Enter for)' resumed | tail -1
}

# place WORDS: where in the game without harm that is.
place() { grep -m1 -nxF -- "$1" reference | cut -d: -f1 || true; }

# look SAVE WHAT: the save opens no earlier than the last decision shown, and whoever reads records accepts it.
look() {
    local at last=0 found
    at=$(position "$1" "$2")
    found=$(place "$at")
    [[ -n $found ]] || fail "$2: opens at no decision of this game: $at"
    [[ ! -s shown ]] || last=$(place "$(tail -1 shown)")
    ((found >= last)) || fail "$2: opens at decision $found of the game, and $last was shown"
    "$DEADWOOD" replay "$1" >replayed 2>&1 || fail "$2: replay: $(tail -1 replayed)"
    "$DEADWOOD" analyze "$1" "${quick[@]}" >analysed 2>&1 || fail "$2: analyze: $(tail -1 analysed)"
    ! grep -qE 'resign|forfeit' replayed analysed || fail "$2: leaving is no resignation: $(<analysed)"
}

# Programs as bots, which take their time, so that most kills meet them thinking. What they play must not hang on chance,
# for a program that is started anew has a new seed.
slow_gin() {
    cat >slow-gin <<'P'
#!/bin/sh
while IFS= read -r line; do
    case $line in
        cgp*) printf 'id name slow\ngames gin\ncgpok\n' ;;
        ping*) echo "pong${line#ping}" ;;
        go*) sleep 0.02 && echo "move $(echo "$line" | cut -d' ' -f2) ${line##* }" ;; # what is legal and comes last
    esac
done
P
    chmod +x slow-gin
}

slow_hearts() {
    cat >slow-hearts <<P
#!/bin/sh
"$DEADWOOD" bot ducker --game hearts | while IFS= read -r line; do
    case \$line in move*) sleep 0.02 ;; esac
    printf '%s\n' "\$line"
done
P
    chmod +x slow-hearts
}

finished() { [[ ! -e $1 ]] || sed -n '/unfinished/!p' "$1" | sed -n "1,${HANDS}p"; }

# one_game GAME SEED BOT: kills until the hands are played; adds to $kills.
one_game() {
    local game=$1 seed=$2 bot=$3 way ways=(KILL KILL KILL KILL TERM HUP INT eof PIPE) ender
    rm -f whole.rec broken.rec shown messages
    begin "$bot" --game "$game" --seed "$seed" --record whole.rec
    rm -f leave
    person "$game" shown
    exec {to}>&-
    cat <&"$from" >/dev/null
    exec {from}<&-
    wait "$player" || fail "$game $seed: without harm: $(<messages)"
    (($(finished whole.rec | wc -l) == HANDS)) || fail "$game $seed: no $HANDS hands"
    mv shown reference
    while (($(finished broken.rec | wc -l) < HANDS && kills < most)); do
        way=${ways[RANDOM % ${#ways[@]}]}
        if [[ -s broken.rec ]]; then begin --resume broken.rec; else begin "$bot" --game "$game" --seed "$seed" --record broken.rec; fi
        rm -f shown leave
        end_by "$way" "0.$(printf %03d $((RANDOM % 400)))" &
        ender=$!
        person "$game" shown 2>/dev/null
        kill "$ender" 2>/dev/null || true
        wait "$ender" 2>/dev/null || true
        if [[ $way == PIPE ]]; then
            exec {from}<&-
            echo show >&"$to" || true
            exec {to}>&-
        else
            exec {to}>&-
            cat <&"$from" >/dev/null
            exec {from}<&-
        fi 2>/dev/null
        wait "$player" 2>/dev/null || true
        kills=$((kills + 1))
        [[ ! -s broken.rec ]] || look broken.rec "$game $seed, kill $kills ($way)"
    done
    finished broken.rec >played # fewer where the kills are used up
    finished whole.rec >right
    cmp -n "$(wc -c <played)" right played || fail "$game $seed: other hands"
    ! grep -qE 'Sanitizer|runtime error|Assertion' messages || fail "$game $seed: $(<messages)"
}

# kills_of GAME NUMBER SEED
kills_of() {
    local kills=0 most=$2 seed=$3 game=$1
    trap '' PIPE # from a program that is gone while it is answered
    local -a bots=(simple exec:./slow-gin) quick=(--samples 64 --quiet --threads 1 --estimator uniform --judge simple)
    [[ $game == gin ]] || bots=(ducker exec:./slow-hearts) quick=(--samples 64 --quiet --threads 1)
    "slow_$game"
    while ((kills < most)); do
        one_game "$game" "$seed" "${bots[seed % 2]}"
        seed=$((seed + 1))
    done
    echo "$game: $kills kills"
}
