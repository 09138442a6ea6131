// SPDX-License-Identifier: MIT
// Leagues: who plays and how often, which past selves stay, that it learns, and that a run is the same however it came
// about.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gin/players/champion/champion.h"
#include "support/folder.h"
#include "train/exploit/exploits.h"
#include "train/league/league_internal.h"
#include "train/recipe/recipe.h"
#include "unit/train/recipes.h"

// ---- Reading ----

static void opponents_are_read_with_share_and_goal(void **state) {
    (void)state;
    LeagueMember members[LEAGUE_MEMBERS];
    int count = 0;
    Error err = {{0}};
    if (!league_read("self 40 + past 15 + simple 8 87% +likeliest:out/b.safetensors 0.5+ b.safetensors 3 + "
                     "mix:knock=limit,limit=3 2 65.5%",
                     members, &count, &err))
        fail_msg("%s", err.text);
    assert_int_equal(count, 6);
    static const LeagueKind kinds[] = {LEAGUE_SELF, LEAGUE_PAST_SELVES, LEAGUE_PLAYER,
                                       LEAGUE_NET,  LEAGUE_NET,         LEAGUE_PLAYER};
    for (int i = 0; i < count; i++) assert_int_equal(members[i].kind, kinds[i]);
    assert_true(members[0].share == 40 && members[0].goal == 0.5 && members[2].goal == 0.87);
    assert_true(members[3].likeliest && !members[4].likeliest && members[3].share == 0.5);
    assert_string_equal(members[3].name, "out/b.safetensors");
    assert_string_equal(members[5].name, "mix:knock=limit,limit=3");
    assert_true(fabs(members[5].goal - 0.655) < 1e-12);
}

static void mistakes_in_opponents_are_answered(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"self", "write WHO SHARE"},
        {"self 40 + ", "write WHO SHARE"},
        {"self many", "share"},
        {"self 0", "share"},
        {"self 4 5 6", "write WHO SHARE"},
        {"simple 4 65", "the goal '65' is no percentage"},
        {"simple 4 100%", "goal"},
        {"simple 4 x%", "goal"},
        {"simple 4 + simple 3", "'simple' stands there twice"},
        {"likeliest:simple 4", "likeliest: wants a weights file"},
        {"past 100", "past selves alone are nobody to begin with"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        LeagueMember members[LEAGUE_MEMBERS];
        int count = 99;
        Error err = {{0}};
        assert_false(league_read(cases[i].text, members, &count, &err));
        if (!strstr(err.text, cases[i].says)) fail_msg("'%s' instead of '%s'", err.text, cases[i].says);
        assert_int_equal(count, 99);
    }
}

// ---- The field ----

typedef struct Field {
    LeagueMember members[LEAGUE_MEMBERS];
    LeaguePlan plan;
    LeagueField field;
} Field;

static Field *open_field(const char *opponents) {
    Field *made = calloc(1, sizeof *made);
    Error err = {{0}};
    assert_non_null(made);
    assert_true(league_read(opponents, made->members, &made->plan.member_count, &err));
    made->plan.members = made->members;
    made->plan.past = 4;
    made->plan.snapshot = 10;
    made->plan.priority = 2;
    made->plan.floor = 0.25;
    if (!league_field_open(&made->field, &made->plan, &err)) fail_msg("%s", err.text);
    return made;
}

static void close_field(Field *made) {
    league_field_close(&made->field);
    free(made);
}

static void whoever_is_beaten_too_seldom_is_played_more(void **state) {
    (void)state;
    Field *made = open_field("self 40 + past 20 + simple 20 80% + greedy 20 + random 20");
    LeagueField *field = &made->field;
    assert_int_equal(field->count, 4 + 4);
    assert_int_equal(field->brains, 1 + 4);
    // No past selves yet: their games go to the others.
    assert_true(fabs(field->share[0] - 0.4) < 1e-12 && fabs(field->share[1] - 0.2) < 1e-12 && field->share[4] == 0);
    GinBatchCount counts[GIN_BATCH_OPPONENTS] = {{0}};
    counts[1] = (GinBatchCount){.games = 100000, .wins = 80000};  // at its goal
    counts[2] = (GinBatchCount){.games = 100000, .wins = 40000};  // (0.6 / 0.5)^2 times its share
    counts[3] = (GinBatchCount){.games = 100000, .wins = 100000}; // at the floor
    league_field_note(field, counts);
    league_field_share(field);
    double unit = field->share[0] / 40;
    assert_true(fabs(field->share[1] / unit - 20) < 0.1);
    assert_true(fabs(field->share[2] / unit - 20 * 1.44) < 0.1);
    assert_true(fabs(field->share[3] / unit - 20 * 0.25) < 1e-9);
    double sum = 0;
    for (int i = 0; i < field->count; i++) sum += field->share[i];
    assert_true(fabs(sum - 1) < 1e-12);
    close_field(made);
}

static void past_selves_get_rarer_with_age(void **state) {
    (void)state;
    Field *made = open_field("self 50 + past 50");
    LeagueField *field = &made->field;
    Net *net = net_make("896 2r 106l", 1, NULL);
    Error err = {{0}};
    for (int at = 10; at <= 640; at += 10)
        assert_true(league_field_put(field, league_field_slot(field, at), at, net, &err));
    double oldest = INFINITY, newest = 0;
    for (int i = 0; i < field->slots; i++) {
        oldest = fmin(oldest, field->taken[i]);
        newest = fmax(newest, field->taken[i]);
    }
    assert_true(newest == 640 && oldest <= 480); // the last four would be 610 and later
    league_field_share(field);
    assert_true(fabs(field->share[0] - 0.5) < 1e-12 && fabs(field->share[1] - 0.125) < 1e-12);
    net_close(net);
    close_field(made);
}

static void opponents_that_cannot_be_opened_are_named(void **state) {
    (void)state;
    static const struct {
        const char *opponents, *says;
    } cases[] = {
        {"self 1 + nobody 1", "nobody"},
        {"self 1 + ./none.safetensors 1", "none.safetensors"},
        {"self 1 + knock-nguyen.safetensors 1", "no weights of a gin player"},
        {"self 1 + champion:model=./none.safetensors 1", "none.safetensors"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Field *made = calloc(1, sizeof *made);
        Error err = {{0}};
        assert_true(league_read(cases[i].opponents, made->members, &made->plan.member_count, &err));
        made->plan.members = made->members;
        made->plan.floor = 1;
        assert_false(league_field_open(&made->field, &made->plan, &err));
        if (!strstr(err.text, cases[i].says)) fail_msg("'%s' instead of '%s'", err.text, cases[i].says);
        close_field(made);
    }
}

// ---- Runs ----

typedef struct Small {
    LeagueMember members[LEAGUE_MEMBERS];
    GinRules rules;
    Net *actor, *critic;
    LeaguePlan plan;
} Small;

static Small *open_small(const char *opponents, int iterations) {
    Small *small = calloc(1, sizeof *small);
    Error err = {{0}};
    assert_non_null(small);
    small->rules = gin_rules_default();
    small->actor = net_make("896 16n 106l", 1, &err);
    small->critic = net_make("1024 16n 1l", 2, &err);
    int count = 0;
    assert_true(league_read(opponents, small->members, &count, &err));
    small->plan = (LeaguePlan){.name = "small",
                               .rules = &small->rules,
                               .actor = small->actor,
                               .critic = small->critic,
                               .members = small->members,
                               .member_count = count,
                               .ppo = ppo_plan(),
                               .iterations = iterations,
                               .rate = {3e-3, 1e-3},
                               .entropy = {0.01, 0.001},
                               .points = 0.04,
                               .win = 8,
                               .win_from = 0.5,
                               .table = 3,
                               .past = 2,
                               .snapshot = 4,
                               .priority = 1,
                               .floor = 0.3,
                               .evaluate = 5,
                               .quiet = true,
                               .checkpoint = file("small.checkpoint"),
                               .checkpoint_seconds = 1e9};
    PpoPlan *ppo = &small->plan.ppo;
    ppo->games = 17, ppo->steps = 8, ppo->minibatch = 32, ppo->epochs = 1;
    ppo->gamma = 1, ppo->lambda = 0.95, ppo->clip = 0.2, ppo->gradient_clip = 1;
    ppo->seed = 7, ppo->threads = 1;
    return small;
}

static void close_small(Small *small) {
    league_forget(small->plan.checkpoint);
    net_close(small->actor);
    net_close(small->critic);
    free(small);
}

static void run_small(const LeaguePlan *plan, LeagueResult *result) {
    Error err = {{0}};
    if (!league_run(plan, result, &err)) fail_msg("%s", err.text);
    assert_int_equal(result->iterations, plan->iterations);
}

static bool same_net(const Net *a, const Net *b) {
    return memcmp(net_weights(a), net_weights(b), net_parameters(a) * sizeof(float)) == 0;
}

static void threads_do_not_matter(void **state) {
    (void)state;
    Small *small = open_small("self 40 + past 20 + simple 20 + random 20", 12);
    LeagueResult one, three;
    run_small(&small->plan, &one);
    league_forget(small->plan.checkpoint);
    small->plan.ppo.threads = 3;
    run_small(&small->plan, &three);
    assert_true(same_net(one.actor, three.actor) && same_net(one.critic, three.critic));
    assert_false(same_net(one.actor, small->actor));
    assert_int_equal(one.points, 3); // after 5, 10 and 12 iterations
    assert_int_equal(three.points, 3);
    for (int i = 0; i < one.points; i++)
        for (int k = 0; k < small->plan.member_count; k++)
            assert_true(league_of(&one, i, k, LEAGUE_OF_HANDS) == league_of(&three, i, k, LEAGUE_OF_HANDS));
    assert_true(league_at(&one, 2, LEAGUE_AT_ITERATION) == 12 &&
                league_at(&one, 2, LEAGUE_AT_DECISIONS) == 12 * 17 * 8);
    assert_true(league_at(&one, 0, LEAGUE_AT_CHANCES) == 0 && league_at(&one, 2, LEAGUE_AT_CHANCES) == 1);
    league_result_free(&one);
    league_result_free(&three);
    close_small(small);
}

// What is killed or interrupted on its way is tests/cli/train_league.sh's.
static void a_finished_run_is_taken_up_at_its_end(void **state) {
    (void)state;
    Small *small = open_small("self 50 + past 30 + random 20", 9);
    LeagueResult whole, again;
    run_small(&small->plan, &whole);
    run_small(&small->plan, &again);
    assert_false(whole.resumed);
    assert_true(again.resumed && !again.dealt_anew && again.points == whole.points);
    assert_true(same_net(whole.actor, again.actor) && same_net(whole.critic, again.critic));
    assert_int_equal(whole.learned, again.learned);
    assert_memory_equal(whole.curve, again.curve, (size_t)(whole.points * whole.columns) * sizeof(double));
    league_result_free(&again);
    // Without its games it goes on all the same, and says so.
    unlink(file("small.checkpoint.a.games"));
    run_small(&small->plan, &again);
    assert_true(again.dealt_anew);
    league_result_free(&whole);
    league_result_free(&again);
    close_small(small);
}

// Says stop when it has been asked so often.
static bool after_so_many(void *context) {
    atomic_int *left = context;
    return atomic_fetch_sub(left, 1) <= 0;
}

// Stops after so many questions and goes on to the end; returns the iterations that were done before.
static int stop_and_go_on(Small *small, int questions, const LeagueResult *whole) {
    LeagueResult part;
    Error err = {{0}};
    atomic_int left = questions;
    league_forget(small->plan.checkpoint);
    small->plan.stop = after_so_many;
    small->plan.stop_context = &left;
    if (!league_run(&small->plan, &part, &err)) fail_msg("%s", err.text);
    int done = part.iterations;
    assert_int_equal(part.interrupted, done < small->plan.iterations);
    assert_int_equal(access(small->plan.checkpoint, F_OK) == 0, done > 0);
    league_result_free(&part);
    small->plan.stop = NULL;
    run_small(&small->plan, &part);
    assert_true(part.resumed == (done > 0) && part.learned == whole->learned);
    assert_true(same_net(whole->actor, part.actor) && same_net(whole->critic, part.critic));
    league_result_free(&part);
    return done;
}

// In a rollout, in learning, between two iterations: what is half done is dropped, and the result is the same. Where
// not every iteration is saved, only the first asks more than once: the others are finished.
static void an_iteration_that_is_cut_leaves_no_trace(void **state) {
    (void)state;
    enum { IN_ONE = 20 }; // questions of an iteration, at least: 16 in its rollout, the rest where it learns
    Small *small = open_small("self 50 + past 30 + random 20", 3);
    small->plan.win_from = 0.3;
    small->plan.snapshot = 2;
    LeagueResult whole;
    run_small(&small->plan, &whole);
    for (int saves = 0; saves < 2; saves++) {
        small->plan.checkpoint_seconds = saves ? 0 : 1e9;
        int reached = 0;
        for (int questions = 0; questions < 3 * IN_ONE; questions += 3) {
            int done = stop_and_go_on(small, questions, &whole);
            assert_true(questions > IN_ONE || done == 0);
            assert_true(done >= reached && (!saves || done <= questions / IN_ONE));
            reached = done;
        }
        assert_int_equal(reached, saves ? 1 : 3);
    }
    league_result_free(&whole);
    close_small(small);
}

static void fill_file(const char *path, const char *with) {
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    fputs(with, out);
    fclose(out);
}

static void checkpoints_that_are_damaged_or_foreign_are_refused(void **state) {
    (void)state;
    static const char *const names[] = {"small.checkpoint", "small.checkpoint.a.ppo", "small.checkpoint.a.games"};
    for (int i = 0; i < 4; i++) {
        Small *small = open_small("self 100", 2);
        LeagueResult result;
        Error err = {{0}};
        run_small(&small->plan, &result);
        league_result_free(&result);
        if (i < 3)
            fill_file(file(names[i]), "something else\n");
        else
            small->plan.ppo.seed++;
        assert_false(league_run(&small->plan, &result, &err));
        assert_non_null(strstr(err.text, "small.checkpoint"));
        assert_non_null(strstr(err.text, "cannot be used"));
        assert_non_null(strstr(err.text, "--fresh begins again"));
        league_result_free(&result);
        small->plan.fresh = true;
        run_small(&small->plan, &result);
        league_result_free(&result);
        close_small(small);
    }
}

static void a_place_that_cannot_be_written_to_is_a_sentence(void **state) {
    (void)state;
    Small *small = open_small("self 100", 2);
    LeagueResult result;
    Error err = {{0}};
    small->plan.checkpoint = "/nowhere/at/all.checkpoint";
    assert_false(league_run(&small->plan, &result, &err));
    assert_non_null(strstr(err.text, "/nowhere/at/all.checkpoint"));
    league_result_free(&result);
    close_small(small);
}

// Points a hand against a player that does everything by chance: it must come to more than at the beginning.
static void it_learns(void **state) {
    (void)state;
    Small *small = open_small("random 100", 60);
    small->plan.ppo.games = 64;
    small->plan.ppo.steps = 32;
    small->plan.ppo.minibatch = 256;
    small->plan.ppo.epochs = 2;
    small->plan.win = 0;
    small->plan.evaluate = 12;
    LeagueResult result;
    run_small(&small->plan, &result);
    int last = result.points - 1;
    double begin = league_of(&result, 0, 0, LEAGUE_OF_POINTS) / league_of(&result, 0, 0, LEAGUE_OF_HANDS);
    double end = league_of(&result, last, 0, LEAGUE_OF_POINTS) / league_of(&result, last, 0, LEAGUE_OF_HANDS);
    if (!(end > begin)) fail_msg("%.2f points a hand, then %.2f", begin, end);
    assert_true(league_at(&result, last, LEAGUE_AT_ENTROPY) < league_at(&result, 0, LEAGUE_AT_ENTROPY));
    league_result_free(&result);
    close_small(small);
}

// ---- Frozen nets ----

static void save_champion(const Net *net, const char *path) {
    char version[GIN_INPUTS_VERSION];
    Error err = {{0}};
    gin_inputs_version(version);
    WeightsFact facts[] = {{GIN_FACT_INPUTS, version}, {GIN_FACT_RULES, "contest"}};
    if (!net_save(net, facts, 2, path, &err)) fail_msg("%s", err.text);
}

// A net sampled, a net that plays its likeliest choice, the same as a player: the last two are one.
static void a_player_that_is_a_net_is_asked_as_one(void **state) {
    (void)state;
    char path[512], opponents[2048];
    Net *net = net_make("896 8n 106l", 5, NULL);
    snprintf(path, sizeof path, "%s", file("frozen.safetensors"));
    save_champion(net, path);
    LeagueResult result[2];
    static const char *const ways[] = {"self 50 + likeliest:%s 50", "self 50 + champion:model=%s 50"};
    for (int i = 0; i < 2; i++) {
        snprintf(opponents, sizeof opponents, i ? ways[1] : ways[0], path);
        Small *small = open_small(opponents, 4);
        run_small(&small->plan, &result[i]);
        close_small(small);
    }
    assert_true(same_net(result[0].actor, result[1].actor));
    for (int i = 0; i < 2; i++) league_result_free(&result[i]);
    net_close(net);
}

// ---- Recipes ----

static const char GOOD[] = "learn = league\n"
                           "games = 64\n"
                           "decisions = 100000\n"
                           "actor = 16n 16n+\n"
                           "rate = 0.001..0.0001\n"
                           "opponents = self 40 +\n"
                           "    simple 20 80% +   # goes on\n"
                           "    {other} 3\n"
                           "output = small.safetensors\n";

static void a_recipe_says_what_stands_in_it_and_the_rest_is_usual(void **state) {
    (void)state;
    static Recipe recipe;
    Error err = {{0}};
    if (!recipe_parse(GOOD, "small", "small.recipe", &recipe, &err)) fail_msg("%s", err.text);
    const RecipeLeague *league = &recipe.league;
    assert_true(recipe.kind == RECIPE_LEAGUE && recipe.games == 64 && recipe.steps == 32);
    assert_string_equal(league->opponents, "self 40 + simple 20 80% + {other} 3");
    assert_string_equal(league->critic, league->actor);
    assert_true(recipe.plan.rate == 0.001 && league->plan.rate[1] == 0.0001 && recipe.plan.clip == 0.2);
    assert_true(league->plan.entropy[0] == 0.04 && league->plan.entropy[1] == 0.001 && recipe.lambda == 0.95);
    assert_true(recipe.plan.checkpoint_seconds == 60);
    assert_true(league->plan.points == 0.04 && league->plan.win == 8 && league->plan.win_from == 0.6 &&
                league->plan.ppo.gamma == 1);
    recipe_scale(&recipe, 0.5);
    assert_true(recipe.games == 32 && league->decisions == 50000 && recipe.plan.batch == 16384);
    recipe_scale(&recipe, 0.001);
    assert_true(recipe.games == 16 && league->decisions == 25000 && recipe.plan.batch == 64);
}

static void mistakes_are_answered_with_line_and_what_would_be_right(void **state) {
    (void)state;
    static const struct {
        const char *old, *new, *says;
    } cases[] = {
        {"learn = league", "learn = leagues", "line 1: learn: 'leagues' is none of td, league"},
        {"learn = league", "examples = knocks", "line 4: actor is for leagues; 'learn = league' is missing"},
        {"games = 64", "", "the key 'games' is missing: played at once"},
        {"games = 64", "games = 1", "line 2: games: 1 is not between 2 and"},
        {"decisions = 100000", "", "the key 'decisions' is missing"},
        {"16n 16n+", "16n 17n+", "line 4: actor: "},
        {"16n 16n+", "16q", "line 4: actor: layer '16q'"},
        {"16n 16n+", "lstm1x4", "line 4: actor: a league's networks remember nothing"},
        {"0.001..0.0001", "0.001..", "line 5: rate: rate"},
        {"0.001..0.0001", "0.001..200", "line 5: rate: rate"},
        {"simple 20 80%", "simple 20 80", "line 6: opponents: the goal '80' is no percentage"},
        {"output = small.safetensors", "", "the key 'output' is missing"},
        {"games = 64", "games = 64\nepochs = 2\ntask = queen", "line 4: task is not for learn = league"},
        {"games = 64", "games = 64\nrules = mine", "line 3: rules: "},
        {"games = 64", "games = 64\nsnapshot = 0", "line 3: snapshot: 0 is not between 1"},
        {"games = 64", "games = 64\nplayer.one = simple", "a player with a name is for a mix"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        recipe_must_refuse(GOOD, cases[i].old, cases[i].new, cases[i].says);
}

static void every_opponent_of_a_shipped_league_is_there(void **state) {
    (void)state;
    Text names = {0};
    int count = recipe_names(&names), leagues = 0;
    const char *at = names.data;
    for (int i = 0; i < count; i++, at += strlen(at) + 1) {
        static Recipe recipe;
        LeagueMember members[LEAGUE_MEMBERS];
        int opponents = 0;
        Error err = {{0}};
        if (!recipe_load(at, &recipe, &err)) fail_msg("%s", err.text);
        if (recipe.kind != RECIPE_LEAGUE) continue;
        leagues++;
        if (!league_read(recipe.league.opponents, members, &opponents, &err) &&
            !strstr(recipe.league.opponents, "likeliest:{")) // which is no file's name before it is one
            fail_msg("%s: %s", at, err.text);
        for (int k = 0; k < opponents; k++) {
            GinPlayer player;
            if (members[k].kind != LEAGUE_PLAYER || members[k].name[0] == '{') continue;
            if (!gin_player_open(members[k].name, &player, &err)) fail_msg("%s: %s", at, err.text);
            gin_player_close(&player);
        }
    }
    assert_true(leagues >= 7);
    text_free(&names);
}

static void an_exploiter_is_named_after_its_target(void **state) {
    (void)state;
    static const struct {
        const char *target, *from, *name, *opponents;
    } cases[] = {
        {"simple", NULL, "exploit-simple", "simple 100"},
        {"simple", "out/x/champion.safetensors", "exploit-simple-from-champion", "simple 100"},
        {"./a/b.safetensors", NULL, "exploit-b", "champion:model=./a/b.safetensors 100"},
        {"mix:knock=limit,limit=3,draw=random", NULL, "exploit-mix-knock-limit-limit-3-", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static Recipe recipe;
        Error err = {{0}};
        if (!exploit_recipe(&recipe, cases[i].target, cases[i].from, &err)) fail_msg("%s", err.text);
        assert_memory_equal(recipe.name, cases[i].name, strlen(cases[i].name));
        if (cases[i].opponents) assert_string_equal(recipe.name, cases[i].name);
        if (cases[i].opponents) assert_string_equal(recipe.league.opponents, cases[i].opponents);
        assert_string_equal(recipe.from, cases[i].from ? cases[i].from : "");
        assert_non_null(strstr(recipe.path, cases[i].from ? "exploit-from.recipe" : "exploit.recipe"));
    }
    static Recipe recipe;
    Error err = {{0}};
    assert_false(exploit_recipe(&recipe, "simple + greedy", NULL, &err));
    assert_false(exploit_recipe(&recipe, "", NULL, &err));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opponents_are_read_with_share_and_goal),
        cmocka_unit_test(mistakes_in_opponents_are_answered),
        cmocka_unit_test(whoever_is_beaten_too_seldom_is_played_more),
        cmocka_unit_test(past_selves_get_rarer_with_age),
        cmocka_unit_test(opponents_that_cannot_be_opened_are_named),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(a_finished_run_is_taken_up_at_its_end),
        cmocka_unit_test(an_iteration_that_is_cut_leaves_no_trace),
        cmocka_unit_test(checkpoints_that_are_damaged_or_foreign_are_refused),
        cmocka_unit_test(a_place_that_cannot_be_written_to_is_a_sentence),
        cmocka_unit_test(it_learns),
        cmocka_unit_test(a_player_that_is_a_net_is_asked_as_one),
        cmocka_unit_test(a_recipe_says_what_stands_in_it_and_the_rest_is_usual),
        cmocka_unit_test(mistakes_are_answered_with_line_and_what_would_be_right),
        cmocka_unit_test(every_opponent_of_a_shipped_league_is_there),
        cmocka_unit_test(an_exploiter_is_named_after_its_target),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
