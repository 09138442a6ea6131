// SPDX-License-Identifier: MIT
// Hearts as lines of text, for screen readers, pipes and small terminals.
#include "app/hearts/play/play_hearts_words.h"
#include "app/play/play_lines.h"

static void hearts_plain_add_scores(const Sitting *game, Text *text) {
    int score[HEARTS_SEATS];
    sitting_score(game, score);
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        text_addf(text, "%s%s %d", seat ? ", " : "", sitting_seat(seat), score[seat]);
}

static void hearts_plain_tell_deal(Lines *it) {
    const Sitting *game = (const Sitting *)it->table;
    text_addf(&it->text, "\nHand %u. Score: ", game->hand + 1);
    hearts_plain_add_scores(game, &it->text);
    if (game->rules.target) text_addf(&it->text, "; to %d", game->rules.target);
    text_add(&it->text, ".\n");
}

// Cards that came from a neighbour, told once before the first card falls.
static void tell_received(Lines *it) {
    const Sitting *game = (const Sitting *)it->table;
    HeartsView view = hearts_view(&game->state, &game->log, SITTING_YOU);
    if (it->told || !view.received || game->state.table.phase == HEARTS_PASSING) return;
    text_add(&it->text, "You were passed ");
    sitting_cards(&it->text, it->write, view.received);
    text_add(&it->text, ".\n");
}

// Cards that fell since it was last told, a line a trick, and who took it.
static void tell_cards(Lines *it) {
    const Sitting *game = (const Sitting *)it->table;
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

static void hearts_plain_tell_hand(Lines *it) {
    static const char *const suits[CARD_SUITS] = {"clubs", "diamonds", "hearts", "spades"};
    static const int order[CARD_SUITS] = {HEARTS_CLUBS, HEARTS_DIAMONDS, HEARTS_SPADES, HEARTS_SUIT};
    CardSet hand = ((const Sitting *)it->table)->state.hand[SITTING_YOU];
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
static void tell_table(Lines *it) {
    const Sitting *game = (const Sitting *)it->table;
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

static void hearts_plain_ask(Lines *it) {
    const Sitting *game = (const Sitting *)it->table;
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

static void hearts_plain_tell_end(Lines *it) {
    const Sitting *game = (const Sitting *)it->table;
    sitting_ending(game, &it->text);
    text_add(&it->text, "\nPoints of the hand: ");
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        text_addf(&it->text, "%s%s %d", seat ? ", " : "", sitting_seat(seat), game->state.points[seat]);
    text_add(&it->text, ". Score: ");
    hearts_plain_add_scores(game, &it->text);
    text_add(&it->text, ".\n");
    int winner = sitting_winner(game);
    bool over = sitting_game_over(game);
    if (over && winner < 0) text_add(&it->text, "The game is drawn.\n");
    if (winner >= 0)
        text_addf(&it->text, "%s win%s the game.\n", sitting_subject(winner), winner == SITTING_YOU ? "" : "s");
    text_addf(&it->text, "Enter for the next %s, or review, undo, quit.\n", over ? "game" : "hand");
}

static void hearts_plain_tell_hint(Lines *it) {
    static HeartsVerdict verdict; // for its size
    const Sitting *game = (const Sitting *)it->table;
    terminal_work("Looking for the best cards...");
    bool good = sitting_hint(game, &verdict);
    terminal_rest();
    if (!good) {
        text_add(&it->text, "There is not enough memory for a hint.\n");
        return;
    }
    sitting_hint_head(game, &verdict, &it->text);
    text_add(&it->text, "\n");
    for (int i = 0; i < sitting_hint_count(&verdict); i++) {
        text_addf(&it->text, "%d. ", i + 1);
        sitting_hint_line(game, &verdict, i, it->write, &it->text);
        text_add(&it->text, ".\n");
    }
}

static void hearts_plain_tell_decision(Lines *it) {
    hearts_plain_tell_hand(it);
    hearts_plain_ask(it);
}

static void tell_happened(Lines *it, bool waited) {
    if (!waited) tell_received(it);
    tell_cards(it);
}

static void tell_from_here(Lines *it) {
    const Sitting *game = (const Sitting *)it->table;
    if (it->told > game->log.count) it->told = game->log.count;
}

bool sitting_plain(PlayTable *table, CardWriter write) {
    static const LinesGame hearts = {
        .deal = hearts_plain_tell_deal,
        .happened = tell_happened,
        .decide = hearts_plain_tell_decision,
        .end = hearts_plain_tell_end,
        .hint = hearts_plain_tell_hint,
        .show = tell_table,
        .undone = tell_from_here,
        .reviews = true,
        .help =
            "pass QS KS AH: cards to pass on. play 7H, or just 7H. hint (h): cards in order, with the points to expect\n"
            "and reasons. undo (z): back to your last decision. show: the table and your hand. review (r): after a\n"
            "hand, your mistakes in it. new (n): leave this game for another. save (s). quit (q): the game is saved\n"
            "and can be taken up again. With --tutor: yes plays the move that it holds back, no takes it back. West sits to your left, then North and East.\n",
        .move = sitting_typed_move,
    };
    return lines_run(&hearts, table, write);
}
