// SPDX-License-Identifier: MIT
#include "coach/hearts/hearts_advice.h"

#include <math.h>
#include <string.h>

#include "hearts/players/search/worlds.h"
#include "hearts/players/simple/ducker.h"

enum { NOISE = 26, ODDS_WORLDS = 64, STEP = 5 };

// ---- The chance to win ----

// A hand played on by rules after the choice. A pass goes with the others' by rules.
static void advice_play_out(const HeartsState *world, Seat seat, const HeartsChoice *choice, Rng *rng,
                            HeartsState *over) {
    *over = *world;
    over->table.passed = 0;
    if (over->table.phase == HEARTS_PASSING) over->table.to_act = 0;
    while (over->table.phase == HEARTS_PASSING) {
        Seat now = over->table.to_act;
        CardSet give = now == seat ? choice->give : hearts_pass_by_rules(over->rules, over->hand[now]);
        hearts_apply(over, NULL, &(HeartsAction){.move = HEARTS_GIVE, .give = give});
    }
    if (choice->card != CARD_NONE) hearts_play_card(over, choice->card);
    if (over->table.phase == HEARTS_PLAYING) hearts_ducker_playout(over, NOISE, rng);
}

typedef struct Standing {
    double win, error; // with the best choice
    double slope;      // chance that a point of this seat costs
} Standing;

static bool find_standing(const HeartsOdds *odds, const HeartsView *view, const HeartsChoice *choice, uint64_t key,
                          Standing *standing) {
    HeartsWorlds *sampler = hearts_worlds_open(view);
    double sum = 0, squares = 0, better = 0, worse = 0;
    for (int w = 0; sampler && w < ODDS_WORLDS; w++) {
        Rng rng = rng_of_key(key, (uint64_t)w);
        HeartsState world = hearts_worlds_sample(sampler, &rng), over;
        int score[HEARTS_SEATS];
        advice_play_out(&world, view->seat, choice, &rng, &over);
        for (int seat = 0; seat < HEARTS_SEATS; seat++)
            score[seat] = hearts_new_score(view->table->score[seat], over.points[seat]);
        double win = hearts_odds_win(odds, score, view->seat);
        sum += win;
        squares += win * win;
        score[view->seat] -= STEP;
        better += hearts_odds_win(odds, score, view->seat);
        score[view->seat] += 2 * STEP;
        worse += hearts_odds_win(odds, score, view->seat);
    }
    double variance = (squares - sum * sum / ODDS_WORLDS) / (ODDS_WORLDS - 1);
    *standing = (Standing){.win = sum / ODDS_WORLDS,
                           .error = variance > 0 ? sqrt(variance / ODDS_WORLDS) : 0,
                           .slope = (better - worse) / ODDS_WORLDS / (2 * STEP)};
    hearts_worlds_close(sampler);
    return sampler != NULL;
}

bool hearts_advice_win(const HeartsOdds *odds, const HeartsView *view, const HeartsChoice *choice, uint64_t key,
                       double *win) {
    Standing standing;
    if (!find_standing(odds, view, choice, key, &standing)) return false;
    *win = standing.win;
    return true;
}

static double between_0_and_1(double value) { return value < 0 ? 0 : value > 1 ? 1 : value; }

static bool find_wins(const HeartsOdds *odds, const HeartsView *view, uint64_t key, HeartsAdvice *advice) {
    Standing standing;
    const HeartsVerdict *verdict = &advice->verdict;
    if (!find_standing(odds, view, &verdict->choice[0], key, &standing)) return false;
    for (int i = 0; i < verdict->count; i++) {
        advice->win[i] = between_0_and_1(standing.win - standing.slope * verdict->choice[i].behind);
        advice->win_error[i] = i ? standing.slope * verdict->choice[i].behind_error : standing.error;
    }
    return true;
}

// ---- The champion ----

static int advice_find_choice(const HeartsVerdict *verdict, const HeartsAction *action) {
    for (int i = 0; i < verdict->count; i++) {
        const HeartsChoice *choice = &verdict->choice[i];
        if (action->move == HEARTS_GIVE ? choice->give == action->give : choice->card == action->card) return i;
    }
    return -1;
}

static void hearts_ask_champion(const HeartsPlayer *champion, const HeartsView *view, uint64_t key,
                                HeartsAdvice *advice) {
    int times = view->table->phase == HEARTS_PASSING ? HEARTS_ADVICE_PASS_ASKED : HEARTS_ADVICE_ASKED;
    int count = advice->verdict.count;
    advice->favourite = -1;
    for (int i = 0; i < count; i++) advice->champion[i] = champion ? 0 : -1;
    if (!champion) return;
    for (int i = 0; i < times; i++) {
        Rng rng = rng_of_key(key, (uint64_t)i);
        HeartsAction action = champion->choose(champion->self, view, &rng);
        int which = advice_find_choice(&advice->verdict, &action);
        if (which >= 0) advice->champion[which] += 1.0 / times;
    }
    advice->favourite = 0;
    for (int i = 1; i < count; i++)
        if (advice->champion[i] > advice->champion[advice->favourite]) advice->favourite = i;
}

bool hearts_advise(const HeartsEvaluation *evaluation, const HeartsOdds *odds, const HeartsPlayer *champion,
                   const HeartsView *view, int worlds, const HeartsAction *played, uint64_t key, HeartsAdvice *advice) {
    memset(advice, 0, sizeof *advice);
    advice->table = *view->table;
    advice->hand = view->hand;
    advice->seat = view->seat;
    advice->rules = view->rules;
    advice->worlds = worlds;
    if (!hearts_judge(evaluation, view, worlds, played, rng_fold(key, 1), &advice->verdict)) return false;
    hearts_ask_champion(champion, view, rng_fold(key, 2), advice);
    if (!find_wins(odds, view, rng_fold(key, 3), advice)) return false;
    advice->ideas = hearts_ideas(view, &advice->verdict, worlds, advice->idea);
    return true;
}

bool hearts_advice_as_good(const HeartsAdvice *advice, int which) {
    const HeartsChoice *choice = &advice->verdict.choice[which];
    return which == 0 || choice->behind < 2 * choice->behind_error || choice->behind < 0.1;
}

const char *hearts_advice_decision(const HeartsAdvice *advice) {
    if (advice->table.phase == HEARTS_PASSING) return "pass";
    return advice->table.on_table ? "follow" : "lead";
}
