// SPDX-License-Identifier: MIT
// The game as lines of text, for screen readers, pipes and small terminals.
#include "app/gin/play/play_words.h"
#include "app/play/play_lines.h"

// What happened since it was last told.
static void tell_turns(Lines *lines, bool waited) {
    PlayTurn turns[GIN_TURN_LIMIT + 8];
    int count = play_turns((const PlayGame *)lines->table, lines->write, turns, GIN_TURN_LIMIT + 8);
    (void)waited;
    for (int i = 0; i < count; i++) {
        if (i >= lines->told && turns[i].seat == PLAY_BOT) text_addf(&lines->text, "%s.\n", turns[i].text.data);
        text_free(&turns[i].text);
    }
    lines->told = count;
}

static void gin_plain_tell_hand(const PlayGame *game, CardWriter write, Text *text) {
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

static void ask_gin(const PlayGame *game, CardWriter write, Text *text) {
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

static void gin_plain_tell_decision(Lines *lines) {
    gin_plain_tell_hand((const PlayGame *)lines->table, lines->write, &lines->text);
    ask_gin((const PlayGame *)lines->table, lines->write, &lines->text);
}

static void gin_plain_tell_deal(Lines *lines) {
    const PlayGame *game = (const PlayGame *)lines->table;
    Text *text = &lines->text;
    char name[32];
    int score[2];
    play_score(game, score);
    text_addf(text, "\nHand %u. You %d, %s %d, to %d. ", game->hand + 1, score[PLAY_YOU],
              play_name(game, PLAY_BOT, name), score[PLAY_BOT], game->rules.target);
    text_addf(text, "%s start%s. Knock with %d or less.%s\n", game->starter == PLAY_YOU ? "You" : name,
              game->starter == PLAY_YOU ? "" : "s", game->state.table.knock_limit,
              game->state.table.factor > 1 ? " The hand counts double." : "");
}

static void tell_end_of_hand(Lines *lines) {
    const PlayGame *game = (const PlayGame *)lines->table;
    CardWriter write = lines->write;
    Text *text = &lines->text;
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
    text_addf(text, "Enter for the next %s, or review, undo, quit.\n", winner >= 0 ? "game" : "hand");
}

static void gin_plain_tell_hint(Lines *lines) {
    PlayGame *game = (PlayGame *)lines->table;
    Text *text = &lines->text;
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
        play_hint_line(game, &hint, i, lines->write, text);
        text_add(text, ".\n");
    }
}

static void tell_nothing_again(Lines *lines) { lines->told = GIN_TURN_LIMIT; }

bool play_plain(PlayTable *table, CardWriter write) {
    static const LinesGame gin = {
        .deal = gin_plain_tell_deal,
        .happened = tell_turns,
        .decide = gin_plain_tell_decision,
        .end = tell_end_of_hand,
        .hint = gin_plain_tell_hint,
        .undone = tell_nothing_again,
        .reviews = true,
        .asks_again = true, // a program hears the hand again, which may take it a while
        .help =
            "take (u): the upcard. stock (d): a card from the stock. pass (p): leave the first upcard.\n"
            "discard 7H (or just 7H). knock KD: discard KD and knock. big (b): big gin, where the rules have it.\n"
            "hint (h): moves in order, with reasons. undo (z): back to your last decision. show: your hand again.\n"
            "review (r): after a hand, your mistakes in it; after a game, where it turned as well.\n"
            "With --tutor: yes plays the move that it holds back, no takes it back.\n"
            "new (n): leave this game for another. save (s). quit (q): the game is saved and can be taken up again.\n",
        .move = play_typed_move,
    };
    return lines_run(&gin, table, write);
}
