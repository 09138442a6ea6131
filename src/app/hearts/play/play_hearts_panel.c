// SPDX-License-Identifier: MIT
// Beside the table, where the window has 120 columns: all tricks of the hand, and the hint's reasons or what is still
// out.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/hearts/play/play_hearts_draw.h"
#include "coach/hearts/hearts_advice.h"

enum { TRICK_ROW = 3, LOWER_ROW = 16 };

static void draw_trick_line(const SittingView *view, Canvas *canvas, int number, const SittingTrick *trick, bool last) {
    char cell[32];
    Text line = {0};
    int row = TRICK_ROW + number;
    snprintf(cell, sizeof cell, "%2d %-5s ", number + 1, sitting_seat(trick->leader));
    int column = canvas_put(canvas, row, DESK_PANEL, INK_SOFT, cell);
    for (int i = 0; i < HEARTS_SEATS; i++) {
        view->desk.write(&line, trick->card[(trick->leader + i) & 3]);
        text_add(&line, " ");
    }
    column = canvas_put_cards(canvas, row, column, last ? INK_PLAIN : INK_SOFT, line.data);
    snprintf(cell, sizeof cell, "%s", sitting_seat(trick->winner));
    column = canvas_put(canvas, row, column, trick->winner == SITTING_YOU ? INK_BOLD : INK_SOFT, cell);
    snprintf(cell, sizeof cell, " +%d", trick->points);
    if (trick->points) canvas_put(canvas, row, column, INK_BAD, cell);
    text_free(&line);
}

static void draw_tricks(const SittingView *view, Canvas *canvas) {
    SittingTrick trick;
    int tricks = view->game->state.table.tricks;
    canvas_put(canvas, TRICK_ROW - 1, DESK_PANEL, INK_BOLD, "Tricks");
    canvas_put(canvas, TRICK_ROW - 1, DESK_PANEL + 8, INK_SOFT, "from the lead, and who won");
    for (int i = 0; i < tricks && sitting_trick(view->game, i, &trick); i++)
        draw_trick_line(view, canvas, i, &trick, i == tricks - 1);
}

// Cards the others still hold, suit by suit, and who is out of it.
static void draw_out(const SittingView *view, Canvas *canvas) {
    static const int suits[CARD_SUITS] = {HEARTS_CLUBS, HEARTS_DIAMONDS, HEARTS_SPADES, HEARTS_SUIT};
    static const char *const names[CARD_SUITS] = {"clubs", "diamonds", "hearts", "spades"};
    const HeartsState *state = &view->game->state;
    CardSet out = SET_DECK & ~state->table.played & ~state->hand[SITTING_YOU];
    canvas_put(canvas, LOWER_ROW, DESK_PANEL, INK_BOLD, "Still out");
    for (int i = 0; i < CARD_SUITS; i++) {
        char cell[64];
        int suit = suits[i], left = set_count(out & set_suit(suit));
        int column = DESK_PANEL;
        snprintf(cell, sizeof cell, "%-9s%2d", names[suit], left);
        column = canvas_put(canvas, LOWER_ROW + 1 + i, column, INK_SOFT, cell);
        if (suit == HEARTS_SPADES && state->rules->queen_points && set_has(out, HEARTS_QUEEN))
            column = canvas_put(canvas, LOWER_ROW + 1 + i, column, INK_BAD, "  with the queen");
        for (int seat = 1; seat < HEARTS_SEATS; seat++)
            if (state->table.void_suits[seat] >> suit & 1) {
                snprintf(cell, sizeof cell, "  not %s", sitting_seat(seat));
                column = canvas_put(canvas, LOWER_ROW + 1 + i, column, INK_ACCENT, cell);
            }
    }
}

void sitting_draw_panel(const Desk *desk, Canvas *canvas) {
    const SittingView *view = (const SittingView *)desk;
    draw_tricks(view, canvas);
    if (desk->hint.size)
        desk_draw_panel_text(canvas, LOWER_ROW, PLAY_KEY_ROW, desk->hint.data);
    else if (!sitting_hand_over(view->game))
        draw_out(view, canvas);
}

void sitting_hint_panel(const Sitting *game, const HeartsVerdict *verdict, CardWriter write, Text *text) {
    HeartsIdea ideas[HEARTS_MOST_IDEAS];
    HeartsAdvice *words = calloc(1, sizeof *words);
    if (!words) return;
    HeartsView view = hearts_view(&game->state, &game->log, SITTING_YOU);
    const HeartsChoice *best = &verdict->choice[0];
    int worlds = best->card == CARD_NONE ? SITTING_PASS_WORLDS : SITTING_WORLDS;
    int count = hearts_ideas(&view, verdict, worlds, ideas);
    words->table = game->state.table;
    words->seat = SITTING_YOU;
    text_add(text, count ? "Why " : "");
    if (count) hearts_advice_cards(text, write, best->card == CARD_NONE ? best->give : set_of(best->card));
    text_add(text, count ? ":\n" : "");
    for (int i = 0; i < count; i++) {
        text_add(text, "- ");
        hearts_idea_words(text, write, words, &ideas[i]);
        text_add(text, "\n");
    }
    free(words);
}
