// SPDX-License-Identifier: MIT
#include "app/gin/play/play_draw.h"

#include <stdio.h>
#include <string.h>

enum { BOT_ROW = 2, PILE_ROW = 7, HAND_ROW = 13, TURNS = 5 };

int play_arrange(CardSet hand, Card cards[PLAY_HOLDS], int group[PLAY_HOLDS]) {
    GinSplit split = gin_best_split(hand);
    int count = 0;
    for (int i = 0; i < GIN_MAX_MELDS; i++)
        for (CardSet rest = split.meld[i]; rest; rest = set_rest(rest)) {
            cards[count] = set_first(rest);
            group[count++] = i;
        }
    CardSet loose = hand & ~gin_split_cards(&split);
    for (int rank = 0; rank < CARD_RANKS; rank++)
        for (CardSet rest = loose & set_rank(rank); rest; rest = set_rest(rest)) {
            cards[count] = set_first(rest);
            group[count++] = -1;
        }
    return count;
}

// ---- Parts of the picture ----

static void gin_draw_head(const PlayView *view, Canvas *canvas) {
    const PlayGame *game = view->game;
    char line[128], name[32];
    int score[2];
    play_score(game, score);
    canvas_put(canvas, 0, PLAY_LEFT, INK_ACCENT, "Gin Rummy");
    snprintf(line, sizeof line, "hand %u", game->hand + 1);
    canvas_put(canvas, 0, PLAY_LEFT + 12, INK_SOFT, line);
    snprintf(line, sizeof line, "you %d   %s %d", score[PLAY_YOU], play_name(game, PLAY_BOT, name), score[PLAY_BOT]);
    canvas_put(canvas, 0, PLAY_LEFT + 24, INK_BOLD, line);
    snprintf(line, sizeof line, "%sto %d, knock %d", game->state.table.factor > 1 ? "double, " : "", game->rules.target,
             game->state.table.knock_limit);
    canvas_put(canvas, 0, CANVAS_COLUMNS - PLAY_LEFT - (int)strlen(line), INK_SOFT, line);
    play_line(view->desk.look, canvas, 1);
}

// Cards in a row, groups apart; laid-off ones are marked. Returns the column after the last.
static int draw_row(const PlayView *view, Canvas *canvas, int row, CardSet hand, CardSet marked) {
    Card cards[PLAY_HOLDS];
    int group[PLAY_HOLDS], column = PLAY_LEFT, count = play_arrange(hand, cards, group);
    for (int i = 0; i < count; i++) {
        if (i && group[i] != group[i - 1]) column += 2;
        bool mark = set_has(marked, cards[i]);
        play_face(view->desk.look, canvas, row, column, cards[i],
                  mark            ? INK_ACCENT
                  : group[i] >= 0 ? INK_GOOD
                                  : INK_SOFT,
                  PLAY_CARD_PLAIN);
        column += PLAY_CARD_WIDTH;
    }
    return column;
}

static void draw_bot(const PlayView *view, Canvas *canvas) {
    const PlayGame *game = view->game;
    const GinState *state = &game->state;
    char name[32], line[64];
    int column = canvas_put(canvas, BOT_ROW, PLAY_LEFT, INK_BOLD, play_name(game, PLAY_BOT, name));
    if (play_hand_over(game)) {
        snprintf(line, sizeof line, "   deadwood %d", state->result.deadwood[PLAY_BOT]);
        column = canvas_put(canvas, BOT_ROW, column, INK_SOFT, line);
        if (state->result.laid_off)
            canvas_put(canvas, BOT_ROW, column, INK_ACCENT,
                       state->result.knocker == PLAY_YOU ? ", cards laid off on yours" : "");
        CardSet marked = state->result.knocker == PLAY_YOU ? state->result.laid_off : 0;
        draw_row(view, canvas, BOT_ROW + 1, state->hand[PLAY_BOT], marked);
        return;
    }
    CardSet known = state->table.known[PLAY_BOT];
    if (known) {
        Text cards = {0};
        words_cards(&cards, view->desk.write, known);
        column = canvas_put(canvas, BOT_ROW, column, INK_SOFT, "   holds ");
        canvas_put_cards(canvas, BOT_ROW, column, INK_PLAIN, cards.data);
        text_free(&cards);
    }
    int cards = set_count(state->hand[PLAY_BOT]);
    for (int i = 0; i < cards; i++) play_back(view->desk.look, canvas, BOT_ROW + 1, PLAY_LEFT + 3 * i, 3);
}

static void draw_piles(const PlayView *view, Canvas *canvas) {
    const GinTable *table = &view->game->state.table;
    char line[32];
    if (table->stock) play_back(view->desk.look, canvas, PILE_ROW, PLAY_LEFT, 4);
    if (table->upcard != CARD_NONE)
        play_face(view->desk.look, canvas, PILE_ROW, PLAY_LEFT + 10, table->upcard, INK_PLAIN, PLAY_CARD_PLAIN);
    if (play_hand_over(view->game)) return;
    snprintf(line, sizeof line, "stock %d", table->stock);
    canvas_put(canvas, PILE_ROW - 1, PLAY_LEFT, INK_SOFT, line);
    canvas_put(canvas, PILE_ROW - 1, PLAY_LEFT + 10, INK_SOFT, "discard");
}

// The last turns beside the piles, the newest at the bottom and brightest.
static void draw_turns(const PlayView *view, Canvas *canvas) {
    PlayTurn turns[TURNS];
    int count = play_turns(view->game, view->desk.write, turns, TURNS);
    for (int i = 0; i < count; i++) {
        canvas_put_cards(canvas, PILE_ROW + i, PLAY_LEFT + 24, i == count - 1 ? INK_PLAIN : INK_SOFT,
                         turns[i].text.data);
        text_free(&turns[i].text);
    }
    if (count == 0) {
        bool you = view->game->starter == PLAY_YOU;
        canvas_put(canvas, PILE_ROW, PLAY_LEFT + 24, INK_SOFT, you ? "You start." : "The bot starts.");
    }
}

static void gin_draw_hand(const PlayView *view, Canvas *canvas) {
    const GinState *state = &view->game->state;
    char line[64];
    bool over = play_hand_over(view->game), choosing = state->table.phase == GIN_DISCARD && play_is_yours(view->game);
    CardSet hand = state->hand[PLAY_YOU], laid = over && state->result.knocker == PLAY_BOT ? state->result.laid_off : 0;
    int deadwood = over ? state->result.deadwood[PLAY_YOU] : gin_deadwood(hand);
    int column = canvas_put(canvas, HAND_ROW - 1, PLAY_LEFT, INK_BOLD, "you");
    snprintf(line, sizeof line, "   deadwood %d%s", deadwood, laid ? ", cards laid off" : "");
    canvas_put(canvas, HAND_ROW - 1, column, INK_SOFT, line);
    if (over) {
        draw_row(view, canvas, HAND_ROW, hand, laid);
        return;
    }
    column = PLAY_LEFT;
    for (int i = 0; i < view->count; i++) {
        if (i && view->group[i] != view->group[i - 1]) column += 2;
        bool chosen = choosing && view->card[i] == view->chosen, fresh = view->card[i] == state->drawn;
        Ink ink = chosen ? INK_ACCENT : view->group[i] >= 0 ? INK_GOOD : INK_SOFT;
        play_face(view->desk.look, canvas, chosen ? HAND_ROW : HAND_ROW + 1, column, view->card[i], ink,
                  fresh ? PLAY_CARD_FRESH : PLAY_CARD_PLAIN);
        if (choosing) {
            snprintf(line, sizeof line, "%c", "1234567890-"[i]);
            canvas_put(canvas, HAND_ROW + 5, column + 2, chosen ? INK_ACCENT : INK_SOFT, line);
        }
        column += PLAY_CARD_WIDTH;
    }
}

static void draw_notes(const PlayView *view, Canvas *canvas) {
    if (play_hand_over(view->game) && !view->desk.note[0].size) {
        Text ending = {0};
        play_ending(view->game, view->desk.write, &ending);
        canvas_put_cards(canvas, DESK_NOTE_ROW, PLAY_LEFT, INK_BOLD, ending.data);
        text_free(&ending);
        int winner = play_winner(view->game);
        if (winner >= 0)
            canvas_put(canvas, DESK_NOTE_ROW + 2, PLAY_LEFT, INK_ACCENT,
                       winner == PLAY_YOU ? "You win the game." : "The game is lost.");
        return;
    }
    desk_draw_notes(&view->desk, canvas);
}

int play_draw_keys(const Desk *desk, Canvas *canvas, int column) {
    GinLegal legal = gin_legal(&((const PlayView *)desk)->game->state);
    if (legal.stock) column = play_key(canvas, column, "d", "draw");
    if (legal.take) column = play_key(canvas, column, "u", "take the upcard");
    if (legal.pass) column = play_key(canvas, column, "p", "pass");
    if (legal.discards) {
        column = play_key(canvas, column, desk->look->symbols ? "← →" : "< >", "choose");
        column = play_key(canvas, column, "d", "discard");
    }
    if (legal.knocks) column = play_key(canvas, column, "k", "knock");
    if (legal.big_gin) column = play_key(canvas, column, "b", "big gin");
    return play_key(canvas, column, "h", "hint");
}

static void gin_draw_help(const PlayView *view, Canvas *canvas) {
    static const char *const lines[] = {
        "Keys",
        "",
        "  d        draw from the stock; with eleven cards, discard the chosen one",
        "  u        take the upcard                 p   pass on the first upcard",
        "  <- ->    choose a card (or 1 to 9, 0, -); Enter or space discards it",
        "  k        knock with the chosen card      b   big gin, if the rules have it",
        "  h        hint: moves in order, with reasons",
        "  z        undo: back to your last decision in this hand, same cards",
        "  r        after a hand: your mistakes in it",
        "  s        save now (it is done after every move as well)",
        "  n        a new game                      q   quit; --resume goes on later",
        "",
        "The hand",
        "",
        "  Melds have green frames; what is left is deadwood. Draw one card, then",
        "  discard one. With little enough deadwood you may knock; with none it is",
        "  gin. The other side lays off what fits your melds: beware of the undercut.",
    };
    desk_draw_help(&view->desk, canvas, lines, sizeof lines / sizeof *lines);
}

void play_draw(const PlayView *view, Canvas *canvas) {
    canvas_clear(canvas);
    gin_draw_head(view, canvas);
    if (view->desk.mode == DESK_HELPING) {
        gin_draw_help(view, canvas);
    } else {
        draw_bot(view, canvas);
        draw_piles(view, canvas);
        draw_turns(view, canvas);
        gin_draw_hand(view, canvas);
        draw_notes(view, canvas);
    }
    desk_draw_keys(&view->desk, canvas);
}
