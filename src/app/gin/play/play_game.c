// SPDX-License-Identifier: MIT
#include "app/gin/play/play_game.h"

#include <string.h>

#include "app/teach/cards.h"
#include "base/memory.h"
#include "gin/players/judge/rollout.h"
#include "wire/gin/gin_host.h"

static bool open_bot(const char *spec, GinPlayer *bot, Error *err) {
    if (strcmp(spec, PLAY_STRONG) == 0)
        return gin_rollout_open(GIN_JUDGE_PLAYER, GIN_JUDGE_ESTIMATOR, PLAY_BOT_WORLDS, bot, err);
    return gin_any_player_open(spec, bot, err);
}

// The bot sits down, under the rules of the game.
static bool seat_bot(PlayGame *game, const char *spec, Error *err) {
    Text note = {0};
    if (!open_bot(spec, &game->bot, err)) return false;
    text_copy(game->bot_name, sizeof game->bot_name, spec);
    gin_player_note(&game->bot, &game->rules, &note);
    if (note.size) error_set(&game->table.notice[PLAY_BOT], "Mind that %s.", note.data);
    text_free(&note);
    return true;
}

// A judge that nobody may ask for is refused at once, though it is not needed before the first hint.
static bool check_judge(const char *spec, Error *err) {
    GinPlayer player;
    if (!gin_player_open(spec, &player, err)) return false;
    gin_player_close(&player);
    return true;
}

static bool open_gin_table(PlayTable *table, const PlaySetting *setting, Error *err) {
    PlayGame *game = (PlayGame *)table;
    game->rules = setting->rules.gin;
    game->judge_spec = setting->judge ? setting->judge : gin_judge_best();
    return check_judge(game->judge_spec, err) && (setting->saved || seat_bot(game, setting->bot[0], err));
}

static void close_gin_table(PlayTable *table) {
    PlayGame *game = (PlayGame *)table;
    gin_player_close(&game->bot);
    if (game->chances) gin_judge_close(&game->judge);
    gin_chances_close(game->chances);
    gin_past_close(&game->past);
}

bool play_open_judge(PlayGame *game, Error *err) {
    if (game->chances) return true;
    if (!gin_judge_open(game->judge_spec, GIN_JUDGE_ESTIMATOR, PLAY_HINT_WORLDS, &game->judge, err)) return false;
    if (game->judge.champion) game->judge.worlds = PLAY_CHAMPION_WORLDS;
    game->chances = gin_judge_chances(&game->judge, &game->rules);
    if (game->chances) return true;
    gin_judge_close(&game->judge);
    return memory_sufficed(err);
}

// Puts the hand on the table as it was dealt.
static void lay_out(PlayGame *game) {
    game->actions = 0;
    gin_deal_deck(&game->state, &game->history, &game->rules, game->starter, game->score, game->deck);
    game->history.past = game->past.last;
}

static void deal(PlayGame *game) {
    gin_deck_for(game->table.seed, 0, 0, game->hand, game->deck);
    lay_out(game);
    game->table.changed = true;
}

static void begin_gin(PlayTable *table) {
    PlayGame *game = (PlayGame *)table;
    Rng chance = rng_for(table->seed, 0, 0, RNG_STARTER);
    game->hand = 0;
    game->starter = (Seat)(rng_next(&chance) >> 63);
    memset(game->score, 0, sizeof game->score);
    memset(game->won, 0, sizeof game->won);
    gin_past_begin(&game->past);
    gin_past_trim(&game->past);
    deal(game);
}

static void gin_waits_for(const PlayTable *table, Text *sentence) {
    const PlayGame *game = (const PlayGame *)table;
    bool starts = game->bot.watch && !game->bot_heard;
    if (starts) text_add(sentence, "Starting ");
    app_add_name(sentence, game->bot_name);
    text_add(sentence, starts ? "..." : " is thinking...");
}

bool play_hand_over(const PlayGame *game) { return game->state.table.phase == GIN_OVER; }

void play_score(const PlayGame *game, int score[2]) {
    for (int seat = 0; seat < GIN_SEATS; seat++) score[seat] = game->score[seat];
    const GinResult *result = &game->state.result;
    if (play_hand_over(game) && result->end != GIN_CANCELLED) score[result->winner] += result->points;
}

int play_winner(const PlayGame *game) {
    int score[2];
    play_score(game, score);
    for (int seat = 0; seat < GIN_SEATS; seat++)
        if (score[seat] >= game->rules.target) return seat;
    return -1;
}

static PlayStage gin_stage(const PlayTable *table) {
    const PlayGame *game = (const PlayGame *)table;
    if (play_hand_over(game)) return play_winner(game) >= 0 ? PLAY_GAME_OVER : PLAY_HAND_OVER;
    return play_is_yours(game) ? PLAY_YOURS : PLAY_WAITING;
}

// This hand as the referee would report it; unfinished if it is not over.
static GinHandRecord hand_record(const PlayGame *game, const int32_t *totals) {
    bool over = play_hand_over(game);
    int winner = over ? play_winner(game) : -1;
    return (GinHandRecord){
        .deck = game->deck,
        .hand = game->hand,
        .state = &game->state,
        .history = &game->history,
        .faulty = -1,
        .game_winner = winner,
        .game_over = over && (winner >= 0 || game->hand + 1 >= GIN_HAND_LIMIT),
        .totals = winner >= 0 ? totals : NULL,
    };
}

// Programs are told how a hand ended. Of a game that was left they hear that the person resigned: the protocol has no
// other end for it.
static void tell_end(const PlayGame *game) {
    if (!game->bot.watch) return;
    int score[2], winner = play_winner(game);
    int32_t totals[2];
    play_score(game, score);
    const GinResult *result = &game->state.result;
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        int won = game->won[seat] + (result->end != GIN_CANCELLED && result->winner == seat);
        totals[seat] = score[seat] + game->rules.box_bonus * won;
        int factor = game->rules.shutout_doubles && score[seat ^ 1] == 0 ? 2 : 1;
        if (winner == seat) totals[seat] += factor * game->rules.game_bonus;
    }
    GinHandRecord hand = hand_record(game, totals);
    if (!play_hand_over(game)) {
        hand.faulty = PLAY_YOU;
        hand.fault = FAULT_RESIGN;
        hand.game_winner = PLAY_BOT;
        hand.game_over = true;
        hand.totals = totals;
    }
    game->bot.watch(game->bot.self, &hand, PLAY_BOT);
}

// ---- Moves ----

static void apply(PlayGame *game, const GinAction *action) {
    game->action[game->actions++] = *action;
    gin_apply(&game->state, &game->history, action);
    game->table.changed = true;
}

// The only thing the person can do, if there is only one.
static bool is_forced(const PlayGame *game) { return game->state.table.phase == GIN_DEFEND; }

bool play_is_yours(const PlayGame *game) {
    return !play_hand_over(game) && game->state.table.to_act == PLAY_YOU && !is_forced(game);
}

// A quick player that needs no model moves where the bot failed; were there none, what simply is allowed.
static GinAction stand_in_move(const GinState *state, const GinView *view, Rng *rng) {
    GinPlayer stand_in;
    GinAction actions[GIN_MAX_CANDIDATES];
    if (!gin_player_open(GIN_JUDGE_PLAYER, &stand_in, NULL)) {
        gin_candidates(state, NULL, actions);
        return actions[0];
    }
    GinAction action = stand_in.choose(stand_in.self, view, rng);
    gin_player_close(&stand_in);
    return action;
}

// The bot's chance hangs on the cards and on how far the hand is, so that a move taken back and made again is answered
// in the same way.
static GinAction ask_bot(PlayGame *game) {
    Rng rng = rng_for(game->table.seed, 1 + (uint64_t)game->hand, (uint64_t)game->actions, PLAY_BOT);
    GinView view = gin_view(&game->state, &game->history, PLAY_BOT);
    GinAction action = game->bot.choose(game->bot.self, &view, &rng);
    game->bot_heard = true;
    if (gin_is_legal(&game->state, &action)) return action;
    // The game would be over; for a person it is more fun to go on.
    const char *fault = host_seat_fault(gin_host_seat(&game->bot));
    error_set(&game->table.notice[PLAY_BOT], "The bot %s; the house moves for it.",
              *fault ? fault : "tried what is not allowed");
    return stand_in_move(&game->state, &view, &rng);
}

static void step_gin(PlayTable *table) {
    PlayGame *game = (PlayGame *)table;
    if (gin_stage(table) != PLAY_WAITING) return;
    GinAction action = {.move = GIN_SHOW, .card = CARD_NONE};
    if (game->state.table.to_act == PLAY_BOT) {
        action = ask_bot(game);
    } else {
        const GinSplit *knock = &game->state.melds[PLAY_BOT];
        bool gin = !(game->state.hand[PLAY_BOT] & ~gin_split_cards(knock));
        CardSet hand = game->state.hand[PLAY_YOU];
        action.melds = gin ? gin_best_split(hand) : gin_best_defence(hand, knock, (GinLayoff)game->rules.layoff, NULL);
    }
    apply(game, &action);
    if (play_hand_over(game)) tell_end(game);
}

bool play_move(PlayGame *game, const GinAction *action, Error *why) {
    if (!play_is_yours(game)) return error_set(why, "It is not your turn.");
    if (!gin_is_legal(&game->state, action)) {
        gin_explain(&game->state, action, why);
        return false;
    }
    GinAction full = *action;
    memset(&full.melds, 0, sizeof full.melds);
    bool insists = game->table.objection.size && full.move == game->held.move && full.card == game->held.card;
    text_clear(&game->table.objection);
    game->held = full;
    if (!insists && play_tutor_objects(game, &full)) return error_set(why, "%s", "");
    apply(game, &full);
    table_save(&game->table);
    return true;
}

static bool insist_gin(PlayTable *table) {
    PlayGame *game = (PlayGame *)table;
    Error why;
    return table->objection.size && play_move(game, &game->held, &why);
}

// Plays the hand again up to so many actions. A program hears it from the start and is asked again, so that it knows
// where it is; what it answers now is not what counts.
static void rewind_to(PlayGame *game, int actions) {
    GinAction all[GIN_MAX_ACTIONS];
    memcpy(all, game->action, (size_t)actions * sizeof *all);
    lay_out(game);
    for (int i = 0; i < actions; i++) {
        if (game->bot.watch && game->state.table.to_act == PLAY_BOT) ask_bot(game);
        apply(game, &all[i]);
    }
}

// A program has been told more than is true after going back: it begins anew.
static void go_back(PlayGame *game, int action) {
    GinPlayer again;
    if (game->bot.watch && open_bot(game->bot_name, &again, &game->table.notice[PLAY_BOT])) {
        gin_player_close(&game->bot);
        game->bot = again;
        game->bot_heard = false;
    }
    rewind_to(game, action);
    game->table.changed = true;
}

static bool go_to_gin(PlayTable *table, int turn, Error *err) {
    PlayGame *game = (PlayGame *)table;
    GinState state;
    int now = 0;
    gin_deal_deck(&state, NULL, &game->rules, game->starter, game->score, game->deck);
    for (int i = 0; i < game->actions; i++) {
        now += state.table.phase <= GIN_DRAW;
        if (now == turn && state.table.to_act == PLAY_YOU && state.table.phase != GIN_DEFEND) {
            go_back(game, i);
            return true;
        }
        gin_apply(&state, NULL, &game->action[i]);
    }
    return error_set(err, "you decide nothing in turn %d; `deadwood replay` counts them", turn);
}

static bool undo_gin(PlayTable *table) {
    PlayGame *game = (PlayGame *)table;
    int last = -1;
    GinState state;
    gin_deal_deck(&state, NULL, &game->rules, game->starter, game->score, game->deck);
    for (int i = 0; i < game->actions; i++) {
        if (state.table.to_act == PLAY_YOU && state.table.phase != GIN_DEFEND) last = i;
        gin_apply(&state, NULL, &game->action[i]);
    }
    if (last < 0) return false;
    go_back(game, last);
    table_save(table);
    return true;
}

// ---- Records ----

static void record_gin(const PlayTable *table, Text *line) {
    const PlayGame *game = (const PlayGame *)table;
    GinHandRecord hand = hand_record(game, NULL);
    const char *const names[2] = {PLAY_PERSON, game->bot_name};
    gin_record_write(line, &hand, &game->rules, names, game->table.seed);
}

// A hand in which nothing was done yet leaves no line behind.
static void leave_gin(PlayTable *table, Text *hands) {
    const PlayGame *game = (const PlayGame *)table;
    if (game->actions) record_gin(table, hands);
    if (!play_hand_over(game)) tell_end(game);
}

static void deal_next_gin(PlayTable *table) {
    PlayGame *game = (PlayGame *)table;
    if (play_winner(game) >= 0 || game->hand + 1 >= GIN_HAND_LIMIT) {
        table->seed++;
        begin_gin(table);
        return;
    }
    const GinResult *result = &game->state.result;
    if (result->end != GIN_CANCELLED) {
        game->score[result->winner] = (uint16_t)(game->score[result->winner] + result->points);
        game->won[result->winner]++;
    }
    gin_past_add(&game->past, &game->state, &game->history.log);
    game->starter = gin_next_starter(&game->rules, &game->state);
    game->hand++;
    deal(game);
}

// Puts a recorded hand on the table as it was left.
static void set_up(PlayGame *game, const GinRecord *record) {
    game->table.seed = record->game;
    game->hand = record->hand;
    game->starter = record->starter;
    memcpy(game->score, record->score, sizeof game->score);
    memcpy(game->deck, record->deck, sizeof game->deck);
    memcpy(game->action, record->action, (size_t)record->actions * sizeof *record->action);
    rewind_to(game, record->actions);
    game->table.changed = false;
    if (play_hand_over(game)) tell_end(game);
}

// Before there were unfinished hands, those that were left were written as the person's forfeit, even where the bot was
// to act; such a line is read as what it meant.
static bool read_left(const char *line, GinRecord *record, Error *err) {
    static const char left[] = " result=forfeit,0,resigned over=won,1";
    size_t size = strlen(line), end = sizeof left - 1;
    Error unread;
    if (gin_record_parse(line, record, err)) return true;
    if (size < end || strcmp(line + size - end, left) != 0) return false;
    Text mended = {0};
    text_addf(&mended, "%.*s result=unfinished over=no", (int)(size - end), line);
    bool good = gin_record_parse(mended.data, record, &unread);
    text_free(&mended);
    return good;
}

static void count_won(PlayGame *game, const GinRecord *record) {
    bool scored = record->faulty < 0 && !record->unfinished && record->result.end != GIN_CANCELLED;
    if (record->hand == 0) memset(game->won, 0, sizeof game->won);
    if (scored) game->won[record->result.winner]++;
}

static bool read_gin(PlayTable *table, const char *line, const void *before, void *record, Error *err) {
    PlayGame *game = (PlayGame *)table;
    GinRecord *read = record;
    if (!read_left(line, read, err)) return false;
    if (strcmp(read->player[PLAY_YOU], PLAY_PERSON) != 0)
        return error_set(err, "these are no games of `deadwood play`: seat 0 is '%.60s'", read->player[0]);
    if (!before) return true;
    if (!gin_record_follows(before, read, err)) return false;
    count_won(game, before);
    gin_record_print(&table->hands, before);
    gin_record_link(before, read, &game->past);
    gin_past_trim(&game->past);
    return true;
}

static bool take_up_gin(PlayTable *table, const void *record, Error *err) {
    PlayGame *game = (PlayGame *)table;
    const GinRecord *last = record;
    if (last->hand == 0) memset(game->won, 0, sizeof game->won);
    game->rules = last->rules;
    if (!seat_bot(game, last->player[PLAY_BOT], err))
        return error_prefix(err, "%s: the bot cannot play on", table->keep.path);
    set_up(game, last);
    return true;
}

bool play_hint(PlayGame *game, PlayHint *hint, Error *err) {
    if (!play_open_judge(game, err)) return false;
    uint64_t key = rng_key(game->table.seed, game->hand, (uint64_t)game->actions);
    gin_judge(&game->judge, game->chances, &game->state, &game->history, NULL, key, &hint->verdict);
    hint->count = hint->verdict.count < PLAY_HINTS ? hint->verdict.count : PLAY_HINTS;
    for (int i = 0; i < hint->count; i++)
        hint->reasons[i] = gin_reasons(&game->state, &game->history, hint->verdict.probability, hint->verdict.tilt,
                                       &hint->verdict.candidate[i].action, 300, key);
    return true;
}

const PlayKind play_of_gin = {
    .size = sizeof(PlayGame),
    .record_size = sizeof(GinRecord),
    .bots = 1,
    .wanted = "gin is for one bot",
    .pace = 700,
    .judged = true,
    .title = "A hand of gin rummy in the terminal",
    .open = open_gin_table,
    .close = close_gin_table,
    .begin = begin_gin,
    .stage = gin_stage,
    .step = step_gin,
    .waits_for = gin_waits_for,
    .insist = insist_gin,
    .undo = undo_gin,
    .next = deal_next_gin,
    .leave = leave_gin,
    .record = record_gin,
    .read = read_gin,
    .take_up = take_up_gin,
    .review = play_review,
    .curve = play_curve,
    .go_to = go_to_gin,
    .screen = play_screen,
    .plain = play_plain,
};
