// SPDX-License-Identifier: MIT
// The game as lines of text, for screen readers, pipes and small terminals.
#include <stdio.h>

#include "app/play/play.h"
#include "app/play/terminal.h"

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

// What happened since it was last told.
static void tell_turns(const PlayGame *game, CardWriter write, int *told, Text *text) {
    PlayTurn turns[GIN_TURN_LIMIT + 8];
    int count = play_turns(game, write, turns, GIN_TURN_LIMIT + 8);
    for (int i = 0; i < count; i++) {
        if (i >= *told && turns[i].seat == PLAY_BOT) text_addf(text, "%s.\n", turns[i].text.data);
        text_free(&turns[i].text);
    }
    *told = count;
}

static void tell_hand(const PlayGame *game, CardWriter write, Text *text) {
    const GinTable *table = &game->state.table;
    CardSet hand = game->state.hand[PLAY_YOU];
    if (game->state.drawn != CARD_NONE && table->taken == CARD_NONE) {
        text_add(text, "You drew ");
        write(text, game->state.drawn);
        text_add(text, ".\n");
    }
    text_add(text, "Your hand: ");
    words_hand(text, write, hand);
    text_addf(text, ". Deadwood %d.", gin_deadwood(hand));
    if (table->upcard != CARD_NONE) {
        text_add(text, " Upcard ");
        write(text, table->upcard);
        text_add(text, ".");
    }
    text_addf(text, " Stock %d.\n", table->stock);
}

static void ask(const PlayGame *game, CardWriter write, Text *text) {
    GinLegal legal = gin_legal(&game->state);
    text_add(text, "Your move:");
    if (legal.take) text_add(text, " take,");
    if (legal.stock) text_add(text, " stock,");
    if (legal.pass) text_add(text, " pass,");
    if (legal.big_gin) text_add(text, " big,");
    if (legal.discards) text_add(text, " discard CARD,");
    if (legal.knocks) {
        text_add(text, " knock CARD (");
        words_cards(text, write, legal.knocks);
        text_add(text, "),");
    }
    text_add(text, " hint, undo, help, quit?\n");
}

static void tell_deal(const PlayGame *game, Text *text) {
    char name[32];
    int score[2];
    play_score(game, score);
    text_addf(text, "\nHand %u. You %d, %s %d, to %d. ", game->hand + 1, score[PLAY_YOU],
              play_name(game, PLAY_BOT, name), score[PLAY_BOT], game->rules.target);
    text_addf(text, "%s start%s. Knock with %d or less.%s\n", game->starter == PLAY_YOU ? "You" : name,
              game->starter == PLAY_YOU ? "" : "s", game->state.table.knock_limit,
              game->state.table.factor > 1 ? " The hand counts double." : "");
}

static void tell_end(const PlayGame *game, CardWriter write, Text *text) {
    char name[32];
    int score[2], winner = play_winner(game);
    play_score(game, score);
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        text_addf(text, "%s: ", seat == PLAY_YOU ? "You" : play_name(game, PLAY_BOT, name));
        words_hand(text, write, game->state.hand[seat]);
        text_add(text, "\n");
    }
    play_ending(game, write, text);
    text_addf(text, "\nScore: you %d, %s %d.\n", score[PLAY_YOU], play_name(game, PLAY_BOT, name), score[PLAY_BOT]);
    if (winner >= 0) text_addf(text, "%s the game.\n", winner == PLAY_YOU ? "You win" : "The bot wins");
    text_addf(text, "Enter for the next %s, or undo, quit.\n", winner >= 0 ? "game" : "hand");
}

static void tell_hint(PlayGame *game, CardWriter write, Text *text) {
    PlayHint hint;
    Error err = {{0}};
    terminal_work("Looking for the best moves...");
    bool good = play_hint(game, &hint, &err);
    terminal_rest();
    if (!good) {
        text_addf(text, "No hint: %s\n", err.text);
        return;
    }
    text_addf(text, "With the best move you win %.0f%% of games from here. Numbers are points a hand.\n",
              100 * hint.verdict.best.win);
    for (int i = 0; i < hint.count; i++) {
        text_addf(text, "%d. ", i + 1);
        play_hint_line(game, &hint, i, write, text);
        text_add(text, ".\n");
    }
}

static void tell_help(Text *text) {
    text_add(
        text,
        "take (u): the upcard. stock (d): a card from the stock. pass (p): leave the first upcard.\n"
        "discard 7H (or just 7H). knock KD: discard KD and knock. big (b): big gin, where the rules have it.\n"
        "hint (h): moves in order, with reasons. undo (z): back to your last decision. show: your hand again.\n"
        "new (n): leave this game for another. save (s). quit (q): the game is saved and can be taken up again.\n");
}

// A program hears the hand again, which may take it a while.
static bool undo(PlayGame *game) {
    Text what = {0};
    play_waits_for(game, &what);
    terminal_work(what.data);
    bool done = play_undo(game);
    terminal_rest();
    text_free(&what);
    return done;
}

// Does what a line says. False to quit.
static bool obey(PlayGame *game, CardWriter write, const PlayCommand *command, int *told, Text *text) {
    Error why = {{0}};
    switch (command->word) {
    case WORD_MOVE:
        if (play_hand_over(game))
            text_add(text, "The hand is over: Enter for the next.\n");
        else if (!play_move(game, &command->action, &why))
            say_why(text, &why);
        break;
    case WORD_HINT:
        if (play_is_yours(game)) tell_hint(game, write, text);
        break;
    case WORD_UNDO:
        text_add(text, undo(game) ? "Taken back.\n" : "There is nothing to take back in this hand.\n");
        *told = GIN_TURN_LIMIT;
        break;
    case WORD_NEW:
        play_new(game);
        *told = -1;
        break;
    case WORD_SAVE:
        play_save(game);
        if (game->keep.path && !game->unsaved.text[0]) text_addf(text, "Saved: %s\n", game->keep.path);
        break;
    case WORD_NEXT:
        if (!play_hand_over(game)) break;
        play_next(game);
        *told = -1;
        break;
    case WORD_HELP: tell_help(text); break;
    case WORD_WRONG: say_why(text, &command->why); break;
    case WORD_SHOW: break;
    case WORD_QUIT: return false;
    }
    return true;
}

static void step(PlayGame *game) {
    Text what = {0};
    play_waits_for(game, &what);
    terminal_work(what.data);
    play_step(game);
    terminal_rest();
    text_free(&what);
}

static void tell(PlayGame *game, CardWriter write, int *told, Text *text) {
    if (*told < 0) {
        *told = 0;
        tell_deal(game, text);
    }
    while (!play_hand_over(game) && !play_is_yours(game)) step(game);
    play_save(game);
    tell_turns(game, write, told, text);
    if (game->notice.text[0]) text_addf(text, "%s\n", game->notice.text);
    game->notice.text[0] = '\0';
    if (game->unsaved.text[0]) text_addf(text, "The game could not be saved: %s\n", game->unsaved.text);
    if (play_hand_over(game)) {
        tell_end(game, write, text);
    } else {
        tell_hand(game, write, text);
        ask(game, write, text);
    }
    say(text);
}

bool play_plain(PlayGame *game, CardWriter write) {
    Text text = {0}, line = {0};
    int told = -1;
    bool on = true;
    tell_deal(game, &text);
    told = 0;
    while (on && !ferror(stdout)) {
        tell(game, write, &told, &text);
        if (!terminal_line(&line)) break;
        PlayCommand command = play_understand(game, line.data);
        on = obey(game, write, &command, &told, &text);
    }
    say(&text);
    text_free(&text);
    text_free(&line);
    return !terminal_ended();
}
