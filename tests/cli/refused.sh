#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A command that is refused leaves nothing behind: no folder, no file.
set -euo pipefail
# shellcheck source=../support/cli.bash
. "$SRC/tests/support/cli.bash"
work_in_w
sed -i 's/exec /exec timeout -s KILL 300 /' in-w
golden=$SRC/tests/golden/simple-simple.rec

# nothing ARGUMENTS...: is refused, and the folder it ran in is as empty as it was.
nothing() {
    run "$@" # what is not refused would take hours
    ((code == 1 || code == 2)) || fail "$(quoted "$@"): exit code $code: $(<err)"
    [[ -z $(ls -A w) ]] || fail "$(quoted "$@"): leaves $(find w -mindepth 1 | head -5): $(<err)"
}

# Every command, with an option it does not know and with every option it knows set to what it cannot be.
works help
commands=$(sed -n 's/^  \([a-z]*\) .*/\1/p' out)
for command in $commands; do
    nothing "$command" --frobnicate
    case $command in
    match | tournament) words=(simple greedy) ;;
    reproduce) words=(heisenbot) ;;
    lab) words=(rules-of simple) ;;
    train) words=(knock-nguyen) ;;
    export) words=(hands) ;;
    tune) words=(greedy knock.limit=1..3) ;;
    melds) words=('AC 2C 3C 7D 7H 7S KD QH 9C 4S') ;;
    replay | analyze) words=("$golden") ;;
    check) words=(true) ;;
    bot) words=(simple) ;;
    *) words=() ;;
    esac
    works help "$command"
    while read -r option value _; do
        [[ $value == [A-Z]* ]] || continue
        case $option in # any text is right
        --resume | --records | --record | --file | --db | --out | --html | --transcript | --bot-logs | --without | --runs) continue ;;
        esac
        if [[ $command == reproduce || $command == lab || $command == train || $command == export || $command == tune ]]; then
            nothing "$command" "${words[@]}" --out made/here "$option" ./no/such:thing,x=y
        elif [[ $command == match || $command == tournament ]]; then
            nothing "$command" "${words[@]}" --db made.db "$option" ./no/such:thing,x=y
        else
            nothing "$command" "${words[@]}" "$option" ./no/such:thing,x=y
        fi
    done < <(grep '^  --' out)
done

# And with what is wrong elsewhere.
nothing match simple nobody --games 2 --db made.db
nothing match simple nobody --games 2 --records made.rec
nothing match simple greedy --games 2 --db no/such/folder.db --records made.rec
nothing match simple greedy --games 3 --db made.db
nothing match simple 'exec:./none' --games 2 --db made.db --records made.rec
nothing tournament simple nobody --games 2 --db made.db
nothing tournament simple simple --games 2 --db made.db
nothing reproduce nobody --out made
nothing reproduce heisenbot nobody --out made
nothing reproduce heisenbot --quick --full --out made
nothing reproduce heisenbot --games 0 --out made
nothing lab rules-of nobody --out made
nothing lab rules-of simple --out made --games 0
nothing lab rules-of simple --out made --other nobody
nothing lab rules-of simple --out made --against nobody
nothing lab exploitability nobody --out made
nothing lab nothing --out made
nothing train nobody --out made/weights.safetensors
nothing train knock-nguyen --out made/weights.safetensors --epochs 0
nothing train knock-nguyen --out made/weights.safetensors --records none.rec
nothing train champion --out made/weights.safetensors --games 2
nothing train champion --out made/weights.safetensors --from none.safetensors
nothing train exploit:nobody --out made/weights.safetensors
sed 's/^players = .*/players = nobody/' "$SRC/recipes/knock-nguyen.recipe" >bad.recipe
nothing train ../bad.recipe --out made/weights.safetensors
sed 's/^players = .*/players = knocking:model=none.safetensors/' "$SRC/recipes/knock-nguyen.recipe" >bad.recipe
nothing train ../bad.recipe
nothing export nothing --out made
nothing export hands --out made --records none.rec
nothing export hands --out made --players nobody
nothing tune nobody --out made
nothing analyze none.rec --html made.html
nothing analyze none.rec --out made
nothing analyze "$golden" none.rec --out made
nothing analyze "$golden" --judge nobody --out made
nothing check --transcript made.txt ./no-such-bot
nothing play --bot nobody
nothing play --resume none.rec
