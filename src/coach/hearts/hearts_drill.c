// SPDX-License-Identifier: MIT
#include "coach/hearts/hearts_drill.h"

#include <string.h>

#include "hearts/players/list/players.h"

enum { DECISIONS_TRIED = 5, LATEST = 40, ASKED = 6, MOST_REASONS = 4, LEVELS_ASKED = LEVEL_COUNT - 1, SCORES = 60 };
enum { PASS_EVERY = 2 }; // of four hands dealt one after the other, in these all are looked at for their pass

static const char *const SEATS[HEARTS_SEATS] = {"you", "left", "across", "right"};

bool hearts_drill_open(HeartsDrill *drill, Error *err) {
    memset(drill, 0, sizeof *drill);
    return hearts_evaluation_open(HEARTS_JUDGE_EVALUATION, &drill->evaluation, err);
}

void hearts_drill_close(HeartsDrill *drill) {
    hearts_evaluation_close(&drill->evaluation);
    memset(drill, 0, sizeof *drill);
}

static void hearts_drill_know_rules(HeartsDrill *drill, const HeartsRules *rules) {
    if (drill->counted && hearts_rules_equal(&drill->odds.rules, rules)) return;
    hearts_odds_count(&drill->odds, rules, 1);
    drill->counted = true;
}

bool hearts_drill_set_up(HeartsDrill *drill, const char *position, Error *err) {
    if (!hearts_record_parse(position, &drill->record, err)) return false;
    hearts_record_deal(&drill->record, &drill->state, &drill->log);
    for (int i = 0; i < drill->record.actions; i++) hearts_apply(&drill->state, &drill->log, &drill->record.action[i]);
    bool passing = drill->state.table.phase == HEARTS_PASSING;
    if (!passing && !set_rest(hearts_legal(&drill->state)))
        return error_set(err, "there is nothing to decide where the record ends");
    hearts_drill_know_rules(drill, &drill->record.rules);
    return true;
}

// ---- Words ----

static void add_tricks(const HeartsDrill *drill, CardWriter write, Text *text) {
    Seat you = drill->state.table.to_act;
    for (int i = 0; i < drill->log.count; i++) {
        bool first = i % HEARTS_SEATS == 0, last = i % HEARTS_SEATS == HEARTS_SEATS - 1;
        if (first && i + HEARTS_SEATS > drill->log.count) text_add(text, "On the table: ");
        if (first && i + HEARTS_SEATS <= drill->log.count) text_addf(text, "Trick %d: ", i / HEARTS_SEATS + 1);
        text_addf(text, "%s ", SEATS[(drill->log.seat[i] - you) & 3]);
        write(text, drill->log.card[i]);
        text_add(text, last || i == drill->log.count - 1 ? ".\n" : ", ");
    }
}

void hearts_drill_question(const HeartsDrill *drill, CardWriter write, Text *text) {
    static const char *const ways[] = {"", "left", "right", "across"};
    const HeartsTable *table = &drill->state.table;
    Seat you = table->to_act;
    text_add(text, "Hearts, score");
    for (unsigned i = 0; i < HEARTS_SEATS; i++)
        text_addf(text, "%s %s %d", i ? "," : "", SEATS[i], table->score[(you + i) & 3]);
    text_addf(text, "; to %d.\n", drill->record.rules.target);
    HeartsView view = hearts_view(&drill->state, &drill->log, you);
    if (view.given && table->phase != HEARTS_PASSING) {
        text_addf(text, "You passed %s: ", ways[table->direction]);
        hearts_advice_cards(text, write, view.given);
        text_add(text, ", and got ");
        hearts_advice_cards(text, write, view.received);
        text_add(text, ".\n");
    }
    add_tricks(drill, write, text);
    text_add(text, "Your hand: ");
    hearts_advice_cards(text, write, view.hand);
    text_add(text, ".\n");
    if (table->phase == HEARTS_PASSING)
        text_addf(text, "Pass %d cards %s.\n", drill->record.rules.pass_count, ways[table->direction]);
    else if (drill->record.rules.break_hearts && !table->broken)
        text_add(text, "Hearts are not broken.\n");
}

static void hearts_drill_add_choice(Text *text, CardWriter write, const HeartsChoice *choice) {
    hearts_advice_cards(text, write, choice->card == CARD_NONE ? choice->give : set_of(choice->card));
}

bool hearts_drill_right(const HeartsAdvice *advice) {
    int played = advice->verdict.played;
    return played == 0 ||
           (played > 0 && hearts_verdict_cost(&advice->verdict) <= 0 && hearts_advice_as_good(advice, played));
}

static void add_hearts_reasons(const HeartsAdvice *advice, CardWriter write, Text *text) {
    for (int i = 0; i < advice->ideas && i < MOST_REASONS; i++) {
        text_add(text, "  - ");
        hearts_idea_words(text, write, advice, &advice->idea[i]);
        text_add(text, "\n");
    }
}

void hearts_drill_words(const HeartsAdvice *advice, CardWriter write, Text *text) {
    const HeartsVerdict *verdict = &advice->verdict;
    bool right = hearts_drill_right(advice);
    text_add(text, right ? "Right: " : "No: ");
    if (verdict->played >= 0) hearts_drill_add_choice(text, write, &verdict->choice[verdict->played]);
    if (right && verdict->played > 0) text_add(text, ", about as good as ");
    if (!right) text_addf(text, " costs %.1f points. Better: ", verdict->choice[verdict->played].behind);
    if (!right || verdict->played > 0) hearts_drill_add_choice(text, write, &verdict->choice[0]);
    text_add(text, ".\n");
    add_hearts_reasons(advice, write, text);
}

void hearts_drill_solution(const HeartsAdvice *advice, CardWriter write, Text *text) {
    text_add(text, "Best: ");
    hearts_drill_add_choice(text, write, &advice->verdict.choice[0]);
    text_add(text, ".\n");
    add_hearts_reasons(advice, write, text);
}

static uint64_t hearts_drill_key_of(const HeartsDrill *drill) {
    return rng_key(drill->record.game, drill->record.hand, (uint64_t)drill->record.actions);
}

static bool advise(HeartsDrill *drill, const HeartsAction *answer, uint64_t key) {
    HeartsView view = hearts_view(&drill->state, &drill->log, drill->state.table.to_act);
    bool passing = view.table->phase == HEARTS_PASSING;
    return hearts_advise(&drill->evaluation, &drill->odds, NULL, &view,
                         passing ? HEARTS_ADVICE_PASS_WORLDS : HEARTS_ADVICE_WORLDS, answer, key, &drill->advice);
}

bool hearts_drill_answer(HeartsDrill *drill, const HeartsAction *answer) {
    return advise(drill, answer, hearts_drill_key_of(drill));
}

// ---- Making ----

static bool hearts_drill_is_clear(const HeartsAdvice *advice) {
    const HeartsChoice *next = &advice->verdict.choice[1];
    return advice->verdict.count > 1 && advice->ideas > 0 && next->behind >= HEARTS_DRILL_CLEAR &&
           next->behind > 3 * next->behind_error;
}

// Judges twice in independent worlds, to reject a card that is clearly best only by chance.
static bool hearts_drill_is_drill(HeartsDrill *drill) {
    if (drill->state.table.phase != HEARTS_PLAYING || !set_rest(hearts_legal(&drill->state))) return false;
    for (uint64_t again = 0; again < 2; again++) {
        Card before = drill->advice.verdict.choice[0].card;
        if (!advise(drill, NULL, rng_fold(hearts_drill_key_of(drill), again)) || !hearts_drill_is_clear(&drill->advice))
            return false;
        if (again && drill->advice.verdict.choice[0].card != before) return false;
    }
    return true;
}

// Every other answer is graded wrong, and the best one right. drill->advice is then that of the best.
static bool hearts_drill_has_one_answer(HeartsDrill *drill) {
    Card best = drill->advice.verdict.choice[0].card;
    CardSet others = hearts_legal(&drill->state) & ~set_of(best);
    for (CardSet rest = others; rest; rest = set_rest(rest)) {
        HeartsAction action = {.move = HEARTS_PLAY, .card = set_first(rest)};
        if (!hearts_drill_answer(drill, &action) || hearts_drill_right(&drill->advice)) return false;
    }
    HeartsAction action = {.move = HEARTS_PLAY, .card = best};
    return hearts_drill_answer(drill, &action) && hearts_drill_right(&drill->advice) && drill->advice.ideas > 0;
}

// Of all passes that are judged only a few are as good as the best, in two sets of worlds.
static bool hearts_drill_few_passes(HeartsDrill *drill) {
    for (uint64_t again = 0; again < 2; again++) {
        int right = 0;
        if (!advise(drill, NULL, rng_fold(hearts_drill_key_of(drill), again)) || !drill->advice.ideas) return false;
        for (int i = 0; i < drill->advice.verdict.count; i++) right += hearts_advice_as_good(&drill->advice, i);
        if (right > HEARTS_DRILL_PASSES || right == drill->advice.verdict.count) return false;
    }
    return true;
}

// The passes that are graded right, each asked as an answer: how many, or 0 when they are too many, or the best one is
// none of them. drill->advice is then that of the best, and *cost that of the first that is wrong.
static int hearts_drill_right_passes(HeartsDrill *drill, CardSet right[HEARTS_DRILL_PASSES], double *cost) {
    HeartsVerdict verdict = drill->advice.verdict;
    CardSet best = verdict.choice[0].give;
    int count = 0;
    *cost = 0;
    for (int i = 0; i < verdict.count; i++) {
        HeartsAction action = {.move = HEARTS_GIVE, .give = verdict.choice[i].give};
        if (!hearts_drill_answer(drill, &action)) return 0;
        bool good = hearts_drill_right(&drill->advice);
        if ((good && count == HEARTS_DRILL_PASSES) || (i == 0 && !good)) return 0;
        if (good) right[count++] = action.give;
        if (!good && *cost == 0) *cost = verdict.choice[i].behind;
    }
    HeartsAction action = {.move = HEARTS_GIVE, .give = best};
    return hearts_drill_answer(drill, &action) && drill->advice.ideas > 0 && *cost > 0 ? count : 0;
}

// The share of the levels below the champion whose answer is none of those, asked some times each.
static bool hearts_drill_measure_failed(HeartsDrill *drill, const CardSet *right, int count, double *failed,
                                        Error *err) {
    HeartsView view = hearts_view(&drill->state, &drill->log, drill->state.table.to_act);
    int wrong = 0;
    for (int i = 0; i < LEVELS_ASKED; i++) {
        HeartsPlayer player;
        if (!hearts_player_open(hearts_levels()[i].name, &player, err)) return false;
        for (int j = 0; j < ASKED; j++) {
            Rng rng = rng_of_key(hearts_drill_key_of(drill), (uint64_t)(100 * i + j));
            HeartsAction action = player.choose(player.self, &view, &rng);
            CardSet cards = action.move == HEARTS_GIVE ? action.give : set_of(action.card);
            bool found = false;
            for (int k = 0; k < count && !found; k++) found = right[k] == cards;
            wrong += !found;
        }
        hearts_player_close(&player);
    }
    *failed = (double)wrong / (LEVELS_ASKED * ASKED);
    return true;
}

static void hearts_drill_set_words(const HeartsDrill *drill, Drill *made, double cost) {
    *made = (Drill){.cost = cost};
    text_copy(made->game, DRILL_GAME, "hearts");
    text_copy(made->kind, DRILL_WORD, hearts_advice_decision(&drill->advice));
    text_copy(made->idea, DRILL_WORD, drill->advice.ideas ? hearts_idea_name(drill->advice.idea[0].kind) : "none");
}

static void hearts_drill_set_position(const HeartsRecord *record, Drill *made) {
    hearts_record_print(&made->position, record);
    made->position.data[--made->position.size] = '\0'; // its newline
}

// Makes a drill of the decision that is set up, which is one; drill->advice is that of its best answer.
static bool hearts_drill_finish(HeartsDrill *drill, const CardSet *right, int count, double cost, Drill *made,
                                Error *err) {
    double failed;
    if (!hearts_drill_measure_failed(drill, right, count, &failed, err)) return false;
    hearts_drill_set_words(drill, made, cost);
    made->difficulty = drill_difficulty(failed);
    hearts_drill_set_position(&drill->record, made);
    return true;
}

static bool hearts_drill_try_card(HeartsDrill *drill, Drill *made, Error *err) {
    if (!hearts_drill_is_drill(drill) || !hearts_drill_has_one_answer(drill)) return error_set(err, "%s", "");
    CardSet best = set_of(drill->advice.verdict.choice[0].card);
    return hearts_drill_finish(drill, &best, 1, drill->advice.verdict.choice[1].behind, made, err);
}

static bool hearts_drill_try_pass(HeartsDrill *drill, Drill *made, Error *err) {
    CardSet right[HEARTS_DRILL_PASSES];
    double cost;
    int count = hearts_drill_few_passes(drill) ? hearts_drill_right_passes(drill, right, &cost) : 0;
    if (!count) return error_set(err, "%s", "");
    return hearts_drill_finish(drill, right, count, cost, made, err);
}

static bool hearts_drill_look_through(HeartsDrill *drill, uint64_t number, const HeartsPlayer players[HEARTS_SEATS],
                                      const Card deck[CARD_COUNT], Drill *made, Error *err) {
    static const char *const names[HEARTS_SEATS] = {"a", "b", "c", "d"};
    Rng chance = rng_for(number, 1, 0, 0);
    uint32_t skip = rng_below(&chance, LATEST);
    bool pass = number / HEARTS_SEATS % PASS_EVERY == 0 && drill->state.table.phase == HEARTS_PASSING;
    for (uint32_t i = 0, tried = 0; drill->state.table.phase != HEARTS_OVER && tried < DECISIONS_TRIED; i++) {
        Seat seat = drill->state.table.to_act;
        HeartsHandRecord hand = {
            .deck = deck, .state = &drill->state, .log = &drill->log, .hand = (uint32_t)number & 3};
        hearts_record_make(&drill->record, &hand, names, number);
        bool choice = drill->state.table.phase == HEARTS_PLAYING && set_rest(hearts_legal(&drill->state));
        bool late = i >= skip + HEARTS_SEATS && choice && ++tried;
        if (pass && i == 0) return hearts_drill_try_pass(drill, made, err);
        if (late && hearts_drill_try_card(drill, made, err)) return true;
        if (late && err->text[0]) return false;
        HeartsView view = hearts_view(&drill->state, &drill->log, seat);
        HeartsAction action = players[seat].choose(players[seat].self, &view, &chance);
        hearts_apply(&drill->state, &drill->log, &action);
    }
    return error_set(err, "%s", "");
}

bool hearts_drill_make(HeartsDrill *drill, uint64_t number, Drill *made, Error *err) {
    HeartsPlayer players[HEARTS_SEATS] = {{0}};
    drill->rules = hearts_rules_default();
    Card deck[CARD_COUNT];
    Rng chance = rng_for(number, 0, 0, 0);
    int16_t score[HEARTS_SEATS];
    bool even = rng_below(&chance, 2) == 0, good = true;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) score[seat] = even ? 0 : (int16_t)rng_below(&chance, SCORES);
    hearts_drill_know_rules(drill, &drill->rules);
    for (int seat = 0; seat < HEARTS_SEATS && good; seat++)
        good = hearts_player_open(hearts_levels()[2 + rng_below(&chance, 3)].name, &players[seat], err);
    rng_deck(&chance, deck);
    if (good) {
        hearts_deal_deck(&drill->state, &drill->log, &drill->rules, (uint32_t)number & 3, score, deck);
        good = hearts_drill_look_through(drill, number, players, deck, made, err);
    }
    for (int seat = 0; seat < HEARTS_SEATS; seat++) hearts_player_close(&players[seat]);
    return good;
}

// ---- Own games ----

const char *hearts_drill_kind(const HeartsRecord *record, const HeartsStep *step) {
    int passes = hearts_record_passes(record);
    if (step->action < passes) return "pass";
    return (step->action - passes) % HEARTS_SEATS ? "follow" : "lead";
}

void hearts_drill_of_step(HeartsDrill *drill, const HeartsAnalysis *hand, const HeartsStep *step, Drill *made) {
    Error err;
    drill->record = *hand->record;
    drill->record.actions = step->action;
    drill->record.unfinished = true;
    drill->record.game_over = false;
    drill->record.game_winner = -1;
    drill->record.moon = -1;
    memset(drill->record.points, 0, sizeof drill->record.points);
    memset(drill->record.fault, 0, sizeof drill->record.fault);
    memset(drill->record.fault_at, 0, sizeof drill->record.fault_at);
    *made = (Drill){.own = true};
    hearts_drill_set_position(&drill->record, made);
    Text position = made->position;
    memset(&drill->advice, 0, sizeof drill->advice);
    if (hearts_drill_set_up(drill, position.data, &err)) hearts_drill_answer(drill, &step->played);
    hearts_drill_set_words(drill, made, step->cost);
    text_copy(made->kind, DRILL_WORD, hearts_drill_kind(hand->record, step));
    made->own = true;
    made->position = position;
}
