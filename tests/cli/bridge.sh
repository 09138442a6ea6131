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
mkdir classes
compile() { javac -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -Xlint:all -Werror -cp classes "$@"; }
compile -d classes "$SRC"/tests/bridge/{ginrummy,our}/*.java
java="java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto"
bridge="$java -Dcalls=$PWD/calls -cp $BUILD/bridge.jar:classes Bridge"

# It just works, in both seats and with a worker of its own each.
match_json won.json "exec:$bridge our.Careful" simple --seed 1 --games "$(effort 100 20)" --threads 2 --quiet
holds won.json '[.stats.players[].forfeits == {}] | all'
holds won.json '.wins[0] > 0 and .wins[1] > 0'

# Every kind of call was made, layoffs and cancelled hands included.
for call in startGame willDrawFaceUpCard 'reportDraw(mine)' 'reportDraw(theirs)' 'reportDraw(null)' getDiscard \
    'reportDiscard(mine)' 'reportDiscard(theirs)' getFinalMelds reportFinalMelds reportLayoff reportFinalHand reportScores; do
    grep -qF "$call=" calls || fail "$call was never called"
done
rm calls
match_json long.json "exec:$bridge our.Careful" simple --seed 1 --games 4 --rules contest,stock=28,target=25 --quiet
holds long.json '[.stats.players[].forfeits == {}] | all'
grep -qF 'reportScores(cancelled)=' calls || fail "no hand was cancelled"

# The checker has nothing to say either.
works check --games 2 "$bridge our.Careful"

# In the sandbox, with little memory, where the machine has one.
run match --sandbox "exec:java -Xmx64m -XX:+UseSerialGC -cp $BUILD/bridge.jar:classes Bridge our.Careful" simple \
    --games 2 --json --quiet
if ((code == 0)); then
    holds out '[.stats.players[].forfeits == {}] | all'
else
    grep -qE 'sandbox|kept from the network' err || fail "$(<err)"
fi

# Rules the contest does not have are no reason to stumble.
match_json big.json "exec:$bridge our.Careful" mix:knock=limit,knock.limit=0 --seed 1 --games 6 --rules pagat,big-gin=31 --quiet
holds big.json '[.stats.players[].forfeits == {}] | all'

# dies CLASS WORDS: the handshake fails, with a sentence on stderr. $path: the class path behind bridge.jar.
path=classes
dies() {
    run match "exec:$java -cp $BUILD/bridge.jar:$path Bridge $1" simple --games 2 --quiet
    ((code != 0)) || fail "$1: exit code 0: $(<out)"
    grep -qE "bridge: $2" err out || fail "$1: no '$2' in: $(<err) $(<out)"
}
dies our.Nobody "there is no class 'our.Nobody'; put the folder or jar above the packages on the class path"
dies our.Melds "our.Melds implements no GinRummyPlayer, the contest's interface"
dies "" "usage: java -cp"
path=nowhere dies our.Careful "there is no class 'our.Careful'"
path=classes/our dies Careful "the class file found as 'Careful' is that of 'our.Careful': ask for 'our.Careful'"
mkdir -p alone/our
cp classes/our/*.class alone/our
path=alone dies our.Careful "our.Careful needs the class 'ginrummy.GinRummyPlayer', which is not there"

# player NAME MEMBERS: a careful player that does otherwise.
mkdir -p bad/our
player() {
    cat >"bad/our/$1.java" <<JAVA
package our;
import ginrummy.Card;
import java.util.ArrayList;
import java.util.List;
public class $1 extends Careful {
    static Card copy(Card card) { return card == null ? null : new Card(card.rank, card.suit); }
    static ArrayList<ArrayList<Card>> one(Card... cards) {
        ArrayList<ArrayList<Card>> melds = new ArrayList<>();
        if (cards.length > 0) melds.add(new ArrayList<>(List.of(cards)));
        return melds;
    }
    $2
}
JAVA
}
copies='ArrayList<ArrayList<Card>> melds = super.getFinalMelds();
    if (melds == null || theirs != %s) return melds;
    for (ArrayList<Card> meld : melds) meld.replaceAll(card -> copy(card));
    return melds; }
    private boolean theirs;
    @Override public void startGame(int me, int starter, Card[] cards) { theirs = false; super.startGame(me, starter, cards); }
    @Override public void reportFinalMelds(int seat, ArrayList<ArrayList<Card>> melds) {
        theirs = true; super.reportFinalMelds(seat, melds); '
# shellcheck disable=SC2059
{
    player Thrower '@Override public Card getDiscard() { throw new IllegalArgumentException("out of ideas"); }'
    player Recursive '@Override public Card getDiscard() { return getDiscard(); }'
    player Newborn 'public Newborn() { throw new IllegalStateException("not today"); }'
    player Static 'static { if (true) throw new IllegalStateException("no static"); }'
    player Reader '@Override public Card getDiscard() {
        try { if (System.in.read() >= 0) return null; } catch (java.io.IOException e) { return null; }
        return super.getDiscard(); }'
    player Nobrainer '@Override public Card getDiscard() { return null; }'
    player Copier '@Override public Card getDiscard() { return copy(super.getDiscard()); }'
    player Upcard 'private Card up;
        @Override public boolean willDrawFaceUpCard(Card card) { super.willDrawFaceUpCard(card); up = card; return true; }
        @Override public void reportDraw(int seat, Card card) { }
        @Override public Card getDiscard() { return up; }
        @Override public void reportDiscard(int seat, Card card) { throw new IllegalStateException("judged late"); }
        @Override public ArrayList<ArrayList<Card>> getFinalMelds() { throw new IllegalStateException("judged late"); }'
    player Meldless '@Override public ArrayList<ArrayList<Card>> getFinalMelds() {
        return super.getFinalMelds() == null ? null : one(); }'
    player Empty '@Override public ArrayList<ArrayList<Card>> getFinalMelds() {
        ArrayList<ArrayList<Card>> melds = super.getFinalMelds();
        if (melds != null) melds.add(new ArrayList<>());
        return melds; }'
    player Endless '@Override public ArrayList<ArrayList<Card>> getFinalMelds() {
        ArrayList<ArrayList<Card>> melds = super.getFinalMelds();
        if (melds != null) for (int i = 0; i < 5000; i++) melds.addAll(one(Card.getCard(0), Card.getCard(1), Card.getCard(2)));
        return melds; }'
    player Holes '@Override public ArrayList<ArrayList<Card>> getFinalMelds() {
        ArrayList<ArrayList<Card>> melds = super.getFinalMelds();
        if (melds != null) melds.add(null);
        return melds; }'
    player Knockcopier "@Override public ArrayList<ArrayList<Card>> getFinalMelds() { $(printf "$copies" false) }"
    player Defendcopier "@Override public ArrayList<ArrayList<Card>> getFinalMelds() { $(printf "$copies" true) }"
}
echo 'public class Lone extends our.Careful { }' >bad/Lone.java # in no package
compile -d classes bad/*.java bad/our/*.java

# cause CLASS CAUSE: its only forfeits.
cause() {
    run match "exec:$bridge our.$1" simple --seed 1 --games 2 --json --quiet
    holds out ".stats.players[0].forfeits | keys == [\"$2\"]"
}

# What a player throws ends the bridge, and the stack trace is there to read.
dies our.Newborn "our.Newborn could not be made: java.lang.IllegalStateException: not today"
dies our.Static "our.Static could not be made: java.lang.IllegalStateException: no static"
cause Thrower exit
cause Recursive exit
run check --games 1 "$bridge our.Thrower"
((code == 1)) || fail "exit code $code"
grep -q 'the player failed in getDiscard: java.lang.IllegalArgumentException: out of ideas' out || fail "$(<out)"

# What it returns is a move, legal or not: no card, a copy of a card, the upcard just taken, melds that are none.
for name in Nobrainer Copier Upcard Meldless Empty Endless Holes Knockcopier; do cause "$name" "illegal move"; done
# A defender's cards count by what is printed on them.
match_json copied.json "exec:$bridge our.Defendcopier" simple --seed 1 --games "$(effort 20 6)" --quiet
holds copied.json '[.stats.players[].forfeits == {}] | all'
# What the player would read is not the protocol.
match_json reader.json "exec:$bridge our.Reader" simple --seed 1 --games 2 --quiet
holds reader.json '[.stats.players[].forfeits == {}] | all'

# The contest's first version stands in no package, with a Card that keeps getCard to itself; so do some players who
# import the later one.
mkdir -p first/src
for file in "$SRC"/tests/bridge/ginrummy/*.java "$SRC"/tests/bridge/our/{Careful,Melds}.java; do
    sed -e '/^package /d' -e '/^import ginrummy/d' -e 's/public static Card getCard/static Card getCard/' \
        -e 's/public final class Card/public class Card/' "$file" >"first/src/${file##*/}"
done
compile -d first first/src/*.java
match_json first.json "exec:$java -cp $BUILD/bridge.jar:first Bridge Careful" simple --seed 1 --games "$(effort 20 6)" --quiet
holds first.json '[.stats.players[].forfeits == {}] | all'
match_json lone.json "exec:$bridge Lone" simple --seed 1 --games "$(effort 20 6)" --quiet
holds lone.json '[.stats.players[].forfeits == {}] | all'

# The player's class is its name, so that two players of one bridge are told apart.
named() { # CLASSPATH CLASS
    $java -cp "$BUILD/bridge.jar:$1" Bridge "$2" <<<$'cgp 1\nquit' | tr -d '\r' >said 2>/dev/null
    grep -qx "id name $2" said || fail "no name in: $(<said)"
    grep -qE '^id author .*EAAI 2021' said || fail "no author in: $(<said)"
}
named classes our.Careful
named classes Lone
named first Careful
