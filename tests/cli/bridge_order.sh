#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The bridge makes the calls of the contest's own program, in its order: a player writes
# down what it is asked and told, and
# tests/bridge/model says from the records what that program would have asked and told.
set -euo pipefail
# shellcheck source=../support/cli.bash
source "$SRC/tests/support/cli.bash"

if ! command -v javac >/dev/null || [[ ! -e $BUILD/bridge.jar ]]; then
    echo "no JDK here"
    exit 77
fi
jvm="-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto"
javac -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -Xlint:all -Werror -d classes "$SRC"/tests/bridge/*/*.java
mkdir log
scribe="java $jvm -Dlog=$PWD/log -cp $BUILD/bridge.jar:classes Bridge our.Scribe"

# same STOCK OPPONENT ARGUMENTS...: a match of the scribe; each hand of each of its seats
# was called as there. Leaves the
# kinds of hands in `kinds`.
same() {
    local stock=$1
    shift
    rm -f log/* games.rec
    match_json match.json "exec:$scribe" "$@" --seed 1 --records games.rec --quiet
    holds match.json '[.stats.players[].forfeits == {}] | all'
    # shellcheck disable=SC2086
    grep -v "^#" games.rec | java $jvm -cp classes model.ContestOrder "$stock" Scribe 2>kinds | sort >wanted
    sort log/* >called
    cmp -s called wanted || fail "$*: $(diff called wanted | head -4)"
    [[ -s called ]] || fail "$*: nothing was called"
}

# came KIND...: there were such hands.
came() {
    local kind
    for kind in "$@"; do grep -q "$kind=" kinds || fail "no $kind in $(<kinds)"; done
}

# Both seats, every way to begin and to end.
same 2 simple --games 60
came starter-took other-took both-passed knock-of-0 knock-of-1 gin-of-0 gin-of-1 undercut-by-0 undercut-by-1 layoff \
    first-turn-knock
same 26 heisenbot --rules contest,stock=26 --games 4
came cancelled both-passed knock-of-0 knock-of-1
# Two of a kind, each in a process of its own.
same 2 "exec:$scribe" --games 2

# talk PLAYER: it hears the host's lines of standard input; what it says is in `said`, its calls in `called`.
talk() {
    rm -f log/*
    # shellcheck disable=SC2086
    java $jvm -Dlog="$PWD/log" -cp "$BUILD/bridge.jar:classes" Bridge "$1" >said 2>err || fail "$(<err)"
    cat log/* >called
}

# After two passes the starter is not asked again.
talk our.Scribe <<'LINES'
cgp 1
newmatch gin seats 2 you 0 rules contest
newdeal 0 starter 0 scores 0 0
hand AC 3C 5C 7C 9C JC KC 2D 4D 6D
ev upcard TS
go 1 legal pass draw:up
ev 0 pass
ev 1 pass
go 2 legal draw:stock
ev 0 draw stock
ev you draw KH
go 3 legal discard:AC discard:JC discard:KC discard:KH
ev 0 discard JC
ev 0 hand AC 3C 5C 7C 9C KC KH 2D 4D 6D
ev 1 hand AH AS AD KS KD QH QS JH JS TH
enddeal cancelled deadwood 50 50 scores 0 0
quit
LINES
grep -qx 'move 1 pass' said || fail "$(<said)"
grep -qx 'move 2 draw stock' said || fail "$(<said)"
grep -qx 'move 3 discard JC' said || fail "$(<said)"
(($(grep -o willDraw called | wc -l) == 1)) || fail "$(<called)"

# What a player did in a hand that was saved counts, whatever it answers now: then it hears of the hand anew.
mkdir told
cat >told/Told.java <<'JAVA'
import ginrummy.Card;
import java.util.ArrayList;
public class Told implements ginrummy.GinRummyPlayer {
    private static void say(String call) {
        try (java.io.FileWriter file = new java.io.FileWriter(System.getProperty("log") + "/told", true)) {
            file.write(call + "\n");
        } catch (java.io.IOException e) { throw new IllegalStateException(e); }
    }
    @Override public void startGame(int me, int starter, Card[] cards) { say("start " + me + " " + starter); }
    @Override public boolean willDrawFaceUpCard(Card card) { say("draw? " + card); return false; }
    @Override public void reportDraw(int seat, Card card) { say(seat + " drew " + card); }
    @Override public Card getDiscard() { say("discard?"); return Card.getCard(0); }
    @Override public void reportDiscard(int seat, Card card) { say(seat + " discarded " + card); }
    @Override public ArrayList<ArrayList<Card>> getFinalMelds() { say("melds?"); return null; }
    @Override public void reportFinalMelds(int seat, ArrayList<ArrayList<Card>> melds) { say(seat + " melded"); }
    @Override public void reportScores(int[] scores) { say("scores"); }
    @Override public void reportLayoff(int seat, Card card, ArrayList<Card> meld) { say("layoff"); }
    @Override public void reportFinalHand(int seat, ArrayList<Card> hand) { say(seat + " held"); }
}
JAVA
javac -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -cp classes -d classes told/Told.java
talk Told <<'LINES'
cgp 1
newmatch gin seats 2 you 0 rules contest
newdeal 3 starter 0 scores 10 20
hand AC 3C 5C 7C 9C JC KC 2D 4D 6D
ev upcard TS
go 1 legal pass draw:up
ev 0 pass
ev 1 pass
go 2 legal draw:stock
ev 0 draw stock
ev you draw KH
go 3 legal discard:AC discard:KH
ev 0 discard KH
ev 1 draw stock
ev 1 discard QH
go 4 legal draw:up draw:stock
ev 0 draw up QH
go 5 legal discard:AC discard:3C
ev 0 discard AC
ev 1 draw stock
ev 1 discard JS
quit
LINES
cat >wanted <<'CALLS'
start 0 0
draw? TS
0 drew KH
discard?
0 discarded AC
melds?
start 0 0
0 drew KH
0 discarded KH
1 drew null
1 discarded QH
draw? QH
start 0 0
0 drew KH
0 discarded KH
1 drew null
1 discarded QH
0 drew QH
discard?
0 discarded AC
melds?
1 drew null
1 discarded JS
CALLS
cmp wanted called || fail "$(diff wanted called)"
