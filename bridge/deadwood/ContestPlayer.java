// SPDX-License-Identifier: MIT
// A player of the contest, known by the words of its interface alone: `GinRummyPlayer`, in whatever package the player's
// classes have it (the contest's first version stands in none). Nothing of the contest is needed to compile this.
package deadwood;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

public final class ContestPlayer {
    // What is wrong with the player or with the class path, in a sentence.
    public static final class Unusable extends RuntimeException {
        private static final long serialVersionUID = 1;
        Unusable(String sentence) { super(sentence); }
    }

    private static final String INTERFACE = "GinRummyPlayer";
    private static final String HELP = "; put the folder or jar above the packages on the class path: "
                                       + "java -cp bridge.jar:CLASSES Bridge their.Player";

    private final Object player;
    private final Cards cards;
    private final Method startGame, willDrawFaceUpCard, reportDraw, getDiscard, reportDiscard, getFinalMelds;
    private final Method reportFinalMelds, reportLayoff, reportFinalHand, reportScores;

    private ContestPlayer(Class<?> playerClass, Class<?> role) {
        Class<?> card = typeOfCards(role);
        startGame = method(role, "startGame", int.class, int.class, Array.newInstance(card, 0).getClass());
        willDrawFaceUpCard = method(role, "willDrawFaceUpCard", card);
        reportDraw = method(role, "reportDraw", int.class, card);
        getDiscard = method(role, "getDiscard");
        reportDiscard = method(role, "reportDiscard", int.class, card);
        getFinalMelds = method(role, "getFinalMelds");
        reportFinalMelds = method(role, "reportFinalMelds", int.class, ArrayList.class);
        reportLayoff = method(role, "reportLayoff", int.class, card, ArrayList.class);
        reportFinalHand = method(role, "reportFinalHand", int.class, ArrayList.class);
        reportScores = method(role, "reportScores", int[].class);
        cards = new Cards(card);
        player = make(playerClass);
    }

    // The player of that name from the class path. Throws Unusable.
    public static ContestPlayer find(String name) {
        try {
            Class<?> playerClass = Class.forName(name, false, ContestPlayer.class.getClassLoader());
            Class<?> role = roleOf(playerClass);
            if (role == null) throw new Unusable(name + " implements no " + INTERFACE + ", the contest's interface");
            return new ContestPlayer(playerClass, role);
        } catch (ClassNotFoundException e) {
            throw new Unusable("there is no class '" + name + "'" + HELP);
        } catch (UnsupportedClassVersionError e) {
            throw new Unusable(name + " was compiled for a later Java than this one, "
                               + System.getProperty("java.version"));
        } catch (NoClassDefFoundError e) {
            throw new Unusable(missing(name, String.valueOf(e.getMessage())));
        } catch (LinkageError e) {
            throw new Unusable(name + " cannot be loaded: " + e);
        }
    }

    // Java says `their/Player`, or `Player (wrong name: their/Player)` of a file in the wrong place.
    private static String missing(String name, String said) {
        String mark = "wrong name: ";
        int at = said.indexOf(mark);
        if (at < 0) return name + " needs the class '" + said.replace('/', '.') + "', which is not there" + HELP;
        String real = said.substring(at + mark.length()).replace(")", "").replace('/', '.');
        return "the class file found as '" + name + "' is that of '" + real + "': ask for '" + real + "'" + HELP;
    }

    // The interface, among all that the class, its ancestors and their interfaces name.
    private static Class<?> roleOf(Class<?> type) {
        if (type == null) return null;
        if (type.isInterface() && type.getSimpleName().equals(INTERFACE)) return type;
        for (Class<?> parent : type.getInterfaces()) {
            Class<?> role = roleOf(parent);
            if (role != null) return role;
        }
        return roleOf(type.getSuperclass());
    }

    private static Class<?> typeOfCards(Class<?> role) {
        for (Method method : role.getMethods())
            if (method.getName().equals("willDrawFaceUpCard") && method.getParameterCount() == 1)
                return method.getParameterTypes()[0];
        throw lacks(role, "willDrawFaceUpCard");
    }

    private static Unusable lacks(Class<?> role, String method) {
        return new Unusable(role.getName() + " has no " + method + " as the contest's has");
    }

    private static Method method(Class<?> role, String name, Class<?>... types) {
        try {
            Method method = role.getMethod(name, types);
            method.setAccessible(true); // of an interface that is not public
            return method;
        } catch (NoSuchMethodException e) {
            throw lacks(role, name);
        }
    }

    private static Object make(Class<?> type) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (NoSuchMethodException e) {
            throw new Unusable(type.getName() + " has no constructor without arguments");
        } catch (InvocationTargetException | ExceptionInInitializerError e) {
            throw broken(type.getName() + " could not be made", e);
        } catch (ReflectiveOperationException e) {
            throw new Unusable(type.getName() + " could not be made: " + e);
        }
    }

    private static Unusable broken(String what, Throwable e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        cause.printStackTrace();
        return new Unusable(what + ": " + cause);
    }

    private Object call(Method method, Object... arguments) {
        try {
            return method.invoke(player, arguments);
        } catch (InvocationTargetException e) {
            throw broken("the player failed in " + method.getName(), e);
        } catch (IllegalAccessException e) {
            throw new Unusable("the player's " + method.getName() + " cannot be called: " + e);
        }
    }

    public String name() { return player.getClass().getName(); }
    public Cards cards() { return cards; }

    public void startGame(int me, int starter, List<Object> hand) { call(startGame, me, starter, cards.array(hand)); }
    public boolean willDrawFaceUpCard(Object card) { return (Boolean) call(willDrawFaceUpCard, card); }
    public void reportDraw(int seat, Object card) { call(reportDraw, seat, card); }
    public Object getDiscard() { return call(getDiscard); }
    public void reportDiscard(int seat, Object card) { call(reportDiscard, seat, card); }
    public List<?> getFinalMelds() { return (List<?>) call(getFinalMelds); }

    public void reportFinalMelds(int seat, ArrayList<ArrayList<Object>> melds) { call(reportFinalMelds, seat, melds); }

    public void reportLayoff(int seat, Object card, ArrayList<Object> meld) { call(reportLayoff, seat, card, meld); }
    public void reportFinalHand(int seat, ArrayList<Object> hand) { call(reportFinalHand, seat, hand); }
    public void reportScores(int[] scores) { call(reportScores, (Object) scores); }
}
