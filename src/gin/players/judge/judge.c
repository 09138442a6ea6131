// SPDX-License-Identifier: MIT
#include "gin/players/judge/judge.h"

#include <assert.h>
#include <string.h>

#include "base/threads/progress.h"
#include "gin/players/judge/judge_internal.h"
#include "learn/files/models.h"

enum { BATCH = 32, TILT_HANDS = 1500 };
static const double SURELY_WORSE = 3, SURE = 2.5, AS_GOOD = 2; // standard errors

static void judge_estimate(const void *estimator, const GinView *view, float probability[CARD_COUNT]) {
    const GinPart *part = estimator;
    part->policy->estimate(&part->mind, view, probability);
}

bool gin_judge_open(const char *player, const char *estimator, int worlds, GinJudge *judge, Error *err) {
    GinJudge made = {.worlds = worlds < GIN_JUDGE_LEAST ? GIN_JUDGE_LEAST : worlds};
    if (!gin_player_open(player, &made.player, err)) return false;
    if (!gin_estimator_open(estimator, &made.estimator, err)) {
        gin_player_close(&made.player);
        return false;
    }
    if (!made.estimator.policy->estimate) {
        gin_player_close(&made.player);
        gin_part_close(&made.estimator);
        return error_set(err, "'%s' estimates nothing; a judge needs an estimator such as " GIN_JUDGE_ESTIMATOR,
                         estimator);
    }
    made.champion = gin_player_champion(&made.player);
    GinPlayer fast = {0};
    bool slow = made.champion && gin_player_open(GIN_JUDGE_PLAYER, &fast, NULL);
    gin_tilts_count(&made.tilts, slow ? &fast : &made.player, judge_estimate, &made.estimator, TILT_HANDS, 1);
    if (slow) gin_player_close(&fast);
    *judge = made;
    return true;
}

const char *gin_judge_best(void) {
    static const char *const files[] = {GIN_CHAMPION_MODEL, GIN_CHAMPION_CRITIC};
    bool there = true;
    for (int i = 0; i < 2; i++) {
        Text path = {0};
        Error err;
        there = there && model_path(files[i], &path, &err);
        text_free(&path);
    }
    return there ? GIN_JUDGE_CHAMPION : GIN_JUDGE_PLAYER;
}

GinChances *gin_judge_chances(const GinJudge *judge, const GinRules *rules) {
    GinPlayer fast;
    if (!judge->champion || !gin_player_open(GIN_JUDGE_PLAYER, &fast, NULL))
        return gin_chances_open(rules, &judge->player, GIN_CHANCES_HANDS, 1);
    GinChances *chances = gin_chances_open(rules, &fast, GIN_CHANCES_HANDS, 1);
    gin_player_close(&fast);
    return chances;
}

void gin_judge_close(GinJudge *judge) {
    gin_player_close(&judge->player);
    gin_part_close(&judge->estimator);
}

// ---- Candidates ----

typedef struct Moves {
    GinAction *action;
    int count;
} Moves;

static void add_judged_move(Moves *moves, GinMove move, Card card) {
    if (moves->count < GIN_MAX_CANDIDATES)
        moves->action[moves->count++] = (GinAction){.move = (uint8_t)move, .card = card};
}

static bool has_melds(const GinAction *action) { return action->move >= GIN_KNOCK && action->move <= GIN_SHOW; }

// Deadwood that the melds of a knock leave.
static int deadwood_after(const GinState *state, const GinAction *action) {
    CardSet hand = state->hand[state->table.to_act] & ~set_of(action->card);
    CardSet melded = gin_split_cards(&action->melds);
    return melded ? gin_points(hand & ~melded) : gin_deadwood(hand);
}

// Equivalent moves: a knock with other melds that leave as much deadwood counts as the same.
static bool same(const GinState *state, const GinAction *a, const GinAction *b) {
    if (a->move != b->move) return false;
    if (a->move == GIN_DROP) return a->card == b->card;
    if (a->move == GIN_KNOCK) return a->card == b->card && deadwood_after(state, a) == deadwood_after(state, b);
    return a->move != GIN_SHOW || memcmp(&a->melds, &b->melds, sizeof a->melds) == 0;
}

static int find_action(const GinState *state, const GinAction *actions, int count, const GinAction *wanted) {
    for (int i = 0; i < count; i++)
        if (same(state, &actions[i], wanted)) return i;
    return -1;
}

// Adds the move unless it is there, and returns its number.
static int include(const GinState *state, const GinAction *action, Moves *moves) {
    int at = find_action(state, moves->action, moves->count, action);
    if (at >= 0) return at;
    assert(moves->count < GIN_MAX_CANDIDATES); // 11 discards, 11 knocks, big gin and two to include at most
    moves->action[moves->count] = *action;
    if (!has_melds(action)) memset(&moves->action[moves->count].melds, 0, sizeof action->melds);
    return moves->count++;
}

int gin_candidates(const GinState *state, const GinAction *played, GinAction actions[GIN_MAX_CANDIDATES]) {
    Moves moves = {actions, 0};
    GinLegal legal = gin_legal(state);
    if (legal.pass) add_judged_move(&moves, GIN_PASS, CARD_NONE);
    if (legal.take) add_judged_move(&moves, GIN_TAKE, CARD_NONE);
    if (legal.stock) add_judged_move(&moves, GIN_STOCK, CARD_NONE);
    if (legal.show) {
        Seat seat = state->table.to_act;
        const GinSplit *knock = &state->melds[seat ^ 1];
        bool gin = !(state->hand[seat ^ 1] & ~gin_split_cards(knock));
        add_judged_move(&moves, GIN_SHOW, CARD_NONE);
        actions[0].melds = gin ? gin_best_split(state->hand[seat])
                               : gin_best_defence(state->hand[seat], knock, (GinLayoff)state->rules->layoff, NULL);
    }
    if (legal.big_gin) add_judged_move(&moves, GIN_CALL_BIG, CARD_NONE);
    for (CardSet rest = legal.discards; rest; rest = set_rest(rest)) add_judged_move(&moves, GIN_DROP, set_first(rest));
    if (legal.knocks) {
        int least;
        CardSet best = gin_best_discards(state->hand[state->table.to_act], legal.knocks, &least);
        for (CardSet rest = best; rest; rest = set_rest(rest)) add_judged_move(&moves, GIN_KNOCK, set_first(rest));
    }
    if (played) include(state, played, &moves);
    return moves.count;
}

// ---- Verdicts ----

static int judge_leader(const JudgeSample *sample) {
    int leader = sample->active[0];
    for (int i = 1; i < sample->count; i++)
        if (sample->win.sum[sample->active[i]] > sample->win.sum[leader]) leader = sample->active[i];
    return leader;
}

static void note_candidate(const JudgeSample *sample, int a, int leader, GinCandidate *candidate) {
    candidate->worth = judge_worth(sample, a);
    candidate->error = judge_worth_error(sample, a);
    candidate->behind = gin_worth_less(judge_worth(sample, leader), candidate->worth);
    candidate->behind_error = judge_gap_error(sample, leader, a);
    candidate->worlds = sample->done;
}

// Eliminates candidates that are significantly worse than the leader (racing).
static void judge_drop_losers(JudgeSample *sample, GinCandidate *candidates) {
    int leader = judge_leader(sample), kept = 0;
    for (int i = 0; i < sample->count; i++) {
        int a = sample->active[i];
        note_candidate(sample, a, leader, &candidates[a]);
        const GinCandidate *it = &candidates[a];
        bool worse = a != leader && it->behind.win > SURELY_WORSE * it->behind_error.win;
        if (!worse) sample->active[kept++] = a;
    }
    sample->count = kept;
}

// Of the candidates statistically tied with the leader, the one with the highest prior probability by the champion.
static int favourite_of_sample(const JudgeSample *sample, int leader, const GinCandidate *candidates) {
    int favourite = leader;
    for (int i = 0; i < sample->count; i++) {
        int a = sample->active[i];
        double behind = judge_worth(sample, leader).win - judge_worth(sample, a).win;
        bool told = behind > AS_GOOD * judge_gap_error(sample, leader, a).win;
        if (!told && candidates[a].policy > candidates[favourite].policy) favourite = a;
    }
    return favourite;
}

// Ctrl-C: the verdict is not used, but it must be well-formed.
static bool is_cut(const JudgeSample *sample) { return sample->done > 0 && progress_interrupted(); }

// The first sample: drops candidates until one is left or the worlds are used up. Returns the leader.
static int choose_candidates(JudgeSample *sample, int most, GinCandidate *candidates) {
    while (sample->done < most && sample->count > 1 && !is_cut(sample)) {
        judge_play_worlds(sample, BATCH);
        if (sample->done >= GIN_JUDGE_LEAST) judge_drop_losers(sample, candidates);
    }
    judge_play_worlds(sample, GIN_JUDGE_LEAST - sample->done);
    int leader = favourite_of_sample(sample, judge_leader(sample), candidates);
    for (int i = 0; i < sample->count; i++)
        note_candidate(sample, sample->active[i], leader, &candidates[sample->active[i]]);
    return leader;
}

// The second sample: the best, the played one and the judge's own against each other.
static void measure_candidates(JudgeSample *sample, int most, int best, GinVerdict *verdict) {
    int played = verdict->played, own = verdict->own;
    sample->active[sample->count++] = best;
    if (played != best) sample->active[sample->count++] = played;
    if (own != best && own != played) sample->active[sample->count++] = own;
    while (sample->done < most && !is_cut(sample))
        judge_play_worlds(sample, most - sample->done < BATCH ? most - sample->done : BATCH);
    verdict->gap = gin_worth_less(judge_worth(sample, best), judge_worth(sample, played));
    verdict->gap_error = judge_gap_error(sample, best, played);
    verdict->sure = best != played && verdict->gap.win > SURE * verdict->gap_error.win;
    int judged = verdict->sure ? best : played;
    verdict->best = judge_worth(sample, judged);
    verdict->actual = judge_worth(sample, played);
    verdict->cost = gin_worth_less(verdict->best, verdict->actual);
    verdict->error = judge_worth_error(sample, judged);
    verdict->level = judge_worth(sample, own);
    verdict->skill = gin_worth_less(verdict->actual, verdict->level);
}

// Best first: survivors by their mean, then those that dropped out, the last one to go first.
static bool goes_before(const GinCandidate *a, const GinCandidate *b) {
    if (a->worlds != b->worlds) return a->worlds > b->worlds;
    return a->behind.win < b->behind.win;
}

// A candidate's number after two neighbours changed places.
static int after_swap(int number, int first) {
    if (number == first) return first + 1;
    return number == first + 1 ? first : number;
}

// Swaps a candidate with the one before it; returns its new number.
static int move_up(GinVerdict *verdict, int number) {
    int first = number - 1;
    GinCandidate swap = verdict->candidate[number];
    verdict->candidate[number] = verdict->candidate[first];
    verdict->candidate[first] = swap;
    verdict->played = after_swap(verdict->played, first);
    verdict->own = after_swap(verdict->own, first);
    return first;
}

// The leader first.
static void sort(GinVerdict *verdict, int leader) {
    while (leader > 0) leader = move_up(verdict, leader);
    for (int i = 2; i < verdict->count; i++)
        for (int j = i; j > 1 && goes_before(&verdict->candidate[j], &verdict->candidate[j - 1]);)
            j = move_up(verdict, j);
}

// A defender sees all cards: no chance is left, and every answer can be played out.
static void judge_defence(const GinChances *chances, const GinState *state, GinVerdict *verdict) {
    Seat seat = state->table.to_act;
    int leader = 0;
    for (int i = 0; i < verdict->count; i++) {
        GinState over = *state;
        gin_apply(&over, NULL, &verdict->candidate[i].action);
        verdict->candidate[i].worth = gin_chances_after(chances, &over, seat);
        verdict->candidate[i].worlds = 1;
        verdict->candidate[i].behind = gin_worth_less(verdict->candidate[0].worth, verdict->candidate[i].worth);
        if (verdict->candidate[i].worth.win > verdict->candidate[leader].worth.win) leader = i;
    }
    sort(verdict, leader);
    const GinCandidate *best = &verdict->candidate[0];
    for (int i = 0; i < verdict->count; i++)
        verdict->candidate[i].behind = gin_worth_less(best->worth, verdict->candidate[i].worth);
    const GinCandidate *actual = verdict->played < 0 ? best : &verdict->candidate[verdict->played];
    verdict->gap = verdict->cost = gin_worth_less(best->worth, actual->worth);
    verdict->sure = verdict->cost.win > 0;
    verdict->best = best->worth;
    verdict->actual = actual->worth;
    verdict->level = verdict->own < 0 ? best->worth : verdict->candidate[verdict->own].worth;
    verdict->skill = gin_worth_less(verdict->actual, verdict->level);
    verdict->worlds = 1;
}

static void judge_worlds(const GinJudge *judge, const GinChances *chances, const GinView *view, uint64_t key,
                         const GinAction actions[GIN_MAX_CANDIDATES], GinVerdict *verdict) {
    GinWorlds worlds;
    gin_worlds_begin(&worlds, view, verdict->probability, verdict->tilt);
    JudgeSample sample = {.judge = judge, .chances = chances, .worlds = &worlds, .action = actions};
    sample.key = rng_fold(key, 1);
    sample.count = verdict->count;
    for (int i = 0; i < verdict->count; i++) sample.active[i] = i;
    int leader = choose_candidates(&sample, judge->worlds / 2, verdict->candidate);
    verdict->worlds = sample.done;
    verdict->best = verdict->actual = verdict->level = judge_worth(&sample, leader);
    verdict->error = judge_worth_error(&sample, leader);
    if (verdict->played >= 0) {
        JudgeSample second = {.judge = judge, .chances = chances, .worlds = &worlds, .action = actions};
        second.key = rng_fold(key, 2);
        measure_candidates(&second, judge->worlds / 2, leader, verdict);
        verdict->worlds += second.done;
    }
    sort(verdict, leader);
}

// The champion's policy (prior probability) for each candidate.
static void judge_ask_champion(const GinJudge *judge, const GinView *view, GinVerdict *verdict) {
    float probability[GIN_CHOICES];
    bool asked = judge->champion && gin_champion_policy(judge->champion, view, probability) > 0;
    for (int i = 0; i < verdict->count; i++) {
        int choice = asked ? gin_action_choice(view, &verdict->candidate[i].action) : -1;
        verdict->candidate[i].policy = choice >= 0 ? (double)probability[choice] : asked ? 0 : -1;
    }
}

void gin_judge(const GinJudge *judge, const GinChances *chances, const GinState *state, const GinHistory *history,
               const GinAction *played, uint64_t key, GinVerdict *verdict) {
    GinAction actions[GIN_MAX_CANDIDATES];
    GinView view = gin_view(state, history, state->table.to_act);
    memset(verdict, 0, sizeof *verdict);
    Moves moves = {actions, gin_candidates(state, played, actions)};
    verdict->played = verdict->own = -1;
    if (played || judge->champion) {
        Rng rng = rng_for(key, 3, 0, 0);
        GinAction own = judge->player.choose(judge->player.self, &view, &rng);
        verdict->own = include(state, &own, &moves);
    }
    if (played) verdict->played = find_action(state, actions, moves.count, played);
    verdict->count = moves.count;
    for (int i = 0; i < verdict->count; i++) verdict->candidate[i].action = actions[i];
    judge_ask_champion(judge, &view, verdict);
    judge_estimate(&judge->estimator, &view, verdict->probability);
    memcpy(verdict->tilt, gin_tilt_for(&judge->tilts, &view), sizeof verdict->tilt);
    if (state->table.phase == GIN_DEFEND)
        judge_defence(chances, state, verdict);
    else
        judge_worlds(judge, chances, &view, key, actions, verdict);
}
