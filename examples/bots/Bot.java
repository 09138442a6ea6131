// SPDX-License-Identifier: MIT
// A whole gin bot: takes the upcard if it makes a meld, throws the dearest loose card, knocks as soon as it may.
//
// Try it:  deadwood check java Bot.java;  deadwood match exec:"java Bot.java" simple  (docs/PROTOCOL.md has every line)
import java.util.*;
import java.util.stream.*;

public class Bot {
    static final String RANKS = "A23456789TJQK";
    static final Set<String> hand = new HashSet<>();
    static String me = "0", upcard = "";

    // Does the card belong to a set or a run of three of hand and card together?
    static boolean melds(String card) {
        Set<String> cards = new HashSet<>(hand);
        cards.add(card);
        if (cards.stream().filter(other -> other.charAt(0) == card.charAt(0)).count() >= 3) return true;
        String run = " " + RANKS + " ", suit = card.substring(1);
        return IntStream.rangeClosed(run.indexOf(card.charAt(0)) - 2, run.indexOf(card.charAt(0))).anyMatch(low ->
            low > 0 && low + 3 < run.length() && IntStream.range(low, low + 3).allMatch(i -> cards.contains(run.charAt(i) + suit)));
    }

    // Loose cards before melded ones, dear before cheap.
    static int worth(String move) {
        String card = move.substring(move.length() - 2);
        return (melds(card) ? 0 : 20) + Math.min(RANKS.indexOf(card.charAt(0)), 9);
    }

    static String choose(List<String> legal) {
        if (legal.contains("draw:up") && melds(upcard)) return "draw:up";
        for (String kind : List.of("knock:", "discard:")) {
            Optional<String> best = legal.stream().filter(m -> m.startsWith(kind)).max(Comparator.comparing(Bot::worth));
            if (best.isPresent()) return best.get();
        }
        return legal.contains("draw:stock") ? "draw:stock" : legal.get(0); // or pass, or melds: the host finds the best
    }

    public static void main(String[] args) {
        for (Scanner in = new Scanner(System.in); in.hasNextLine();) {
            List<String> words = List.of(in.nextLine().trim().split("\\s+"));
            String last = words.get(words.size() - 1);
            switch (words.get(0)) {
            case "cgp": System.out.println("id name Java example\ngames gin\ncgpok"); break;
            case "ping": System.out.println("pong " + last); break;
            case "newmatch": me = words.get(words.indexOf("you") + 1); break;
            case "hand": hand.clear(); hand.addAll(words.subList(1, words.size())); break;
            case "ev":
                String event = String.join(" ", words.subList(1, Math.min(4, words.size()))) + " ";
                if (event.startsWith("upcard ") || event.contains(" discard ")) upcard = last;
                if (event.startsWith(me + " discard ") || event.startsWith(me + " knock ")) hand.remove(words.get(3));
                if (event.startsWith("you draw ") || event.startsWith(me + " draw up ")) hand.add(last);
                break;
            case "go":
                System.out.println("move " + words.get(1) + " " + choose(words.subList(words.indexOf("legal") + 1, words.size())));
                break;
            case "quit": return;
            default: // lines a later version may add
            }
        }
    }
}
