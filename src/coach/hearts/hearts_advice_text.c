// SPDX-License-Identifier: MIT
#include "coach/hearts/hearts_advice.h"

#include <math.h>

static const char *const SUITS[CARD_SUITS] = {"clubs", "diamonds", "hearts", "spades"};

static int hearts_advice_in_hundred(double chance) { return (int)lround(100 * chance); }

void hearts_advice_cards(Text *text, CardWriter write, CardSet cards) {
    // Black and red by turns, so that neighbours are told apart.
    static const int suits[CARD_SUITS] = {HEARTS_CLUBS, HEARTS_DIAMONDS, HEARTS_SPADES, HEARTS_SUIT};
    bool space = false;
    for (int i = 0; i < CARD_SUITS; i++)
        for (CardSet rest = hearts_order(cards & set_suit(suits[i])); rest; rest = set_rest(rest), space = true) {
            if (space) text_add(text, " ");
            write(text, set_first(hearts_from_order(rest & -rest)));
        }
}

static void hearts_advice_add_card(Text *text, CardWriter write, Card card, const char *after) {
    write(text, card);
    text_add(text, after);
}

// Seats as this one sees them.
static void add_seats(Text *text, const HeartsAdvice *advice, unsigned seats) {
    static const char *const names[HEARTS_SEATS] = {"you", "left", "across", "right"};
    bool more = false;
    for (unsigned seat = 0; seat < HEARTS_SEATS; seat++) {
        if (!(seats >> seat & 1)) continue;
        text_addf(text, "%s%s", more ? " and " : "", names[(seat - advice->seat) & 3]);
        more = true;
    }
}

// ---- Ideas ----

static void follow_words(Text *text, CardWriter write, const HeartsIdea *idea) {
    switch (idea->kind) {
    case HEARTS_IDEA_DUCKS: hearts_advice_add_card(text, write, idea->card, " cannot take the trick"); return;
    case HEARTS_IDEA_HIGH_DUCK:
        text_addf(text, "of %d cards that stay below it sheds the highest", idea->count);
        return;
    case HEARTS_IDEA_FREE_TAKE: text_add(text, "you are last and no point lies there: taking it costs nothing"); return;
    case HEARTS_IDEA_GIVES_QUEEN: text_add(text, "the queen goes to another"); return;
    case HEARTS_IDEA_GIVES_POINTS:
        text_addf(text, "%d point%s go%s to another", idea->count, idea->count == 1 ? "" : "s",
                  idea->count == 1 ? "es" : "");
        return;
    default:
        text_addf(text, "%d point%s lie%s there; ", idea->count, idea->count == 1 ? "" : "s",
                  idea->count == 1 ? "s" : "");
        hearts_advice_add_card(text, write, idea->other_card, " would take them as it stands");
        return;
    }
}

static void lead_words(Text *text, CardWriter write, const HeartsAdvice *advice, const HeartsIdea *idea) {
    switch (idea->kind) {
    case HEARTS_IDEA_EMPTIES:
        text_addf(text, "it is your last of %s: then you may throw what you like on them",
                  SUITS[card_suit(idea->card)]);
        return;
    case HEARTS_IDEA_KEEPS_FROM_QUEEN:
        text_add(text, "the queen of spades is still out; ");
        hearts_advice_add_card(text, write, idea->other_card, " could catch it");
        return;
    case HEARTS_IDEA_FLUSHES:
        text_add(text, "low spades drive the queen out, and you hold nothing that takes it");
        return;
    case HEARTS_IDEA_LOW_LEAD:
        text_addf(text, "%d of the %d unseen %s are higher", idea->count, idea->of, SUITS[card_suit(idea->card)]);
        return;
    default:
        add_seats(text, advice, idea->seats);
        text_addf(text, " can throw points on %s, which ", SUITS[card_suit(idea->other_card)]);
        hearts_advice_add_card(text, write, idea->other_card, " would lead");
        return;
    }
}

static void chance_words(Text *text, CardWriter write, const HeartsAdvice *advice, const HeartsIdea *idea) {
    if (idea->kind == HEARTS_IDEA_MOON) {
        text_addf(text, "you have all %d points so far: a moon in %d of 100 hands", idea->count,
                  hearts_advice_in_hundred(idea->chance));
        return;
    }
    if (idea->kind == HEARTS_IDEA_STOPS_MOON) {
        add_seats(text, advice, idea->seats);
        text_addf(text, " has all %d points so far: another's moon", idea->count);
    } else {
        text_add(text, idea->kind == HEARTS_IDEA_TAKES_LESS ? "it takes the trick" : "you end with the queen");
    }
    text_addf(text, " in %d of 100 hands, with ", hearts_advice_in_hundred(idea->chance));
    hearts_advice_add_card(text, write, idea->other_card, "");
    text_addf(text, " in %d", hearts_advice_in_hundred(idea->rival_chance));
}

static void pass_words(Text *text, CardWriter write, const HeartsIdea *idea) {
    const char *s = idea->count == 1 ? "" : "s";
    switch (idea->kind) {
    case HEARTS_IDEA_PASSES_QUEEN:
        text_addf(text, "the queen of spades goes: %d lower spade%s would be too few to guard it", idea->count, s);
        return;
    case HEARTS_IDEA_PASSES_HIGH_SPADES:
        hearts_advice_cards(text, write, idea->cards);
        text_addf(text, " could catch the queen, with %d low spade%s left to duck it", idea->count, s);
        return;
    case HEARTS_IDEA_KEEPS_QUEEN:
        text_addf(text, "the queen of spades may stay: %d other spades guard it", idea->count);
        return;
    case HEARTS_IDEA_MAKES_VOID:
        text_add(text, "it leaves you without ");
        for (unsigned suit = 0, more = 0; suit < CARD_SUITS; suit++)
            if (idea->seats >> suit & 1) text_addf(text, "%s%s", more++ ? " and " : "", SUITS[suit]);
        text_add(text, ": then you may throw what you like on them");
        return;
    default: text_addf(text, "%d of your %d cards above the ten go", idea->count, idea->of); return;
    }
}

void hearts_idea_words(Text *text, CardWriter write, const HeartsAdvice *advice, const HeartsIdea *idea) {
    if (idea->kind >= HEARTS_IDEA_PASSES_QUEEN)
        pass_words(text, write, idea);
    else if (idea->kind >= HEARTS_IDEA_TAKES_LESS)
        chance_words(text, write, advice, idea);
    else if (idea->kind >= HEARTS_IDEA_EMPTIES)
        lead_words(text, write, advice, idea);
    else
        follow_words(text, write, idea);
}

// ---- The whole answer ----

static void hearts_advice_add_head(Text *text, CardWriter write, const HeartsAdvice *advice) {
    const HeartsTable *table = &advice->table;
    text_add(text, "Your hand: ");
    hearts_advice_cards(text, write, advice->hand);
    text_add(text, ".");
    if (table->on_table) text_add(text, " On the table:");
    for (int i = 0; i < table->on_table; i++) {
        text_add(text, " ");
        write(text, table->trick[(table->leader + i) & 3]);
    }
    text_add(text, table->on_table ? ". Score" : " Score");
    for (int i = 0; i < HEARTS_SEATS; i++) text_addf(text, "%c%d", i ? '-' : ' ', table->score[(advice->seat + i) & 3]);
    text_addf(text, ".\nWith the best choice you win %.1f%% +- %.1f%% of games from here.\n\n", 100 * advice->win[0],
              100 * advice->win_error[0]);
}

static void add_choice(Text *text, CardWriter write, const HeartsAdvice *advice, int which) {
    const HeartsChoice *choice = &advice->verdict.choice[which];
    if (which == 0 || !hearts_advice_as_good(advice, which))
        text_addf(text, "%2d. ", which + 1);
    else
        text_add(text, " =  ");
    hearts_advice_cards(text, write, choice->card == CARD_NONE ? choice->give : set_of(choice->card));
    text_addf(text, "   %5.2f +- %.2f points   %5.1f%% to win", choice->points, choice->points_error,
              100 * advice->win[which]);
    if (which) text_addf(text, "   %.2f +- %.2f worse", choice->behind > 0 ? choice->behind : 0, choice->behind_error);
    if (advice->champion[which] > 0)
        text_addf(text, "   %s %d in 100", HEARTS_ADVICE_CHAMPION, hearts_advice_in_hundred(advice->champion[which]));
    text_add(text, "\n");
}

void hearts_advice_text(Text *text, CardWriter write, const HeartsAdvice *advice, int most) {
    int count = advice->verdict.count, shown = most < count ? most : count;
    hearts_advice_add_head(text, write, advice);
    if (count == 1) {
        text_add(text, "There is only one card to play: ");
        write(text, advice->verdict.choice[0].card);
        text_add(text, ".\n");
        return;
    }
    for (int i = 0; i < count; i++)
        if (i < shown || i == advice->favourite || i == advice->verdict.played) add_choice(text, write, advice, i);
    if (shown < count) text_addf(text, "    and %d more\n", count - shown);
    if (advice->ideas) {
        text_add(text, "\nWhy ");
        const HeartsChoice *best = &advice->verdict.choice[0];
        hearts_advice_cards(text, write, best->card == CARD_NONE ? best->give : set_of(best->card));
        text_add(text, ":\n");
    }
    for (int i = 0; i < advice->ideas; i++) {
        text_add(text, "  - ");
        hearts_idea_words(text, write, advice, &advice->idea[i]);
        text_add(text, "\n");
    }
}
