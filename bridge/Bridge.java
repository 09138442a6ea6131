// SPDX-License-Identifier: MIT
// Seats a player written for the EAAI 2021 Gin Rummy challenge at any table that speaks the Card Game Protocol:
//
//     deadwood match exec:"java -cp bridge.jar:their-classes Bridge their.Player" simple
//
// Each line from the host becomes the calls that the contest's own program makes there, each answer a move.
// bridge/README.md says which line becomes which call, and in what order.
import deadwood.Cards;
import deadwood.ContestPlayer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public final class Bridge {
    private static final String VERSION = "2";
    private static final int LONGEST = 30; // cards in an answer; all the rest makes it no better

    private final PrintStream out;
    private final ContestPlayer player;
    private final Cards cards;
    private int me, starter;
    private Object upcard;
    private boolean discardTold; // our discard was reported when it was chosen
    private String answered = ""; // to the last decision, and not seen to happen yet
    private String[] hand = {};
    private final List<String[]> events = new ArrayList<>(); // of this hand

    private Bridge(PrintStream out, ContestPlayer player) {
        this.out = out;
        this.player = player;
        cards = player.cards();
    }

    public static void main(String[] args) {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.US_ASCII);
        InputStream in = System.in;
        System.setOut(System.err); // players of the contest print what they like; only moves belong on our output
        System.setIn(InputStream.nullInputStream());
        if (args.length != 1) fail("usage: java -cp bridge.jar:CLASSES Bridge CLASS, with the player's class");
        try {
            new Bridge(out, ContestPlayer.find(args[0])).run(in);
        } catch (ContestPlayer.Unusable e) {
            fail(e.getMessage());
        } catch (IOException | RuntimeException | Error e) { // or the player's threads keep us alive
            e.printStackTrace();
            fail("cannot go on: " + e);
        }
        System.exit(0); // even if the player left threads behind
    }

    private static void fail(String sentence) {
        say(sentence);
        System.exit(1);
    }

    private static void say(String sentence) { System.err.println("bridge: " + sentence); }

    private void run(InputStream from) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(from, StandardCharsets.US_ASCII));
        for (String line; (line = in.readLine()) != null;) {
            String[] words = line.trim().split("\\s+");
            if (words[0].equals("quit")) return;
            obey(words);
            out.flush();
        }
    }

    private void obey(String[] words) {
        switch (words[0]) {
        case "cgp":
            out.print("id name " + player.name() + "\n");
            out.print("id author its authors, through Deadwood's bridge " + VERSION + " for the EAAI 2021 contest\n");
            out.print("games gin\ncgpok\n");
            break;
        case "ping": out.print("pong " + words[1] + "\n"); break;
        case "newmatch": me = Integer.parseInt(after(words, "you")); break;
        case "newdeal": starter = Integer.parseInt(after(words, "starter")); break;
        case "hand":
            hand = words;
            events.clear();
            startHand();
            break;
        case "ev":
            events.add(words);
            if (tellsOtherwise(words)) tellAgain();
            else see(words);
            break;
        case "go":
            answered = decide(Arrays.asList(words));
            out.print("move " + words[1] + " " + answered + "\n");
            break;
        case "enddeal":
            int at = Arrays.asList(words).indexOf("scores");
            player.reportScores(new int[] {Integer.parseInt(words[at + 1]), Integer.parseInt(words[at + 2])});
            break;
        default: // lines of a later version
        }
    }

    private static String after(String[] words, String key) { return words[Arrays.asList(words).indexOf(key) + 1]; }

    // ---- What happened ----

    private void startHand() {
        discardTold = false;
        answered = "";
        player.startGame(me, starter, cards.list(hand, 1));
    }

    // A game that was saved, or a move taken back, is asked for again, but what was done then counts. Is that another move
    // than our player's answer?
    private boolean tellsOtherwise(String[] words) {
        if (answered.isEmpty() || words.length < 3 || !words[1].equals("" + me)) return false;
        String kind = words[2], done = kind.equals("pass") || kind.equals("melds") ? kind : kind + " " + words[3];
        boolean other = !(answered + " ").startsWith(done + " ");
        answered = "";
        return other;
    }

    // What the player believes it did did not happen: it hears of the hand from its beginning, and is not asked.
    private void tellAgain() {
        startHand();
        for (String[] words : events) see(words);
    }

    private void see(String[] words) {
        String kind = words.length > 2 ? words[2] : "";
        if (words[1].equals("upcard")) {
            upcard = cards.card(kind);
        } else if (words[1].equals("you") && kind.equals("draw")) {
            player.reportDraw(me, cards.card(words[3]));
        } else if (words[1].equals("0") || words[1].equals("1")) {
            see(Integer.parseInt(words[1]), kind, words);
        }
    }

    private void see(int seat, String kind, String[] words) {
        switch (kind) {
        case "draw":
            if (words[3].equals("up")) player.reportDraw(seat, cards.card(words[4]));
            else if (seat != me) player.reportDraw(seat, null); // our own card comes with `ev you draw`
            break;
        case "discard": // passes make no call, as in the contest
            seeDiscard(seat, words[3]);
            break;
        case "knock":
            seeDiscard(seat, words[3]);
            player.reportFinalMelds(seat, cards.melds(after(words, "melds")));
            break;
        case "biggin": player.reportFinalMelds(seat, cards.melds(after(words, "melds"))); break;
        case "melds": player.reportFinalMelds(seat, cards.melds(words[3])); break;
        case "layoff": player.reportLayoff(seat, cards.card(words[3]), cards.meld(words[4])); break;
        case "hand": player.reportFinalHand(seat, cards.list(words, 3)); break;
        default: // a pass, or an event of a later version
        }
    }

    // Our own discard was reported before the player was asked whether it knocks; not so in a saved hand that goes on.
    private void seeDiscard(int seat, String text) {
        upcard = cards.card(text);
        if (seat != me || !discardTold) player.reportDiscard(seat, upcard);
        discardTold = false;
    }

    // ---- What to do ----

    private String decide(List<String> words) {
        List<String> legal = words.subList(words.indexOf("legal") + 1, words.size());
        if (legal.contains("melds")) return defend();
        if (!legal.contains("draw:up") && !legal.contains("draw:stock")) return discard(legal);
        // After two passes only the stock is left, and the contest's program does not ask.
        if (legal.contains("draw:up") && player.willDrawFaceUpCard(upcard)) return "draw up";
        return legal.contains("pass") ? "pass" : "draw stock";
    }

    // The contest's program judges a discard before it tells anybody of it.
    private String discard(List<String> legal) {
        Object card = player.getDiscard();
        String text = itself(card);
        if (!legal.contains("discard:" + text)) return "discard " + text;
        player.reportDiscard(me, card);
        discardTold = true;
        List<?> melds = player.getFinalMelds();
        if (melds == null) return "discard " + text;
        // Without melds all ten cards are deadwood there; `melds -` would be the best ones here.
        return "knock " + text + " melds " + (melds.isEmpty() ? "none" : text(melds, true));
    }

    // A defender's cards count there by what is printed on them, copies too.
    private String defend() {
        List<?> melds = player.getFinalMelds();
        return melds == null || melds.isEmpty() ? "melds" : "melds " + text(melds, false);
    }

    // ---- Answers as text; what is not legal in the contest is written so that the host calls it illegal ----

    private String text(List<?> melds, boolean themselves) {
        List<String> parts = new ArrayList<>();
        int count = 0;
        for (Object meld : melds) {
            StringBuilder part = new StringBuilder();
            if (!(meld instanceof List)) return noCard(meld);
            for (Object card : (List<?>) meld) {
                if (++count > LONGEST) return "too-many";
                part.append(themselves ? itself(card) : alike(card));
            }
            parts.add(part.toString());
        }
        return String.join("/", parts);
    }

    // Cards are compared with == there: a copy is not in the hand.
    private String itself(Object card) {
        String text = cards.text(card);
        if (text != null) return text;
        String copied = cards.textOfCopy(card);
        if (copied == null) return noCard(card);
        say("the player gave a copy of " + copied + ", not the object it was given: illegal, as in the contest");
        return copied + "?";
    }

    private String alike(Object card) {
        String text = cards.textOfCopy(card);
        return text == null ? noCard(card) : text;
    }

    private static String noCard(Object card) {
        say("the player gave " + (card == null ? "null" : card.getClass().getName()) + " where a card belongs");
        return card == null ? "null" : "?";
    }
}
