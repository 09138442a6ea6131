// SPDX-License-Identifier: MIT
// Hearts on a screen of 80 by 24.
#include <string.h>

#include "app/play_hearts_draw.h"
#include "app/terminal.h"

static void clear_notes(SittingView *view) {
    for (int i = 0; i < SITTING_NOTES; i++) text_clear(&view->note[i]);
}

static void say(SittingView *view, const char *sentence) {
    clear_notes(view);
    text_add(&view->note[0], sentence);
}

static CardSet choosable(const SittingView *view) {
    const HeartsState *state = &view->game->state;
    if (!sitting_is_yours(view->game)) return 0;
    return state->table.phase == HEARTS_PASSING ? state->hand[SITTING_YOU] : hearts_legal(state);
}

// Orders the hand; the cursor stays on its card, or goes to the first that can be chosen.
static void arrange(SittingView *view) {
    const HeartsState *state = &view->game->state;
    CardSet may = choosable(view);
    view->count = sitting_arrange(state->hand[SITTING_YOU], view->card);
    view->give &= state->table.phase == HEARTS_PASSING ? state->hand[SITTING_YOU] : 0;
    if (!may || (view->chosen != CARD_NONE && set_has(may, view->chosen))) return;
    for (int i = view->count - 1; i >= 0; i--)
        if (set_has(may, view->card[i])) view->chosen = view->card[i];
}

static void show(SittingView *view) {
    Canvas canvas;
    arrange(view);
    sitting_draw(view, &canvas);
    terminal_show(&canvas);
}

// Lets the person look. False when told to end.
static bool pause(SittingView *view, int milliseconds) {
    if (milliseconds <= 0) return !terminal_ended();
    int key = terminal_key(milliseconds);
    if (key == KEY_RESIZE) show(view);
    return key != KEY_END;
}

// The bots' turns; a full trick stays a little longer.
static bool go_on(SittingView *view) {
    Sitting *game = view->game;
    while (!sitting_hand_over(game) && !sitting_is_yours(game)) {
        bool full = !game->state.table.on_table && game->state.table.tricks;
        bool passing = game->state.table.phase == HEARTS_PASSING;
        show(view);
        if (!pause(view, passing ? 0 : (full ? 2 : 1) * view->look->pace)) return false;
        sitting_step(game);
    }
    if (game->trouble.text[0]) say(view, game->trouble.text);
    return true;
}

static void choose(SittingView *view, int step) {
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

static void act(SittingView *view, const HeartsAction *action) {
    Error why = {{0}};
    clear_notes(view);
    if (!sitting_move(view->game, action, &why)) {
        say(view, why.text);
        return;
    }
    view->chosen = CARD_NONE;
    view->give = 0;
}

static void hint(SittingView *view) {
    static HeartsVerdict verdict; // for its size
    say(view, "Thinking...");
    show(view);
    clear_notes(view);
    if (!sitting_hint(view->game, &verdict)) {
        say(view, "There is not enough memory for a hint.");
        return;
    }
    sitting_hint_head(view->game, &verdict, &view->note[0]);
    for (int i = 0; i < sitting_hint_count(&verdict); i++) {
        text_addf(&view->note[i + 1], "%d  ", i + 1);
        sitting_hint_line(view->game, &verdict, i, view->write, &view->note[i + 1]);
    }
    if (verdict.choice[0].card != CARD_NONE)
        view->chosen = verdict.choice[0].card;
    else
        view->give = verdict.choice[0].give;
}

static void review(SittingView *view) {
    Text lines[SITTING_NOTES - 1];
    say(view, "Looking at your decisions...");
    show(view);
    clear_notes(view);
    int count = sitting_review(view->game, view->write, &view->note[0], lines, SITTING_NOTES - 1);
    for (int i = 0; i < count; i++) {
        text_add(&view->note[i + 1], lines[i].data);
        text_free(&lines[i]);
    }
}

// Takes a card among those to pass, or puts it back.
static void toggle(SittingView *view) {
    int most = view->game->rules.pass_count;
    CardSet bit = set_of(view->chosen);
    clear_notes(view);
    if (view->chosen == CARD_NONE) return;
    if (!(view->give & bit) && set_count(view->give) >= most)
        text_addf(&view->note[0], "%d cards are chosen: put one back first.", most);
    else
        view->give ^= bit;
}

static void ask_pass(SittingView *view) {
    const Sitting *game = view->game;
    int most = game->rules.pass_count;
    clear_notes(view);
    if (set_count(view->give) != most) {
        text_addf(&view->note[0], "Choose %d cards: space takes the one under the cursor.", most);
        return;
    }
    text_add(&view->note[0], "Pass ");
    sitting_cards(&view->note[0], view->write, view->give);
    HeartsPass way = (HeartsPass)game->state.table.direction;
    text_addf(&view->note[0], " to %s?", sitting_seat(hearts_pass_to(way, SITTING_YOU)));
    view->mode = SITTING_ASKING_PASS;
}

static void undo(SittingView *view) {
    clear_notes(view);
    view->chosen = CARD_NONE;
    view->give = 0;
    if (!sitting_undo(view->game)) say(view, "There is nothing to take back in this hand.");
}

static void save(SittingView *view) {
    clear_notes(view);
    sitting_save(view->game);
    if (!view->game->path)
        say(view, "This game is not kept.");
    else if (view->game->trouble.text[0])
        say(view, view->game->trouble.text);
    else
        text_addf(&view->note[0], "Saved: %s", view->game->path);
}

// Keys of a decision.
static void decide(SittingView *view, int key) {
    const char *place = key < 256 && key ? strchr(SITTING_PLACES, key) : NULL;
    bool passing = view->game->state.table.phase == HEARTS_PASSING;
    int at = place ? (int)(place - SITTING_PLACES) : view->count;
    if (at < view->count) {
        clear_notes(view);
        if (set_has(choosable(view), view->card[at]))
            view->chosen = view->card[at];
        else
            act(view, &(HeartsAction){.move = HEARTS_PLAY, .card = view->card[at]}); // which says why not
        if (passing) toggle(view);
        return;
    }
    switch (key) {
    case KEY_LEFT: choose(view, -1); break;
    case KEY_RIGHT: choose(view, 1); break;
    case KEY_UP:
    case KEY_DOWN:
        if (passing) toggle(view);
        break;
    case KEY_ENTER:
    case ' ':
        if (!passing)
            act(view, &(HeartsAction){.move = HEARTS_PLAY, .card = view->chosen});
        else if (key == ' ')
            toggle(view);
        else
            ask_pass(view);
        break;
    case 'p':
        if (passing) ask_pass(view);
        break;
    case 'h': hint(view); break;
    default: break;
    }
}

static void next(SittingView *view) {
    clear_notes(view);
    view->chosen = CARD_NONE;
    sitting_next(view->game);
}

static void answer(SittingView *view, int key) {
    SittingMode asked = view->mode;
    bool yes = key == 'y' || key == KEY_ENTER;
    view->mode = SITTING_PLAYING;
    clear_notes(view);
    if (!yes) return;
    if (asked == SITTING_ASKING_PASS)
        act(view, &(HeartsAction){.move = HEARTS_GIVE, .card = CARD_NONE, .give = view->give});
    if (asked == SITTING_ASKING_NEW) {
        view->give = 0;
        sitting_new(view->game);
    }
}

// Does what a key says. False to quit.
static bool obey(SittingView *view, int key) {
    if (view->mode != SITTING_PLAYING && key != 'q') {
        answer(view, key);
        return true;
    }
    bool over = sitting_hand_over(view->game);
    switch (key) {
    case 'q': return false;
    case '?': view->mode = SITTING_HELPING; return true;
    case 'z': undo(view); return true;
    case 's': save(view); return true;
    case 'n':
        if (over) {
            next(view);
        } else {
            say(view, "Leave this game for a new one?");
            view->mode = SITTING_ASKING_NEW;
        }
        return true;
    default: break;
    }
    if (!over)
        decide(view, key);
    else if (key == KEY_ENTER || key == ' ')
        next(view);
    else if (key == 'r')
        review(view);
    return true;
}

bool sitting_screen(Sitting *game, const PlayLook *look) {
    SittingView view = {.game = game, .look = look, .chosen = CARD_NONE};
    view.write = look->symbols ? card_colour : card_letters;
    bool on = true;
    while (on && !terminal_ended()) {
        if (!go_on(&view)) break;
        show(&view);
        int key = terminal_key(-1);
        if (key == KEY_END) break;
        if (key != KEY_RESIZE) on = obey(&view, key >= 'A' && key <= 'Z' ? key - 'A' + 'a' : key);
    }
    for (int i = 0; i < SITTING_NOTES; i++) text_free(&view.note[i]);
    return !terminal_ended();
}
