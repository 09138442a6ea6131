// SPDX-License-Identifier: MIT
// The game on a screen of 80 by 24.
#include <string.h>

#include "app/play/play_draw.h"

// Orders the hand, melds first, and keeps the cursor on its card or puts it on the dearest one that may be discarded.
static void arrange(PlayView *view) {
    const GinState *state = &view->game->state;
    view->count = play_arrange(state->hand[PLAY_YOU], view->card, view->group);
    for (int i = 0; i < view->count; i++)
        if (view->card[i] == view->chosen) return;
    int last = view->count - 1;
    if (last > 0 && view->card[last] == state->table.taken) last--;
    view->chosen = last >= 0 ? view->card[last] : CARD_NONE;
}

static void draw(Desk *desk, Canvas *canvas) {
    PlayView *view = (PlayView *)desk;
    arrange(view);
    play_draw(view, canvas);
}

// The bot's turn, and what needs no decision.
static bool go_on(Desk *desk) {
    PlayGame *game = ((PlayView *)desk)->game;
    while (!play_hand_over(game) && !play_is_yours(game)) {
        desk_show(desk);
        if (!desk_pause(desk, desk->look->pace)) return false;
        terminal_work(NULL);
        play_step(game);
        terminal_rest();
        play_save(game); // before it is shown
    }
    if (game->notice.text[0]) desk_say(desk, game->notice.text);
    if (game->unsaved.text[0]) desk_say(desk, game->unsaved.text);
    game->notice.text[0] = '\0';
    return true;
}

static void waits_for(const Desk *desk, Text *sentence) { play_waits_for(((const PlayView *)desk)->game, sentence); }

static void choose(PlayView *view, int step) {
    for (int i = 0; i < view->count; i++) {
        if (view->card[i] != view->chosen) continue;
        view->chosen = view->card[(i + step + view->count) % view->count];
        return;
    }
}

static void act(PlayView *view, GinMove move, Card card) {
    Error why = {{0}};
    GinAction action = {.move = (uint8_t)move, .card = card};
    desk_clear(&view->desk);
    if (play_move(view->game, &action, &why))
        view->chosen = CARD_NONE;
    else
        desk_say(&view->desk, why.text);
}

static void hint(PlayView *view) {
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
    GinAction best = hint.verdict.candidate[0].action;
    if (best.move == GIN_DROP || best.move == GIN_KNOCK) view->chosen = best.card;
}

// Shows what a knock with the chosen card would lay down, and asks.
static void ask_knock(PlayView *view) {
    const PlayGame *game = view->game;
    GinLegal legal = gin_legal(&game->state);
    if (!set_has(legal.knocks, view->chosen)) {
        act(view, GIN_KNOCK, view->chosen); // which says why not
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

static bool undo(Desk *desk) {
    PlayView *view = (PlayView *)desk;
    view->chosen = CARD_NONE;
    terminal_work(NULL);
    bool done = play_undo(view->game);
    terminal_rest();
    return done;
}

static void save(Desk *desk) {
    PlayGame *game = ((PlayView *)desk)->game;
    play_save(game);
    desk_saved(desk, game->keep.path, &game->unsaved);
}

// Keys of a decision.
static void decide(Desk *desk, int key) {
    PlayView *view = (PlayView *)desk;
    static const char places[] = "1234567890-";
    const char *place = key < 256 && key ? strchr(places, key) : NULL;
    bool discard = view->game->state.table.phase == GIN_DISCARD;
    if (place && place - places < view->count) view->chosen = view->card[place - places];
    switch (key) {
    case KEY_LEFT: choose(view, -1); break;
    case KEY_RIGHT: choose(view, 1); break;
    case KEY_ENTER:
    case ' ':
        if (discard) act(view, GIN_DROP, view->chosen);
        break;
    case 'd': act(view, discard ? GIN_DROP : GIN_STOCK, discard ? view->chosen : CARD_NONE); break;
    case 'u': act(view, GIN_TAKE, CARD_NONE); break;
    case 'p': act(view, GIN_PASS, CARD_NONE); break;
    case 'b': act(view, GIN_CALL_BIG, CARD_NONE); break;
    case 'k': ask_knock(view); break;
    case 'h': hint(view); break;
    default: break;
    }
}

static void next(Desk *desk) { play_next(((PlayView *)desk)->game); }

static void agreed(Desk *desk, DeskMode asked) {
    PlayView *view = (PlayView *)desk;
    if (asked == DESK_ASKING_MOVE)
        act(view, GIN_KNOCK, view->chosen);
    else
        play_new(view->game);
}

static int review(const Desk *desk, Text *head, Text *lines, int most) {
    return play_review(((const PlayView *)desk)->game, desk->write, head, lines, most);
}

bool play_screen(PlayGame *game, const PlayLook *look) {
    static const DeskGame gin = {
        .turn = play_turn,
        .draw = draw,
        .draw_keys = play_draw_keys,
        .waits_for = waits_for,
        .go_on = go_on,
        .decide = decide,
        .yes = 'k',
        .agreed = agreed,
        .next = next,
        .undo = undo,
        .save = save,
        .review = review,
    };
    CardWriter write = look->symbols ? card_colour : card_letters;
    PlayView view = {.desk = {.game = &gin, .look = look, .write = write}, .game = game, .chosen = CARD_NONE};
    return desk_run(&view.desk);
}
