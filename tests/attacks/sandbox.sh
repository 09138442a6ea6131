#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a hostile bot tries under --sandbox: nothing of it may do harm. As root and as an
# ordinary user, with bubblewrap and
# without; outside a sandbox some of it succeeds, which shows that the attempts are real.
set -u

fail() {
    echo "FAILED ($round): $*" >&2
    exit 1
}

# --- Once for each user: root starts this script again as nobody ---

if [[ ${AS_USER:-} == '' ]]; then
    round=copies
    mkdir -p shared || exit 1
    # shellcheck disable=SC2153 # from the environment
    cp "$DEADWOOD" shared/deadwood && cp "$ATTACKS/escape" shared/escape && cp "${BASH_SOURCE[0]}" shared/script || exit 1
    cp -r "$SRC/examples/bots" shared/bots || exit 1
    ! command -v javac >/dev/null || javac -d shared/bots/classes shared/bots/Bot.java || exit 1
    code=0
    mkdir mine && (cd mine && AS_USER=me COPIES=$OLDPWD/shared bash "$OLDPWD/shared/script") || code=$?
    ((code == 0)) || exit $code
    [[ $(id -u) == 0 ]] || exit 0
    mkdir theirs && chown 65534:65534 theirs && chmod -R a+rX . shared || exit 1
    cd theirs || exit 1
    # A PATH of root's own may lead where nobody cannot go.
    exec env AS_USER=nobody COPIES="$OLDPWD/shared" PATH=/usr/local/bin:/usr/bin:/bin HOME=/nonexistent TMPDIR="$PWD" \
        setpriv --reuid=65534 --regid=65534 --clear-groups bash "$OLDPWD/shared/script"
fi

deadwood=$COPIES/deadwood
mkdir -p bot other results hidden-path || exit 1
cp "$COPIES/escape" bot/escape
echo "of another bot" >other/secret

# All programs but bubblewrap.
while IFS= read -r -d : folder; do
    find "$folder/" -maxdepth 1 -perm -u+x ! -type d ! -name bwrap -exec ln -s -t hidden-path {} + 2>/dev/null
done <<<"$PATH:"

sleep 1000 &
victim=$!
nice=$(ps -o nice= -p $victim | tr -d " ") # of whoever calls the tests
"$COPIES/escape" serve "$PWD/socket" "$PWD/reached" &
server=$!
there=
trap 'kill $victim $server 2>/dev/null; [[ ! $there ]] || rm -r "$there"' EXIT
for ((i = 0; i < 500; i++)); do
    [[ ! -S socket ]] || break
    sleep 0.02
done

export VICTIM=$victim SOCKET=$PWD/socket SECRET=$PWD/other/secret
token=73573$$ NEKOT=
for ((i = 0; i < ${#token}; i++)); do NEKOT=${token:i:1}$NEKOT; done
export NEKOT RESULTS=$PWD/results/match.rec

# --- Nothing does harm ---

attack() { # attack MODE ARGUMENTS...: a match of a bot that does that
    local mode=$1
    shift
    code=0
    timeout 100 "$deadwood" match "exec:bot/escape $mode" simple --games 2 --quiet --threads 1 --seed "$token" \
        --clock 60,start=60 "$@" >out 2>err || code=$?
}

# Outside the sandbox they succeed, or they would prove nothing. One success is enough for that: they are tried again.
round="$AS_USER, outside"
wanted='stop-another see-another read-command-lines write-results read-secret write-beside-itself find-a-mark
    reach-socket share-memory sign-by-pages'
for try in 1 2 3; do
    rm -rf logs results/* && mkdir logs
    # shellcheck disable=SC2086 # words, on purpose
    ONLY="$wanted read-results make-memory-file" attack all --bot-logs logs --records "$RESULTS"
    ((code == 0)) || fail "exit code $code: $(<err)"
    rm -f /tmp/mark-of-escape-"$NEKOT" /var/tmp/mark-of-escape-"$NEKOT" /dev/shm/mark-of-escape-"$NEKOT" \
        /run/mark-of-escape-"$NEKOT" bot/written-by-escape
    still=
    for attempt in $wanted; do
        grep -qh "^harm $attempt\$" logs/* || still+=" $attempt"
    done
    wanted=$still
    [[ $wanted ]] || break
    echo "note ($round): held off in try $try:$wanted: $(cat logs/*)"
done
[[ ! $wanted ]] || fail "held off without a sandbox:$wanted: $(cat logs/*)"
[[ -e reached ]] || fail 'nobody came to the socket'

sandboxed() {
    rm -rf logs reached results/* && mkdir logs
    attack all --sandbox --bot-logs logs --records "$RESULTS" --db results/match.db
    if ((code == 1)) && grep -q 'put into a sandbox' err; then
        echo "note ($round): not tried: $(<err)"
        return 1
    fi
    ((code == 0)) || fail "exit code $code: $(<err) $(<out) $(cat logs/*)"
    ! grep -h '^harm' logs/* >harm || fail "$(sort harm | uniq -c) $(<out)"
    local log
    [[ -s logs/Escape.1.log && -s logs/Escape.2.log ]] || fail "one process, not several: $(ls logs)"
    for log in logs/*; do # every process made all attempts and lived on
        (($(grep -c '^held' "$log") == $(sed -n 's/^attempts //p' "$log"))) || fail "$log: $(<"$log")"
    done
    kill -0 $victim || fail 'the other process is gone'
    [[ $(ps -o state= -o nice= -p $victim | tr -d ' ') == "S$nice" ]] || fail "the other process: $(ps -o state,nice -p $victim)"
    [[ ! -e reached ]] || fail 'somebody came to the socket'
    [[ $(ls bot) == escape ]] || fail "the bot's folder: $(ls bot)"
    [[ ! -e /tmp/place-of-escape ]] || fail 'it wrote to the real /tmp'
    [[ -s $RESULTS ]] || fail 'no records'

    # Its own folder with what the match writes beside it: hidden, and the rest is there.
    rm -rf logs && mkdir logs
    cp bot/escape beside
    echo 'beside the bot' >beside-data
    (
        RESULTS=$PWD/beside.rec SECRET=$PWD/beside.db
        export RESULTS SECRET
        ONLY='write-results read-results read-secret' timeout 100 "$deadwood" match \
            "exec:./beside all" simple --games 2 --quiet --threads 1 --sandbox --records beside.rec --db beside.db \
            --bot-logs beside-logs >out 2>err
    ) || fail "beside: $(<err)"
    ! grep -h '^harm' beside-logs/* || fail "beside its results: $(cat beside-logs/*)"
    (($(grep -ch '^held' beside-logs/Escape.1.log) == 3)) || fail "beside its results: $(cat beside-logs/Escape.1.log)"
    rm -rf beside*
}

# --- What a bot's author chooses shows nothing else, and where the match lies does not matter ---

places() {
    # The first line of a program may ask for its interpreter, not for other folders.
    # shellcheck disable=SC2016 # expanded by the bot
    printf '#!/usr/bin/env -S -C %s /bin/sh\ncat "$SECRET" >&2\nexec bot/escape x\n' "$PWD/other" >bot/line
    chmod +x bot/line
    timeout 100 "$deadwood" match exec:bot/line simple --games 2 --quiet --sandbox --threads 1 >out 2>err
    ! grep -q 'of another bot' out err || fail "a first line showed another folder: $(<err)"
    rm bot/line

    # A PATH that begins here does not make a bot's file bubblewrap.
    mkdir -p fake && printf '#!/bin/sh\necho ran >%s/ran\n' "$PWD" >fake/bwrap && chmod +x fake/bwrap
    (cd fake && PATH=".:$PATH" timeout 100 "$deadwood" match 'exec:../bot/escape x' simple --games 2 --quiet --sandbox \
        --threads 1 >../out 2>../err) || fail "with a PATH that begins here: $(<err)"
    [[ ! -e ran ]] || fail "a file of the working folder passed for bubblewrap"

    # What the host writes is not given away, not by the name of a link either.
    mkdir -p given && ln -sfn "$PWD/results/linked.rec" given/link.rec
    ! "$deadwood" match 'exec:bot/escape x' simple --games 2 --quiet --sandbox --bot-write given \
        --bot-logs given/logs >out 2>err || fail 'bots may write their logs'
    grep -q 'would give bots' err || fail "logs in the folder given: $(<err)"
    ! "$deadwood" match 'exec:bot/escape x' simple --games 2 --quiet --sandbox --bot-write given \
        --records given/link.rec >out 2>err || fail 'bots may change where the records lie'
    grep -q 'would give bots' err || fail "records by a link in the folder given: $(<err)"

    # /var/tmp is a link to the private folder, unless the match lies there.
    there=$(mktemp -d /var/tmp/deadwood-XXXXXX) || return 0
    cp bot/escape "$there"
    (cd "$there" && timeout 100 "$deadwood" match 'exec:./escape x' simple --games 2 --quiet --sandbox --threads 1) \
        >out 2>err || fail "in $there: $(<err)"
    rm -r "$there"
    there=
}

# --- Memory counts wherever it is ---

hogs() {
    for mode in hog-tmp hog-shm hog-deleted hog-children hog-sockets hog-tables hog-inodes; do
        attack $mode --sandbox --bot-memory 64 --bot-logs logs
        grep -qE 'was killed: it took [0-9]+ MiB of memory' out || fail "$mode: exit code $code: $(<out) $(<err)"
    done
    attack hog-processes --sandbox --bot-logs logs
    grep -q 'was killed: it ran [0-9]* processes at once' out || fail "hog-processes: exit code $code: $(<out) $(<err)"
    attack hog-threads --sandbox --bot-logs logs
    grep -q 'was killed: it ran [0-9]* threads at once' out || fail "hog-threads: exit code $code: $(<out) $(<err)"
}

# --- Bots of all languages run in it ---

languages() {
    local command
    for command in "python3 $COPIES/bots/bot.py" "node $COPIES/bots/bot.mjs" "java -cp $COPIES/bots/classes Bot"; do
        command -v "${command%% *}" >/dev/null || continue
        "$deadwood" match "exec:$command" simple --games 2 --quiet --sandbox --clock 60,start=60 >out 2>err ||
            fail "$command: $(<err) $(<out)"
    done
}

tried=0
while read -r maker path; do
    round="$AS_USER, $maker"
    [[ $maker != bubblewrap ]] || command -v bwrap >/dev/null || continue
    PATH=$path
    sandboxed || continue
    places
    hogs
    languages
    tried=$((tried + 1))
done <<TABLE
bubblewrap $PATH
kernel $PWD/hidden-path
TABLE
((tried > 0)) || exit 77
