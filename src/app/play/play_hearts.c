// SPDX-License-Identifier: MIT
#include "app/play/play_hearts.h"

#include <inttypes.h>
#include <string.h>

#include "app/commands/cards.h"
#include "app/play/play_hearts_words.h"
#include "base/files/archive.h"

static const char YOU[] = "you";

static void restart_bots(Sitting *game) {
    const char *const specs[3] = {game->name[1], game->name[2], game->name[3]};
    sitting_bots_restart(&game->bots, specs);
}

static void set_names(Sitting *game, const char *const bots[3]) {
    text_copy(game->name[SITTING_YOU], HEARTS_NAME_TEXT, YOU);
    for (int seat = 1; seat < HEARTS_SEATS; seat++) text_copy(game->name[seat], HEARTS_NAME_TEXT, bots[seat - 1]);
}

bool sitting_open(Sitting *game, const char *const bots[3], const HeartsRules *rules, Error *err) {
    *game = (Sitting){.rules = *rules, .keep = {.file = -1}};
    set_names(game, bots);
    if (!hearts_evaluation_open(HEARTS_JUDGE_EVALUATION, &game->evaluation, err)) return false;
    if (sitting_bots_open(&game->bots, bots, err)) return true;
    sitting_close(game);
    return false;
}

void sitting_close(Sitting *game) {
    sitting_bots_close(&game->bots);
    hearts_evaluation_close(&game->evaluation);
    play_keep_close(&game->keep);
    text_free(&game->record);
}

static void deal(Sitting *game) {
    game->actions = 0;
    hearts_deck_for(game->seed, 0, 0, game->hand, game->deck);
    hearts_deal_deck(&game->state, &game->log, &game->rules, game->hand, game->score, game->deck);
    game->changed = true;
}

void sitting_begin(Sitting *game, uint64_t seed) {
    game->seed = seed;
    game->hand = game->rules.target ? 0 : (uint32_t)(seed & 3); // where a hand is a game, leader and pass go round
    memset(game->score, 0, sizeof game->score);
    deal(game);
}

bool sitting_hand_over(const Sitting *game) { return game->state.table.phase == HEARTS_OVER; }

static void scores_after(const Sitting *game, const HeartsState *state, int16_t score[HEARTS_SEATS]) {
    bool over = state->table.phase == HEARTS_OVER;
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        score[seat] = hearts_new_score(game->score[seat], over ? state->points[seat] : 0);
}

void sitting_score(const Sitting *game, int score[HEARTS_SEATS]) {
    int16_t now[HEARTS_SEATS];
    scores_after(game, &game->state, now);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) score[seat] = now[seat];
}

static bool ends_game(const Sitting *game, const HeartsState *state) {
    int16_t score[HEARTS_SEATS];
    bool over = !game->rules.target || game->hand + 1 >= HEARTS_DEAL_LIMIT;
    scores_after(game, state, score);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) over = over || score[seat] >= game->rules.target;
    return over;
}

bool sitting_game_over(const Sitting *game) { return sitting_hand_over(game) && ends_game(game, &game->state); }

int sitting_winner(const Sitting *game) {
    int score[HEARTS_SEATS], best = 0;
    bool tied = false;
    if (!sitting_game_over(game)) return -1;
    sitting_score(game, score);
    for (int seat = 1; seat < HEARTS_SEATS; seat++) {
        tied = score[seat] == score[best] || (tied && score[seat] > score[best]);
        if (score[seat] < score[best]) best = seat;
    }
    return tied ? -1 : best;
}

// ---- Moves ----

// Programs are told how a hand ended.
static void tell_end(Sitting *game) {
    HeartsHandRecord hand = {.deck = game->deck, .state = &game->state, .log = &game->log, .hand = game->hand};
    hand.game_over = sitting_game_over(game);
    sitting_bots_watch(&game->bots, &hand);
}

static void apply(Sitting *game, const HeartsAction *action) {
    game->action[game->actions++] = *action;
    hearts_apply(&game->state, &game->log, action);
    game->changed = true;
    if (sitting_hand_over(game)) tell_end(game);
}

bool sitting_is_yours(const Sitting *game) {
    return !sitting_hand_over(game) && game->state.table.to_act == SITTING_YOU;
}

void sitting_waits_for(const Sitting *game, Text *sentence) {
    Seat seat = game->state.table.to_act;
    bool starts = game->bots.player[seat].watch && !game->bots.heard[seat];
    if (starts) text_add(sentence, "Starting ");
    app_add_name(sentence, starts ? game->name[seat] : sitting_seat(seat));
    text_add(sentence, starts ? "..." : " is thinking...");
}

// A bot's chance hangs on the cards and on how far the hand is, so that a move taken back and made again is answered in
// the same way, and so is one after which the game was left.
void sitting_step(Sitting *game) {
    if (sitting_hand_over(game) || sitting_is_yours(game)) return;
    Seat seat = game->state.table.to_act;
    Rng rng = rng_for(game->seed, 1 + (uint64_t)game->hand, (uint64_t)game->actions, seat);
    HeartsAction action = sitting_bots_choose(&game->bots, &game->state, &game->log, &rng);
    if (action.move == HEARTS_GIVE) action.card = CARD_NONE;
    apply(game, &action);
}

bool sitting_move(Sitting *game, const HeartsAction *action, Error *why) {
    if (!sitting_is_yours(game)) return error_set(why, "It is not your turn.");
    if (!hearts_is_legal(&game->state, action)) {
        sitting_explain(game, action, why);
        return false;
    }
    apply(game, action);
    sitting_save(game);
    return true;
}

// Plays the hand again up to so many actions.
static void rewind_to(Sitting *game, int actions) {
    hearts_deal_deck(&game->state, &game->log, &game->rules, game->hand, game->score, game->deck);
    game->actions = actions;
    for (int i = 0; i < actions; i++) hearts_apply(&game->state, &game->log, &game->action[i]);
}

// The number of the person's last action before number `end`, or -1; only of those with a choice, if asked so.
static int last_own(const Sitting *game, int end, bool choice) {
    HeartsState state;
    int last = -1;
    hearts_deal_deck(&state, NULL, &game->rules, game->hand, game->score, game->deck);
    for (int i = 0; i < end; i++) {
        bool forced = state.table.phase == HEARTS_PLAYING && !set_rest(hearts_legal(&state));
        if (state.table.to_act == SITTING_YOU && !(choice && forced)) last = i;
        hearts_apply(&state, NULL, &game->action[i]);
    }
    return last;
}

bool sitting_undo(Sitting *game) {
    int last = last_own(game, game->actions, true);
    if (last < 0) return false;
    rewind_to(game, last);
    restart_bots(game);
    game->changed = true;
    sitting_save(game);
    return true;
}

// ---- Records ----

void sitting_record(const Sitting *game, Text *text) {
    const char *names[HEARTS_SEATS];
    for (int seat = 0; seat < HEARTS_SEATS; seat++) names[seat] = game->name[seat];
    HeartsHandRecord hand = {.deck = game->deck, .state = &game->state, .log = &game->log, .hand = game->hand};
    hand.game_over = sitting_game_over(game);
    hearts_record_write(text, &hand, names, game->seed);
}

bool sitting_save(Sitting *game) {
    if (!game->keep.path || !game->changed) return !game->unsaved.text[0];
    Text all = {0};
    if (game->record.data) text_add(&all, game->record.data);
    sitting_record(game, &all);
    game->unsaved.text[0] = '\0';
    game->changed = !play_keep_write(&game->keep, all.data, all.size, &game->unsaved);
    text_free(&all);
    return !game->changed;
}

// A hand in which the person has decided nothing yet leaves no line behind.
void sitting_new(Sitting *game) {
    if (last_own(game, game->actions, true) >= 0) sitting_record(game, &game->record);
    if (!sitting_hand_over(game)) restart_bots(game);
    sitting_begin(game, game->seed + 1);
    sitting_save(game);
}

void sitting_next(Sitting *game) {
    if (!sitting_hand_over(game)) return;
    sitting_record(game, &game->record);
    if (sitting_game_over(game)) {
        sitting_begin(game, game->seed + 1);
    } else {
        scores_after(game, &game->state, game->score);
        game->hand++;
        deal(game);
    }
    sitting_save(game);
}

// ---- Taking a game up ----

// Before there were unfinished hands, those that were left were written as resigned by the person and played on by
// rules.
static bool was_left(const HeartsRecord *record) { return record->fault[SITTING_YOU] == FAULT_RESIGN; }

// Puts a recorded hand on the table as it was left.
static void set_up(Sitting *game, const HeartsRecord *record) {
    int end = record->actions;
    game->seed = record->game;
    game->hand = record->hand;
    memcpy(game->score, record->score, sizeof game->score);
    memcpy(game->deck, record->deck, sizeof game->deck);
    memcpy(game->action, record->action, sizeof game->action);
    if (was_left(record)) // what bots did after the person's last action they do again
        end = last_own(game, hearts_record_passes(record) + record->fault_at[SITTING_YOU], false) + 1;
    rewind_to(game, end);
    game->changed = false;
}

static bool read_line(const char *line, const HeartsRecord *before, HeartsRecord *record, Error *err) {
    if (!hearts_record_parse(line, record, err)) return false;
    if (strcmp(record->player[SITTING_YOU], YOU) != 0)
        return error_set(err, "these are no games of `deadwood play`: seat 0 is '%.60s'", record->player[0]);
    return !before || hearts_record_follows(before, record, err);
}

// Reads all records, by turns into pair[0] and pair[1]; *last is then the last one, the hand on the table. It stays out
// of those before it.
static bool read_saved(Sitting *game, Archive *archive, HeartsRecord pair[2], const HeartsRecord **last, Error *err) {
    Text line = {0};
    int got;
    bool good = true;
    while (good && (got = archive_line(archive, &line, err)) != 0) {
        HeartsRecord *record = *last == &pair[0] ? &pair[1] : &pair[0];
        if (got < 0) {
            good = false;
        } else if (!read_line(line.data, *last, record, err)) {
            good = error_prefix(err, "%s, line %" PRIu64, game->keep.path, archive_line_number(archive));
        } else {
            if (*last) hearts_record_print(&game->record, *last);
            *last = record;
        }
    }
    text_free(&line);
    return good;
}

bool sitting_resume(Sitting *game, const char *path, Error *err) {
    static HeartsRecord pair[2]; // for their size
    const HeartsRecord *record = NULL;
    Archive *archive = archive_open(path, err);
    if (!archive) return false;
    bool good = read_saved(game, archive, pair, &record, err);
    archive_close(archive, NULL);
    if (!good) return false;
    if (!record) return error_set(err, "%s: holds no game", path);
    const char *const bots[3] = {record->player[1], record->player[2], record->player[3]};
    if (!sitting_bots_open(&game->bots, bots, err)) return error_prefix(err, "%s: the bots cannot play on", path);
    set_names(game, bots);
    game->rules = record->rules;
    set_up(game, record);
    return true;
}

bool sitting_hint(const Sitting *game, HeartsVerdict *verdict) {
    uint64_t key = rng_key(game->seed, game->hand, (uint64_t)game->actions);
    HeartsView view = hearts_view(&game->state, &game->log, SITTING_YOU);
    int worlds = game->state.table.phase == HEARTS_PASSING ? SITTING_PASS_WORLDS : SITTING_WORLDS;
    return hearts_judge(&game->evaluation, &view, worlds, NULL, key, verdict);
}
