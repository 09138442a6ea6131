// SPDX-License-Identifier: MIT
// A stand-in with the shape of the EAAI 2021 contest's Card: 52 objects, compared with ==, and anybody can make copies.
package ginrummy;

public final class Card {
    public static final Card[] allCards = new Card[52];
    private static final String RANKS = "A23456789TJQK", SUITS = "CHSD";

    static {
        for (int id = 0; id < 52; id++) allCards[id] = new Card(id % 13, id / 13);
    }

    public final int rank, suit;

    public Card(int rank, int suit) {
        this.rank = rank;
        this.suit = suit;
    }

    public static Card getCard(int id) { return allCards[id]; }
    public int getRank() { return rank; }
    public int getSuit() { return suit; }
    public int getId() { return suit * 13 + rank; }

    @Override
    public String toString() { return "" + RANKS.charAt(rank) + SUITS.charAt(suit); }
}
