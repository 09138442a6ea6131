// SPDX-License-Identifier: MIT
// Hearts on a screen of 80 by 24, or 120.
#include <string.h>

#include "app/hearts/play/play_hearts_draw.h"

static CardSet choosable(const SittingView *view) {
    const HeartsState *state = &view->game->state;
    if (!sitting_is_yours(view->game)) return 0;
    return state->table.phase == HEARTS_PASSING ? state->hand[SITTING_YOU] : hearts_legal(state);
}

// Orders the hand; the cursor stays on its card, or goes to the first that can be chosen.
static void hearts_screen_arrange(SittingView *view) {
    const HeartsState *state = &view->game->state;
    CardSet may = choosable(view);
    view->count = sitting_arrange(state->hand[SITTING_YOU], view->card);
    view->give &= state->table.phase == HEARTS_PASSING ? state->hand[SITTING_YOU] : 0;
    if (!may || (view->chosen != CARD_NONE && set_has(may, view->chosen))) return;
    for (int i = view->count - 1; i >= 0; i--)
        if (set_has(may, view->card[i])) view->chosen = view->card[i];
}

static void hearts_screen_draw(Desk *desk, Canvas *canvas) {
    SittingView *view = (SittingView *)desk;
    hearts_screen_arrange(view);
    sitting_draw(view, canvas);
}

// A full trick stays a little longer.
static int paces(const Desk *desk) {
    const HeartsTable *table = &((const SittingView *)desk)->game->state.table;
    if (table->phase == HEARTS_PASSING) return 0;
    return !table->on_table && table->tricks ? 2 : 1;
}

static void hearts_screen_choose(SittingView *view, int step) {
    CardSet may = choosable(view);
    int at = 0;
    while (at < view->count && view->card[at] != view->chosen) at++;
    for (int i = 0; may && i < view->count; i++) {
        at = (at + step + view->count) % view->count;
        if (!set_has(may, view->card[at])) continue;
        view->chosen = view->card[at];
        return;
    }
}

static void hearts_screen_act(SittingView *view, const HeartsAction *action) {
    Error why = {{0}};
    desk_clear(&view->desk);
    if (!sitting_move(view->game, action, &why)) {
        desk_refused(&view->desk, &why);
        return;
    }
    view->chosen = CARD_NONE;
    view->give = 0;
}

static void hearts_screen_hint(SittingView *view) {
    static HeartsVerdict verdict; // for its size
    desk_say(&view->desk, "Looking for the best cards...");
    desk_show(&view->desk);
    desk_clear(&view->desk);
    terminal_work(NULL);
    bool good = sitting_hint(view->game, &verdict);
    terminal_rest();
    if (!good) {
        desk_say(&view->desk, "There is not enough memory for a hint.");
        return;
    }
    sitting_hint_head(view->game, &verdict, &view->desk.note[0]);
    for (int i = 0; i < sitting_hint_count(&verdict); i++) {
        text_addf(&view->desk.note[i + 1], "%d  ", i + 1);
        sitting_hint_line(view->game, &verdict, i, view->desk.write, &view->desk.note[i + 1]);
    }
    if (verdict.count > 1) sitting_hint_panel(view->game, &verdict, view->desk.write, &view->desk.hint);
    if (verdict.choice[0].card != CARD_NONE)
        view->chosen = verdict.choice[0].card;
    else
        view->give = verdict.choice[0].give;
}

// Takes a card among those to pass, or puts it back.
static void toggle(SittingView *view) {
    int most = view->game->rules.pass_count;
    CardSet bit = set_of(view->chosen);
    desk_clear(&view->desk);
    if (view->chosen == CARD_NONE) return;
    if (!(view->give & bit) && set_count(view->give) >= most)
        text_addf(&view->desk.note[0], "%d cards are chosen: put one back first.", most);
    else
        view->give ^= bit;
}

static void ask_pass(SittingView *view) {
    const Sitting *game = view->game;
    int most = game->rules.pass_count;
    desk_clear(&view->desk);
    if (set_count(view->give) != most) {
        text_addf(&view->desk.note[0], "Choose %d cards: space takes the one under the cursor.", most);
        return;
    }
    text_add(&view->desk.note[0], "Pass ");
    sitting_cards(&view->desk.note[0], view->desk.write, view->give);
    HeartsPass way = (HeartsPass)game->state.table.direction;
    text_addf(&view->desk.note[0], " to %s?", sitting_seat(hearts_pass_to(way, SITTING_YOU)));
    view->desk.mode = DESK_ASKING_MOVE;
}

// Keys of a decision.
static void hearts_screen_decide(Desk *desk, int key) {
    SittingView *view = (SittingView *)desk;
    const char *place = key < 256 && key ? strchr(SITTING_PLACES, key) : NULL;
    bool passing = view->game->state.table.phase == HEARTS_PASSING;
    int at = place ? (int)(place - SITTING_PLACES) : view->count;
    if (at < view->count) {
        desk_clear(&view->desk);
        if (set_has(choosable(view), view->card[at]))
            view->chosen = view->card[at];
        else
            hearts_screen_act(view, &(HeartsAction){.move = HEARTS_PLAY, .card = view->card[at]}); // which says why not
        if (passing) toggle(view);
        return;
    }
    switch (key) {
    case KEY_LEFT: hearts_screen_choose(view, -1); break;
    case KEY_RIGHT: hearts_screen_choose(view, 1); break;
    case KEY_UP:
    case KEY_DOWN:
        if (passing) toggle(view);
        break;
    case KEY_ENTER:
    case ' ':
        if (!passing)
            hearts_screen_act(view, &(HeartsAction){.move = HEARTS_PLAY, .card = view->chosen});
        else if (key == ' ')
            toggle(view);
        else
            ask_pass(view);
        break;
    case 'p':
        if (passing) ask_pass(view);
        break;
    case 'h': hearts_screen_hint(view); break;
    default: break;
    }
}

static void pass_agreed(Desk *desk) {
    SittingView *view = (SittingView *)desk;
    hearts_screen_act(view, &(HeartsAction){.move = HEARTS_GIVE, .card = CARD_NONE, .give = view->give});
}

static void forget_choice(Desk *desk, DeskChange what) {
    SittingView *view = (SittingView *)desk;
    if (what != DESK_NEW_GAME) view->chosen = CARD_NONE;
    if (what != DESK_NEXT_HAND) view->give = 0;
}

bool sitting_screen(PlayTable *table, const PlayLook *look) {
    static const DeskGame hearts = {
        .draw = hearts_screen_draw,
        .draw_keys = sitting_draw_keys,
        .panel = sitting_draw_panel,
        .pause = paces,
        .decide = hearts_screen_decide,
        .agreed = pass_agreed,
        .changed = forget_choice,
    };
    CardWriter write = look->symbols ? card_colour : card_letters;
    SittingView view = {.desk = {.game = &hearts, .table = table, .look = look, .write = write},
                        .game = (Sitting *)table,
                        .chosen = CARD_NONE};
    return desk_run(&view.desk);
}
