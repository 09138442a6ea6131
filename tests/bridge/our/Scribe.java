// SPDX-License-Identifier: MIT
// A careful player that writes down each call with its answer, one line a hand, into a file of this process in the folder
// that the property "log" names. model/ContestOrder.java writes what the contest's own program would have called.
package our;

import ginrummy.Card;
import java.io.FileWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;

public class Scribe extends Careful {
    private static final String FILE = System.getProperty("log") + "/" + ProcessHandle.current().pid();
    private StringJoiner line = new StringJoiner(" ");

    private static String cards(List<Card> cards) {
        List<String> texts = new ArrayList<>();
        for (Card card : cards) texts.add(card.toString());
        Collections.sort(texts); // the order of cards in a hand or a meld says nothing
        return String.join("", texts);
    }

    private static String melds(List<ArrayList<Card>> melds) {
        if (melds == null) return "null";
        StringJoiner text = new StringJoiner("/", "[", "]");
        for (ArrayList<Card> meld : melds) text.add(cards(meld));
        return text.toString();
    }

    @Override
    public void startGame(int playerNum, int startingPlayerNum, Card[] cards) {
        line = new StringJoiner(" ");
        line.add("startGame(" + playerNum + "," + startingPlayerNum + "," + cards(Arrays.asList(cards)) + ")");
        super.startGame(playerNum, startingPlayerNum, cards);
    }

    @Override
    public boolean willDrawFaceUpCard(Card card) {
        boolean will = super.willDrawFaceUpCard(card);
        line.add("willDrawFaceUpCard(" + card + ")=" + will);
        return will;
    }

    @Override
    public void reportDraw(int playerNum, Card drawnCard) {
        line.add("reportDraw(" + playerNum + "," + drawnCard + ")");
        super.reportDraw(playerNum, drawnCard);
    }

    @Override
    public Card getDiscard() {
        Card card = super.getDiscard();
        line.add("getDiscard()=" + card);
        return card;
    }

    @Override
    public void reportDiscard(int playerNum, Card discardedCard) {
        line.add("reportDiscard(" + playerNum + "," + discardedCard + ")");
        super.reportDiscard(playerNum, discardedCard);
    }

    @Override
    public ArrayList<ArrayList<Card>> getFinalMelds() {
        ArrayList<ArrayList<Card>> melds = super.getFinalMelds();
        line.add("getFinalMelds()=" + melds(melds));
        return melds;
    }

    @Override
    public void reportFinalMelds(int playerNum, ArrayList<ArrayList<Card>> melds) {
        line.add("reportFinalMelds(" + playerNum + "," + melds(melds) + ")");
        super.reportFinalMelds(playerNum, melds);
    }

    @Override
    public void reportLayoff(int playerNum, Card layoffCard, ArrayList<Card> opponentMeld) {
        line.add("reportLayoff(" + playerNum + "," + layoffCard + "," + cards(opponentMeld) + ")");
        super.reportLayoff(playerNum, layoffCard, opponentMeld);
    }

    @Override
    public void reportFinalHand(int playerNum, ArrayList<Card> cards) {
        line.add("reportFinalHand(" + playerNum + "," + cards(cards) + ")");
        super.reportFinalHand(playerNum, cards);
    }

    @Override
    public void reportScores(int[] scores) {
        line.add("reportScores(" + scores[0] + "," + scores[1] + ")");
        super.reportScores(scores);
        try (FileWriter writer = new FileWriter(FILE, true)) {
            writer.write(line + "\n");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
