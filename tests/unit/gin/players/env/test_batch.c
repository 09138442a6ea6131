// SPDX-License-Identifier: MIT
// The batch environment plays the referee's games move by move, whatever the threads and ranges, and counts what the
// referee counts.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/batches.h"
#include "support/positions.h"
#include "support/random.h"

// ---- The referee's games ----

// A row as both tell it.
typedef struct Row {
    uint64_t inputs, legal; // hashes
    int choice, seat, brain;
    double reward; // that came before it
    bool ended;
} Row;

enum { MAX_ROWS = 600, MAX_GAMES = 600 };

// One place of a batch: what it showed, and the same told by the referee.
typedef struct Place {
    Row shown[MAX_ROWS], told[MAX_ROWS];
    int rows, told_rows;
    uint8_t opponent[MAX_GAMES]; // by game
    Seat learner[MAX_GAMES];
    int games;
    const GinBatch *batch;
    GinBatchCount *counts; // by opponent, from the referee
    int game;              // being told
    double reward;
    bool ended;
} Place;

typedef struct Chooser {
    Place *place;
    int brain;
} Chooser;

static GinAction answer(void *self, const GinView *view, Rng *rng) {
    (void)rng;
    Chooser *chooser = self;
    Place *place = chooser->place;
    GinAction action;
    if (gin_forced(view, &action)) return action;
    uint8_t inputs[GIN_INPUTS], legal[GIN_LEGAL_BYTES];
    GinHabits habits = gin_habits_of(view->past);
    gin_observe(view, &habits, inputs);
    gin_choices(view, legal);
    int choice = batch_choose(inputs, legal, chooser->brain);
    if (place->told_rows < place->rows) {
        place->told[place->told_rows++] = (Row){hash_of(inputs, sizeof inputs),
                                                hash_of(legal, sizeof legal),
                                                choice,
                                                view->seat,
                                                chooser->brain,
                                                place->reward,
                                                place->ended};
        place->counts[place->opponent[place->game]].decisions += chooser->brain == 0;
    } else {
        place->told_rows = MAX_ROWS + 1; // later than the batch has come
    }
    place->reward = 0;
    place->ended = false;
    return gin_choice_action(view, choice);
}

static void watch(void *context, const GinHandRecord *record) {
    Place *place = context;
    if (place->told_rows >= place->rows) return;
    const GinState *over = record->state;
    const GinResult *result = &over->result;
    const GinBatchReward *reward = &place->batch->reward;
    Seat learner = place->learner[place->game];
    GinBatchCount *count = &place->counts[place->opponent[place->game]];
    bool scored = result->end != GIN_CANCELLED, mine = result->knocker == learner;
    count->hands++;
    count->cancelled += !scored;
    if (scored) count->points += result->winner == learner ? result->points : -result->points;
    count->knocks += scored && mine;
    count->against_knocks += scored && !mine;
    count->gins += mine && (result->end == GIN_GIN || result->end == GIN_BIG_GIN);
    count->against_gins += !mine && (result->end == GIN_GIN || result->end == GIN_BIG_GIN);
    count->undercuts += !mine && result->end == GIN_UNDERCUT;
    count->against_undercuts += mine && result->end == GIN_UNDERCUT;
    count->games += record->game_over;
    count->wins += record->game_over && record->game_winner == learner;
    GinWorth before = gin_chances_before(reward->chances, over->table.score, over->table.starter, 0);
    GinWorth after = gin_chances_after(reward->chances, over, 0);
    place->reward += reward->points * (scored ? after.points : 0) + reward->win * (after.win - before.win);
    place->ended = true;
}

// Plays the games of a place as the referee does, as far as the batch has come.
static void tell(Place *place, int number, const GinBatchPlan *plan) {
    for (place->game = 0; place->game < place->games && place->told_rows <= place->rows; place->game++) {
        const GinBatchOpponent *opponent = &plan->opponents[place->opponent[place->game]];
        Chooser learner = {place, 0}, other = {place, opponent->brain};
        GinPlayer players[2];
        players[place->learner[place->game]] = (GinPlayer){.self = &learner, .choose = answer};
        players[place->learner[place->game] ^ 1] =
            opponent->brain < 0 ? *opponent->player : (GinPlayer){.self = &other, .choose = answer};
        GinGamePlan game = {
            .rules = plan->rules,
            .seed = plan->seed,
            .match = (uint64_t)number,
            .deal = (uint64_t)place->game,
            .game = (uint64_t)place->game,
            .watch = watch,
            .context = place,
        };
        GinGameResult result;
        gin_play_game(&game, players, &result);
    }
}

static void note_seating(Place *place, const GinBatchGame *game) {
    assert_true(game->number < MAX_GAMES && (int)game->number <= place->games); // none came and went without a row
    place->opponent[game->number] = game->opponent;
    place->learner[game->number] = game->learner;
    place->games = (int)game->number + 1;
}

static void note_rows(Place *places, const Block *block, const GinBatch *batch, bool first) {
    for (int i = 0; i < block->games; i++) {
        Place *place = &places[i];
        note_seating(place, &batch->game[i]);
        place->shown[place->rows++] = (Row){
            .inputs = hash_of(block->rows.inputs + (size_t)i * GIN_INPUTS, GIN_INPUTS),
            .legal = hash_of(block->rows.legal + (size_t)i * GIN_LEGAL_BYTES, GIN_LEGAL_BYTES),
            .choice = block->choices[i],
            .seat = block->rows.seat[i],
            .brain = block->rows.brain[i],
            .reward = first ? 0 : (double)block->rows.reward[i],
            .ended = !first && block->rows.ended[i],
        };
    }
}

static void compare(const Place *place, int number) {
    assert_int_equal(place->told_rows > place->rows ? place->rows : place->told_rows, place->rows);
    for (int i = 0; i < place->rows; i++) {
        const Row *shown = &place->shown[i], *told = &place->told[i];
        bool same = shown->inputs == told->inputs && shown->legal == told->legal && shown->choice == told->choice &&
                    shown->seat == told->seat && shown->brain == told->brain;
        // What came before the first row was not shown.
        if (i > 0) same = same && shown->ended == told->ended && fabs(shown->reward - told->reward) < 1e-5;
        if (!same) fail_msg("place %d, row %d of %d is not the referee's", number, i, place->rows);
    }
}

static const char *const variants[] = {"contest,target=30", "pagat", "oklahoma,big-gin=50,target=60",
                                       "contest,starter=loser,stock=20,target=40"};

static void the_batch_plays_the_referees_games_move_by_move(void **state) {
    (void)state;
    enum { GAMES = 24, OPPONENTS = 6 };
    GinPlayer simple = opened("simple"), random = opened("random"), wait = opened("mix:draw=random,knock=gin");
    const GinPlayer back = batch_player_that_looks_back();
    const GinBatchOpponent opponents[OPPONENTS] = {{.share = 1, .brain = 0},
                                                   {.share = 2, .brain = 3},
                                                   {.share = 1, .brain = -1, .player = &simple},
                                                   {.share = 0.5, .brain = -1, .player = &random},
                                                   {.share = 0.5, .brain = -1, .player = &wait},
                                                   {.share = 1, .brain = -1, .player = &back}};
    Team *team = team_of(2);
    Place *places = calloc(GAMES, sizeof *places);
    int steps = effort(MAX_ROWS - 1, 60);
    if (steps > MAX_ROWS - 1) steps = MAX_ROWS - 1;
    uint64_t games_seen = 0, seats[2] = {0};
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        GinRules rules = rules_parsed(variants[v]);
        GinBatchPlan plan = {
            .games = GAMES, .seed = 7 + v, .rules = &rules, .opponents = opponents, .opponent_count = OPPONENTS};
        GinBatch *batch = batch_of(&plan, team);
        GinChances *chances = gin_chances_open(&rules, &simple, 2000, 1);
        gin_batch_reward(batch, &(GinBatchReward){.points = 0.01, .win = 1, .chances = chances});
        GinBatchCount counts[OPPONENTS], told[OPPONENTS] = {{0}};
        Block block = block_of(GAMES);
        memset(places, 0, GAMES * sizeof *places);
        gin_batch_look(batch, 0, GAMES, &block.rows);
        for (int i = 0; i <= steps; i++) {
            choose_all(&block);
            note_rows(places, &block, batch, i == 0);
            if (i < steps) gin_batch_step(batch, 0, GAMES, block.choices, &block.rows);
        }
        gin_batch_counts(batch, counts);
        for (int p = 0; p < GAMES; p++) {
            places[p].batch = batch;
            places[p].counts = told;
            tell(&places[p], p, &plan);
            compare(&places[p], p);
        }
        for (int i = 0; i < OPPONENTS; i++) games_seen += counts[i].games;
        for (int p = 0; p < GAMES; p++) // the last row was shown, not answered
            told[batch->game[p].opponent].decisions -= places[p].shown[places[p].rows - 1].brain == 0;
        for (int i = 0; i < OPPONENTS; i++) assert_memory_equal(&counts[i], &told[i], sizeof counts[i]);
        for (int p = 0; p < GAMES; p++)
            for (int g = 0; g < places[p].games; g++) seats[places[p].learner[g]]++;
        block_free(&block);
        gin_batch_close(batch);
        gin_chances_close(chances);
    }
    assert_true(games_seen > 20 && seats[0] > 10 && seats[1] > 10);
    free(places);
    team_close(team);
    gin_player_close(&simple);
    gin_player_close(&random);
    gin_player_close(&wait);
}

// ---- Threads and ranges ----

static void rows_are_the_same_for_any_threads_and_ranges(void **state) {
    (void)state;
    enum { GAMES = 100 };
    GinPlayer simple = opened("simple");
    const GinBatchOpponent opponents[2] = {{.share = 1, .brain = 0}, {.share = 1, .brain = -1, .player = &simple}};
    GinRules rules = rules_parsed("contest,target=50");
    GinBatchPlan plan = {.games = GAMES, .seed = 3, .rules = &rules, .opponents = opponents, .opponent_count = 2};
    Team *one = team_of(1), *three = team_of(3);
    GinBatch *whole = batch_of(&plan, one), *parts = batch_of(&plan, three);
    GinBatchReward reward = {.points = 1};
    gin_batch_reward(whole, &reward);
    gin_batch_reward(parts, &reward);
    Block a = block_of(GAMES), b = block_of(GAMES);
    gin_batch_look(whole, 0, GAMES, &a.rows);
    gin_batch_look(parts, 0, GAMES, &b.rows);
    assert_same_rows(&a, &b);
    Rng rng = rng_for(4, 0, 0, 0);
    for (int i = 0; i < effort(300, 30); i++) {
        choose_all(&b);
        int cut[4] = {0, (int)rng_below(&rng, GAMES + 1), (int)rng_below(&rng, GAMES + 1), GAMES};
        if (cut[1] > cut[2]) cut[1] ^= cut[2], cut[2] ^= cut[1], cut[1] ^= cut[2];
        for (int k = 0; k < 3; k++) { // any order: first the last, then the first
            int part = (k + 2) % 3, first = cut[part];
            GinBatchRows rows = rows_from(&b, first);
            gin_batch_begin(parts, first, cut[part + 1] - first, b.choices + first, &rows);
            if (k == 0) step_all(whole, &a); // something else, while the others play
            gin_batch_end(parts);
        }
        assert_same_rows(&a, &b);
    }
    GinBatchCount counts[2][2];
    GinEndings *endings = calloc(2, sizeof *endings);
    gin_batch_counts(whole, counts[0]);
    gin_batch_counts(parts, counts[1]);
    assert_memory_equal(counts[0], counts[1], sizeof counts[0]);
    gin_batch_endings(whole, &endings[0]);
    gin_batch_endings(parts, &endings[1]);
    assert_memory_equal(&endings[0], &endings[1], sizeof *endings);
    uint64_t hands = endings[0].cancelled;
    for (int points = 0; points < GIN_MOST_POINTS; points++)
        hands += endings[0].starter[points] + endings[0].other[points];
    assert_int_equal(hands, counts[0][0].hands + counts[0][1].hands);
    gin_batch_counts(whole, counts[0]); // taken and cleared
    assert_int_equal(counts[0][0].hands + counts[0][0].decisions, 0);
    free(endings);
    block_free(&a);
    block_free(&b);
    gin_batch_close(whole);
    gin_batch_close(parts);
    team_close(one);
    team_close(three);
    gin_player_close(&simple);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_batch_plays_the_referees_games_move_by_move),
        cmocka_unit_test(rows_are_the_same_for_any_threads_and_ranges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
