// SPDX-License-Identifier: MIT
#include "app/gin/play/play_words.h"

#include <string.h>

#include "app/play/play_typed.h"
#include "app/teach/cards.h"
#include "wire/gin/gin_host.h"

// What a program is called on a line: its words without their folders.
static void add_program(Text *text, const char *command) {
    for (const char *at = command; *at;) {
        size_t size = strcspn(at, " ");
        const char *word = at;
        for (const char *c = at; c < at + size; c++)
            if (*c == '/' && c + 1 < at + size) word = c + 1;
        text_add_bytes(text, word, (size_t)(at + size - word));
        at += size;
        for (; *at == ' '; at++) text_add(text, " ");
    }
}

const char *play_name(const PlayGame *game, int seat, char name[32]) {
    static const char program[] = "exec:";
    const char *command = game->bot_name + sizeof program - 1;
    if (seat == PLAY_YOU) return "you";
    Text raw = {0}, clean = {0};
    if (*host_seat_name(gin_host_seat(&game->bot)))
        text_add(&raw, host_seat_name(gin_host_seat(&game->bot)));
    else if (strncmp(game->bot_name, program, sizeof program - 1) == 0)
        add_program(&raw, command);
    else
        text_add(&raw, game->bot_name);
    if (raw.data) app_add_name(&clean, raw.data);
    text_free(&raw);
    if (!text_copy(name, 21, clean.data ? clean.data : "bot")) memcpy(name + 17, "...", 4);
    for (char *c = name; *c; c++)
        if ((unsigned char)*c >= 0x80) *c = '?'; // a name cut in the middle of a character must not upset the screen
    text_free(&clean);
    return name;
}

// ---- Turns ----

// "strong took 7H and discarded KD": the verb and its card.
static void add_draw(const PlayGame *game, GinEvent event, int draw, CardWriter write, Text *line) {
    Seat seat = gin_event_seat(event);
    if (gin_event_kind(event) == GIN_EVENT_TAKE) {
        text_add(line, " took ");
        write(line, event.card);
    } else if (seat == PLAY_YOU) {
        text_add(line, " drew ");
        write(line, game->history.draws[PLAY_YOU].card[draw]);
    } else {
        text_add(line, " drew from the stock");
    }
}

static void words_add_event(const PlayGame *game, GinEvent event, int draw, CardWriter write, Text *line) {
    switch (gin_event_kind(event)) {
    case GIN_EVENT_PASS:
        text_add(line, " passed on ");
        write(line, event.card);
        break;
    case GIN_EVENT_TAKE:
    case GIN_EVENT_STOCK: add_draw(game, event, draw, write, line); break;
    case GIN_EVENT_DISCARD:
        text_add(line, ", discarded ");
        write(line, event.card);
        break;
    case GIN_EVENT_KNOCK:
        text_add(line, ", knocked with ");
        write(line, event.card);
        break;
    case GIN_EVENT_BIG_GIN: text_add(line, ", big gin"); break;
    case GIN_EVENT_MELDS: break;
    }
}

static bool begins_turn(GinEvent event) {
    GinEventKind kind = gin_event_kind(event);
    return kind == GIN_EVENT_PASS || kind == GIN_EVENT_TAKE || kind == GIN_EVENT_STOCK;
}

int play_turns(const PlayGame *game, CardWriter write, PlayTurn *lines, int most) {
    const GinLog *log = &game->history.log;
    int turns = 0, count = 0, draws = 0;
    for (int i = 0; i < log->count; i++) turns += begins_turn(log->event[i]);
    int skip = turns > most ? turns - most : 0;
    for (int i = 0; i < log->count; i++) {
        GinEvent event = log->event[i];
        bool drew = begins_turn(event) && gin_event_kind(event) != GIN_EVENT_PASS;
        if (begins_turn(event) && skip-- <= 0) {
            char name[32];
            lines[count] = (PlayTurn){.seat = gin_event_seat(event)};
            text_add(&lines[count++].text, play_name(game, gin_event_seat(event), name));
        }
        if (count) words_add_event(game, event, draws, write, &lines[count - 1].text);
        draws += drew && gin_event_seat(event) == PLAY_YOU;
    }
    return count;
}

static void words_add_points(const PlayGame *game, Text *text) {
    const GinResult *result = &game->state.result;
    char name[32];
    bool you = result->winner == PLAY_YOU;
    text_addf(text, "%s score%s %d", you ? "You" : play_name(game, PLAY_BOT, name), you ? "" : "s", result->points);
}

void play_ending(const PlayGame *game, CardWriter write, Text *text) {
    const GinResult *result = &game->state.result;
    char name[32];
    bool you = result->knocker == PLAY_YOU;
    const char *knocker = you ? "You" : play_name(game, PLAY_BOT, name);
    if (result->end == GIN_CANCELLED) {
        text_add(text, "The stock is used up: nobody scores.");
        return;
    }
    int own = result->deadwood[result->knocker], other = result->deadwood[result->knocker ^ 1];
    switch ((GinEnd)result->end) {
    case GIN_GIN: text_addf(text, "Gin! %s went out against %d. ", knocker, other); break;
    case GIN_BIG_GIN: text_addf(text, "Big gin! %s melded all eleven against %d. ", knocker, other); break;
    case GIN_UNDERCUT: text_addf(text, "Undercut! %s knocked with %d against %d. ", knocker, own, other); break;
    case GIN_KNOCKED: text_addf(text, "%s knocked with %d against %d. ", knocker, own, other); break;
    case GIN_CANCELLED: break;
    }
    if (result->laid_off) {
        text_add(text, "Laid off: ");
        words_cards(text, write, result->laid_off);
        text_add(text, ". ");
    }
    words_add_points(game, text);
    text_add(text, ".");
}

static bool is_close(const GinCandidate *candidate) {
    double behind = candidate->behind.points;
    return behind < 2 * candidate->behind_error.points && behind < 1;
}

void play_hint_line(const PlayGame *game, const PlayHint *hint, int which, CardWriter write, Text *text) {
    const GinCandidate *candidate = &hint->verdict.candidate[which];
    words_move(text, write, &game->state.table, &candidate->action);
    double behind = candidate->behind.points;
    if (which > 0 && is_close(candidate))
        text_add(text, " (about as good)");
    else if (which > 0)
        text_addf(text, " (%.1f worse)", behind > 0.1 ? behind : 0.1);
    text_add(text, ": ");
    words_reasons(text, write, &candidate->action, &hint->reasons[which]);
    words_champion(text, candidate);
}

void play_hint_head(const PlayHint *hint, Text *text) {
    if (hint->verdict.candidate[0].policy < 0)
        text_addf(text, "Hint: with the best move you win %.0f%% of games from here.", 100 * hint->verdict.best.win);
    else
        text_add(text, "Hint: your chance to win, how often the champion plays it, why (= as good):");
}

void play_hint_short(const PlayGame *game, const PlayHint *hint, int which, CardWriter write, Text *text) {
    const GinCandidate *candidate = &hint->verdict.candidate[which];
    if (candidate->policy < 0) {
        text_addf(text, "%d ", which + 1);
        play_hint_line(game, hint, which, write, text);
        return;
    }
    if (which > 0 && is_close(candidate))
        text_add(text, "= ");
    else
        text_addf(text, "%d ", which + 1);
    words_move(text, write, &game->state.table, &candidate->action);
    text_addf(text, ": %.1f%%, %.0f%%; ", 100 * candidate->worth.win, 100 * candidate->policy);
    words_reasons(text, write, &candidate->action, &hint->reasons[which]);
}

// ---- What was typed ----

static bool is_move(GinAction *action, GinMove move, Card card) {
    *action = (GinAction){.move = (uint8_t)move, .card = card};
    return true;
}

static bool understand_card_move(const char *verb, const char *card_word, const char *words, GinAction *action,
                                 Error *why) {
    static const char *const knock[] = {"knock", "k", "gin", NULL};
    static const char *const discard[] = {"discard", "d", "drop", "x", NULL};
    Card card;
    if (play_word_card(verb, &card)) return is_move(action, GIN_DROP, card);
    if (!play_is_word(verb, knock) && !play_is_word(verb, discard))
        return error_set(why, "I do not understand that. Words: %s.", words);
    if (!*card_word) return error_set(why, "Which card? Write it after the word: discard 7H, knock KD.");
    if (!play_word_card(card_word, &card))
        return error_set(why, "That is no card. Cards are written 7H, TD or 10D, AS.");
    return is_move(action, play_is_word(verb, knock) ? GIN_KNOCK : GIN_DROP, card);
}

// "d" is for the stock while there is something to draw, and for discarding after that.
bool play_understand(const GinState *state, const char *line, const char *words, GinAction *action, Error *why) {
    static const struct {
        const char *const words[6];
        GinMove move;
    } moves[] = {
        {{"take", "u", "upcard", "up"}, GIN_TAKE},
        {{"stock", "draw"}, GIN_STOCK},
        {{"pass", "p"}, GIN_PASS},
        {{"big", "b"}, GIN_CALL_BIG},
    };
    char verb[16], object[16];
    play_next_word(play_next_word(line, verb), object);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (play_is_word(verb, moves[i].words)) return is_move(action, moves[i].move, CARD_NONE);
    if (strcmp(verb, "d") == 0 && !*object && state->table.phase != GIN_DISCARD)
        return is_move(action, GIN_STOCK, CARD_NONE);
    return understand_card_move(verb, object, words, action, why);
}

bool play_typed_move(PlayTable *table, const char *line, Error *why) {
    PlayGame *game = (PlayGame *)table;
    GinAction action;
    static const char words[] = "take, stock, pass, discard 7H, knock KD, hint, undo, help, quit";
    if (!play_understand(&game->state, line, words, &action, why)) return false;
    if (play_hand_over(game)) return error_set(why, "The hand is over: Enter for the next.");
    return play_move(game, &action, why);
}
