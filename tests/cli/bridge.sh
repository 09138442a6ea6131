#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The bridge: a player written against the EAAI 2021 contest's interface (a stand-in of ours, tests/bridge) sits at our
# table. It checks by itself that cards are the contest's objects and that calls come in the contest's order.
set -euo pipefail
# shellcheck source=../support/cli.bash
source "$SRC/tests/support/cli.bash"

if ! command -v javac >/dev/null || [[ ! -e $BUILD/bridge.jar ]]; then
    echo "no JDK here"
    exit 77
fi
javac -Xlint:all -Werror -d classes "$SRC"/tests/bridge/*/*.java
java="java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto"
bridge="$java -Dcalls=$PWD/calls -cp $BUILD/bridge.jar:classes Bridge"

# It just works, in both seats and with a worker of its own each.
match_json won.json "exec:$bridge our.Careful" simple --games "$(effort 200 20)" --threads 2 --quiet
holds won.json '[.stats.players[].forfeits == {}] | all'
holds won.json '.wins[0] > 0 and .wins[1] > 0'

# Every kind of call was made, layoffs and cancelled hands included.
for call in startGame willDrawFaceUpCard 'reportDraw(mine)' 'reportDraw(theirs)' 'reportDraw(null)' getDiscard \
    'reportDiscard(mine)' 'reportDiscard(theirs)' getFinalMelds reportFinalMelds reportLayoff reportFinalHand reportScores; do
    grep -qF "$call=" calls || fail "$call was never called"
done
rm calls
match_json long.json "exec:$bridge our.Careful" simple --games 4 --rules contest,stock=28,target=25 --quiet
holds long.json '[.stats.players[].forfeits == {}] | all'
grep -qF 'reportScores(cancelled)=' calls || fail "no hand was cancelled"

# The checker has nothing to say either.
works check --games 2 "$bridge our.Careful"

# Rules the contest does not have are no reason to stumble.
match_json big.json "exec:$bridge our.Careful" mix:knock=limit,knock.limit=0 --games 6 --rules pagat,big-gin=31 --quiet
holds big.json '[.stats.players[].forfeits == {}] | all'

# dies CLASS WORDS: the handshake fails, with a sentence on stderr.
dies() {
    run match "exec:$bridge $1" simple --games 2 --quiet
    ((code != 0)) || fail "$1: exit code 0: $(<out)"
    grep -qE "$2" err out || fail "$1: no '$2' in: $(<err) $(<out)"
}
dies our.Nobody "there is no class 'our.Nobody'"
dies our.Melds "our.Melds is no ginrummy.GinRummyPlayer"
dies "" "usage: java -cp"
run match "exec:$java -cp $BUILD/bridge.jar Bridge our.Careful" simple --games 2 --quiet
grep -qF "there is no class 'ginrummy.Card'" err out || fail "$(<err)"

# A player that throws forfeits, and its stack trace is there to read.
mkdir -p bad/our
cat >bad/our/Thrower.java <<'JAVA'
package our;
public class Thrower extends Careful {
    @Override public ginrummy.Card getDiscard() { throw new IllegalArgumentException("out of ideas"); }
}
JAVA
cat >bad/our/Nobrainer.java <<'JAVA'
package our;
public class Nobrainer extends Careful {
    @Override public ginrummy.Card getDiscard() { return null; }
}
JAVA
javac -cp classes -d classes bad/our/*.java
run check --games 1 "$bridge our.Thrower"
((code == 1)) || fail "exit code $code"
grep -q 'the player failed in getDiscard: java.lang.IllegalArgumentException: out of ideas' out || fail "$(<out)"
run check --games 1 --json "$bridge our.Nobrainer"
((code == 1)) || fail "exit code $code"
holds out '[.findings[].kind] | index("illegal-move") != null'
