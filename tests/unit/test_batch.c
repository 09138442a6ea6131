// SPDX-License-Identifier: MIT
// The batch environment: that it plays the referee's games move by move, whatever the threads and ranges, that rewards
// add up to what was won, that counts are the referee's, and that it can be saved and loaded.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/batch_internal.h"
#include "gin/players/observe_internal.h"
#include "gin/players/players.h"
#include "support/random.h"

static GinPlayer opened(const char *spec) {
    GinPlayer player;
    Error err = {{0}};
    if (!gin_player_open(spec, &player, &err)) fail_msg("%s", err.text);
    return player;
}

static GinRules parsed(const char *text) {
    GinRules rules;
    Error err = {{0}};
    if (!gin_rules_parse(text, &rules, &err)) fail_msg("%s", err.text);
    return rules;
}

static Team *team_of(int threads) {
    Team *team = team_open(threads);
    if (!team) fail_msg("no team of %d", threads);
    return team;
}

static GinBatch *batch_of(const GinBatchPlan *plan, Team *team) {
    Error err = {{0}};
    GinBatch *batch = gin_batch_open(plan, team, &err);
    if (!batch) fail_msg("%s", err.text);
    return batch;
}

static uint64_t hash_of(const void *bytes, size_t size) {
    uint64_t hash = 0;
    for (size_t i = 0; i < size; i++) hash = (hash ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001B3) + 1;
    return rng_mix(hash);
}

// How good a choice looks at first sight.
static int liking(const uint8_t *inputs, int choice) {
    const uint8_t *numbers = inputs + GIN_PLANES * CARD_COUNT;
    if (choice == GIN_CHOICE_TAKE) return numbers[GIN_AT_TAKE_MELDS] ? 2 : 0;
    if (choice == GIN_CHOICE_STOCK) return 1;
    if (choice >= GIN_CHOICE_KNOCK) return 256;
    return inputs[GIN_PLANE_DEADWOOD * CARD_COUNT + choice - GIN_CHOICE_DROP];
}

// How the networks of these tests choose: by a hash of what they see, more often what looks good, so that hands end in
// all ways. Brains differ.
static int choose(const uint8_t *inputs, const uint8_t *legal, int brain) {
    Rng rng = rng_of_key(hash_of(inputs, GIN_INPUTS), (uint64_t)brain);
    int choices[GIN_CHOICES], count = 0, best = -1;
    for (int choice = 0; choice < GIN_CHOICES; choice++) {
        if (!gin_choice_is_legal(legal, choice)) continue;
        if (best < 0 || liking(inputs, choice) > liking(inputs, best)) best = choice;
        choices[count++] = choice;
    }
    return rng_below(&rng, 4) ? best : choices[rng_below(&rng, (uint32_t)count)];
}

// ---- Rows of all games of a batch ----

typedef struct Block {
    int games;
    GinBatchRows rows;
    uint8_t *choices;
} Block;

static Block block_of(int games) {
    size_t count = (size_t)games;
    Block block = {.games = games, .choices = calloc(count, 1)};
    block.rows = (GinBatchRows){
        .inputs = calloc(count, GIN_INPUTS),
        .secrets = calloc(count, GIN_SECRETS),
        .legal = calloc(count, GIN_LEGAL_BYTES),
        .brain = calloc(count, 1),
        .seat = calloc(count, 1),
        .reward = calloc(count, sizeof(float)),
        .ended = calloc(count, 1),
    };
    return block;
}

static void block_free(Block *block) {
    free(block->choices);
    free(block->rows.inputs);
    free(block->rows.secrets);
    free(block->rows.legal);
    free(block->rows.brain);
    free(block->rows.seat);
    free(block->rows.reward);
    free(block->rows.ended);
}

static GinBatchRows rows_from(const Block *block, int first) {
    size_t at = (size_t)first;
    return (GinBatchRows){
        .inputs = block->rows.inputs + at * GIN_INPUTS,
        .secrets = block->rows.secrets + at * GIN_SECRETS,
        .legal = block->rows.legal + at * GIN_LEGAL_BYTES,
        .brain = block->rows.brain + at,
        .seat = block->rows.seat + at,
        .reward = block->rows.reward + at,
        .ended = block->rows.ended + at,
    };
}

static void choose_all(const Block *block) {
    for (int i = 0; i < block->games; i++)
        block->choices[i] = (uint8_t)choose(block->rows.inputs + (size_t)i * GIN_INPUTS,
                                            block->rows.legal + (size_t)i * GIN_LEGAL_BYTES, block->rows.brain[i]);
}

static void step(GinBatch *batch, const Block *block) {
    choose_all(block);
    gin_batch_step(batch, 0, block->games, block->choices, &block->rows);
}

static void assert_same_rows(const Block *a, const Block *b) {
    size_t count = (size_t)a->games;
    assert_memory_equal(a->rows.inputs, b->rows.inputs, count * GIN_INPUTS);
    assert_memory_equal(a->rows.secrets, b->rows.secrets, count * GIN_SECRETS);
    assert_memory_equal(a->rows.legal, b->rows.legal, count * GIN_LEGAL_BYTES);
    assert_memory_equal(a->rows.brain, b->rows.brain, count);
    assert_memory_equal(a->rows.seat, b->rows.seat, count);
    assert_memory_equal(a->rows.reward, b->rows.reward, count * sizeof(float));
    assert_memory_equal(a->rows.ended, b->rows.ended, count);
}

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
    gin_observe(view, inputs);
    gin_choices(view, legal);
    int choice = choose(inputs, legal, chooser->brain);
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
    enum { GAMES = 24, OPPONENTS = 5 };
    GinPlayer simple = opened("simple"), random = opened("random"), wait = opened("mix:draw=random,knock=gin");
    const GinBatchOpponent opponents[OPPONENTS] = {{.share = 1, .brain = 0},
                                                   {.share = 2, .brain = 3},
                                                   {.share = 1, .brain = -1, .player = &simple},
                                                   {.share = 0.5, .brain = -1, .player = &random},
                                                   {.share = 0.5, .brain = -1, .player = &wait}};
    Team *team = team_of(2);
    Place *places = calloc(GAMES, sizeof *places);
    int steps = effort(MAX_ROWS - 1, 60);
    if (steps > MAX_ROWS - 1) steps = MAX_ROWS - 1;
    uint64_t games_seen = 0, seats[2] = {0};
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        GinRules rules = parsed(variants[v]);
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
    GinRules rules = parsed("contest,target=50");
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
        step(whole, &a);
        choose_all(&b);
        int cut[4] = {0, (int)rng_below(&rng, GAMES + 1), (int)rng_below(&rng, GAMES + 1), GAMES};
        if (cut[1] > cut[2]) cut[1] ^= cut[2], cut[2] ^= cut[1], cut[1] ^= cut[2];
        for (int k = 0; k < 3; k++) { // any order: first the last, then the first
            int part = (k + 2) % 3, first = cut[part];
            GinBatchRows rows = rows_from(&b, first);
            gin_batch_step(parts, first, cut[part + 1] - first, b.choices + first, &rows);
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

// ---- Rewards ----

static void rewards_add_up_to_games_won_less_the_chance_at_their_start(void **state) {
    (void)state;
    enum { GAMES = 40 };
    GinPlayer simple = opened("simple");
    const GinBatchOpponent opponents[2] = {{.share = 1, .brain = 0}, {.share = 1, .brain = -1, .player = &simple}};
    GinRules rules = parsed("contest,target=40");
    GinBatchPlan plan = {.games = GAMES, .seed = 5, .rules = &rules, .opponents = opponents, .opponent_count = 2};
    Team *team = team_of(2);
    GinBatch *batch = batch_of(&plan, team);
    GinChances *chances = gin_chances_open(&rules, &simple, 2000, 1);
    gin_batch_reward(batch, &(GinBatchReward){.win = 1, .chances = chances});
    Block block = block_of(GAMES);
    GinBatchCount counts[2];
    gin_batch_counts(batch, counts); // of games that were over before the first row
    double settled[GAMES] = {0}, sum[GAMES] = {0}, wins = 0;
    uint32_t number[GAMES];
    const uint16_t none[2] = {0, 0};
    for (int p = 0; p < GAMES; p++) {
        // What the first hand's part before the first row brought is not in the rows: begin from where it stands.
        const GinBatchGame *game = &batch->game[p];
        number[p] = game->number;
        settled[p] = -gin_chances_before(chances, game->score, game->state.table.starter, 0).win;
    }
    gin_batch_look(batch, 0, GAMES, &block.rows);
    for (int i = 0; i < effort(600, 100); i++) {
        step(batch, &block);
        for (int p = 0; p < GAMES; p++) {
            const GinBatchGame *game = &batch->game[p];
            sum[p] += (double)block.rows.reward[p];
            if (!block.rows.ended[p]) assert_true(block.rows.reward[p] == 0);
            double now = gin_chances_before(chances, game->score, game->state.table.starter, 0).win;
            if (game->number != number[p]) {
                // Every game in between began at 0:0 with one or the other starter.
                Seat first = gin_first_starter(rng_key(plan.seed, (uint64_t)p, game->number));
                double missing = sum[p] - (now - gin_chances_before(chances, none, first, 0).win) - settled[p];
                if (game->number == number[p] + 1) {
                    assert_true(fabs(missing) < 1e-4 || fabs(missing - 1) < 1e-4);
                    if (game->learner < 2) wins += missing > 0.5;
                }
                settled[p] += missing - gin_chances_before(chances, none, first, 0).win;
                number[p] = game->number;
            }
            assert_true(fabs(sum[p] - (now + settled[p])) < 1e-4);
        }
    }
    gin_batch_counts(batch, counts);
    assert_true(wins > 5 && counts[0].games + counts[1].games > 20);
    block_free(&block);
    gin_batch_close(batch);
    gin_chances_close(chances);
    team_close(team);
    gin_player_close(&simple);
}

// ---- Saving ----

static void a_loaded_batch_goes_on_as_if_nothing_had_happened(void **state) {
    (void)state;
    enum { GAMES = 60 };
    GinPlayer random = opened("random"); // draws chance at every move
    const GinBatchOpponent opponents[2] = {{.share = 1, .brain = 2}, {.share = 3, .brain = -1, .player = &random}};
    GinRules rules = parsed("pagat,target=60");
    GinBatchPlan plan = {.games = GAMES, .seed = 9, .rules = &rules, .opponents = opponents, .opponent_count = 2};
    Team *team = team_of(2), *other_team = team_of(3);
    GinBatch *batch = batch_of(&plan, team), *other = batch_of(&plan, other_team);
    Block a = block_of(GAMES), b = block_of(GAMES);
    gin_batch_shares(batch, (const double[2]){5, 1});
    gin_batch_look(batch, 0, GAMES, &a.rows);
    for (int i = 0; i < effort(200, 40); i++) step(batch, &a);
    size_t size = gin_batch_size(batch);
    uint8_t *bytes = malloc(size);
    gin_batch_save(batch, bytes);
    Error err = {{0}};
    if (!gin_batch_load(other, bytes, size, &err)) fail_msg("%s", err.text);
    memset(a.rows.reward, 0, GAMES * sizeof(float)); // not written by looking
    memset(a.rows.ended, 0, GAMES);
    gin_batch_look(batch, 0, GAMES, &a.rows);
    gin_batch_look(other, 0, GAMES, &b.rows);
    assert_same_rows(&a, &b);
    for (int i = 0; i < effort(200, 40); i++) {
        step(batch, &a);
        step(other, &b);
        assert_same_rows(&a, &b);
    }
    GinBatchCount counts[2][2];
    gin_batch_counts(batch, counts[0]);
    gin_batch_counts(other, counts[1]);
    assert_memory_equal(counts[0], counts[1], sizeof counts[0]);
    free(bytes);
    block_free(&a);
    block_free(&b);
    gin_batch_close(batch);
    gin_batch_close(other);
    team_close(team);
    team_close(other_team);
    gin_player_close(&random);
}

static void bytes_of_another_plan_and_damaged_ones_are_refused(void **state) {
    (void)state;
    const GinBatchOpponent opponents[2] = {{.share = 1, .brain = 0}, {.share = 1, .brain = 1}};
    GinRules rules = gin_rules_default(), pagat = parsed("pagat");
    GinBatchPlan plan = {.games = 10, .seed = 1, .rules = &rules, .opponents = opponents, .opponent_count = 2};
    Team *team = team_of(1);
    GinBatch *batch = batch_of(&plan, team);
    size_t size = gin_batch_size(batch);
    uint8_t *bytes = malloc(size);
    gin_batch_save(batch, bytes);
    Error err = {{0}};
    GinBatchPlan plans[] = {plan, plan, plan, plan, plan};
    plans[0].games = 11;
    plans[1].seed = 2;
    plans[2].rules = &pagat;
    plans[3].opponent_count = 1;
    plans[4].opponents = (const GinBatchOpponent[2]){{.share = 1, .brain = 0}, {.share = 1, .brain = 2}};
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        GinBatch *other = batch_of(&plans[i], team);
        assert_false(gin_batch_load(other, bytes, size, &err));
        assert_non_null(strstr(err.text, "another plan"));
        gin_batch_close(other);
    }
    Block block = block_of(10), after = block_of(10);
    gin_batch_look(batch, 0, 10, &block.rows);
    Rng rng = rng_for(2, 0, 0, 0);
    for (int i = 0; i < effort(2000, 100); i++) {
        size_t at = rng_below(&rng, (uint32_t)size);
        uint8_t flip = (uint8_t)(1 + rng_below(&rng, 255));
        bytes[at] ^= flip;
        assert_false(gin_batch_load(batch, bytes, size, &err));
        bytes[at] ^= flip;
        assert_false(gin_batch_load(batch, bytes, at, &err)); // cut short
    }
    gin_batch_look(batch, 0, 10, &after.rows);
    assert_same_rows(&block, &after); // nothing was half loaded
    assert_true(gin_batch_load(batch, bytes, size, &err));
    free(bytes);
    block_free(&block);
    block_free(&after);
    gin_batch_close(batch);
    team_close(team);
}

// ---- Plans ----

static void plans_that_make_no_sense_are_refused(void **state) {
    (void)state;
    GinRules rules = gin_rules_default();
    GinPlayer simple = opened("simple");
    const GinBatchOpponent good = {.share = 1, .brain = 0};
    const GinBatchOpponent bad[] = {{.share = -1},
                                    {.share = NAN},
                                    {.share = 1, .brain = -2},
                                    {.share = 0},
                                    {.share = 1, .brain = 32},
                                    {.share = 1, .brain = -1}};
    Team *team = team_of(1);
    Error err = {{0}};
    GinBatchPlan plan = {.games = 1, .seed = 1, .rules = &rules, .opponents = &good, .opponent_count = 1};
    plan.games = 0;
    assert_null(gin_batch_open(&plan, team, &err));
    plan.games = 1;
    plan.opponent_count = 0;
    assert_null(gin_batch_open(&plan, team, &err));
    plan.opponent_count = 1;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        plan.opponents = &bad[i];
        err.text[0] = 0;
        assert_null(gin_batch_open(&plan, team, &err));
        assert_true(strlen(err.text) > 10);
    }
    gin_batch_close(NULL);
    team_close(team);
    gin_player_close(&simple);
}

static void opponents_come_by_their_shares_and_sit_in_both_seats(void **state) {
    (void)state;
    enum { GAMES = 64 };
    GinPlayer simple = opened("simple");
    const GinBatchOpponent opponents[3] = {
        {.share = 1, .brain = 1}, {.share = 3, .brain = -1, .player = &simple}, {.share = 0, .brain = 0}};
    GinRules rules = parsed("contest,target=1");
    GinBatchPlan plan = {.games = GAMES, .seed = 5, .rules = &rules, .opponents = opponents, .opponent_count = 3};
    Team *team = team_of(2);
    GinBatch *batch = batch_of(&plan, team);
    Block block = block_of(GAMES);
    gin_batch_look(batch, 0, GAMES, &block.rows);
    GinBatchCount counts[3];
    int seats[2] = {0};
    for (int i = 0; i < effort(2000, 400); i++) {
        step(batch, &block);
        if (i % 40 == 0)
            for (int p = 0; p < GAMES; p++) seats[batch->game[p].learner]++;
    }
    gin_batch_counts(batch, counts);
    double total = (double)(counts[0].games + counts[1].games), share = (double)counts[0].games / total;
    assert_int_equal(counts[2].games, 0);
    assert_true(fabs(share - 0.25) < 5 * sqrt(0.25 * 0.75 / total) + 64 / total);
    assert_true(seats[0] > 0 && seats[1] > 0 && fabs((double)seats[0] / (seats[0] + seats[1]) - 0.5) < 0.1);
    gin_batch_shares(batch, (const double[3]){0, 0, 1}); // from each game's next beginning on
    for (int i = 0; i < 1000; i++) step(batch, &block);
    gin_batch_counts(batch, counts);
    assert_true(counts[0].games + counts[1].games <= GAMES && counts[2].games > GAMES);
    block_free(&block);
    gin_batch_close(batch);
    team_close(team);
    gin_player_close(&simple);
}

static GinAction resign(void *self, const GinView *view, Rng *rng) {
    (void)self, (void)rng;
    if (view->table->turns[view->seat] > 0) return (GinAction){.move = GIN_RESIGN, .card = GIN_FORFEIT_RESIGN};
    GinAction action;
    if (gin_forced(view, &action)) return action;
    return gin_choice_action(view, GIN_CHOICE_STOCK);
}

static void a_player_that_forfeits_loses_its_game(void **state) {
    (void)state;
    GinPlayer quitter = {.choose = resign};
    const GinBatchOpponent opponent = {.share = 1, .brain = -1, .player = &quitter};
    GinRules rules = gin_rules_default();
    GinBatchPlan plan = {.games = 8, .seed = 5, .rules = &rules, .opponents = &opponent, .opponent_count = 1};
    Team *team = team_of(1);
    GinBatch *batch = batch_of(&plan, team);
    Block block = block_of(8);
    GinBatchCount count;
    gin_batch_look(batch, 0, 8, &block.rows);
    for (int i = 0; i < 200; i++) step(batch, &block);
    gin_batch_counts(batch, &count);
    assert_true(count.games > 100 && count.wins > count.games * 9 / 10 && count.hands < count.games / 10);
    block_free(&block);
    gin_batch_close(batch);
    team_close(team);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_batch_plays_the_referees_games_move_by_move),
        cmocka_unit_test(rows_are_the_same_for_any_threads_and_ranges),
        cmocka_unit_test(rewards_add_up_to_games_won_less_the_chance_at_their_start),
        cmocka_unit_test(a_loaded_batch_goes_on_as_if_nothing_had_happened),
        cmocka_unit_test(bytes_of_another_plan_and_damaged_ones_are_refused),
        cmocka_unit_test(plans_that_make_no_sense_are_refused),
        cmocka_unit_test(opponents_come_by_their_shares_and_sit_in_both_seats),
        cmocka_unit_test(a_player_that_forfeits_loses_its_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
