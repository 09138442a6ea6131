// SPDX-License-Identifier: MIT
#include "coach/gin/gin_drill.h"

#include <string.h>

#include "gin/players/list/players.h"

enum { DECISIONS_TRIED = 5, LATEST = 24, ASKED = 8, MOST_REASONS = 4, LEVELS_ASKED = LEVEL_COUNT - 1 };

bool gin_drill_open(GinDrill *drill, Error *err) {
    memset(drill, 0, sizeof *drill);
    return gin_judge_open(gin_judge_best(), GIN_JUDGE_ESTIMATOR, GIN_ADVICE_WORLDS, &drill->judge, err);
}

void gin_drill_close(GinDrill *drill) {
    if (drill->judge.player.choose) gin_judge_close(&drill->judge);
    gin_chances_close(drill->chances);
    memset(drill, 0, sizeof *drill);
}

static bool gin_drill_know_rules(GinDrill *drill, const GinRules *rules, Error *err) {
    if (drill->chances && gin_rules_equal(&drill->rules, rules)) return true;
    gin_chances_close(drill->chances);
    drill->rules = *rules;
    drill->chances = gin_judge_chances(&drill->judge, &drill->rules);
    return drill->chances || error_set(err, "out of memory");
}

bool gin_drill_set_up(GinDrill *drill, const char *position, Error *err) {
    GinAction some[GIN_MAX_CANDIDATES];
    if (!gin_record_parse(position, &drill->record, err)) return false;
    gin_record_deal(&drill->record, &drill->state, &drill->history);
    for (int i = 0; i < drill->record.actions; i++) gin_apply(&drill->state, &drill->history, &drill->record.action[i]);
    if (drill->state.table.phase >= GIN_DEFEND || gin_candidates(&drill->state, NULL, some) < 2)
        return error_set(err, "there is nothing to decide where the record ends");
    return gin_drill_know_rules(drill, &drill->record.rules, err);
}

// ---- Words ----

static void add_line_of_cards(Text *text, const char *before, CardWriter write, CardSet cards) {
    if (!cards) return;
    text_add(text, before);
    words_cards(text, write, cards);
    text_add(text, ".\n");
}

void gin_drill_question(const GinDrill *drill, CardWriter write, Text *text) {
    const GinTable *table = &drill->state.table;
    Seat you = table->to_act, they = you ^ 1;
    CardSet hand = drill->state.hand[you];
    text_addf(text, "Gin, %d to %d, to %d; you have drawn %d time%s, %d card%s in the stock.\n", table->score[you],
              table->score[they], drill->record.rules.target, table->turns[you], table->turns[you] == 1 ? "" : "s",
              table->stock, table->stock == 1 ? "" : "s");
    add_line_of_cards(text, "The opponent took and holds ", write, table->known[they]);
    add_line_of_cards(text, "It discarded ", write, table->discarded[they]);
    add_line_of_cards(text, "You discarded ", write, table->discarded[you] & ~hand);
    if (drill->state.drawn != CARD_NONE) {
        text_add(text, table->taken != CARD_NONE ? "You took " : "You drew ");
        write(text, drill->state.drawn);
        text_add(text, ".\n");
    }
    text_add(text, "Your hand: ");
    words_hand(text, write, hand);
    text_addf(text, ". Deadwood %d, knock with %d.\n", gin_deadwood(hand), table->knock_limit);
    if (table->upcard == CARD_NONE || table->phase == GIN_DISCARD) return;
    text_add(text, "Upcard: ");
    write(text, table->upcard);
    text_add(text, ".\n");
}

bool gin_drill_right(const GinAdvice *advice) {
    int played = advice->verdict.played;
    return played == 0 || (played > 0 && !advice->verdict.sure && gin_advice_as_good(advice, played));
}

// What the answer costs: against the best in worlds of its own where that is sure, else as the moves were ranked.
static double answer_cost(const GinVerdict *verdict) {
    return verdict->sure ? verdict->cost.win : verdict->candidate[verdict->played].behind.win;
}

static void add_drill_reasons(const GinAdvice *advice, CardWriter write, Text *text) {
    for (int i = 0; i < advice->ideas && i < MOST_REASONS; i++) {
        text_add(text, "  - ");
        gin_idea_words(text, write, advice, &advice->idea[i]);
        text_add(text, "\n");
    }
}

void gin_drill_words(const GinAdvice *advice, CardWriter write, Text *text) {
    const GinVerdict *verdict = &advice->verdict;
    bool right = gin_drill_right(advice);
    text_add(text, right ? "Right: " : "No: ");
    if (verdict->played >= 0) words_move(text, write, &advice->table, &verdict->candidate[verdict->played].action);
    if (right && verdict->played > 0) text_add(text, ", about as good as ");
    if (!right) text_addf(text, " costs %.1f%% of games. Better: ", 100 * answer_cost(verdict));
    if (!right || verdict->played > 0) words_move(text, write, &advice->table, &verdict->candidate[0].action);
    text_add(text, ".\n");
    add_drill_reasons(advice, write, text);
}

void gin_drill_solution(const GinAdvice *advice, CardWriter write, Text *text) {
    text_add(text, "Best: ");
    words_move(text, write, &advice->table, &advice->verdict.candidate[0].action);
    text_add(text, ".\n");
    add_drill_reasons(advice, write, text);
}

static uint64_t gin_drill_key_of(const GinDrill *drill) {
    return rng_key(drill->record.game, drill->record.hand, (uint64_t)drill->record.actions);
}

void gin_drill_answer(GinDrill *drill, const GinAction *answer) {
    gin_advise(&drill->judge, drill->chances, &drill->state, &drill->history, answer, gin_drill_key_of(drill),
               &drill->advice);
}

// ---- Making ----

static const char *first_idea(const GinAdvice *advice) {
    return advice->ideas ? gin_idea_name(advice->idea[0].kind) : "none";
}

// The best move is ahead of the next by enough, and surely.
static bool gin_drill_is_clear(const GinAdvice *advice) {
    const GinCandidate *next = &advice->verdict.candidate[1];
    return advice->verdict.count > 1 && advice->ideas > 0 && next->behind.win >= GIN_DRILL_CLEAR &&
           next->behind.win > 3 * next->behind_error.win;
}

// The share of the levels below the champion that choose another move, asked some times each.
static bool gin_drill_measure_failed(GinDrill *drill, double *failed, Error *err) {
    GinView view = gin_view(&drill->state, &drill->history, drill->state.table.to_act);
    const GinAction *best = &drill->advice.verdict.candidate[0].action;
    int wrong = 0;
    for (int i = 0; i < LEVELS_ASKED; i++) {
        GinPlayer player;
        if (!gin_player_open(gin_levels()[i].name, &player, err)) return false;
        for (int j = 0; j < ASKED; j++) {
            Rng rng = rng_of_key(gin_drill_key_of(drill), (uint64_t)(100 * i + j));
            GinAction action = player.choose(player.self, &view, &rng);
            wrong += action.move != best->move || (best->move >= GIN_DROP && action.card != best->card);
        }
        gin_player_close(&player);
    }
    *failed = (double)wrong / (LEVELS_ASKED * ASKED);
    return true;
}

static void gin_drill_set_words(const GinDrill *drill, Drill *made, double cost) {
    *made = (Drill){.cost = cost};
    text_copy(made->game, DRILL_GAME, "gin");
    text_copy(made->kind, DRILL_WORD, gin_advice_decision(&drill->advice));
    text_copy(made->idea, DRILL_WORD, first_idea(&drill->advice));
}

static void gin_drill_set_position(const GinRecord *record, Drill *made) {
    gin_record_print(&made->position, record);
    made->position.data[--made->position.size] = '\0'; // its newline
}

// Judges twice in independent worlds, to reject a move that is clearly best only by chance.
static bool gin_drill_is_drill(GinDrill *drill) {
    GinAction some[GIN_MAX_CANDIDATES];
    if (gin_candidates(&drill->state, NULL, some) < 2) return false;
    for (uint64_t again = 0; again < 2; again++) {
        GinAction before = drill->advice.verdict.candidate[0].action;
        gin_advise(&drill->judge, drill->chances, &drill->state, &drill->history, NULL,
                   rng_fold(gin_drill_key_of(drill), again), &drill->advice);
        const GinAction *best = &drill->advice.verdict.candidate[0].action;
        if (!gin_drill_is_clear(&drill->advice)) return false;
        if (again && (best->move != before.move || best->card != before.card)) return false;
    }
    return true;
}

// Every other answer is graded wrong, and the best one right, still ahead by half of what is asked at first.
// drill->advice is then that of the best.
static bool gin_drill_has_one_answer(GinDrill *drill) {
    GinAction some[GIN_MAX_CANDIDATES], best = drill->advice.verdict.candidate[0].action;
    int count = gin_candidates(&drill->state, NULL, some);
    for (int i = 0; i < count; i++) {
        bool is_best = some[i].move == best.move && some[i].card == best.card;
        if (is_best) continue;
        gin_drill_answer(drill, &some[i]);
        if (gin_drill_right(&drill->advice)) return false;
    }
    gin_drill_answer(drill, &best);
    bool ahead = drill->advice.verdict.candidate[1].behind.win >= GIN_DRILL_CLEAR / 2;
    return gin_drill_right(&drill->advice) && drill->advice.ideas > 0 && ahead;
}

static void record_so_far(GinDrill *drill, uint64_t number, const Card deck[CARD_COUNT], Text *line) {
    static const char *const names[2] = {"a", "b"};
    GinHandRecord hand = {
        .deck = deck, .state = &drill->state, .history = &drill->history, .faulty = -1, .game_winner = -1};
    gin_record_write(line, &hand, &drill->rules, names, number);
}

// Who plays the game the position comes from: people's levels, so that it looks like theirs.
static bool open_players(uint64_t number, GinPlayer players[2], Error *err) {
    for (int seat = 0; seat < 2; seat++) {
        const Level *level = &gin_levels()[3 + (number >> seat) % 5];
        if (gin_player_open(level->name, &players[seat], err)) continue;
        if (seat) gin_player_close(&players[0]);
        return false;
    }
    return true;
}

static bool gin_drill_look_through(GinDrill *drill, uint64_t number, const GinPlayer players[2],
                                   const Card deck[CARD_COUNT], Drill *made, Error *err) {
    Rng chance = rng_for(number, 1, 0, 0);
    uint32_t skip = rng_below(&chance, LATEST);
    for (uint32_t i = 0, tried = 0; drill->state.table.phase < GIN_DEFEND && tried < DECISIONS_TRIED; i++) {
        Seat seat = drill->state.table.to_act;
        Text line = {0};
        double failed;
        record_so_far(drill, number, deck, &line);
        bool good = gin_record_parse(line.data, &drill->record, err);
        text_free(&line);
        if (!good) return false;
        if (i >= skip && ++tried && gin_drill_is_drill(drill) && gin_drill_has_one_answer(drill)) {
            if (!gin_drill_measure_failed(drill, &failed, err)) return false;
            gin_drill_set_words(drill, made, drill->advice.verdict.candidate[1].behind.win);
            made->difficulty = drill_difficulty(failed);
            gin_drill_set_position(&drill->record, made);
            return true;
        }
        GinView view = gin_view(&drill->state, &drill->history, seat);
        GinAction action = players[seat].choose(players[seat].self, &view, &chance);
        gin_apply(&drill->state, &drill->history, &action);
    }
    return error_set(err, "%s", "");
}

bool gin_drill_make(GinDrill *drill, uint64_t number, Drill *made, Error *err) {
    GinPlayer players[2];
    GinRules rules = gin_rules_default();
    Card deck[CARD_COUNT];
    Rng chance = rng_for(number, 0, 0, 0);
    bool even = rng_below(&chance, 2) == 0;
    const uint16_t score[2] = {even ? 0 : (uint16_t)rng_below(&chance, 95),
                               even ? 0 : (uint16_t)rng_below(&chance, 95)};
    if (!gin_drill_know_rules(drill, &rules, err) || !open_players(number, players, err)) return false;
    rng_deck(&chance, deck);
    gin_deal_deck(&drill->state, &drill->history, &drill->rules, (Seat)(number & 1), score, deck);
    bool good = gin_drill_look_through(drill, number, players, deck, made, err);
    for (int seat = 0; seat < 2; seat++) gin_player_close(&players[seat]);
    return good;
}

// ---- Own games ----

const char *gin_drill_kind(const AnalysisStep *step) {
    if (step->table.phase == GIN_DRAW) return "draw";
    if (step->table.phase != GIN_DISCARD) return "first-upcard";
    for (int i = 0; i < step->verdict.count; i++)
        if (step->verdict.candidate[i].action.move >= GIN_KNOCK) return "knock";
    return "discard";
}

void gin_drill_of_step(GinDrill *drill, const AnalysisHand *hand, const AnalysisStep *step, Drill *made) {
    drill->record = *hand->record;
    drill->record.actions = step->action;
    drill->record.unfinished = true;
    drill->record.faulty = -1;
    drill->record.game_over = false;
    drill->record.game_winner = -1;
    memset(&drill->record.result, 0, sizeof drill->record.result);
    *made = (Drill){.own = true};
    gin_drill_set_position(&drill->record, made);
    Text position = made->position;
    Error err;
    if (gin_drill_set_up(drill, position.data, &err)) gin_drill_answer(drill, &step->played);
    gin_drill_set_words(drill, made, step->verdict.cost.win);
    text_copy(made->kind, DRILL_WORD, gin_drill_kind(step));
    made->own = true;
    made->position = position;
}
