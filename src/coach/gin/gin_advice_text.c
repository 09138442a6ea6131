// SPDX-License-Identifier: MIT
#include "coach/gin/gin_advice.h"

#include <math.h>

static int gin_advice_in_hundred(double chance) { return (int)lround(100 * chance); }

// ---- Ideas ----

static void add_cards(Text *text, const char *before, CardWriter write, CardSet cards, const char *after) {
    text_add(text, before);
    words_cards(text, write, cards);
    text_add(text, after);
}

static void gin_advice_add_card(Text *text, const char *before, CardWriter write, Card card, const char *after) {
    text_add(text, before);
    write(text, card);
    text_add(text, after);
}

static void take_words(Text *text, CardWriter write, const GinIdea *idea) {
    switch (idea->kind) {
    case GIN_IDEA_MELDS:
        gin_advice_add_card(text, "", write, idea->card, " melds at once: ");
        words_cards(text, write, idea->cards);
        return;
    case GIN_IDEA_SAVES: text_addf(text, "deadwood falls from %d to %d", idea->of, idea->count); return;
    case GIN_IDEA_KNOCKS:
        text_addf(text, idea->count ? "with it you may knock, with %d" : "with it you have gin", idea->count);
        return;
    case GIN_IDEA_BUILDS:
        gin_advice_add_card(text, "", write, idea->card, " goes with ");
        words_cards(text, write, idea->cards);
        return;
    case GIN_IDEA_LOW:
        gin_advice_add_card(text, "", write, idea->card, " counts less than ");
        gin_advice_add_card(text, "", write, idea->other_card, ", which it replaces");
        return;
    default: text_add(text, "the first upcard is free: who passes on it draws nothing for that"); return;
    }
}

static void leave_words(Text *text, CardWriter write, const GinIdea *idea) {
    if (idea->kind == GIN_IDEA_HIDES) {
        gin_advice_add_card(text, "", write, idea->card, " would meld, but in the open: the opponent would know it");
    } else if (idea->kind == GIN_IDEA_NO_USE) {
        gin_advice_add_card(text, "", write, idea->card, " makes no meld");
        text_addf(text, ": taking it leaves %d, a card from the stock %.1f on average", idea->count, idea->mean);
    } else {
        text_addf(text, "%d of %d unseen cards make a meld: ", idea->count, idea->of);
        words_cards(text, write, idea->cards);
    }
}

// What the card is to its partners: a pair, two in a row, a triangle.
static void add_shape(Text *text, CardWriter write, Card card, CardSet partners) {
    bool pair = partners & set_rank(card_rank(card)), run = partners & set_suit(card_suit(card));
    if (!partners) return;
    text_add(text, pair && run ? ": it makes a triangle with " : pair ? ": it makes a pair with " : ": it goes with ");
    words_cards(text, write, partners);
}

static void own_words(Text *text, CardWriter write, const GinIdea *idea) {
    switch (idea->kind) {
    case GIN_IDEA_LOOSE:
        gin_advice_add_card(text, "", write, idea->card, " is loose: no pair, no neighbour in its suit");
        return;
    case GIN_IDEA_DEAREST:
        gin_advice_add_card(text, "", write, idea->card, "");
        text_addf(text, " counts %d, as much as any loose card", idea->count);
        return;
    case GIN_IDEA_DEAD:
        gin_advice_add_card(text, "", write, idea->card,
                            " waits for nothing: the cards that would meld with it are gone");
        return;
    case GIN_IDEA_KEEPS:
        text_addf(text, "it keeps %d cards that would meld; without ", idea->count);
        gin_advice_add_card(text, "", write, idea->other_card, "");
        text_addf(text, " there would be %d", idea->of);
        add_shape(text, write, idea->other_card, idea->cards);
        return;
    default:
        add_cards(text, "although it breaks ", write, idea->cards, "");
        text_addf(text, ": deadwood %d to %d", idea->of, idea->count);
        return;
    }
}

static void safety_words(Text *text, CardWriter write, const GinIdea *idea) {
    switch (idea->kind) {
    case GIN_IDEA_SAFE:
        gin_advice_add_card(text, "", write, idea->card, " is safe: with the cards that are gone nobody can meld it");
        return;
    case GIN_IDEA_SAFER:
        gin_advice_add_card(text, "", write, idea->card, "");
        text_addf(text, " is safer: the opponent could meld it at once in %d of 100 hands, ",
                  gin_advice_in_hundred(idea->chance));
        gin_advice_add_card(text, "", write, idea->other_card, "");
        text_addf(text, " in %d", gin_advice_in_hundred(idea->rival_chance));
        return;
    case GIN_IDEA_TOOK:
        gin_advice_add_card(text, "", write, idea->other_card, " goes with what the opponent took: ");
        words_cards(text, write, idea->cards);
        return;
    default:
        add_cards(text, "the opponent threw ", write, idea->cards, " itself, so ");
        gin_advice_add_card(text, "", write, idea->card, " is of less use to it");
        return;
    }
}

static void knock_words(Text *text, CardWriter write, const GinIdea *idea) {
    switch (idea->kind) {
    case GIN_IDEA_GIN: text_add(text, "it is gin: no undercut, no layoffs"); return;
    case GIN_IDEA_AHEAD:
        text_addf(text, "%d against %.0f of the opponent on average, layoffs made; undercut in %d of 100 hands",
                  idea->count, idea->mean, gin_advice_in_hundred(idea->chance));
        return;
    case GIN_IDEA_WINS:
        text_addf(text, "it wins the game in %d of 100 hands", gin_advice_in_hundred(idea->chance));
        return;
    case GIN_IDEA_WAITS:
        text_addf(text, "waiting for gin: %d of %d unseen cards make it: ", idea->count, idea->of);
        words_cards(text, write, idea->cards);
        return;
    default:
        text_addf(text, "a knock with %d now would be undercut in %d of 100 hands", idea->count,
                  gin_advice_in_hundred(idea->chance));
        return;
    }
}

void gin_idea_words(Text *text, CardWriter write, const GinAdvice *advice, const GinIdea *idea) {
    if (idea->kind <= GIN_IDEA_LOW)
        take_words(text, write, idea);
    else if (idea->kind <= GIN_IDEA_OUTS)
        leave_words(text, write, idea);
    else if (idea->kind == GIN_IDEA_SCORE) {
        text_addf(text, "the score: here the champion plays it in %d of 100, at 0 to 0 in %d, where it would rather ",
                  gin_advice_in_hundred(idea->chance), gin_advice_in_hundred(idea->rival_chance));
        words_move(text, write, &advice->table, &idea->rival);
    } else if (idea->kind >= GIN_IDEA_GIN)
        knock_words(text, write, idea);
    else if (idea->kind >= GIN_IDEA_SAFE && idea->kind <= GIN_IDEA_THREW)
        safety_words(text, write, idea);
    else
        own_words(text, write, idea);
}

// ---- The whole answer ----

static void gin_advice_add_head(Text *text, CardWriter write, const GinAdvice *advice) {
    const GinTable *table = &advice->table;
    text_add(text, "Your hand: ");
    words_hand(text, write, advice->hand);
    text_addf(text, ". Deadwood %d.", gin_deadwood(advice->hand));
    Card up = table->upcard != CARD_NONE ? table->upcard : table->taken;
    if (up != CARD_NONE)
        gin_advice_add_card(text, table->upcard != CARD_NONE ? " Upcard " : " You took ", write, up, ".");
    text_addf(text, " Stock %d. Score %d-%d, to %d.\n", table->stock, table->score[advice->seat],
              table->score[advice->seat ^ 1], advice->rules->target);
    text_addf(text, "With the best move you win %.1f%% +- %.1f%% of games from here.\n\n",
              100 * advice->verdict.best.win, 100 * advice->verdict.error.win);
}

// Pads to a column; cards in colour or symbols are wider in bytes than on the screen.
static void pad(Text *text, size_t from, int columns) {
    int wide = 0;
    for (size_t i = from; i < text->size; i++) {
        unsigned char c = (unsigned char)text->data[i];
        if (c == 0x1B)
            while (i < text->size && text->data[i] != 'm') i++;
        else
            wide += (c & 0xC0) != 0x80;
    }
    do text_add(text, " ");
    while (++wide < columns);
}

static void add_move(Text *text, CardWriter write, const GinAdvice *advice, int which) {
    const GinCandidate *candidate = &advice->verdict.candidate[which];
    size_t start = text->size;
    if (which == 0 || !gin_advice_as_good(advice, which))
        text_addf(text, "%2d. ", which + 1);
    else
        text_add(text, " =  ");
    words_move(text, write, &advice->table, &candidate->action);
    pad(text, start, 27);
    text_addf(text, "%5.1f%% to win", 100 * candidate->worth.win);
    if (which)
        text_addf(text, " (%+.1f +- %.1f)", 0.0 - 100 * candidate->behind.win, 100 * candidate->behind_error.win);
    else
        text_addf(text, "             ");
    pad(text, start, 56);
    text_addf(text, "%+6.1f points", candidate->worth.points);
    if (candidate->policy >= 0) text_addf(text, "   champion %3d in 100", gin_advice_in_hundred(candidate->policy));
    text_add(text, "\n");
}

void gin_advice_text(Text *text, CardWriter write, const GinAdvice *advice, int most) {
    int count = advice->verdict.count, shown = most < count ? most : count;
    gin_advice_add_head(text, write, advice);
    for (int i = 0; i < count; i++)
        if (i < shown || i == advice->champion || i == advice->verdict.played) add_move(text, write, advice, i);
    if (shown < count) text_addf(text, "    and %d more\n", count - shown);
    text_add(text, advice->ideas ? "\nWhy " : "");
    if (advice->ideas) words_move(text, write, &advice->table, &advice->verdict.candidate[0].action);
    text_add(text, advice->ideas ? ":\n" : "");
    for (int i = 0; i < advice->ideas; i++) {
        text_add(text, "  - ");
        gin_idea_words(text, write, advice, &advice->idea[i]);
        text_add(text, "\n");
    }
}
