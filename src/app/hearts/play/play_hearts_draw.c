// SPDX-License-Identifier: MIT
#include "app/hearts/play/play_hearts_draw.h"

#include <stdio.h>
#include <string.h>

#include "app/teach/cards.h"
#include "wire/hearts/hearts_host.h"

enum { HAND_ROW = 13, MIDDLE = CANVAS_COLUMNS / 2, SIDE_ROW = 5, EAST_COLUMN = 61, BETWEEN_ROW = 7 };

// Where each seat's card of the trick lies.
static const struct { int row, column; } PLACE[HEARTS_SEATS] = {{8, 38}, {SIDE_ROW, 22}, {3, 38}, {SIDE_ROW, 54}};

static void put_middle(Canvas *canvas, int row, Ink ink, const char *text) {
    canvas_put(canvas, row, MIDDLE - (int)strlen(text) / 2, ink, text);
}

static const char *plural(int count) { return count == 1 ? "" : "s"; }

// What the bot calls itself, or its spec, short enough for the space beside the table.
static void bot_name(const Sitting *game, int seat, char name[20]) {
    Text clean = {0};
    const char *said = seat ? host_seat_name(hearts_host_seat(&game->bots.player[seat])) : "";
    app_add_name(&clean, *said ? said : game->name[seat]);
    if (!text_copy(name, 17, clean.data ? clean.data : "bot")) memcpy(name + 13, "...", 4);
    for (char *c = name; *c; c++)
        if ((unsigned char)*c >= 0x80) *c = '?'; // a name cut in the middle of a character must not upset the screen
    text_free(&clean);
}

// ---- Head and seats ----

static void hearts_draw_head(const SittingView *view, Canvas *canvas) {
    const Sitting *game = view->game;
    char line[64];
    int score[HEARTS_SEATS], column = PLAY_LEFT + 22;
    sitting_score(game, score);
    canvas_put(canvas, 0, PLAY_LEFT, INK_ACCENT, "Hearts");
    snprintf(line, sizeof line, "hand %u", game->hand + 1);
    canvas_put(canvas, 0, PLAY_LEFT + 9, INK_SOFT, line);
    for (int seat = 0; seat < HEARTS_SEATS && game->rules.target; seat++) {
        snprintf(line, sizeof line, " %d", score[seat]);
        column = canvas_put(canvas, 0, column, INK_SOFT, sitting_seat(seat));
        column = canvas_put(canvas, 0, column, INK_BOLD, line) + 3;
    }
    if (game->rules.target)
        snprintf(line, sizeof line, "to %d", game->rules.target);
    else
        snprintf(line, sizeof line, "one hand");
    canvas_put(canvas, 0, CANVAS_COLUMNS - PLAY_LEFT - (int)strlen(line), INK_SOFT, line);
    play_line(view->desk.look, canvas, 1);
}

static void draw_side(const Sitting *game, Canvas *canvas, int seat, int column) {
    const HeartsTable *table = &game->state.table;
    char line[32], name[20];
    int points = game->state.points[seat], tricks = table->tricks_taken[seat];
    bot_name(game, seat, name);
    canvas_put(canvas, SIDE_ROW, column, INK_BOLD, sitting_seat(seat));
    canvas_put(canvas, SIDE_ROW + 1, column, INK_SOFT, name);
    snprintf(line, sizeof line, "%d trick%s", tricks, plural(tricks));
    canvas_put(canvas, SIDE_ROW + 2, column, INK_SOFT, line);
    snprintf(line, sizeof line, "%d point%s", points, plural(points));
    canvas_put(canvas, SIDE_ROW + 3, column, points ? INK_BAD : INK_SOFT, line);
}

// A name in bold, something soft, and points in one row; returns the column after it.
static int draw_flat(const Sitting *game, Canvas *canvas, int row, int column, int seat, const char *soft) {
    char line[64];
    int points = game->state.points[seat], tricks = game->state.table.tricks_taken[seat];
    column = canvas_put(canvas, row, column, INK_BOLD, sitting_seat(seat));
    snprintf(line, sizeof line, "   %s%d trick%s, ", soft, tricks, plural(tricks));
    column = canvas_put(canvas, row, column, INK_SOFT, line);
    snprintf(line, sizeof line, "%d point%s", points, plural(points));
    return canvas_put(canvas, row, column, points ? INK_BAD : INK_SOFT, line);
}

static void draw_seats(const SittingView *view, Canvas *canvas) {
    const Sitting *game = view->game;
    char name[20], soft[32];
    draw_side(game, canvas, 1, PLAY_LEFT);
    draw_side(game, canvas, 3, EAST_COLUMN);
    bot_name(game, 2, name);
    snprintf(soft, sizeof soft, "%s   ", name);
    int wide = (int)strlen(name) + 32;
    draw_flat(game, canvas, 2, MIDDLE - wide / 2, 2, soft);
    draw_flat(game, canvas, HAND_ROW - 1, PLAY_LEFT, SITTING_YOU, "");
}

// ---- The trick ----

// Who leads, and whether hearts are broken, to the right above the hand.
static void draw_status(const SittingView *view, Canvas *canvas) {
    const Sitting *game = view->game;
    const HeartsTable *table = &game->state.table;
    char line[64];
    if (table->phase == HEARTS_PASSING) return;
    const char *lead = table->on_table ? "led" : table->leader == SITTING_YOU ? "lead" : "leads";
    const char *hearts = !game->rules.break_hearts ? "" : table->broken ? ", hearts are broken" : ", hearts not broken";
    snprintf(line, sizeof line, "trick %d, %s %s%s", table->tricks + 1, sitting_seat(table->leader), lead, hearts);
    canvas_put(canvas, HAND_ROW - 1, CANVAS_COLUMNS - PLAY_LEFT - (int)strlen(line), INK_SOFT, line);
}

// The trick before, in a corner while another lies on the table.
static void hearts_draw_last(const SittingView *view, Canvas *canvas, const SittingTrick *trick) {
    Text line = {0};
    for (int i = 0; i < HEARTS_SEATS; i++) {
        view->desk.write(&line, trick->card[(trick->leader + i) & 3]);
        text_add(&line, " ");
    }
    text_addf(&line, "to %s", sitting_seat(trick->winner));
    canvas_put(canvas, 10, PLAY_LEFT, INK_SOFT, "last trick");
    canvas_put_cards(canvas, 11, PLAY_LEFT, INK_SOFT, line.data);
    text_free(&line);
}

static void draw_taken(const SittingView *view, Canvas *canvas, const SittingTrick *trick) {
    char line[64];
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        play_face(view->desk.look, canvas, PLACE[seat].row, PLACE[seat].column, trick->card[seat],
                  seat == trick->winner ? INK_ACCENT : INK_SOFT, PLAY_CARD_PLAIN);
    int size = snprintf(line, sizeof line, "%s took it", sitting_subject(trick->winner));
    if (trick->points)
        snprintf(line + size, sizeof line - (size_t)size, ": %d point%s", trick->points, plural(trick->points));
    put_middle(canvas, BETWEEN_ROW, trick->points ? INK_BAD : INK_PLAIN, line);
}

static void draw_trick(const SittingView *view, Canvas *canvas) {
    const Sitting *game = view->game;
    const HeartsTable *table = &game->state.table;
    SittingTrick last;
    bool before = sitting_trick(game, table->tricks - 1, &last);
    if (before && !table->on_table) {
        draw_taken(view, canvas, &last);
        return;
    }
    if (before) hearts_draw_last(view, canvas, &last);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        int row = PLACE[seat].row, column = PLACE[seat].column;
        bool taking = table->on_table && hearts_taking(table) == seat;
        if (table->trick[seat] != CARD_NONE)
            play_face(view->desk.look, canvas, row, column, table->trick[seat], taking ? INK_ACCENT : INK_PLAIN,
                      PLAY_CARD_PLAIN);
        else if (seat == table->to_act && seat != SITTING_YOU)
            canvas_put(canvas, row + 1, column + 1, INK_SOFT, "...");
    }
}

static void draw_pass(const SittingView *view, Canvas *canvas) {
    static const char *const ways[] = {"", "left", "right", "across"};
    const Sitting *game = view->game;
    HeartsPass way = (HeartsPass)game->state.table.direction;
    char line[64];
    snprintf(line, sizeof line, "Cards go %s.", ways[way]);
    put_middle(canvas, BETWEEN_ROW - 1, INK_PLAIN, line);
    if (!sitting_is_yours(game)) return;
    snprintf(line, sizeof line, "Choose %d for %s.", game->rules.pass_count,
             sitting_seat(hearts_pass_to(way, SITTING_YOU)));
    put_middle(canvas, BETWEEN_ROW, INK_BOLD, line);
    snprintf(line, sizeof line, "%d of %d chosen", set_count(view->give), game->rules.pass_count);
    put_middle(canvas, BETWEEN_ROW + 2, INK_SOFT, line);
}

// ---- The hand ----

static void hearts_draw_hand(const SittingView *view, Canvas *canvas) {
    const HeartsState *state = &view->game->state;
    bool yours = sitting_is_yours(view->game), passing = state->table.phase == HEARTS_PASSING;
    HeartsView own = hearts_view(state, &view->game->log, SITTING_YOU);
    CardSet legal = passing ? own.hand : yours ? hearts_legal(state) : 0;
    CardSet fresh = passing || state->table.tricks ? 0 : own.received;
    int column = PLAY_LEFT;
    for (int i = 0; i < view->count; i++) {
        Card card = view->card[i];
        bool cursor = yours && card == view->chosen, may = set_has(legal, card), given = set_has(view->give, card);
        bool raised = passing ? given : cursor;
        unsigned how = (yours && !may ? PLAY_CARD_PALE : 0u) | (set_has(fresh, card) ? PLAY_CARD_FRESH : 0u);
        if (i && card_suit(card) != card_suit(view->card[i - 1])) column += 2;
        play_face(view->desk.look, canvas, raised ? HAND_ROW : HAND_ROW + 1, column, card,
                  cursor         ? INK_ACCENT
                  : given        ? INK_GOOD
                  : yours && may ? INK_PLAIN
                                 : INK_SOFT,
                  how);
        if (yours && may) {
            const char key[2] = {SITTING_PLACES[i], '\0'};
            canvas_put(canvas, HAND_ROW + 5, column + 2, cursor ? INK_ACCENT : INK_SOFT, key);
        }
        column += PLAY_CARD_WIDTH;
    }
}

// ---- The end of a hand ----

static void draw_result(const SittingView *view, Canvas *canvas) {
    const Sitting *game = view->game;
    char line[64];
    int score[HEARTS_SEATS];
    sitting_score(game, score);
    snprintf(line, sizeof line, "%-10s%6s%8s   %s", "", "hand", "score", "took");
    canvas_put(canvas, 4, PLAY_LEFT + 2, INK_SOFT, line);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        CardSet points = game->state.table.taken[seat] & (HEARTS_HEARTS | set_of(HEARTS_QUEEN));
        if (game->rules.jack_bonus) points |= game->state.table.taken[seat] & set_of(HEARTS_JACK_OF_DIAMONDS);
        Text cards = {0};
        text_add(&cards, "");
        for (CardSet rest = hearts_order(points); rest; rest = set_rest(rest)) {
            view->desk.write(&cards, set_first(hearts_from_order(rest & -rest)));
            text_add(&cards, " ");
        }
        snprintf(line, sizeof line, "%-10s%6d%8d", sitting_seat(seat), game->state.points[seat], score[seat]);
        canvas_put(canvas, 5 + seat, PLAY_LEFT + 2, seat == SITTING_YOU ? INK_BOLD : INK_PLAIN, line);
        if (cards.size) canvas_put_cards(canvas, 5 + seat, PLAY_LEFT + 29, INK_PLAIN, cards.data);
        text_free(&cards);
    }
    Text ending = {0};
    sitting_ending(game, &ending);
    canvas_put(canvas, 11, PLAY_LEFT + 2, INK_BOLD, ending.data);
    text_free(&ending);
    if (!sitting_game_over(game)) return;
    int winner = sitting_winner(game);
    if (winner < 0)
        snprintf(line, sizeof line, "The game is drawn.");
    else
        snprintf(line, sizeof line, "%s win%s the game.", sitting_subject(winner), winner == SITTING_YOU ? "" : "s");
    canvas_put(canvas, 13, PLAY_LEFT + 2, INK_ACCENT, line);
}

// ---- Keys, help ----

int sitting_draw_keys(const Desk *desk, Canvas *canvas, int column) {
    bool passing = ((const SittingView *)desk)->game->state.table.phase == HEARTS_PASSING;
    column = play_key(canvas, column, desk->look->symbols ? "← →" : "< >", "choose");
    if (passing) column = play_key(canvas, column, "space", "take or leave");
    column = play_key(canvas, column, "Enter", passing ? "pass" : "play");
    return play_key(canvas, column, "h", "hint");
}

static void hearts_draw_help(const SittingView *view, Canvas *canvas) {
    static const char *const lines[] = {
        "Keys",
        "",
        "  <- ->    choose a card (or 1 to 9, 0, a, b, c); Enter or space plays it",
        "           to pass: space takes a card or puts it back, Enter passes them",
        "  h        hint: cards in order, with the points to expect and reasons",
        "  z        undo: back to your last decision in this hand, same cards",
        "  r        after a hand: your mistakes in it",
        "  s        save now (it is done after every move as well)",
        "  n        a new game                      q   quit; --resume goes on later",
        "",
        "The hand",
        "",
        "  Follow suit if you can. The highest card of the suit led takes the trick",
        "  and leads the next. Each heart is a point, the queen of spades is 13; who",
        "  takes them all shoots the moon. Lowest score wins when somebody reaches",
        "  the target. Pale cards cannot be played now; the frame in colour on the",
        "  table is the card that takes the trick.",
    };
    desk_draw_help(&view->desk, canvas, lines, sizeof lines / sizeof *lines);
}

void sitting_draw(const SittingView *view, Canvas *canvas) {
    const Sitting *game = view->game;
    canvas_clear(canvas);
    hearts_draw_head(view, canvas);
    if (view->desk.mode == DESK_HELPING) {
        hearts_draw_help(view, canvas);
    } else if (sitting_hand_over(game)) {
        draw_result(view, canvas);
        desk_draw_notes(&view->desk, canvas);
    } else {
        draw_seats(view, canvas);
        draw_status(view, canvas);
        if (game->state.table.phase == HEARTS_PASSING)
            draw_pass(view, canvas);
        else
            draw_trick(view, canvas);
        hearts_draw_hand(view, canvas);
        desk_draw_notes(&view->desk, canvas);
    }
    desk_draw_keys(&view->desk, canvas);
}
