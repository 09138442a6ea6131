// SPDX-License-Identifier: MIT
#include "analysis/hearts/hearts_luck.h"

#include <stdlib.h>
#include <string.h>

#include "base/threads/progress.h"
#include "hearts/players/search/worlds.h"
#include "hearts/players/simple/ducker.h"
#include "hearts/players/simple/passing.h"

enum {
    NOISE = 26, // of 256 cards of the plain player, by chance
    DEALS = 20000,
    BATCH = 64, // worlds weighed together, from WEIGH times as many
    WEIGH = 8,
};

const char *hearts_luck_name(HeartsLuck luck) {
    static const char *const names[HEARTS_LUCKS] = {"deal", "lie", "others"};
    return names[luck];
}

// ---- Worth ----

// The baseline player finishes the hand. Its random numbers are indexed by the card's place in the hand (common random
// numbers), so that two continuations of one position differ as little as possible.
static void luck_play_out(HeartsState *state, Rng rng) {
    while (state->table.phase == HEARTS_PASSING) {
        CardSet hand = state->hand[state->table.to_act];
        HeartsAction action = {.move = HEARTS_GIVE, .card = CARD_NONE};
        action.give = hearts_pass_by_rules(state->rules, hand);
        hearts_apply(state, NULL, &action);
    }
    for (int i = set_count(state->table.played); i > 0; i--) rng_next(&rng);
    hearts_ducker_playout(state, NOISE, &rng);
}

static void add_weighted_points(double sum[HEARTS_SEATS], const HeartsRules *rules, const int16_t points[HEARTS_SEATS],
                                double weight) {
    int beyond = points[0] + points[1] + points[2] + points[3] - hearts_all_points(rules); // by moons and bonuses
    for (int seat = 0; seat < HEARTS_SEATS; seat++) sum[seat] += weight * (points[seat] - beyond / 4.0);
}

static void worth_of(const HeartsState *state, int playouts, uint64_t key, double worth[HEARTS_SEATS]) {
    memset(worth, 0, HEARTS_SEATS * sizeof *worth);
    for (int i = 0; i < playouts && !progress_interrupted(); i++) {
        HeartsState over = *state;
        luck_play_out(&over, rng_of_key(key, (uint64_t)i));
        add_weighted_points(worth, over.rules, over.points, 1.0 / playouts);
    }
}

// Where nobody knows before the deal who leads all seats are alike.
void hearts_expected(const HeartsRules *rules, uint32_t deal, double points[HEARTS_SEATS]) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        points[seat] = rules->two_leads ? (double)hearts_all_points(rules) / HEARTS_SEATS : 0;
    for (uint64_t i = 0; i < DEALS && !rules->two_leads; i++) {
        Card deck[CARD_COUNT];
        HeartsState state;
        Rng rng = rng_for(i, 0, 0, 0);
        rng_deck(&rng, deck);
        hearts_deal_deck(&state, NULL, rules, deal, (const int16_t[HEARTS_SEATS]){0}, deck);
        luck_play_out(&state, rng);
        add_weighted_points(points, rules, state.points, 1.0 / DEALS);
    }
}

// ---- What a seat could know ----

// Adds what the action changes in a world: points more for each seat.
static void add_change(double sum[HEARTS_SEATS], const HeartsState *world, Seat seat, const HeartsAction *action,
                       Rng rng, double weight) {
    HeartsState before = *world, after = *world;
    if (world->table.phase == HEARTS_PASSING) { // who has passed before has not shown what
        before.table.passed = after.table.passed = 0;
        before.table.to_act = after.table.to_act = 0;
        while (after.table.to_act != seat) {
            HeartsAction other = {.move = HEARTS_GIVE, .card = CARD_NONE};
            other.give = hearts_pass_by_rules(after.rules, after.hand[after.table.to_act]);
            hearts_apply(&after, NULL, &other);
        }
    }
    hearts_apply(&after, NULL, action);
    luck_play_out(&before, rng);
    luck_play_out(&after, rng);
    add_weighted_points(sum, world->rules, before.points, -weight);
    add_weighted_points(sum, world->rules, after.points, weight);
}

// The change an action makes, on average over worlds the seat to act could think possible.
static bool known_change(const HeartsState *state, const HeartsLog *log, const HeartsAction *action, int worlds,
                         uint64_t key, double change[HEARTS_SEATS]) {
    HeartsView view = hearts_view(state, log, state->table.to_act);
    HeartsWorlds *sampler = hearts_worlds_open(&view);
    if (!sampler) return false;
    memset(change, 0, HEARTS_SEATS * sizeof *change);
    for (int done = 0; done < worlds && !progress_interrupted(); done += BATCH) {
        HeartsState batch[BATCH];
        int count = worlds - done < BATCH ? worlds - done : BATCH;
        Rng rng = rng_of_key(key, (uint64_t)done);
        hearts_worlds_fill(sampler, count, WEIGH, &rng, batch);
        for (int i = 0; i < count; i++)
            add_change(change, &batch[i], view.seat, action, rng_of_key(rng_next(&rng), 0), 1.0 / worlds);
    }
    hearts_worlds_close(sampler);
    return true;
}

// ---- The account ----

static void hearts_book_luck(HeartsBook *book, HeartsLuck source, double points) {
    book->from[source] += points;
    book->luck += points;
}

// Books what an action changed, of which `known` could be known.
static void book_action(HeartsAccount *account, int action, Seat actor, const double known[HEARTS_SEATS],
                        double since[HEARTS_SEATS]) {
    account->luck[action] = since[actor];
    since[actor] = 0;
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        HeartsBook *book = &account->seat[seat];
        double change = account->worth[action][seat] - account->worth[action + 1][seat]; // to the good
        double met = change + known[seat];
        *(seat == actor ? &book->skill : &book->others) -= known[seat];
        hearts_book_luck(book, seat == actor ? HEARTS_LUCK_LIE : HEARTS_LUCK_OTHERS, met);
        since[seat] += met;
    }
}

static bool has_choice(const HeartsState *state) {
    return state->table.phase == HEARTS_PASSING || set_rest(hearts_legal(state));
}

bool hearts_account(const HeartsRecord *record, const double expected[HEARTS_SEATS], int worlds, uint64_t key,
                    HeartsAccount *account) {
    HeartsState state;
    HeartsLog log;
    double since[HEARTS_SEATS];
    memset(account, 0, sizeof *account);
    if (record->unfinished) return true;
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        if (record->fault[seat]) return true;
    hearts_record_deal(record, &state, &log);
    worth_of(&state, worlds, key, account->worth[0]);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        HeartsBook *book = &account->seat[seat];
        *book = (HeartsBook){.hands = 1, .expected = expected[seat]};
        since[seat] = expected[seat] - account->worth[0][seat];
        hearts_book_luck(book, HEARTS_LUCK_DEAL, since[seat]);
    }
    for (int i = 0; i < record->actions; i++) {
        double known[HEARTS_SEATS] = {0};
        Seat seat = state.table.to_act;
        bool choice = has_choice(&state);
        const HeartsAction *action = &record->action[i];
        if (choice && !known_change(&state, &log, action, worlds, rng_fold(key, (uint64_t)i + 1), known)) return false;
        hearts_apply(&state, &log, action);
        if (i == record->actions - 1)
            add_weighted_points(account->worth[i + 1], &record->rules, record->points, 1);
        else if (choice)
            worth_of(&state, worlds, key, account->worth[i + 1]);
        else // the plain player would have played the same
            memcpy(account->worth[i + 1], account->worth[i], sizeof account->worth[i]);
        book_action(account, i, seat, known, since);
    }
    for (int seat = 0; seat < HEARTS_SEATS; seat++) account->seat[seat].result = account->worth[record->actions][seat];
    account->made = true;
    return true;
}

void hearts_book_add(HeartsBook *sum, const HeartsBook *hand) {
    sum->hands += hand->hands;
    sum->expected += hand->expected;
    sum->result += hand->result;
    sum->skill += hand->skill;
    sum->others += hand->others;
    sum->luck += hand->luck;
    for (int i = 0; i < HEARTS_LUCKS; i++) sum->from[i] += hand->from[i];
}
