// SPDX-License-Identifier: MIT
// A whole gin bot: takes the upcard if it makes a meld, throws the dearest loose card, knocks as soon as it may. It asks
// for `Stateless`, so that all it must read is `view` and `go`.
//
// Try it:  deadwood check java Bot.java;  deadwood match exec:"java Bot.java" simple  (docs/PROTOCOL.md has every line)
import java.util.*;

public class Bot {
    static final String RANKS = "A23456789TJQK";
    static String hand, upcard; // cards packed: "AC2C3C"

    static boolean has(int rank, char suit, String also) {
        String card = rank < 0 || rank > 12 ? "??" : "" + RANKS.charAt(rank) + suit;
        return hand.contains(card) || also.equals(card);
    }

    // Does the card belong to a set or a run of three of hand and card together?
    static boolean melds(String card) {
        int rank = RANKS.indexOf(card.charAt(0)), same = 0;
        char suit = card.charAt(1);
        for (char other : "CDHS".toCharArray()) if (has(rank, other, card)) same++;
        boolean below = has(rank - 1, suit, card), above = has(rank + 1, suit, card);
        return same >= 3 || (below && above) || (below && has(rank - 2, suit, card)) || (above && has(rank + 2, suit, card));
    }

    // Knocks before discards, loose cards before melded ones, dear before cheap; the upcard only for a meld.
    static int worth(String move) {
        if (move.equals("draw:up")) return melds(upcard) ? 2 : 0;
        if (!move.startsWith("knock:") && !move.startsWith("discard:")) return 1; // stock, pass; melds: the host's best
        String card = move.substring(move.length() - 2);
        return (move.startsWith("knock:") ? 100 : 10) + (melds(card) ? 0 : 20) + Math.min(RANKS.indexOf(card.charAt(0)), 9);
    }

    public static void main(String[] args) {
        for (Scanner in = new Scanner(System.in); in.hasNextLine();) {
            List<String> words = List.of(in.nextLine().trim().split("\\s+"));
            switch (words.get(0)) {
            case "cgp":
                System.out.println("id name Java example\ngames gin\noption name Stateless type check default true\ncgpok");
                break;
            case "ping": System.out.println("pong " + words.get(1)); break;
            case "view":
                hand = words.get(words.indexOf("hand") + 1);
                upcard = words.get(words.indexOf("upcard") + 1);
                break;
            case "go":
                List<String> legal = words.subList(words.indexOf("legal") + 1, words.size());
                System.out.println("move " + words.get(1) + " " + Collections.max(legal, Comparator.comparing(Bot::worth)));
                break;
            case "quit": return;
            default: // everything else is for bots with a memory
            }
        }
    }
}
