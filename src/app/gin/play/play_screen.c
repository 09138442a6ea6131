// SPDX-License-Identifier: MIT
// The game on a screen of 80 by 24, or 120.
#include <string.h>

#include "app/gin/play/play_draw.h"

// Orders the hand, melds first, and keeps the cursor on its card or puts it on the dearest one that may be discarded.
static void gin_screen_arrange(PlayView *view) {
    const GinState *state = &view->game->state;
    view->count = play_arrange(state->hand[PLAY_YOU], view->card, view->group);
    for (int i = 0; i < view->count; i++)
        if (view->card[i] == view->chosen) return;
    int last = view->count - 1;
    if (last > 0 && view->card[last] == state->table.taken) last--;
    view->chosen = last >= 0 ? view->card[last] : CARD_NONE;
}

static void gin_screen_draw(Desk *desk, Canvas *canvas) {
    PlayView *view = (PlayView *)desk;
    gin_screen_arrange(view);
    play_draw(view, canvas);
}

static void gin_screen_choose(PlayView *view, int step) {
    for (int i = 0; i < view->count; i++) {
        if (view->card[i] != view->chosen) continue;
        view->chosen = view->card[(i + step + view->count) % view->count];
        return;
    }
}

static void gin_screen_act(PlayView *view, GinMove move, Card card) {
    Error why = {{0}};
    GinAction action = {.move = (uint8_t)move, .card = card};
    desk_clear(&view->desk);
    if (play_move(view->game, &action, &why))
        view->chosen = CARD_NONE;
    else
        desk_refused(&view->desk, &why);
}

static void gin_screen_hint(PlayView *view) {
    PlayHint hint;
    Error err = {{0}};
    if (!play_is_yours(view->game)) return;
    desk_say(&view->desk, "Looking for the best moves...");
    desk_show(&view->desk);
    terminal_work(NULL);
    bool good = play_hint(view->game, &hint, &err);
    terminal_rest();
    desk_clear(&view->desk);
    if (!good) {
        desk_say(&view->desk, err.text);
        return;
    }
    play_hint_head(&hint, &view->desk.note[0]);
    for (int i = 0; i < hint.count; i++)
        play_hint_short(view->game, &hint, i, view->desk.write, &view->desk.note[i + 1]);
    play_hint_panel(view->game, &hint, view->desk.write, &view->desk.hint);
    GinAction best = hint.verdict.candidate[0].action;
    if (best.move == GIN_DROP || best.move == GIN_KNOCK) view->chosen = best.card;
}

// Shows what a knock with the chosen card would lay down, and asks.
static void ask_knock(PlayView *view) {
    const PlayGame *game = view->game;
    GinLegal legal = gin_legal(&game->state);
    if (!set_has(legal.knocks, view->chosen)) {
        gin_screen_act(view, GIN_KNOCK, view->chosen); // which says why not
        return;
    }
    CardSet hand = game->state.hand[PLAY_YOU] & ~set_of(view->chosen);
    int deadwood = gin_deadwood(hand);
    desk_clear(&view->desk);
    text_add(&view->desk.note[0], deadwood ? "Knock, discarding " : "Gin, discarding ");
    view->desk.write(&view->desk.note[0], view->chosen);
    text_add(&view->desk.note[0], "?");
    text_add(&view->desk.note[1], "You show ");
    words_hand(&view->desk.note[1], view->desk.write, hand);
    text_addf(&view->desk.note[1], ", deadwood %d.", deadwood);
    view->desk.mode = DESK_ASKING_MOVE;
}

// Keys of a decision.
static void gin_screen_decide(Desk *desk, int key) {
    PlayView *view = (PlayView *)desk;
    static const char places[] = "1234567890-";
    const char *place = key < 256 && key ? strchr(places, key) : NULL;
    bool discard = view->game->state.table.phase == GIN_DISCARD;
    if (place && place - places < view->count) view->chosen = view->card[place - places];
    switch (key) {
    case KEY_LEFT: gin_screen_choose(view, -1); break;
    case KEY_RIGHT: gin_screen_choose(view, 1); break;
    case KEY_ENTER:
    case ' ':
        if (discard) gin_screen_act(view, GIN_DROP, view->chosen);
        break;
    case 'd': gin_screen_act(view, discard ? GIN_DROP : GIN_STOCK, discard ? view->chosen : CARD_NONE); break;
    case 'u': gin_screen_act(view, GIN_TAKE, CARD_NONE); break;
    case 'p': gin_screen_act(view, GIN_PASS, CARD_NONE); break;
    case 'b': gin_screen_act(view, GIN_CALL_BIG, CARD_NONE); break;
    case 'k': ask_knock(view); break;
    case 'h': gin_screen_hint(view); break;
    default: break;
    }
}

static void knock_agreed(Desk *desk) { gin_screen_act((PlayView *)desk, GIN_KNOCK, ((PlayView *)desk)->chosen); }

static void forget_chosen(Desk *desk, DeskChange what) {
    if (what <= DESK_INSISTED) ((PlayView *)desk)->chosen = CARD_NONE;
}

bool play_screen(PlayTable *table, const PlayLook *look) {
    static const DeskGame gin = {
        .draw = gin_screen_draw,
        .draw_keys = play_draw_keys,
        .panel = play_draw_panel,
        .decide = gin_screen_decide,
        .yes = 'k',
        .agreed = knock_agreed,
        .changed = forget_chosen,
    };
    CardWriter write = look->symbols ? card_colour : card_letters;
    PlayView view = {.desk = {.game = &gin, .table = table, .look = look, .write = write},
                     .game = (PlayGame *)table,
                     .chosen = CARD_NONE};
    return desk_run(&view.desk);
}
