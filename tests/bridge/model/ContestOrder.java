// SPDX-License-Identifier: MIT
// What the contest's own program would have called, in its order, for hands that were played elsewhere: an oracle for the
// bridge. It knows records (docs/FORMATS.md) and nothing of the bridge or of the protocol.
//
//     java model.ContestOrder STOCK NAME <records
//
// writes the calls to each player whose name holds NAME, one line a player and hand, and on stderr how often each kind of
// hand came. STOCK is the rules' `stock`, 2 in the contest. That program deals, reports each hand to both players and plays:
//
//     while more than `stock` cards are left:
//         the upcard is offered to who is to act, but not the first upcard when two turns have gone by;
//         declined within the first two turns, the first upcard just passes on;
//         else the draw is reported to both, the discard asked for and reported to both, and final melds are asked for;
//         melds end the loop: they are reported to both
//     after a knock the other player is asked for final melds, which are reported to both, and, unless it was gin, the
//     lowest loose card that fits goes to the first meld it fits, reported to both, and again until none fits
//     both final hands, then the scores, are reported to both
package model;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

public final class ContestOrder {
    private static final String RANKS = "A23456789TJQK";
    private static final Map<String, Integer> KINDS = new TreeMap<>();

    private final Map<String, String> record = new HashMap<>();
    private final List<StringJoiner> calls = List.of(new StringJoiner(" "), new StringJoiner(" "));
    private final List<List<String>> hands = List.of(new ArrayList<>(), new ArrayList<>());
    private final List<String> stock, turns;
    private final int starter, stockLeft;
    private final int[] scores;
    private int at; // of turns

    public static void main(String[] args) throws IOException {
        int stock = Integer.parseInt(args[0]);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null;) {
            ContestOrder hand = new ContestOrder(line, stock);
            hand.play();
            String[] names = hand.record.get("players").split("\\|");
            for (int seat = 0; seat < 2; seat++)
                if (names[seat].contains(args[1])) System.out.println(hand.calls.get(seat));
        }
        System.err.println(KINDS);
    }

    private ContestOrder(String line, int stockLeft) {
        for (String field : line.split(" ")) record.put(field.split("=")[0], field.substring(field.indexOf('=') + 1));
        this.stockLeft = stockLeft;
        starter = Integer.parseInt(record.get("starter"));
        scores = Arrays.stream(record.get("score").split(",")).mapToInt(Integer::parseInt).toArray();
        turns = Arrays.asList(record.get("play").split(","));
        stock = pairs(record.get("deal"));
        for (int i = 0; i < 20; i++) hands.get((starter + i) % 2).add(stock.remove(0));
    }

    private static void came(String kind) { KINDS.merge(kind, 1, Integer::sum); }

    private static List<String> pairs(String text) {
        List<String> cards = new ArrayList<>();
        for (int i = 0; i + 1 < text.length(); i += 2) cards.add(text.substring(i, i + 2));
        return cards;
    }

    private static String packed(List<String> cards) {
        List<String> sorted = new ArrayList<>(cards);
        Collections.sort(sorted);
        return String.join("", sorted);
    }

    private static String packedMelds(List<List<String>> melds) {
        StringJoiner text = new StringJoiner("/", "[", "]");
        for (List<String> meld : melds) text.add(packed(meld));
        return text.toString();
    }

    private static List<List<String>> melds(String text) {
        List<List<String>> melds = new ArrayList<>();
        for (String meld : text.split("/")) if (!meld.isEmpty()) melds.add(pairs(meld));
        return melds;
    }

    private void one(int seat, String call) { calls.get(seat).add(call); }

    private void both(String call) {
        one(0, call);
        one(1, call);
    }

    private void play() {
        for (int seat = 0; seat < 2; seat++)
            one(seat, "startGame(" + seat + "," + starter + "," + packed(hands.get(seat)) + ")");
        String first = stock.remove(0), upcard = first;
        int seat = starter, gone = 0, own = 0;
        boolean over = false;
        for (; stock.size() > stockLeft && !over; gone++, seat = 1 - seat) {
            String turn = turns.get(at++);
            boolean take = turn.startsWith("u");
            if (gone != 2 || upcard != first) one(seat, "willDrawFaceUpCard(" + upcard + ")=" + take);
            if (turn.equals("p")) {
                if (gone == 1) came("both-passed");
                continue;
            }
            if (take && upcard == first) came(gone == 0 ? "starter-took" : "other-took");
            String drawn = take ? upcard : stock.remove(0);
            one(seat, "reportDraw(" + seat + "," + drawn + ")");
            one(1 - seat, "reportDraw(" + seat + "," + (take ? drawn : "null") + ")");
            hands.get(seat).add(drawn);
            upcard = turn.substring(2, 4);
            one(seat, "getDiscard()=" + upcard);
            hands.get(seat).remove(upcard);
            both("reportDiscard(" + seat + "," + upcard + ")");
            over = turn.charAt(1) == '!';
            if (over && own == 0) came("first-turn-knock");
            own++;
            if (over) knock(seat, melds(turn.substring(Math.min(5, turn.length()))));
            else one(seat, "getFinalMelds()=null");
        }
        if (!over) came("cancelled");
        for (int of = 0; of < 2; of++) both("reportFinalHand(" + of + "," + packed(hands.get(of)) + ")");
        both("reportScores(" + scores[0] + "," + scores[1] + ")");
    }

    private void knock(int knocker, List<List<String>> table) {
        int defender = 1 - knocker;
        one(knocker, "getFinalMelds()=" + packedMelds(table));
        both("reportFinalMelds(" + knocker + "," + packedMelds(table) + ")");
        List<List<String>> shown = melds(turns.get(at++).substring(1));
        one(defender, "getFinalMelds()=" + packedMelds(shown));
        both("reportFinalMelds(" + defender + "," + packedMelds(shown) + ")");
        List<String> loose = without(hands.get(defender), shown);
        int deadwood = points(without(hands.get(knocker), table));
        came(deadwood == 0 ? "gin-of-" + knocker : "knock-of-" + knocker);
        if (deadwood > 0) while (laysOff(defender, loose, table)) came("layoff");
        score(knocker, deadwood, points(loose));
    }

    private void score(int knocker, int deadwood, int other) {
        if (deadwood == 0) {
            scores[knocker] += 25 + other;
        } else if (deadwood < other) {
            scores[knocker] += other - deadwood;
        } else {
            came("undercut-by-" + (1 - knocker));
            scores[1 - knocker] += 25 + deadwood - other;
        }
    }

    // The lowest loose card, suit by suit, that fits a meld goes to the first meld it fits.
    private boolean laysOff(int defender, List<String> loose, List<List<String>> table) {
        loose.sort((a, b) -> a.charAt(1) != b.charAt(1) ? a.charAt(1) - b.charAt(1) : rank(a) - rank(b));
        for (String card : loose) {
            for (List<String> meld : table) {
                List<String> longer = new ArrayList<>(meld);
                longer.add(card);
                if (!isMeld(longer)) continue;
                both("reportLayoff(" + defender + "," + card + "," + packed(meld) + ")");
                meld.add(card);
                loose.remove(card);
                return true;
            }
        }
        return false;
    }

    private static int rank(String card) { return RANKS.indexOf(card.charAt(0)); }

    private static boolean isMeld(List<String> cards) {
        boolean set = cards.stream().mapToInt(ContestOrder::rank).distinct().count() == 1;
        boolean suit = cards.stream().map(card -> card.charAt(1)).distinct().count() == 1;
        int low = cards.stream().mapToInt(ContestOrder::rank).min().getAsInt();
        int high = cards.stream().mapToInt(ContestOrder::rank).max().getAsInt();
        return set || (suit && high - low == cards.size() - 1);
    }

    private static List<String> without(List<String> hand, List<List<String>> melds) {
        List<String> rest = new ArrayList<>(hand);
        for (List<String> meld : melds) rest.removeAll(meld);
        return rest;
    }

    private static int points(List<String> cards) {
        return cards.stream().mapToInt(card -> Math.min(rank(card) + 1, 10)).sum();
    }
}
