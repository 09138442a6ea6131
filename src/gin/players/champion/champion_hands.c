// SPDX-License-Identifier: MIT
// Rollouts in determinizations ("worlds"), many hands at once: one batched call of the network for a decision in each.
#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "gin/players/champion/champion_internal.h"
#include "learn/net/choice.h"
#include "learn/net/net_rows.h"

// A search's nanoseconds are counted, not measured: a constant per row for the game and the inputs, plus a cost per
// thousand weights. Fitted on the reference core, one of an AMD EPYC with AVX-512, when a row of "896 384n 384n+ 384n+
// 106l" among 48 took 13.9 us and playing 1.2 us. Rows are faster now (`deadwood bench` shows both); the numbers stay,
// so that a seed still gives the same games.
enum { ROW_COST = 1500, THOUSAND_WEIGHTS_COST = 20 };

int64_t champion_cost(const Net *net) {
    return ROW_COST + (int64_t)(net_parameters(net) / 1000) * THOUSAND_WEIGHTS_COST;
}

// Rows for one call of a net.
typedef struct Rows {
    int count;
    GinHand **hand; // whose row it is
    uint8_t *inputs, *legal;
    float *outputs;
    const GinPastHand *past; // most often all hands have the same: it is counted once
    GinHabits habits;
} Rows;

static void rows_close(Rows *rows) {
    free(rows->hand);
    free(rows->inputs);
    free(rows->legal);
    free(rows->outputs);
}

static bool rows_open(Rows *rows, int most) {
    size_t count = (size_t)most;
    *rows = (Rows){
        .hand = calloc(count, sizeof *rows->hand),
        .inputs = calloc(count, GIN_INPUTS + GIN_SECRETS),
        .legal = calloc(count, GIN_LEGAL_BYTES),
        .outputs = calloc(count, GIN_CHOICES * sizeof *rows->outputs),
    };
    if (rows->hand && rows->inputs && rows->legal && rows->outputs) return true;
    rows_close(rows);
    memory_note_short();
    return false;
}

bool champion_may_knock(const uint8_t legal[GIN_LEGAL_BYTES]) {
    for (int i = GIN_CHOICE_KNOCK; i < GIN_CHOICES; i++)
        if (gin_choice_is_legal(legal, i)) return true;
    return false;
}

// The critic was trained on the learner's turns against all opponent types, but on opponents' turns in self-play only.
static bool goes_on(const GinHand *hand, int depth) {
    return depth == 0 || hand->decisions < depth || hand->state.table.to_act != hand->viewer;
}

// Plays all moves that need no network. True if a network must be asked now.
static bool reach_decision(GinHand *hand) {
    GinAction action;
    while (hand->state.table.phase != GIN_OVER) {
        GinView view = gin_view(&hand->state, &hand->history, hand->state.table.to_act);
        if (!gin_forced(&view, &action)) {
            if (hand->type != GIN_TYPE_PLAIN || view.seat == hand->viewer) return true;
            action = gin_choice_action(&view, champion_plain_choice(&view));
            hand->decisions++;
        }
        gin_apply(&hand->state, &hand->history, &action);
    }
    return false;
}

// Writes what a hand's seat to act sees, for a net.
static void observe_hand(Rows *rows, const GinView *view, uint8_t *inputs) {
    if (view->past != rows->past) {
        rows->past = view->past;
        rows->habits = gin_habits_of(view->past);
    }
    gin_observe(view, &rows->habits, inputs);
}

static void add_decision(Rows *rows, GinHand *hand) {
    GinView view = gin_view(&hand->state, &hand->history, hand->state.table.to_act);
    size_t at = (size_t)rows->count;
    rows->hand[rows->count++] = hand;
    observe_hand(rows, &view, rows->inputs + at * GIN_INPUTS);
    gin_choices(&view, rows->legal + at * GIN_LEGAL_BYTES);
}

// Leaves nothing but knocking where that is a choice.
static void must_knock(uint8_t legal[GIN_LEGAL_BYTES]) {
    if (!champion_may_knock(legal)) return;
    for (int i = 0; i < GIN_CHOICE_KNOCK; i++) legal[i / 8] &= (uint8_t) ~(1u << (i % 8));
}

static void play_decisions(Rows *rows, const Net *net) {
    net_apply_rows(net, rows->count, rows->inputs, rows->outputs);
    for (int i = 0; i < rows->count; i++) {
        GinHand *hand = rows->hand[i];
        GinView view = gin_view(&hand->state, &hand->history, hand->state.table.to_act);
        uint8_t *legal = rows->legal + (size_t)i * GIN_LEGAL_BYTES;
        if (hand->type == GIN_TYPE_KNOCKER && view.seat == (hand->viewer ^ 1)) must_knock(legal);
        int choice = choice_best(rows->outputs + (size_t)i * GIN_CHOICES, legal, GIN_CHOICES);
        GinAction action = gin_choice_action(&view, choice);
        gin_apply(&hand->state, &hand->history, &action);
        hand->decisions++;
    }
}

// Evaluates all of its unfinished hands by the critic, which sees both hands of the determinization.
static int64_t judge_hands(const GinChampion *champion, const ChampionAnswer *answer, Rows *rows, GinHand *hands,
                           int count) {
    enum { WIDTH = GIN_INPUTS + GIN_SECRETS };
    rows->count = 0;
    for (int i = 0; i < count; i++) {
        GinHand *hand = &hands[i];
        if (hand->state.table.phase == GIN_OVER || champion_answer(champion, hand->answer) != answer) continue;
        Seat seat = hand->state.table.to_act;
        GinView view = gin_view(&hand->state, &hand->history, seat);
        uint8_t *row = rows->inputs + (size_t)rows->count * WIDTH;
        rows->hand[rows->count++] = hand;
        observe_hand(rows, &view, row);
        gin_observe_secrets(&hand->state, seat, row + GIN_INPUTS);
    }
    if (!rows->count) return 0;
    net_apply_rows(answer->critic, rows->count, rows->inputs, rows->outputs);
    for (int i = 0; i < rows->count; i++) {
        float gained = rows->outputs[i] / answer->value; // to the seat to act
        rows->hand[i]->value = rows->hand[i]->state.table.to_act == 0 ? gained : -gained;
    }
    return rows->count * champion_cost(answer->critic);
}

// The network that plays the seat to act: for the viewer the best response to the opponent's type, for the opponent the
// champion.
static const ChampionAnswer *chooser(const GinChampion *champion, const GinHand *hand) {
    return champion_answer(champion, hand->state.table.to_act == hand->viewer ? hand->answer : GIN_TYPE_NETWORK);
}

// A decision in each hand whose next one is the network's to make.
static int64_t play_some_hands(const GinChampion *champion, const ChampionAnswer *answer, Rows *rows, GinHand *hands,
                               int count, int depth) {
    rows->count = 0;
    for (int i = 0; i < count; i++)
        if (reach_decision(&hands[i]) && goes_on(&hands[i], depth) && chooser(champion, &hands[i]) == answer)
            add_decision(rows, &hands[i]);
    if (rows->count) play_decisions(rows, answer->net);
    return rows->count * champion_cost(answer->net);
}

int64_t gin_champion_play(const GinChampion *champion, GinHand *hands, int count, int depth) {
    int64_t cost = 0, more;
    Rows rows;
    if (!rows_open(&rows, count)) return 0;
    do {
        more = 0;
        for (int i = 0; i < GIN_TYPES; i++)
            if (champion->answer[i].net)
                more += play_some_hands(champion, &champion->answer[i], &rows, hands, count, depth);
        cost += more;
    } while (more);
    for (int i = 0; depth > 0 && i < GIN_TYPES; i++) {
        if (!champion->answer[i].net) continue;
        assert(champion->answer[i].critic);
        cost += judge_hands(champion, &champion->answer[i], &rows, hands, count);
    }
    rows_close(&rows);
    return cost;
}

GinWorth gin_champion_worth(const GinHand *hand, const GinChances *chances, Seat seat) {
    const GinTable *table = &hand->state.table;
    if (table->phase == GIN_OVER) return gin_chances_after(chances, &hand->state, seat);
    GinWorth worth = gin_chances_before(chances, table->score, table->starter, seat);
    worth.win += (double)(seat == 0 ? hand->value : -hand->value);
    return worth;
}
