// SPDX-License-Identifier: MIT
// Beside the table, where the window has 120 columns: all turns of the hand, and the hint with its reasons or what has
// left the game.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/gin/play/play_draw.h"
#include "coach/gin/gin_advice.h"

enum { TURN_ROW = 3, TURN_ROWS = 9, TURN_COLUMNS = 2, TURN_WIDTH = DESK_PANEL_WIDTH / TURN_COLUMNS, LOWER_ROW = 13 };
enum { MOST_TURNS = TURN_ROWS * TURN_COLUMNS, SHORT_NAME = 7 };

// A turn as it stands in the log: what was drawn, CARD_NONE from the stock, and what went.
typedef struct PileTurn {
    Seat seat;
    bool passed, drew;
    Card taken, dropped;
} PileTurn;

// The last turns of the hand; returns how many.
static int pile_turns(const GinLog *log, PileTurn turns[MOST_TURNS]) {
    int count = 0;
    for (int i = 0; i < log->count; i++) {
        GinEvent event = log->event[i];
        GinEventKind kind = gin_event_kind(event);
        if (kind == GIN_EVENT_PASS || kind == GIN_EVENT_TAKE || kind == GIN_EVENT_STOCK) {
            if (count == MOST_TURNS) memmove(turns, turns + 1, sizeof *turns * (size_t)--count);
            turns[count++] = (PileTurn){gin_event_seat(event), kind == GIN_EVENT_PASS, kind != GIN_EVENT_PASS,
                                        kind == GIN_EVENT_TAKE ? event.card : CARD_NONE, CARD_NONE};
        } else if (count && (kind == GIN_EVENT_DISCARD || kind == GIN_EVENT_KNOCK)) {
            turns[count - 1].dropped = event.card;
        }
    }
    return count;
}

static void draw_turn(const PlayView *view, Canvas *canvas, int row, int column, const PileTurn *turn, Ink ink) {
    char name[32], cell[32];
    Text cards = {0};
    snprintf(cell, sizeof cell, "%-*.*s ", SHORT_NAME, SHORT_NAME, play_name(view->game, turn->seat, name));
    column = canvas_put(canvas, row, column, ink, cell);
    if (turn->passed) {
        text_add(&cards, "passed");
    } else {
        text_add(&cards, turn->taken == CARD_NONE ? "   " : "+");
        if (turn->taken != CARD_NONE) view->desk.write(&cards, turn->taken);
        text_add(&cards, turn->dropped == CARD_NONE ? "" : " -");
        if (turn->dropped != CARD_NONE) view->desk.write(&cards, turn->dropped);
    }
    canvas_put_cards(canvas, row, column, ink, cards.data);
    text_free(&cards);
}

static void draw_history(const PlayView *view, Canvas *canvas) {
    PileTurn turns[MOST_TURNS];
    int count = pile_turns(&view->game->history.log, turns);
    canvas_put(canvas, TURN_ROW - 1, DESK_PANEL, INK_BOLD, "Turns");
    canvas_put(canvas, TURN_ROW - 1, DESK_PANEL + 7, INK_SOFT, "+ from the pile, - onto it");
    for (int i = 0; i < count; i++)
        draw_turn(view, canvas, TURN_ROW + i % TURN_ROWS, DESK_PANEL + i / TURN_ROWS * TURN_WIDTH, &turns[i],
                  i == count - 1 ? INK_PLAIN : INK_SOFT);
}

// What nobody can draw any more, and what the opponent is known to hold, suit by suit.
static void draw_gone(const PlayView *view, Canvas *canvas) {
    const GinTable *table = &view->game->state.table;
    CardSet gone = table->buried | (set_of(table->upcard) & SET_DECK), theirs = table->known[PLAY_BOT];
    canvas_put(canvas, LOWER_ROW, DESK_PANEL, INK_BOLD, "In the pile");
    for (int suit = 0, row = LOWER_ROW + 1; suit < CARD_SUITS; suit++) {
        Text cards = {0};
        for (CardSet rest = gone & set_suit(suit); rest; rest = set_rest(rest)) {
            view->desk.write(&cards, set_first(rest));
            text_add(&cards, " ");
        }
        if (cards.size) canvas_put_cards(canvas, row++, DESK_PANEL, INK_SOFT, cards.data);
        text_free(&cards);
    }
    if (!theirs) return;
    Text held = {0};
    words_cards(&held, view->desk.write, theirs);
    int column = canvas_put(canvas, LOWER_ROW + 6, DESK_PANEL, INK_BOLD, "They took and hold ");
    canvas_put_cards(canvas, LOWER_ROW + 6, column, INK_PLAIN, held.data);
    text_free(&held);
}

void play_draw_panel(const Desk *desk, Canvas *canvas) {
    const PlayView *view = (const PlayView *)desk;
    draw_history(view, canvas);
    if (desk->hint.size)
        desk_draw_panel_text(canvas, LOWER_ROW, PLAY_KEY_ROW, desk->hint.data);
    else
        draw_gone(view, canvas);
}

void play_hint_panel(PlayGame *game, const PlayHint *hint, CardWriter write, Text *text) {
    GinIdea ideas[GIN_MOST_IDEAS];
    GinAdvice *words = calloc(1, sizeof *words);
    if (!words) return;
    words->table = game->state.table;
    words->seat = PLAY_YOU;
    uint64_t key = rng_key(game->table.seed, game->hand, (uint64_t)game->actions);
    int count = gin_ideas(&game->judge, &game->state, &game->history, &hint->verdict, GIN_IDEA_WORLDS, key, ideas);
    text_add(text, "Why ");
    words_move(text, write, &game->state.table, &hint->verdict.candidate[0].action);
    text_add(text, ":\n");
    for (int i = 0; i < count; i++) {
        text_add(text, "- ");
        gin_idea_words(text, write, words, &ideas[i]);
        text_add(text, "\n");
    }
    free(words);
}
