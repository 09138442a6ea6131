// SPDX-License-Identifier: MIT
// Drills of Hearts for the command line.
#include "app/teach/drill.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/hearts/play/play_hearts_words.h"
#include "base/files/archive.h"
#include "base/threads/pool.h"
#include "coach/hearts/hearts_drill.h"

#define WORDS "a card, or pass CARD CARD CARD"

static bool open_hearts_drill(void *trainer, Error *err) { return hearts_drill_open(trainer, err); }

static void close_hearts_drill(void *trainer) { hearts_drill_close(trainer); }

static bool pose_hearts(void *trainer, const char *position, CardWriter write, Text *question, Error *err) {
    if (!hearts_drill_set_up(trainer, position, err)) return false;
    hearts_drill_question(trainer, write, question);
    return true;
}

static bool answer_hearts(void *trainer, const char *typed, CardWriter write, bool *right, Text *words, Error *why) {
    HeartsDrill *drill = trainer;
    HeartsAction action;
    if (!sitting_understand(&drill->state, typed, WORDS, &action, why)) return false;
    if (!hearts_is_legal(&drill->state, &action)) {
        hearts_explain(&drill->state, &action, why);
        return false;
    }
    if (!hearts_drill_answer(drill, &action)) return error_set(why, "There is not enough memory to judge it.");
    *right = hearts_drill_right(&drill->advice);
    hearts_drill_words(&drill->advice, write, words);
    return true;
}

static void solve_hearts(void *trainer, CardWriter write, Text *words) {
    HeartsDrill *drill = trainer;
    Seat seat = drill->state.table.to_act;
    HeartsAction any = {.move = HEARTS_PLAY, .card = set_first(hearts_legal(&drill->state) | set_of(CARD_NONE))};
    if (drill->state.table.phase == HEARTS_PASSING) {
        any = (HeartsAction){.move = HEARTS_GIVE, .card = CARD_NONE};
        any.give = hearts_pass_by_rules(drill->state.rules, drill->state.hand[seat]);
    }
    if (hearts_drill_answer(drill, &any)) hearts_drill_solution(&drill->advice, write, words);
}

static bool make_hearts(void *trainer, uint64_t number, Drill *made, Error *err) {
    return hearts_drill_make(trainer, number, made, err);
}

// ---- Own games ----

static int hearts_seat_of(const HeartsRecord *record, const char *player) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        if (strcmp(record->player[seat], player) == 0) return seat;
    return -1;
}

static void hearts_learn_hand(HeartsDrill *drill, const HeartsAnalysis *hand, int seat, int64_t when, DrillBook *book,
                              DrillHarvest *harvest) {
    const HeartsRecord *record = hand->record;
    DrillHand done = {.id = rng_key(record->game, record->hand, 0), .when = when};
    text_copy(done.game, DRILL_GAME, "hearts");
    for (int i = 0; i < CARD_COUNT; i++) done.id = rng_fold(done.id, record->deck[i]);
    done.luck = hand->seat[seat].book.luck;
    done.skill = hand->seat[seat].book.skill;
    for (int i = 0; i < hand->count; i++) {
        const HeartsStep *step = &hand->step[i];
        Drill made;
        if (step->seat != seat) continue;
        drill_hand_count(&done, hearts_drill_kind(record, step), step->cost);
        harvest->decisions++;
        if (step->grade == GRADE_FINE) continue;
        harvest->mistakes++;
        hearts_drill_of_step(drill, hand, step, &made);
        drill_book_add(book, &made);
    }
    harvest->hands++;
    if (done.kinds) drill_book_add_hand(book, &done);
}

static bool learn_hearts(void *trainer, const char *path, const char *player, int64_t when, DrillBook *book,
                         DrillHarvest *harvest, Error *err) {
    HeartsAnalysisPlan plan = {.worlds = HEARTS_ANALYSIS_WORLDS, .seed = 1, .threads = pool_cores(), .player = player};
    Archive *archive = archive_open(path, err);
    HeartsRecord *record = archive ? calloc(1, sizeof *record) : NULL;
    Text line = {0};
    int got = 1;
    bool good = record != NULL;
    while (good && (got = archive_line(archive, &line, err)) > 0) {
        HeartsAnalysis hand;
        if (!hearts_record_parse(line.data, record, err))
            good = error_prefix(err, "%s, line %" PRIu64, path, archive_line_number(archive));
        int seat = good ? hearts_seat_of(record, player) : -1;
        if (seat < 0) continue;
        good = hearts_analysis_hands(&plan, record, 1, &hand, NULL, NULL, err);
        if (good) hearts_learn_hand(trainer, &hand, seat, when, book, harvest);
        if (good) hearts_analysis_free(&hand);
    }
    text_free(&line);
    free(record);
    archive_close(archive, NULL);
    return good && got >= 0;
}

const DrillGame drill_hearts = {
    .size = sizeof(HeartsDrill),
    .words = WORDS,
    .open = open_hearts_drill,
    .close = close_hearts_drill,
    .pose = pose_hearts,
    .answer = answer_hearts,
    .solve = solve_hearts,
    .make = make_hearts,
    .learn = learn_hearts,
    .unit = " points",
    .scale = 1,
};
