// SPDX-License-Identifier: MIT
// The least deadwood of a hand, by trying everything: short rather than quick.
package our;

import ginrummy.Card;
import java.util.ArrayList;
import java.util.List;

final class Melds {
    private Melds() {}

    static int points(List<Card> cards) {
        int sum = 0;
        for (Card card : cards) sum += Math.min(card.rank + 1, 10);
        return sum;
    }

    static boolean isMeld(List<Card> cards) {
        if (cards.size() < 3) return false;
        int ranks = 0, suits = 0;
        for (Card card : cards) {
            ranks |= 1 << card.rank;
            suits |= 1 << card.suit;
        }
        boolean set = Integer.bitCount(ranks) == 1 && Integer.bitCount(suits) == cards.size();
        int low = Integer.numberOfTrailingZeros(ranks);
        return set || (Integer.bitCount(suits) == 1 && ranks >> low == (1 << cards.size()) - 1);
    }

    // Disjoint melds of the hand that leave the fewest points.
    static ArrayList<ArrayList<Card>> best(List<Card> hand) {
        ArrayList<ArrayList<Card>> best = new ArrayList<>();
        int fewest = points(hand);
        for (ArrayList<Card> meld : all(hand)) {
            ArrayList<Card> rest = new ArrayList<>(hand);
            rest.removeAll(meld);
            ArrayList<ArrayList<Card>> others = best(rest);
            int left = points(rest);
            for (ArrayList<Card> other : others) left -= points(other);
            if (left >= fewest) continue;
            fewest = left;
            others.add(0, meld);
            best = others;
        }
        return best;
    }

    static int deadwood(List<Card> hand) {
        int left = points(hand);
        for (ArrayList<Card> meld : best(hand)) left -= points(meld);
        return left;
    }

    // Melds that begin with the lowest meldable card of their kind: sets of three and four, runs of three and more.
    private static List<ArrayList<Card>> all(List<Card> hand) {
        List<ArrayList<Card>> melds = new ArrayList<>();
        for (Card card : hand) {
            ArrayList<Card> run = new ArrayList<>(), set = new ArrayList<>();
            for (int rank = card.rank; rank < 13 && hand.contains(Card.getCard(card.suit * 13 + rank)); rank++) {
                run.add(Card.getCard(card.suit * 13 + rank));
                if (run.size() >= 3) melds.add(new ArrayList<>(run));
            }
            for (int suit = 0; suit < 4; suit++)
                if (hand.contains(Card.getCard(suit * 13 + card.rank))) set.add(Card.getCard(suit * 13 + card.rank));
            if (set.size() < 3 || set.get(0) != card) continue;
            melds.add(set);
            for (int i = 0; set.size() == 4 && i < 4; i++) {
                ArrayList<Card> three = new ArrayList<>(set);
                three.remove(i);
                melds.add(three);
            }
        }
        return melds;
    }
}
