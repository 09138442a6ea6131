// SPDX-License-Identifier: MIT
// The game on a screen of 80 by 24.
#include <stdio.h>
#include <string.h>

#include "app/play_draw.h"
#include "app/terminal.h"

static void clear_notes(PlayView *view) {
    for (int i = 0; i < PLAY_NOTES; i++) text_clear(&view->note[i]);
}

static void say(PlayView *view, const char *sentence) {
    clear_notes(view);
    text_add(&view->note[0], sentence);
}

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

static void show(PlayView *view) {
    Canvas canvas;
    arrange(view);
    play_draw(view, &canvas);
    terminal_show(&canvas);
}

// Lets the person look. False when told to end.
static bool pause(PlayView *view, int milliseconds) {
    if (milliseconds <= 0) return !terminal_ended();
    int key = terminal_key(milliseconds);
    if (key == KEY_RESIZE) show(view);
    return key != KEY_END;
}

// The bot's turn, and what needs no decision.
static bool go_on(PlayView *view) {
    PlayGame *game = view->game;
    while (!play_hand_over(game) && !play_is_yours(game)) {
        show(view);
        if (!pause(view, view->look->pace)) return false;
        play_step(game);
    }
    if (game->notice.text[0]) say(view, game->notice.text);
    if (game->trouble.text[0]) say(view, game->trouble.text);
    game->notice.text[0] = '\0';
    return true;
}

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
    clear_notes(view);
    if (play_move(view->game, &action, &why))
        view->chosen = CARD_NONE;
    else
        say(view, why.text);
}

static void hint(PlayView *view) {
    PlayHint hint;
    if (!play_is_yours(view->game)) return;
    say(view, "Thinking...");
    show(view);
    play_hint(view->game, &hint);
    clear_notes(view);
    text_addf(&view->note[0], "Hint: with the best move you win %.0f%% of games from here.",
              100 * hint.verdict.best.win);
    for (int i = 0; i < hint.count; i++) {
        text_addf(&view->note[i + 1], "%d ", i + 1);
        play_hint_line(view->game, &hint, i, view->write, &view->note[i + 1]);
    }
    GinAction best = hint.verdict.candidate[0].action;
    if (best.move == GIN_DROP || best.move == GIN_KNOCK) view->chosen = best.card;
}

static void review(PlayView *view) {
    Text lines[PLAY_NOTES - 1];
    say(view, "Looking at your decisions...");
    show(view);
    clear_notes(view);
    int count = play_review(view->game, view->write, &view->note[0], lines, PLAY_NOTES - 1);
    for (int i = 0; i < count; i++) {
        text_add(&view->note[i + 1], lines[i].data);
        text_free(&lines[i]);
    }
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
    clear_notes(view);
    text_add(&view->note[0], deadwood ? "Knock, discarding " : "Gin, discarding ");
    view->write(&view->note[0], view->chosen);
    text_add(&view->note[0], "?");
    text_add(&view->note[1], "You show ");
    words_hand(&view->note[1], view->write, hand);
    text_addf(&view->note[1], ", deadwood %d.", deadwood);
    view->mode = PLAY_ASKING_KNOCK;
}

static void undo(PlayView *view) {
    clear_notes(view);
    view->chosen = CARD_NONE;
    if (!play_undo(view->game)) say(view, "There is nothing to take back in this hand.");
}

static void save(PlayView *view) {
    clear_notes(view);
    play_save(view->game);
    if (!view->game->path)
        say(view, "This game is not kept.");
    else if (view->game->trouble.text[0])
        say(view, view->game->trouble.text);
    else
        text_addf(&view->note[0], "Saved: %s", view->game->path);
}

// Keys of a decision.
static void decide(PlayView *view, int key) {
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

static void next(PlayView *view) {
    clear_notes(view);
    play_next(view->game);
}

static void answer(PlayView *view, int key) {
    PlayMode asked = view->mode;
    bool yes = key == 'y' || key == 'Y' || key == KEY_ENTER || (asked == PLAY_ASKING_KNOCK && key == 'k');
    view->mode = PLAY_PLAYING;
    clear_notes(view);
    if (!yes || asked == PLAY_HELPING) return;
    if (asked == PLAY_ASKING_KNOCK) act(view, GIN_KNOCK, view->chosen);
    if (asked == PLAY_ASKING_NEW) play_new(view->game);
}

// Does what a key says. False to quit.
static bool obey(PlayView *view, int key) {
    if (view->mode != PLAY_PLAYING && key != 'q') {
        answer(view, key);
        return true;
    }
    bool over = play_hand_over(view->game);
    switch (key) {
    case 'q': return false;
    case '?': view->mode = PLAY_HELPING; return true;
    case 'z': undo(view); return true;
    case 's': save(view); return true;
    case 'n':
        if (over) {
            next(view);
        } else {
            say(view, "Leave this game for a new one?");
            view->mode = PLAY_ASKING_NEW;
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

bool play_screen(PlayGame *game, const PlayLook *look) {
    PlayView view = {.game = game, .look = look, .chosen = CARD_NONE};
    view.write = look->symbols ? card_colour : card_letters;
    bool on = true;
    while (on && !terminal_ended()) {
        if (!go_on(&view)) break;
        show(&view);
        int key = terminal_key(-1);
        if (key == KEY_END) break;
        if (key != KEY_RESIZE) on = obey(&view, key >= 'A' && key <= 'Z' ? key - 'A' + 'a' : key);
    }
    for (int i = 0; i < PLAY_NOTES; i++) text_free(&view.note[i]);
    return !terminal_ended();
}
