// SPDX-License-Identifier: MIT
#include "app/hearts/play/play_hearts.h"

#include <stdlib.h>
#include <string.h>

#include "app/hearts/play/play_hearts_words.h"
#include "app/teach/cards.h"

static void restart_bots(Sitting *game) {
    const char *const specs[3] = {game->name[1], game->name[2], game->name[3]};
    sitting_bots_restart(&game->bots, specs);
}

static void set_names(Sitting *game, const char *const bots[3]) {
    text_copy(game->name[SITTING_YOU], HEARTS_NAME_TEXT, PLAY_PERSON);
    for (int seat = 1; seat < HEARTS_SEATS; seat++) text_copy(game->name[seat], HEARTS_NAME_TEXT, bots[seat - 1]);
}

static bool open_sitting(PlayTable *table, const PlaySetting *setting, Error *err) {
    Sitting *game = (Sitting *)table;
    game->rules = setting->rules.hearts;
    game->bots.notice = table->notice;
    set_names(game, setting->bot);
    return hearts_evaluation_open(HEARTS_JUDGE_EVALUATION, &game->evaluation, err) &&
           sitting_bots_open(&game->bots, setting->bot, err);
}

static void close_sitting(PlayTable *table) {
    Sitting *game = (Sitting *)table;
    sitting_bots_close(&game->bots);
    hearts_evaluation_close(&game->evaluation);
    free(game->odds);
}

static void deal(Sitting *game) {
    game->actions = 0;
    hearts_deck_for(game->table.seed, 0, 0, game->hand, game->deck);
    hearts_deal_deck(&game->state, &game->log, &game->rules, game->hand, game->score, game->deck);
    game->table.changed = true;
}

static void begin_sitting(PlayTable *table) {
    Sitting *game = (Sitting *)table;
    game->hand =
        game->rules.target ? 0 : (uint32_t)(table->seed & 3); // where a hand is a game, leader and pass go round
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
    game->table.changed = true;
    if (sitting_hand_over(game)) tell_end(game);
}

bool sitting_is_yours(const Sitting *game) {
    return !sitting_hand_over(game) && game->state.table.to_act == SITTING_YOU;
}

static PlayStage sitting_stage(const PlayTable *table) {
    const Sitting *game = (const Sitting *)table;
    if (sitting_hand_over(game)) return sitting_game_over(game) ? PLAY_GAME_OVER : PLAY_HAND_OVER;
    return sitting_is_yours(game) ? PLAY_YOURS : PLAY_WAITING;
}

static void sitting_waits_for(const PlayTable *table, Text *sentence) {
    const Sitting *game = (const Sitting *)table;
    Seat seat = game->state.table.to_act;
    bool starts = game->bots.player[seat].watch && !game->bots.heard[seat];
    if (starts) text_add(sentence, "Starting ");
    app_add_name(sentence, starts ? game->name[seat] : sitting_seat(seat));
    text_add(sentence, starts ? "..." : " is thinking...");
}

// A bot's chance hangs on the cards and on how far the hand is, so that a move taken back and made again is answered in
// the same way, and so is one after which the game was left.
static void step_sitting(PlayTable *table) {
    Sitting *game = (Sitting *)table;
    if (sitting_stage(table) != PLAY_WAITING) return;
    Seat seat = game->state.table.to_act;
    Rng rng = rng_for(game->table.seed, 1 + (uint64_t)game->hand, (uint64_t)game->actions, seat);
    HeartsAction action = sitting_bots_choose(&game->bots, &game->state, &game->log, &rng);
    if (action.move == HEARTS_GIVE) action.card = CARD_NONE;
    apply(game, &action);
}

bool sitting_move(Sitting *game, const HeartsAction *action, Error *why) {
    if (!sitting_is_yours(game)) return error_set(why, "It is not your turn.");
    if (!hearts_is_legal(&game->state, action)) {
        hearts_explain(&game->state, action, why);
        return false;
    }
    const HeartsAction *held = &game->held;
    bool insists = game->table.objection.size && action->move == held->move &&
                   (action->move == HEARTS_GIVE ? action->give == held->give : action->card == held->card);
    HeartsAction again = *action; // which may be what is held
    text_clear(&game->table.objection);
    game->held = again;
    if (!insists && sitting_tutor_objects(game, &again)) return error_set(why, "%s", "");
    apply(game, &again);
    table_save(&game->table);
    return true;
}

static bool insist_sitting(PlayTable *table) {
    Sitting *game = (Sitting *)table;
    Error why;
    return table->objection.size && sitting_move(game, &game->held, &why);
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

static bool go_to_sitting(PlayTable *table, int trick, Error *err) {
    Sitting *game = (Sitting *)table;
    HeartsState state;
    hearts_deal_deck(&state, NULL, &game->rules, game->hand, game->score, game->deck);
    for (int i = 0; i < game->actions; i++) {
        int now = state.table.phase == HEARTS_PASSING ? 0 : state.table.tricks + 1;
        if (now == trick && state.table.to_act == SITTING_YOU) {
            rewind_to(game, i);
            restart_bots(game);
            table->changed = true;
            return true;
        }
        hearts_apply(&state, NULL, &game->action[i]);
    }
    return error_set(err, trick ? "you play no card in trick %d" : "you pass nothing", trick);
}

static bool undo_sitting(PlayTable *table) {
    Sitting *game = (Sitting *)table;
    int last = last_own(game, game->actions, true);
    if (last < 0) return false;
    rewind_to(game, last);
    restart_bots(game);
    table->changed = true;
    table_save(table);
    return true;
}

// ---- Records ----

static void record_sitting(const PlayTable *table, Text *line) {
    const Sitting *game = (const Sitting *)table;
    const char *names[HEARTS_SEATS];
    for (int seat = 0; seat < HEARTS_SEATS; seat++) names[seat] = game->name[seat];
    HeartsHandRecord hand = {.deck = game->deck, .state = &game->state, .log = &game->log, .hand = game->hand};
    hand.game_over = sitting_game_over(game);
    hearts_record_write(line, &hand, names, game->table.seed);
}

// A hand in which the person has decided nothing yet leaves no line behind.
static void leave_sitting(PlayTable *table, Text *hands) {
    Sitting *game = (Sitting *)table;
    if (last_own(game, game->actions, true) >= 0) record_sitting(table, hands);
    if (!sitting_hand_over(game)) restart_bots(game);
}

static void next_hand(PlayTable *table) {
    Sitting *game = (Sitting *)table;
    if (sitting_game_over(game)) {
        table->seed++;
        begin_sitting(table);
    } else {
        scores_after(game, &game->state, game->score);
        game->hand++;
        deal(game);
    }
}

// ---- Taking a game up ----

// Before there were unfinished hands, those that were left were written as resigned by the person and played on by
// rules.
static bool was_left(const HeartsRecord *record) { return record->fault[SITTING_YOU] == FAULT_RESIGN; }

// Puts a recorded hand on the table as it was left.
static void set_up(Sitting *game, const HeartsRecord *record) {
    int end = record->actions;
    game->table.seed = record->game;
    game->hand = record->hand;
    memcpy(game->score, record->score, sizeof game->score);
    memcpy(game->deck, record->deck, sizeof game->deck);
    memcpy(game->action, record->action, sizeof game->action);
    if (was_left(record)) // what bots did after the person's last action they do again
        end = last_own(game, hearts_record_passes(record) + record->fault_at[SITTING_YOU], false) + 1;
    rewind_to(game, end);
    game->table.changed = false;
}

static bool read_sitting(PlayTable *table, const char *line, const void *before, void *record, Error *err) {
    HeartsRecord *read = record;
    if (!hearts_record_parse(line, read, err)) return false;
    if (strcmp(read->player[SITTING_YOU], PLAY_PERSON) != 0)
        return error_set(err, "these are no games of `deadwood play`: seat 0 is '%.60s'", read->player[0]);
    if (!before) return true;
    if (!hearts_record_follows(before, read, err)) return false;
    hearts_record_print(&table->hands, before);
    return true;
}

static bool take_up_sitting(PlayTable *table, const void *record, Error *err) {
    Sitting *game = (Sitting *)table;
    const HeartsRecord *last = record;
    const char *const bots[3] = {last->player[1], last->player[2], last->player[3]};
    if (!sitting_bots_open(&game->bots, bots, err))
        return error_prefix(err, "%s: the bots cannot play on", table->keep.path);
    set_names(game, bots);
    game->rules = last->rules;
    set_up(game, last);
    return true;
}

bool sitting_hint(const Sitting *game, HeartsVerdict *verdict) {
    uint64_t key = rng_key(game->table.seed, game->hand, (uint64_t)game->actions);
    HeartsView view = hearts_view(&game->state, &game->log, SITTING_YOU);
    int worlds = game->state.table.phase == HEARTS_PASSING ? SITTING_PASS_WORLDS : SITTING_WORLDS;
    return hearts_judge(&game->evaluation, &view, worlds, NULL, key, verdict);
}

const PlayKind play_of_hearts = {
    .size = sizeof(Sitting),
    .record_size = sizeof(HeartsRecord),
    .bots = 3,
    .wanted = "one bot for all seats, or three: west, north and east",
    .pace = 450,
    .title = "A hand of Hearts in the terminal",
    .open = open_sitting,
    .close = close_sitting,
    .begin = begin_sitting,
    .stage = sitting_stage,
    .step = step_sitting,
    .waits_for = sitting_waits_for,
    .insist = insist_sitting,
    .undo = undo_sitting,
    .next = next_hand,
    .leave = leave_sitting,
    .record = record_sitting,
    .read = read_sitting,
    .take_up = take_up_sitting,
    .review = sitting_review,
    .curve = sitting_curve,
    .go_to = go_to_sitting,
    .screen = sitting_screen,
    .plain = sitting_plain,
};
