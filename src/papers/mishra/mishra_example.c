// SPDX-License-Identifier: MIT
// Figure 2 of Mishra & Aggarwal: one discard explained. The picture of the hand is lost but for the cards the text
// names; the others are ours, searched for so that the eight and the king come out as close as there.
#include <stdio.h>
#include <string.h>

#include "gin/players/env/scene.h"
#include "gin/players/list/policies.h"
#include "gin/players/mishra/mishra.h"
#include "papers/mishra/mishra_internal.h"

// The program's constants: by those the paper prints, utilities of such hands are twice the example's.
#define AGENT                                                                                                          \
    "mishra:meld=0.8,combination=1.5,deadwood=1,knock-bonus=10,gin-bonus=20,opponent=0.77,low=0.2,emergency=2.5"
#define HAND     "8C JS KS 6H 7H 8H 4S 2D QD QH 7D"
#define OPPONENT "discarded KD"

typedef struct Reason {
    const char *card;
    double own, gain, value;
} Reason;

static const Reason PUBLISHED[] = {{"8C", 4.94, 1.61, 3.70}, {"KS", 4.88, 0.05, 4.85}};
enum { CARDS = sizeof PUBLISHED / sizeof *PUBLISHED };

static bool decide_example(const LabRun *run, MishraDecision *decision, float probability[CARD_COUNT], Error *err) {
    GinScene scene = {.rules = run->rules, .taken = CARD_NONE, .latest = CARD_NONE};
    GinView view;
    GinPlayer player;
    if (!set_parse(HAND, &scene.hand, err) || !gin_scene_opponent(&scene, OPPONENT, err) ||
        !gin_scene_view(&scene, &view, err) || !gin_player_open(AGENT, &player, err))
        return false;
    const GinMind *mind = &gin_player_part(&player, GIN_COLUMN_DISCARD)->mind;
    Rng rng = rng_for(1, 0, 0, 0); // as `deadwood melds --explain` does
    *decision = mishra_decide(mind, &view, &rng, true);
    gin_estimate(mind, &view, probability);
    gin_player_close(&player);
    return true;
}

static MishraReason reason_of(const MishraDecision *decision, const char *name) {
    Card card = CARD_NONE;
    card_parse(name, &card);
    for (int i = 0; i < decision->count; i++)
        if (decision->reason[i].card == card) return decision->reason[i];
    return (MishraReason){.card = CARD_NONE};
}

// A row for each number of PUBLISHED, and for what the network says of the two other kings.
static const char *const REASONS[3] = {"utility", "gain", "value"}, *const REASON_OF[CARDS] = {"eight", "king"};
#define REASON_ID "figure-2.%s.%s"
static const struct { const char *card, *id; } HELD[] = {{"KC", "figure-2.held.clubs"}, {"KH", "figure-2.held.hearts"}};
enum { HELD_COUNT = sizeof HELD / sizeof *HELD };

static const char OWN[] = "figure-2.own", KING_GOES[] = "figure-2.king", WEIGHT[] = "figure-2.weight";

void mishra_example_measures(Text *ids) {
    text_addf(ids, "%s\n%s\n%s\n", OWN, KING_GOES, WEIGHT);
    for (int i = 0; i < 3 * CARDS; i++) text_addf(ids, REASON_ID "\n", REASON_OF[i / 3], REASONS[i % 3]);
    for (int i = 0; i < HELD_COUNT; i++) text_addf(ids, "%s\n", HELD[i].id);
}

static void add_example_statement(LabRun *run, bool holds, const char *id, const char *note) {
    LabClaim *claim = lab_claim(run, "%s", id);
    claim->holds = holds ? LAB_HOLDS : LAB_FAILS;
    claim->count = 1;
    text_copy(claim->counted, sizeof claim->counted, "hands");
    lab_claim_note(claim, "%s", note);
    lab_claim_command(claim, "deadwood melds %s --explain --opponent \"%s\" --player %s", HAND, OPPONENT, AGENT);
}

static void add_weight(LabRun *run, const MishraReason *ours) {
    LabClaim *claim = lab_claim(run, "%s", WEIGHT);
    claim->ours = claim->low = claim->high = (ours->own - ours->value) / ours->gain;
    claim->count = 1;
    text_copy(claim->counted, sizeof claim->counted, "hands");
    lab_claim_note(claim, "OPP_UTIL_IMPORTANCE, as the paper prints it and the agent uses it.");
}

static void add_example_number(LabRun *run, const char *id, double ours, const char *note) {
    LabClaim *claim = lab_claim(run, "%s", id);
    claim->ours = claim->low = claim->high = ours;
    claim->count = 1;
    text_copy(claim->counted, sizeof claim->counted, "hand");
    if (*note) lab_claim_note(claim, "%s", note);
    lab_claim_command(claim, "deadwood melds %s --explain --opponent \"%s\" --player %s", HAND, OPPONENT, AGENT);
}

// The paper's numbers are of a hand whose picture is lost: that ours is another one is all the difference there is.
static void add_example_rows(LabRun *run, const MishraDecision *decision, const float probability[CARD_COUNT]) {
    for (int i = 0; i < CARDS; i++) {
        MishraReason ours = reason_of(decision, PUBLISHED[i].card);
        const double number[3] = {ours.own, ours.gain, ours.value};
        for (int k = 0; k < 3; k++) {
            char id[48];
            snprintf(id, sizeof id, REASON_ID, REASON_OF[i], REASONS[k]);
            add_example_number(run, id, number[k], "");
        }
    }
    for (int i = 0; i < HELD_COUNT; i++) {
        Card card = CARD_NONE;
        card_parse(HELD[i].card, &card);
        add_example_number(run, HELD[i].id, 100 * (double)probability[card_index(card)],
                           "Here the network knows one discard; there it knew the whole hand so far.");
    }
}

bool mishra_example(LabRun *run, Error *err) {
    MishraDecision decision;
    float probability[CARD_COUNT];
    if (!decide_example(run, &decision, probability, err)) return false;
    MishraReason eight = reason_of(&decision, "8C"), king = reason_of(&decision, "KS");
    bool best = true;
    for (int i = 0; i < decision.count; i++) best = best && decision.reason[i].own <= eight.own;
    char note[200];
    snprintf(note, sizeof note, "%.2f and %.2f; a hand of ours with the cards the text names.", eight.own, king.own);
    add_example_statement(run, best && eight.own - king.own < 0.1, OWN, note);
    snprintf(note, sizeof note, "The opponent is expected to gain %.2f by the king and %.2f by the eight.", king.gain,
             eight.gain);
    add_example_statement(run, !decision.forced && decision.card == king.card, KING_GOES, note);
    if (eight.gain > 0) add_weight(run, &eight);
    add_example_rows(run, &decision, probability);
    return true;
}
