// SPDX-License-Identifier: MIT
// The batch environment of Hearts plays the referee's games move by move, whatever the threads and ranges, and counts
// what the referee counts.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/hearts_batches.h"
#include "support/hearts_random.h"
#include "support/random.h"
#include "support/rows.h"

// ---- The referee's games ----

// A row as both tell it.
typedef struct Row {
    uint64_t inputs, legal; // hashes
    int choice, seat, brain;
    double reward[HEARTS_SEATS]; // that came before it
    bool ended, over;
} Row;

enum { MAX_ROWS = 700, MAX_GAMES = 700 };

// One place of a batch: what it showed, and the same told by the referee.
typedef struct Place {
    Row shown[MAX_ROWS], told[MAX_ROWS];
    int rows, told_rows;
    uint8_t lineup[MAX_GAMES]; // by game
    uint8_t chair[MAX_GAMES][HEARTS_SEATS];
    int games;
    const HeartsBatch *batch;
    HeartsBatchCount *counts; // by line-up, from the referee
    int game;                 // being told
    int16_t total[HEARTS_SEATS];
    Row next; // what the next row begins with
} Place;

typedef struct Chooser {
    Place *place;
    int brain;
} Chooser;

static int answer_row(const Chooser *chooser, const HeartsView *view, CardSet picked) {
    Place *place = chooser->place;
    uint8_t inputs[HEARTS_INPUTS], legal[HEARTS_LEGAL_BYTES];
    HeartsTrail trail = hearts_trail_of(view->log);
    hearts_observe(view, &trail, picked, inputs);
    hearts_choices(view, picked, legal);
    int choice = hearts_batch_choose(inputs, legal, chooser->brain);
    if (place->told_rows < place->rows) {
        Row row = place->next;
        row.inputs = hash_of(inputs, sizeof inputs);
        row.legal = hash_of(legal, sizeof legal);
        row.choice = choice;
        row.seat = view->seat;
        row.brain = chooser->brain;
        place->told[place->told_rows++] = row;
        place->counts[place->lineup[place->game]].chair[place->chair[place->game][view->seat]].decisions++;
    } else {
        place->told_rows = MAX_ROWS + 1; // later than the batch has come
    }
    place->next = (Row){.inputs = 0};
    return choice;
}

static HeartsAction answer(void *self, const HeartsView *view, Rng *rng) {
    (void)rng;
    const Chooser *chooser = self;
    HeartsAction action;
    if (hearts_forced(view, &action)) return action;
    if (view->table->phase == HEARTS_PLAYING)
        return (HeartsAction){.move = HEARTS_PLAY, .card = card_from_index(answer_row(chooser, view, 0))};
    action = (HeartsAction){.move = HEARTS_GIVE, .card = CARD_NONE};
    while (set_count(action.give) < view->rules->pass_count)
        action.give |= set_of(card_from_index(answer_row(chooser, view, action.give)));
    return action;
}

// Some chance that hangs on all scores, and is what the batch is given.
static void some_chance(const void *context, const int16_t score[HEARTS_SEATS], double win[HEARTS_SEATS]) {
    const int *scale = context;
    double sum = 0;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) sum += win[seat] = exp(-(double)score[seat] / *scale);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) win[seat] /= sum;
}

static void tell_end(const Place *place, HeartsBatchCount *count, double after[HEARTS_SEATS]) {
    int lowest = HEARTS_SCORE_LIMIT, having = 0, winner = hearts_lowest(place->total);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) lowest = place->total[seat] < lowest ? place->total[seat] : lowest;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) having += place->total[seat] == lowest;
    count->games++;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        HeartsBatchChairCount *chair = &count->chair[place->chair[place->game][seat]];
        bool has = place->total[seat] == lowest;
        after[seat] = has ? 1.0 / having : 0;
        chair->wins += winner == seat;
        chair->ties += has && winner < 0;
    }
}

static void tell_hand(void *context, const HeartsHandRecord *record) {
    Place *place = context;
    if (place->told_rows >= place->rows) return;
    const HeartsState *over = record->state;
    const HeartsBatchReward *reward = &place->batch->reward;
    HeartsBatchCount *count = &place->counts[place->lineup[place->game]];
    double before[HEARTS_SEATS], after[HEARTS_SEATS];
    some_chance(reward->context, over->table.score, before);
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        place->total[seat] = (int16_t)(over->table.score[seat] + over->points[seat]);
    count->hands++;
    some_chance(reward->context, place->total, after);
    if (record->game_over) tell_end(place, count, after);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        HeartsBatchChairCount *chair = &count->chair[place->chair[place->game][seat]];
        chair->points += over->points[seat];
        chair->moons += over->moon == seat;
        chair->conceded += over->moon >= 0 && over->moon != seat;
        chair->queens += (over->table.taken[seat] >> HEARTS_QUEEN & 1) != 0;
        chair->faults += over->fault[seat] != 0;
        place->next.reward[seat] += -reward->points * over->points[seat] + reward->win * (after[seat] - before[seat]);
    }
    place->next.ended = true;
    place->next.over = place->next.over || record->game_over;
}

// Plays the games of a place as the referee does, as far as the batch has come.
static void tell(Place *place, int number, const HeartsBatchPlan *plan) {
    place->next = (Row){.inputs = 0};
    for (place->game = 0; place->game < place->games && place->told_rows <= place->rows; place->game++) {
        const HeartsBatchLineup *lineup = &plan->lineups[place->lineup[place->game]];
        Chooser choosers[HEARTS_SEATS];
        HeartsPlayer players[HEARTS_SEATS];
        for (int seat = 0; seat < HEARTS_SEATS; seat++) {
            const HeartsBatchChair *chair = &lineup->chair[place->chair[place->game][seat]];
            choosers[seat] = (Chooser){place, chair->brain};
            players[seat] = chair->brain < 0 ? *chair->player : (HeartsPlayer){&choosers[seat], .choose = answer};
        }
        HeartsGamePlan game = {
            .rules = plan->rules,
            .seed = plan->seed,
            .match = (uint64_t)number,
            .deal = (uint64_t)place->game,
            .game = (uint64_t)place->game,
            .watch = tell_hand,
            .context = place,
        };
        HeartsGameResult result;
        hearts_play_game(&game, players, &result);
    }
}

static void note_rows(Place *places, const HeartsBlock *block, const HeartsBatch *batch, bool first) {
    for (int i = 0; i < block->games; i++) {
        Place *place = &places[i];
        const HeartsBatchGame *game = &batch->game[i];
        assert_true(game->number < MAX_GAMES && (int)game->number <= place->games); // none came and went without a row
        place->lineup[game->number] = game->lineup;
        memcpy(place->chair[game->number], game->chair, sizeof game->chair);
        place->games = (int)game->number + 1;
        Row *row = &place->shown[place->rows++];
        *row = (Row){
            .inputs = hash_of(block->rows.inputs + (size_t)i * HEARTS_INPUTS, HEARTS_INPUTS),
            .legal = hash_of(block->rows.legal + (size_t)i * HEARTS_LEGAL_BYTES, HEARTS_LEGAL_BYTES),
            .choice = block->choices[i],
            .seat = block->rows.seat[i],
            .brain = block->rows.brain[i],
            .ended = !first && block->rows.ended[i],
            .over = !first && block->rows.over[i],
        };
        for (int seat = 0; seat < HEARTS_SEATS; seat++)
            row->reward[seat] = (double)block->rows.reward[i * HEARTS_SEATS + seat];
    }
}

static void compare(const Place *place, int number) {
    assert_int_equal(place->told_rows > place->rows ? place->rows : place->told_rows, place->rows);
    for (int i = 0; i < place->rows; i++) {
        const Row *shown = &place->shown[i], *told = &place->told[i];
        bool same = shown->inputs == told->inputs && shown->legal == told->legal && shown->choice == told->choice &&
                    shown->seat == told->seat && shown->brain == told->brain;
        // What came before the first row was not shown.
        if (i > 0) same = same && shown->ended == told->ended && shown->over == told->over;
        for (int seat = 0; i > 0 && seat < HEARTS_SEATS; seat++)
            same = same && fabs(shown->reward[seat] - told->reward[seat]) < 1e-5;
        if (!same) fail_msg("place %d, row %d of %d is not the referee's", number, i, place->rows);
    }
}

enum { LINEUPS = 6 };

// Networks alone, others, a mixture, and players that are taken out of hands.
typedef struct Field {
    HeartsPlayer ducker, random, quitter;
    HeartsQuitter quits;
    HeartsBatchLineup lineups[LINEUPS];
} Field;

static void open_field(Field *field) {
    *field = (Field){.ducker = hearts_opened("ducker"), .random = hearts_opened("random"), .quits = {5, FAULT_RESIGN}};
    field->quitter = hearts_quitter(&field->quits);
    const HeartsBatchChair ducker = {-1, &field->ducker}, random = {-1, &field->random}, quits = {-1, &field->quitter};
    const HeartsBatchLineup lineups[LINEUPS] = {
        {.share = 2, .chair = {{.brain = 0}, {.brain = 0}, {.brain = 0}, {.brain = 0}}},
        {.share = 1, .chair = {{.brain = 0}, {.brain = 1}, {.brain = 1}, {.brain = 7}}},
        {.share = 1, .chair = {{.brain = 0}, ducker, ducker, ducker}},
        {.share = 1, .chair = {{.brain = 0}, {.brain = 2}, ducker, random}, .fixed = true},
        {.share = 0.5, .chair = {{.brain = 0}, quits, random, quits}},
        {.share = 0.5, .chair = {{.brain = 3}, random, {.brain = 3}, random}},
    };
    memcpy(field->lineups, lineups, sizeof lineups);
}

static void close_field(Field *field) {
    hearts_player_close(&field->ducker);
    hearts_player_close(&field->random);
}

static void show_and_tell(const HeartsBatchPlan *plan, Team *team, int steps, HeartsBatchCount sums[LINEUPS]) {
    const int scale = 40;
    Place *places = calloc((size_t)plan->games, sizeof *places);
    HeartsBatch *batch = hearts_batch_of(plan, team);
    hearts_batch_reward(batch, &(HeartsBatchReward){0.01, 1, some_chance, &scale});
    HeartsBatchCount counts[LINEUPS], told[LINEUPS] = {{0}};
    HeartsBlock block = hearts_block_of(plan->games);
    hearts_batch_look(batch, 0, plan->games, &block.rows);
    for (int i = 0; i <= steps; i++) {
        hearts_choose_all(&block);
        note_rows(places, &block, batch, i == 0);
        if (i < steps) hearts_batch_step(batch, 0, plan->games, block.choices, &block.rows);
    }
    hearts_batch_counts(batch, counts);
    for (int p = 0; p < plan->games; p++) {
        places[p].batch = batch;
        places[p].counts = told;
        tell(&places[p], p, plan);
        compare(&places[p], p);
        const HeartsBatchGame *game = &batch->game[p]; // the last row was shown, not answered
        told[game->lineup].chair[game->chair[game->state.table.to_act]].decisions--;
    }
    for (int i = 0; i < LINEUPS; i++) {
        assert_memory_equal(&counts[i], &told[i], sizeof counts[i]);
        hearts_batch_add_count(&sums[i], &counts[i]);
    }
    hearts_block_free(&block);
    hearts_batch_close(batch);
    free(places);
}

static void the_batch_plays_the_referees_games_move_by_move(void **state) {
    (void)state;
    Field field;
    Team *team = team_of(2);
    HeartsBatchCount sums[LINEUPS] = {{0}};
    const int steps = 200; // fewer see too few moons and ties
    open_field(&field);
    for (int v = 0; v < HEARTS_VARIANT_COUNT; v++) {
        HeartsRules rules = hearts_rules_of(HEARTS_VARIANTS[v]);
        if (v % 2 && rules.target) rules.target = 30; // games that end soon
        HeartsBatchPlan plan = {
            .games = 16, .seed = 7 + (uint64_t)v, .rules = &rules, .lineups = field.lineups, .lineup_count = LINEUPS};
        show_and_tell(&plan, team, steps, sums);
    }
    uint64_t games = 0, ties = 0, moons = 0, faults = 0;
    for (int i = 0; i < LINEUPS; i++) {
        games += sums[i].games;
        assert_true(sums[i].hands > 0);
        for (int c = 0; c < HEARTS_SEATS; c++) {
            ties += sums[i].chair[c].ties;
            moons += sums[i].chair[c].moons;
            faults += sums[i].chair[c].faults;
        }
    }
    assert_true(games > 50 && ties > 10 && moons > 10 && faults > 10);
    team_close(team);
    close_field(&field);
}

// ---- Threads and ranges ----

static void hearts_rows_are_the_same_for_any_threads_and_ranges(void **state) {
    (void)state;
    enum { GAMES = 100 };
    Field field;
    open_field(&field);
    HeartsRules rules = hearts_rules_of("standard,target=50,jack=10");
    HeartsBatchPlan plan = {
        .games = GAMES, .seed = 3, .rules = &rules, .lineups = field.lineups, .lineup_count = LINEUPS};
    enum { TEAMS = 3 };
    Team *team[TEAMS];
    HeartsBatch *batch[TEAMS];
    HeartsBlock block[TEAMS];
    for (int t = 0; t < TEAMS; t++) {
        team[t] = team_of(t + 1);
        batch[t] = hearts_batch_of(&plan, team[t]);
        block[t] = hearts_block_of(GAMES);
        hearts_batch_reward(batch[t], &(HeartsBatchReward){.points = 1});
        hearts_batch_look(batch[t], 0, GAMES, &block[t].rows);
    }
    Rng rng = rng_for(4, 0, 0, 0);
    for (int i = 0; i < effort(150, 20); i++) {
        hearts_choose_all(&block[2]);
        int cut[4] = {0, (int)rng_below(&rng, GAMES + 1), (int)rng_below(&rng, GAMES + 1), GAMES};
        if (cut[1] > cut[2]) cut[1] ^= cut[2], cut[2] ^= cut[1], cut[1] ^= cut[2];
        for (int k = 0; k < 3; k++) { // any order: first the last, then the first
            int part = (k + 2) % 3, first = cut[part];
            HeartsBatchRows rows = hearts_rows_from(&block[2], first);
            hearts_batch_begin(batch[2], first, cut[part + 1] - first, block[2].choices + first, &rows);
            if (k < 2) hearts_step_all(batch[k], &block[k]); // something else, while the others play
            hearts_batch_end(batch[2]);
        }
        for (int t = 1; t < TEAMS; t++) hearts_assert_same_rows(&block[0], &block[t]);
    }
    HeartsBatchCount counts[TEAMS][LINEUPS];
    for (int t = 0; t < TEAMS; t++) {
        hearts_batch_counts(batch[t], counts[t]);
        assert_memory_equal(counts[0], counts[t], sizeof counts[0]);
    }
    hearts_batch_counts(batch[0], counts[0]); // taken and cleared
    assert_int_equal(counts[0][0].hands + counts[0][0].games + counts[0][0].chair[0].decisions, 0);
    for (int t = 0; t < TEAMS; t++) {
        hearts_block_free(&block[t]);
        hearts_batch_close(batch[t]);
        team_close(team[t]);
    }
    close_field(&field);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_batch_plays_the_referees_games_move_by_move),
        cmocka_unit_test(hearts_rows_are_the_same_for_any_threads_and_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
