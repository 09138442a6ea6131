// SPDX-License-Identifier: MIT
// Heisenbot (papers/heisenbot): the order of the study, and the facts about melds that its Background states.
#include "papers/heisenbot/heisenbot_internal.h"
#include "papers/papers.h"

enum { LONGEST_RUN = 10 }; // the paper counts runs of ten or fewer cards

// Calls `visit` for all sets and all runs of at most ten cards.
static void each_meld(void (*visit)(void *context, CardSet meld, bool run), void *context) {
    for (int rank = 0; rank < CARD_RANKS; rank++) {
        visit(context, set_rank(rank), false);
        for (int suit = 0; suit < CARD_SUITS; suit++) visit(context, set_rank(rank) & ~set_suit(suit), false);
    }
    for (int suit = 0; suit < CARD_SUITS; suit++)
        for (int low = 0; low < CARD_RANKS; low++)
            for (int size = 3; size <= LONGEST_RUN && low + size <= CARD_RANKS; size++)
                visit(context, ((UINT64_C(1) << size) - 1) << (16 * suit + low), true);
}

typedef struct MeldCount {
    CardSet any;    // a meld must touch this
    CardSet within; // and lie in this
    int sets, runs;
} MeldCount;

static void count_meld(void *context, CardSet meld, bool run) {
    MeldCount *count = context;
    if (!gin_is_meld(meld) || !(meld & count->any) || (meld & ~count->within)) return;
    if (run)
        count->runs++;
    else
        count->sets++;
}

static MeldCount count_melds(CardSet any, CardSet within) {
    MeldCount count = {.any = any, .within = within};
    each_meld(count_meld, &count);
    return count;
}

static int melds_of(MeldCount count) { return count.sets + count.runs; }

enum { FACTS = 11 };
static const char *const FACT_IDS[FACTS] = {"sets",        "runs",        "melds",       "seven-runs",
                                            "ace-runs",    "buried-sets", "buried-runs", "ace-melds",
                                            "seven-melds", "king-runs",   "stock"};

static void add_facts(LabRun *run) {
    Card ace = card_make(0, 0), four = card_make(3, 0), seven = card_make(6, 0);
    MeldCount all = count_melds(SET_DECK, SET_DECK);
    MeldCount fours = count_melds(set_rank(3), SET_DECK), clubs = count_melds(SET_SUIT, SET_SUIT);
    MeldCount buried = count_melds(set_of(four), SET_DECK);
    const double ours[FACTS] = {all.sets,
                                all.runs,
                                melds_of(all),
                                count_melds(set_rank(6), SET_DECK).runs,
                                count_melds(set_rank(0), SET_DECK).runs,
                                100.0 * buried.sets / fours.sets,
                                100.0 * buried.runs / clubs.runs,
                                melds_of(count_melds(set_of(ace), SET_DECK)),
                                melds_of(count_melds(set_of(seven), SET_DECK)),
                                count_melds(set_rank(12), SET_DECK).runs,
                                CARD_COUNT - 2 * GIN_HAND_SIZE - 1};
    for (int i = 0; i < FACTS; i++) {
        LabClaim *claim = lab_claim(run, "background.%s", FACT_IDS[i]);
        claim->ours = claim->low = claim->high = ours[i];
    }
}

static void heisenbot_measures(Text *ids) {
    heisenbot_rounds_measures(ids);
    heisenbot_field_measures(ids);
    for (int i = 0; i < FACTS; i++) text_addf(ids, "background.%s\n", FACT_IDS[i]);
}

static bool study_heisenbot(LabRun *run, Error *err) {
    if (!heisenbot_rounds(run, err) || !heisenbot_field(run, err)) return false;
    add_facts(run);
    return true;
}

const LabPaper lab_heisenbot = {
    .name = "heisenbot",
    .title = "Heisenbot: A Rule-Based Game Agent for Gin Rummy",
    .source = "M. Eicholtz, S. Moss, M. Traino, C. Roberson, EAAI 2021",
    .claims = lab_claims_heisenbot,
    .measures = heisenbot_measures,
    .run = study_heisenbot,
    .brief = true,
    .about = "docs/papers/heisenbot.md",
};
