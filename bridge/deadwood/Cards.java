// SPDX-License-Identifier: MIT
// The contest's 52 card objects and their text in the protocol. Players may compare cards with ==, so these objects and no
// others are handed out. Lists are fresh for each call: a player may keep or change them.
package deadwood;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

public final class Cards {
    private static final String RANKS = "A23456789TJQK", SUITS = "CHSD"; // that program's order

    private final Class<?> type;
    private final Method getId;
    private final Object[] deck = new Object[52];

    // Some versions hide getCard; all have the public array.
    Cards(Class<?> type) {
        this.type = type;
        try {
            Field all = type.getField("allCards");
            all.setAccessible(true);
            System.arraycopy(all.get(null), 0, deck, 0, deck.length);
            getId = type.getMethod("getId");
            getId.setAccessible(true);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new ContestPlayer.Unusable(type.getName() + " is not the contest's Card: it lacks getId() or allCards");
        } catch (LinkageError e) {
            throw new ContestPlayer.Unusable(type.getName() + " cannot be made: " + e);
        }
    }

    public Object card(String text) {
        return deck[SUITS.indexOf(text.charAt(1)) * 13 + RANKS.indexOf(text.charAt(0))];
    }

    private static String text(int id) { return "" + RANKS.charAt(id % 13) + SUITS.charAt(id / 13); }

    // null if it is none of the 52 objects.
    public String text(Object card) {
        for (int id = 0; id < deck.length; id++) if (deck[id] == card) return text(id);
        return null;
    }

    // The same for any object that says it is that card; null if it is no card at all.
    public String textOfCopy(Object card) {
        if (!type.isInstance(card)) return null;
        try {
            int id = (Integer) getId.invoke(card);
            return id >= 0 && id < deck.length ? text(id) : null;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    public ArrayList<Object> list(String[] words, int from) {
        ArrayList<Object> cards = new ArrayList<>();
        for (int i = from; i < words.length; i++) cards.add(card(words[i]));
        return cards;
    }

    public ArrayList<Object> meld(String text) {
        ArrayList<Object> cards = new ArrayList<>();
        for (int i = 0; i + 1 < text.length(); i += 2) cards.add(card(text.substring(i, i + 2)));
        return cards;
    }

    public ArrayList<ArrayList<Object>> melds(String text) {
        ArrayList<ArrayList<Object>> melds = new ArrayList<>();
        for (String meld : text.split("/")) if (!meld.equals("-")) melds.add(meld(meld));
        return melds;
    }

    // As an array of the contest's own type.
    Object[] array(List<Object> cards) {
        return cards.toArray((Object[]) Array.newInstance(type, cards.size()));
    }
}
