// SPDX-License-Identifier: MIT
// A player that trusts nobody: it checks that every card is one of the 52 objects, that calls come in the order in which
// the contest's program makes them, and that cards are where they can be. What is wrong it throws. At the end of each
// hand it appends how often each call came to the file that the property "calls" names.
package our;

import ginrummy.Card;
import ginrummy.GinRummyPlayer;
import java.io.FileWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class Careful implements GinRummyPlayer {
    private enum Stage { BETWEEN, DRAW, DISCARD, THROWN, ASKED, KNOCKED, ANSWERED, SHOWN, HAND0, HAND1 }

    private Stage stage = Stage.BETWEEN;
    private int me, turn, knocker;
    private boolean offered; // nobody has drawn yet: the first upcard is on offer
    private boolean asked, take, threwLast;
    private Card upcard, thrown, taken;
    private final List<Card> hand = new ArrayList<>();
    private ArrayList<ArrayList<Card>> table; // the knocker's melds, with what was laid off
    private final Map<String, Integer> calls = new TreeMap<>();

    private void must(boolean so, String what) {
        if (!so) throw new IllegalStateException(what + " (stage " + stage + ", turn " + turn + ", I am " + me + ")");
    }

    private void count(String call) { calls.merge(call, 1, Integer::sum); }

    private Card known(Card card) {
        must(card != null && Card.allCards[card.getId()] == card, "not one of the 52 cards: " + card);
        return card;
    }

    @Override
    public void startGame(int playerNum, int startingPlayerNum, Card[] cards) {
        count("startGame");
        must(cards.length == 10 && Arrays.stream(cards).distinct().count() == 10, "not ten cards");
        me = playerNum;
        turn = startingPlayerNum;
        hand.clear();
        for (Card card : cards) hand.add(known(card));
        upcard = null;
        asked = false;
        offered = true;
        table = null; // a forfeit may have ended the hand before at any point
        stage = Stage.DRAW;
    }

    // Passes make no call, so until somebody draws we know whose turn it is only when we are asked. Nobody is asked twice
    // about the first upcard.
    @Override
    public boolean willDrawFaceUpCard(Card card) {
        count("willDrawFaceUpCard");
        must(stage == Stage.DRAW, "asked to draw");
        must(offered ? !asked : turn == me, "asked out of turn, or again");
        must(upcard == null || upcard == card, "another upcard than was discarded");
        must(!hand.contains(known(card)), "the upcard is in our hand");
        turn = me;
        upcard = card;
        asked = true;
        hand.add(card);
        take = Melds.best(hand).stream().anyMatch(meld -> meld.contains(card));
        hand.remove(card);
        return take;
    }

    @Override
    public void reportDraw(int playerNum, Card drawnCard) {
        count(drawnCard == null ? "reportDraw(null)" : playerNum == me ? "reportDraw(mine)" : "reportDraw(theirs)");
        must(stage == Stage.DRAW, "a draw");
        must(offered || turn == playerNum, "a draw out of turn");
        if (playerNum == me) {
            must(asked, "we drew without being asked");
            must(!hand.contains(known(drawnCard)), "we drew a card we hold");
            must(take == (drawnCard == upcard), "not the pile we chose");
            hand.add(drawnCard);
        } else {
            must(drawnCard == null || upcard == null || known(drawnCard) == upcard, "their card was no upcard");
            must(drawnCard == null || !hand.contains(drawnCard), "they drew our card");
        }
        taken = drawnCard == upcard || (playerNum != me && drawnCard != null) ? drawnCard : null;
        turn = playerNum;
        offered = false;
        stage = Stage.DISCARD;
    }

    @Override
    public Card getDiscard() {
        count("getDiscard");
        must(stage == Stage.DISCARD && turn == me && hand.size() == 11, "asked for a discard");
        stage = Stage.THROWN;
        int fewest = Integer.MAX_VALUE;
        for (Card card : hand) {
            List<Card> rest = new ArrayList<>(hand);
            rest.remove(card);
            int left = Melds.deadwood(rest);
            if (card == taken || left >= fewest) continue;
            fewest = left;
            thrown = card;
        }
        return thrown;
    }

    @Override
    public void reportDiscard(int playerNum, Card discardedCard) {
        count(playerNum == me ? "reportDiscard(mine)" : "reportDiscard(theirs)");
        known(discardedCard);
        must(turn == playerNum, "a discard out of turn");
        if (playerNum == me) {
            must(stage == Stage.THROWN && discardedCard == thrown, "not the card we threw");
            hand.remove(discardedCard);
            stage = Stage.ASKED;
        } else {
            must(stage == Stage.DISCARD && !hand.contains(discardedCard) && discardedCard != taken, "their discard");
            stage = Stage.DRAW;
        }
        upcard = discardedCard;
        asked = false;
        threwLast = playerNum == me;
        turn = 1 - playerNum;
    }

    @Override
    public ArrayList<ArrayList<Card>> getFinalMelds() {
        count("getFinalMelds");
        must(stage == Stage.ASKED || stage == Stage.KNOCKED, "asked for melds");
        must(hand.size() == 10, "not ten cards");
        boolean knocked = stage == Stage.KNOCKED;
        if (!knocked && Melds.deadwood(hand) > 10) {
            stage = Stage.DRAW;
            return null;
        }
        stage = knocked ? Stage.ANSWERED : Stage.KNOCKED;
        return Melds.best(hand);
    }

    @Override
    public void reportFinalMelds(int playerNum, ArrayList<ArrayList<Card>> melds) {
        count("reportFinalMelds");
        for (ArrayList<Card> meld : melds) {
            must(Melds.isMeld(meld), "no meld: " + meld);
            for (Card card : meld) must(hand.contains(known(card)) == (playerNum == me), "not their card: " + card);
        }
        if (stage == Stage.KNOCKED || stage == Stage.DRAW) { // we knocked, or they did
            must(table == null && (playerNum == me) == (stage == Stage.KNOCKED) && (playerNum == me) == threwLast,
                 "the knocker's melds");
            knocker = playerNum;
            table = melds;
            stage = playerNum == me ? Stage.ANSWERED : Stage.KNOCKED;
        } else {
            must(stage == Stage.ANSWERED && playerNum == 1 - knocker, "the defender's melds");
            stage = Stage.SHOWN;
        }
    }

    @Override
    public void reportLayoff(int playerNum, Card layoffCard, ArrayList<Card> opponentMeld) {
        count("reportLayoff");
        must(stage == Stage.SHOWN && playerNum == 1 - knocker, "a layoff");
        must(hand.contains(known(layoffCard)) == (playerNum == me), "not their card");
        boolean found = false;
        for (ArrayList<Card> meld : table) {
            if (!meld.containsAll(opponentMeld) || meld.size() != opponentMeld.size()) continue;
            meld.add(layoffCard);
            found = Melds.isMeld(meld);
        }
        must(found, layoffCard + " does not fit " + opponentMeld);
    }

    @Override
    public void reportFinalHand(int playerNum, ArrayList<Card> cards) {
        count("reportFinalHand");
        must(stage == (playerNum == 0 ? (table == null ? Stage.DRAW : Stage.SHOWN) : Stage.HAND0), "a final hand");
        must(cards.size() == 10 && cards.stream().distinct().count() == 10, "not ten cards");
        for (Card card : cards) must(hand.contains(known(card)) == (playerNum == me), "not their card: " + card);
        stage = playerNum == 0 ? Stage.HAND0 : Stage.HAND1;
    }

    @Override
    public void reportScores(int[] scores) {
        count(table == null ? "reportScores(cancelled)" : "reportScores");
        must(stage == Stage.HAND1 && scores.length == 2 && scores[0] >= 0 && scores[1] >= 0, "scores");
        stage = Stage.BETWEEN;
        table = null;
        System.out.println("players may print what they like");
        String file = System.getProperty("calls");
        if (file == null) return;
        try (FileWriter writer = new FileWriter(file, true)) {
            writer.write(calls + "\n");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        calls.clear();
    }
}
