// SPDX-License-Identifier: MIT
// Hearts as lines of text, for screen readers, pipes and small terminals.
#include <stdio.h>

#include "app/play/play_hearts_words.h"
#include "app/play/terminal.h"

// What the person has been told.
typedef struct Telling {
    Sitting *game;
    CardWriter write;
    Text text;
    int told;   // cards of the log that were told
    bool fresh; // a hand that was not announced yet
} Telling;

// It may quote what was typed.
static void say_why(Text *text, const Error *why) {
    text_add_printable(text, why->text);
    text_add(text, "\n");
}

static void say(Text *text) {
    if (text->data) fputs(text->data, stdout);
    fflush(stdout);
    text_clear(text);
}

static void add_scores(const Sitting *game, Text *text) {
    int score[HEARTS_SEATS];
    sitting_score(game, score);
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        text_addf(text, "%s%s %d", seat ? ", " : "", sitting_seat(seat), score[seat]);
}

static void tell_deal(Telling *it) {
    const Sitting *game = it->game;
    text_addf(&it->text, "\nHand %u. Score: ", game->hand + 1);
    add_scores(game, &it->text);
    if (game->rules.target) text_addf(&it->text, "; to %d", game->rules.target);
    text_add(&it->text, ".\n");
    it->fresh = false;
    it->told = 0;
}

// Cards that came from a neighbour, told once before the first card falls.
static void tell_received(Telling *it) {
    const Sitting *game = it->game;
    HeartsView view = hearts_view(&game->state, &game->log, SITTING_YOU);
    if (it->told || !view.received || game->state.table.phase == HEARTS_PASSING) return;
    text_add(&it->text, "You were passed ");
    sitting_cards(&it->text, it->write, view.received);
    text_add(&it->text, ".\n");
}

// Cards that fell since it was last told, a line a trick, and who took it.
static void tell_cards(Telling *it) {
    const Sitting *game = it->game;
    const HeartsLog *log = &game->log;
    for (int i = it->told; i < log->count; i++) {
        bool first = i % HEARTS_SEATS == 0 || i == it->told;
        text_addf(&it->text, "%s%s %s ", first ? "" : ", ",
                  first ? sitting_subject(log->seat[i]) : sitting_seat(log->seat[i]),
                  i % HEARTS_SEATS == 0 ? (log->seat[i] ? "leads" : "lead")
                  : log->seat[i]        ? "plays"
                                        : "play");
        it->write(&it->text, log->card[i]);
        if (i % HEARTS_SEATS == HEARTS_SEATS - 1 || i == log->count - 1) text_add(&it->text, ".\n");
        SittingTrick full;
        if (i % HEARTS_SEATS < HEARTS_SEATS - 1 || !sitting_trick(game, i / HEARTS_SEATS, &full)) continue;
        sitting_trick_words(&full, it->write, &it->text);
        text_add(&it->text, "\n");
    }
    it->told = log->count;
}

static void tell_hand(Telling *it) {
    static const char *const suits[CARD_SUITS] = {"clubs", "diamonds", "hearts", "spades"};
    static const int order[CARD_SUITS] = {HEARTS_CLUBS, HEARTS_DIAMONDS, HEARTS_SPADES, HEARTS_SUIT};
    CardSet hand = it->game->state.hand[SITTING_YOU];
    bool some = false;
    text_add(&it->text, "Your hand: ");
    for (int i = 0; i < CARD_SUITS; i++) {
        CardSet cards = hand & set_suit(order[i]);
        if (!cards) continue;
        text_addf(&it->text, "%s%s ", some ? "; " : "", suits[order[i]]);
        sitting_cards(&it->text, it->write, cards);
        some = true;
    }
    text_add(&it->text, ".\n");
}

// The whole table, when asked for.
static void tell_table(Telling *it) {
    const Sitting *game = it->game;
    const HeartsTable *table = &game->state.table;
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        text_addf(&it->text, "%s%s %d trick%s and %d point%s", seat ? ", " : "Taken: ", sitting_seat(seat),
                  table->tricks_taken[seat], table->tricks_taken[seat] == 1 ? "" : "s", game->state.points[seat],
                  game->state.points[seat] == 1 ? "" : "s");
    if (game->rules.break_hearts) text_addf(&it->text, ". Hearts are %s", table->broken ? "broken" : "not broken");
    if (table->on_table) {
        text_add(&it->text, ". On the table: ");
        for (int i = 0; i < table->on_table; i++) {
            Seat seat = (Seat)((table->leader + i) & 3);
            text_addf(&it->text, "%s%s ", i ? ", " : "", sitting_seat(seat));
            it->write(&it->text, table->trick[seat]);
        }
    }
    text_add(&it->text, ".\n");
}

static void ask(Telling *it) {
    const Sitting *game = it->game;
    const HeartsTable *table = &game->state.table;
    if (table->phase == HEARTS_PASSING) {
        Seat to = hearts_pass_to((HeartsPass)table->direction, SITTING_YOU);
        text_addf(&it->text, "Pass %d cards to %s: pass CARD CARD CARD, hint, help, quit?\n", game->rules.pass_count,
                  sitting_seat(to));
        return;
    }
    text_add(&it->text, table->on_table ? "You may play " : "You lead. You may play ");
    sitting_cards(&it->text, it->write, hearts_legal(&game->state));
    text_add(&it->text, ": CARD, hint, undo, show, help, quit?\n");
}

static void tell_end(Telling *it) {
    const Sitting *game = it->game;
    sitting_ending(game, &it->text);
    text_add(&it->text, "\nPoints of the hand: ");
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        text_addf(&it->text, "%s%s %d", seat ? ", " : "", sitting_seat(seat), game->state.points[seat]);
    text_add(&it->text, ". Score: ");
    add_scores(game, &it->text);
    text_add(&it->text, ".\n");
    int winner = sitting_winner(game);
    bool over = sitting_game_over(game);
    if (over && winner < 0) text_add(&it->text, "The game is drawn.\n");
    if (winner >= 0)
        text_addf(&it->text, "%s win%s the game.\n", sitting_subject(winner), winner == SITTING_YOU ? "" : "s");
    text_addf(&it->text, "Enter for the next %s, or review, undo, quit.\n", over ? "game" : "hand");
}

static void tell_hint(Telling *it) {
    static HeartsVerdict verdict; // for its size
    terminal_work("Looking for the best cards...");
    bool good = sitting_hint(it->game, &verdict);
    terminal_rest();
    if (!good) {
        text_add(&it->text, "There is not enough memory for a hint.\n");
        return;
    }
    sitting_hint_head(it->game, &verdict, &it->text);
    text_add(&it->text, "\n");
    for (int i = 0; i < sitting_hint_count(&verdict); i++) {
        text_addf(&it->text, "%d. ", i + 1);
        sitting_hint_line(it->game, &verdict, i, it->write, &it->text);
        text_add(&it->text, ".\n");
    }
}

static void tell_review(Telling *it) {
    Text lines[5];
    terminal_work("Looking at your decisions...");
    int count = sitting_review(it->game, it->write, &it->text, lines, 5);
    terminal_rest();
    text_add(&it->text, ".\n");
    for (int i = 0; i < count; i++) {
        text_addf(&it->text, "%s.\n", lines[i].data);
        text_free(&lines[i]);
    }
}

static void tell_help(Telling *it) {
    text_add(
        &it->text,
        "pass QS KS AH: cards to pass on. play 7H, or just 7H. hint (h): cards in order, with the points to expect\n"
        "and reasons. undo (z): back to your last decision. show: the table and your hand. review (r): after a\n"
        "hand, your mistakes in it. new (n): leave this game for another. save (s). quit (q): the game is saved\n"
        "and can be taken up again. West sits to your left, then North and East.\n");
}

static bool undo(Sitting *game) {
    terminal_work(NULL);
    bool done = sitting_undo(game);
    terminal_rest();
    return done;
}

// Does what a line says. False to quit.
static bool obey(Telling *it, const SittingCommand *command) {
    Sitting *game = it->game;
    Error why = {{0}};
    bool over = sitting_hand_over(game);
    switch (command->word) {
    case SITTING_MOVE:
        if (over)
            text_add(&it->text, "The hand is over: Enter for the next.\n");
        else if (!sitting_move(game, &command->action, &why))
            say_why(&it->text, &why);
        break;
    case SITTING_HINT:
        if (!over) tell_hint(it);
        break;
    case SITTING_UNDO:
        text_add(&it->text, undo(game) ? "Taken back.\n" : "There is nothing to take back in this hand.\n");
        if (it->told > game->log.count) it->told = game->log.count;
        break;
    case SITTING_NEW:
        sitting_new(game);
        it->fresh = true;
        break;
    case SITTING_SAVE:
        sitting_save(game);
        if (game->keep.path && !game->unsaved.text[0]) text_addf(&it->text, "Saved: %s\n", game->keep.path);
        break;
    case SITTING_NEXT:
        if (!over) break;
        sitting_next(game);
        it->fresh = true;
        break;
    case SITTING_SHOW:
        if (!over) tell_table(it);
        break;
    case SITTING_REVIEW:
        if (over)
            tell_review(it);
        else
            text_add(&it->text, "The review comes after the hand.\n");
        break;
    case SITTING_HELP: tell_help(it); break;
    case SITTING_WRONG: say_why(&it->text, &command->why); break;
    case SITTING_QUIT: return false;
    }
    return true;
}

static void step(Sitting *game) {
    Text what = {0};
    sitting_waits_for(game, &what);
    terminal_work(what.data);
    sitting_step(game);
    terminal_rest();
    text_free(&what);
}

static void tell(Telling *it) {
    Sitting *game = it->game;
    if (it->fresh) tell_deal(it);
    bool waited = sitting_is_yours(game) || sitting_hand_over(game);
    while (!sitting_hand_over(game) && !sitting_is_yours(game)) step(game);
    sitting_save(game);
    if (!waited) tell_received(it);
    tell_cards(it);
    for (int seat = 1; seat < HEARTS_SEATS; seat++) {
        Error *notice = &game->bots.notice[seat];
        if (notice->text[0]) text_addf(&it->text, "%s\n", notice->text);
        notice->text[0] = '\0';
    }
    if (game->unsaved.text[0]) text_addf(&it->text, "The game could not be saved: %s\n", game->unsaved.text);
    if (sitting_hand_over(game)) {
        tell_end(it);
    } else {
        tell_hand(it);
        ask(it);
    }
    say(&it->text);
}

bool sitting_plain(Sitting *game, CardWriter write) {
    Telling it = {.game = game, .write = write, .fresh = true};
    Text line = {0};
    bool on = true;
    while (on && !ferror(stdout)) {
        tell(&it);
        if (!terminal_line(&line)) break;
        SittingCommand command = sitting_understand(game, line.data);
        on = obey(&it, &command);
    }
    say(&it.text);
    text_free(&it.text);
    text_free(&line);
    return !terminal_ended();
}
