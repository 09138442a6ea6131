// SPDX-License-Identifier: MIT
// Seats a player written for the EAAI 2021 Gin Rummy challenge at any table that speaks the Card Game Protocol:
//
//     deadwood match exec:"java -cp bridge.jar:their-classes Bridge their.Player" simple
//
// The player implements that challenge's ginrummy.GinRummyPlayer; this program knows that interface by its words alone and
// finds it, its Card and the player on the class path when it runs. Cards are always the objects of Card.getCard, so
// that players may compare them with ==. bridge/README.md says which line becomes which call, and in what order.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public final class Bridge {
    private static final String RANKS = "A23456789TJQK", SUITS = "CHSD"; // that program's order

    private final PrintStream out;
    private final Contest contest;
    private int me, starter;
    private Object upcard;

    private Bridge(PrintStream out, Contest contest) {
        this.out = out;
        this.contest = contest;
    }

    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.US_ASCII);
        System.setOut(System.err); // players of the contest print what they like; only moves belong on our output
        if (args.length != 1) fail("usage: java -cp bridge.jar:CLASSES Bridge CLASS, with the player's class");
        try {
            new Bridge(out, new Contest(args[0])).run();
        } catch (Contest.Unusable e) {
            fail(e.getMessage());
        }
        System.exit(0); // even if the player left threads behind
    }

    private static void fail(String sentence) {
        System.err.println("bridge: " + sentence);
        System.exit(1);
    }

    private void run() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line; (line = in.readLine()) != null;) {
            String[] words = line.trim().split("\\s+");
            if (words[0].equals("quit")) return;
            obey(words);
            out.flush();
        }
    }

    private void obey(String[] words) {
        switch (words[0]) {
        case "cgp": out.print("id name " + contest.name() + " (EAAI 2021)\ngames gin\ncgpok\n"); break;
        case "ping": out.print("pong " + words[1] + "\n"); break;
        case "newmatch": me = Integer.parseInt(after(words, "you")); break;
        case "newdeal": starter = Integer.parseInt(after(words, "starter")); break;
        case "hand": contest.startGame(me, starter, cards(words, 1)); break;
        case "ev": see(words); break;
        case "go": out.print("move " + words[1] + " " + decide(Arrays.asList(words)) + "\n"); break;
        case "enddeal":
            int at = Arrays.asList(words).indexOf("scores");
            contest.reportScores(new int[] {Integer.parseInt(words[at + 1]), Integer.parseInt(words[at + 2])});
            break;
        default: // lines of a later version
        }
    }

    // ---- What happened ----

    private void see(String[] words) {
        String kind = words.length > 2 ? words[2] : "";
        if (words[1].equals("upcard")) {
            upcard = card(kind);
        } else if (words[1].equals("you") && kind.equals("draw")) {
            contest.reportDraw(me, card(words[3]));
        } else if (words[1].equals("0") || words[1].equals("1")) {
            see(Integer.parseInt(words[1]), kind, words);
        }
    }

    private void see(int seat, String kind, String[] words) {
        switch (kind) {
        case "draw":
            if (words[3].equals("up")) contest.reportDraw(seat, card(words[4]));
            else if (seat != me) contest.reportDraw(seat, null); // our own card comes with `ev you draw`
            break;
        case "discard": // passes make no call, as in the contest
            seeDiscard(seat, words[3]);
            break;
        case "knock":
            seeDiscard(seat, words[3]);
            contest.reportFinalMelds(seat, melds(after(words, "melds")));
            break;
        case "biggin": contest.reportFinalMelds(seat, melds(after(words, "melds"))); break;
        case "melds": contest.reportFinalMelds(seat, melds(words[3])); break;
        case "layoff": contest.reportLayoff(seat, card(words[3]), packed(words[4])); break;
        case "hand": contest.reportFinalHand(seat, cards(words, 3)); break;
        default: // a pass, or an event of a later version
        }
    }

    // Our own discard was reported before the player was asked whether it knocks.
    private void seeDiscard(int seat, String text) {
        upcard = card(text);
        if (seat != me) contest.reportDiscard(seat, upcard);
    }

    // ---- What to do ----

    private String decide(List<String> words) {
        List<String> legal = words.subList(words.indexOf("legal") + 1, words.size());
        if (legal.contains("melds")) {
            List<?> melds = contest.getFinalMelds();
            return melds == null ? "melds" : "melds " + text(melds);
        }
        if (legal.contains("draw:stock") || legal.contains("pass")) {
            // After two passes the contest's program asks once more though the stock is all there is; so do we.
            boolean take = contest.willDrawFaceUpCard(upcard) && legal.contains("draw:up");
            return take ? "draw up" : legal.contains("pass") ? "pass" : "draw stock";
        }
        Object card = contest.getDiscard();
        if (card == null) return "discard -"; // the host calls it by its name: an illegal move
        contest.reportDiscard(me, card);
        List<?> melds = contest.getFinalMelds();
        return melds == null ? "discard " + text(card) : "knock " + text(card) + " melds " + text(melds);
    }

    // ---- Cards and melds as text ----

    private static String after(String[] words, String key) { return words[Arrays.asList(words).indexOf(key) + 1]; }

    private Object card(String text) {
        return contest.card(SUITS.indexOf(text.charAt(1)) * 13 + RANKS.indexOf(text.charAt(0)));
    }

    private String text(Object card) {
        int id = contest.id(card);
        return "" + RANKS.charAt(id % 13) + SUITS.charAt(id / 13);
    }

    private String text(List<?> melds) {
        List<String> parts = new ArrayList<>();
        for (Object meld : melds) {
            StringBuilder part = new StringBuilder();
            for (Object card : (List<?>) meld) part.append(text(card));
            parts.add(part.toString());
        }
        return parts.isEmpty() ? "-" : String.join("/", parts);
    }

    private ArrayList<Object> cards(String[] words, int from) {
        ArrayList<Object> cards = new ArrayList<>();
        for (int i = from; i < words.length; i++) cards.add(card(words[i]));
        return cards;
    }

    private ArrayList<Object> packed(String text) {
        ArrayList<Object> cards = new ArrayList<>();
        for (int i = 0; i + 1 < text.length(); i += 2) cards.add(card(text.substring(i, i + 2)));
        return cards;
    }

    private ArrayList<ArrayList<Object>> melds(String text) {
        ArrayList<ArrayList<Object>> melds = new ArrayList<>();
        for (String meld : text.split("/")) if (!meld.equals("-")) melds.add(packed(meld));
        return melds;
    }

    // ---- The contest's classes, by their words ----

    private static final class Contest {
        static final class Unusable extends RuntimeException {
            private static final long serialVersionUID = 1;
            Unusable(String sentence) { super(sentence); }
        }

        private static final String HELP = "; put the contest's classes on the class path: java -cp bridge.jar:CLASSES";
        private final Object player;
        private final Class<?> role, cardClass;
        private final Object[] deck = new Object[52];

        Contest(String name) {
            cardClass = find("ginrummy.Card");
            role = find("ginrummy.GinRummyPlayer");
            Class<?> playerClass = find(name);
            if (!role.isAssignableFrom(playerClass)) throw new Unusable(name + " is no ginrummy.GinRummyPlayer");
            try {
                Method getCard = cardClass.getMethod("getCard", int.class);
                for (int id = 0; id < deck.length; id++) deck[id] = getCard.invoke(null, id);
            } catch (ReflectiveOperationException e) {
                readAllCards();
            }
            try {
                Constructor<?> constructor = playerClass.getDeclaredConstructor();
                constructor.setAccessible(true);
                player = constructor.newInstance();
            } catch (NoSuchMethodException e) {
                throw new Unusable(name + " has no constructor without arguments");
            } catch (ReflectiveOperationException e) {
                throw broken(name + " could not be made", e);
            }
        }

        private void readAllCards() {
            try {
                Object[] all = (Object[]) cardClass.getField("allCards").get(null);
                System.arraycopy(all, 0, deck, 0, deck.length);
            } catch (ReflectiveOperationException | RuntimeException e) {
                throw new Unusable("ginrummy.Card has neither getCard(int) nor allCards with 52 cards");
            }
        }

        private static Class<?> find(String name) {
            try {
                return Class.forName(name);
            } catch (ClassNotFoundException | LinkageError e) {
                throw new Unusable("there is no class '" + name + "' (" + e + ")" + HELP);
            }
        }

        private static Unusable broken(String what, Throwable e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            cause.printStackTrace();
            return new Unusable(what + ": " + cause);
        }

        // Early versions of the interface lack the last two reports: what it does not have is not called.
        private Object call(String method, Class<?>[] types, Object... arguments) {
            try {
                return role.getMethod(method, types).invoke(player, arguments);
            } catch (NoSuchMethodException e) {
                if (method.equals("reportLayoff") || method.equals("reportFinalHand")) return null;
                throw new Unusable("ginrummy.GinRummyPlayer has no " + method + " as the contest's has");
            } catch (ReflectiveOperationException e) {
                throw broken("the player failed in " + method, e);
            }
        }

        private static Class<?>[] types(Class<?>... types) { return types; }

        String name() { return player.getClass().getName(); }
        Object card(int id) { return deck[id]; }

        int id(Object card) {
            for (int id = 0; id < deck.length; id++) if (deck[id] == card) return id;
            throw new Unusable("the player gave '" + card + "', which is none of the 52 cards of ginrummy.Card");
        }

        void startGame(int me, int starter, List<Object> hand) {
            Object[] cards = (Object[]) java.lang.reflect.Array.newInstance(cardClass, hand.size());
            call("startGame", types(int.class, int.class, cards.getClass()), me, starter, hand.toArray(cards));
        }

        boolean willDrawFaceUpCard(Object card) {
            return (Boolean) call("willDrawFaceUpCard", types(cardClass), card);
        }

        Object getDiscard() { return call("getDiscard", types()); }
        List<?> getFinalMelds() { return (List<?>) call("getFinalMelds", types()); }
        void reportDraw(int seat, Object card) { call("reportDraw", types(int.class, cardClass), seat, card); }
        void reportDiscard(int seat, Object card) { call("reportDiscard", types(int.class, cardClass), seat, card); }
        void reportScores(int[] scores) { call("reportScores", types(int[].class), (Object) scores); }

        void reportFinalMelds(int seat, ArrayList<ArrayList<Object>> melds) {
            call("reportFinalMelds", types(int.class, ArrayList.class), seat, melds);
        }

        void reportLayoff(int seat, Object card, ArrayList<Object> meld) {
            call("reportLayoff", types(int.class, cardClass, ArrayList.class), seat, card, meld);
        }

        void reportFinalHand(int seat, ArrayList<Object> hand) {
            call("reportFinalHand", types(int.class, ArrayList.class), seat, hand);
        }
    }
}
