// SPDX-License-Identifier: MIT
// Drills of gin for the command line.
#include "app/teach/drill.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/gin/play/play_words.h"
#include "base/files/archive.h"
#include "base/threads/pool.h"
#include "coach/gin/gin_drill.h"

#define WORDS "take, stock, pass, discard CARD, knock CARD"

static bool open_gin_drill(void *trainer, Error *err) { return gin_drill_open(trainer, err); }

static void close_gin_drill(void *trainer) { gin_drill_close(trainer); }

static bool pose_gin(void *trainer, const char *position, CardWriter write, Text *question, Error *err) {
    if (!gin_drill_set_up(trainer, position, err)) return false;
    gin_drill_question(trainer, write, question);
    return true;
}

static bool answer_gin(void *trainer, const char *typed, CardWriter write, bool *right, Text *words, Error *why) {
    GinDrill *drill = trainer;
    GinAction action;
    if (!play_understand(&drill->state, typed, WORDS, &action, why)) return false;
    if (!gin_is_legal(&drill->state, &action)) {
        gin_explain(&drill->state, &action, why);
        return false;
    }
    gin_drill_answer(drill, &action);
    *right = gin_drill_right(&drill->advice);
    gin_drill_words(&drill->advice, write, words);
    return true;
}

static void solve_gin(void *trainer, CardWriter write, Text *words) {
    GinDrill *drill = trainer;
    GinAction some[GIN_MAX_CANDIDATES];
    gin_candidates(&drill->state, NULL, some);
    gin_drill_answer(drill, &some[0]);
    gin_drill_solution(&drill->advice, write, words);
}

static bool make_gin(void *trainer, uint64_t number, Drill *made, Error *err) {
    return gin_drill_make(trainer, number, made, err);
}

// ---- Own games ----

static int gin_seat_of(const GinRecord *record, const char *player) {
    for (int seat = 0; seat < GIN_SEATS; seat++)
        if (strcmp(record->player[seat], player) == 0) return seat;
    return -1;
}

static void gin_learn_hand(GinDrill *drill, const AnalysisHand *hand, int seat, int64_t when, DrillBook *book,
                           DrillHarvest *harvest) {
    const GinRecord *record = hand->record;
    DrillHand done = {.id = rng_key(record->game, record->hand, 0), .when = when};
    text_copy(done.game, DRILL_GAME, "gin");
    for (int i = 0; i < CARD_COUNT; i++) done.id = rng_fold(done.id, record->deck[i]);
    done.luck = hand->seat[seat].luck.points;
    done.skill = hand->seat[seat].skill.points;
    for (int i = 0; i < hand->count; i++) {
        const AnalysisStep *step = &hand->step[i];
        Drill made;
        if (step->seat != seat) continue;
        drill_hand_count(&done, gin_drill_kind(step), step->verdict.cost.win);
        harvest->decisions++;
        if (step->grade == GRADE_FINE) continue;
        harvest->mistakes++;
        gin_drill_of_step(drill, hand, step, &made);
        drill_book_add(book, &made);
    }
    harvest->hands++;
    if (done.kinds) drill_book_add_hand(book, &done);
}

// Judges the hands of the archive one after the other.
static bool learn_records(GinDrill *drill, Archive *archive, const char *path, const char *player, Analyzer *analyzer,
                          int64_t when, DrillBook *book, DrillHarvest *harvest, Error *err) {
    GinRecord *pair = calloc(2, sizeof *pair);
    Text line = {0};
    GinPast past = {0};
    int got = 1, read = 0;
    bool good = pair || error_set(err, "out of memory");
    while (good && (got = archive_line(archive, &line, err)) > 0) {
        GinRecord *record = &pair[read % 2], *before = &pair[(read + 1) % 2];
        AnalysisHand hand;
        if (!gin_record_parse(line.data, record, err))
            good = error_prefix(err, "%s, line %" PRIu64, path, archive_line_number(archive));
        if (good && read++) gin_record_link(before, record, &past);
        int seat = good ? gin_seat_of(record, player) : -1;
        if (seat < 0) continue;
        good = analyzer_hands(analyzer, record, 1, &hand, NULL, NULL, err);
        if (good) gin_learn_hand(drill, &hand, seat, when, book, harvest);
        if (good) analysis_hand_free(&hand);
    }
    text_free(&line);
    gin_past_close(&past);
    free(pair);
    return good && got >= 0;
}

static bool learn_gin(void *trainer, const char *path, const char *player, int64_t when, DrillBook *book,
                      DrillHarvest *harvest, Error *err) {
    AnalysisPlan plan = {
        .judge = gin_judge_best(),
        .estimator = GIN_JUDGE_ESTIMATOR,
        .worlds = GIN_ADVICE_WORLDS,
        .player = player,
        .seed = 1,
        .threads = pool_cores(),
    };
    Archive *archive = archive_open(path, err);
    Analyzer *analyzer = archive ? analyzer_open(&plan, err) : NULL;
    bool good = analyzer && learn_records(trainer, archive, path, player, analyzer, when, book, harvest, err);
    analyzer_close(analyzer);
    archive_close(archive, NULL);
    return good;
}

const DrillGame drill_gin = {
    .size = sizeof(GinDrill),
    .words = WORDS,
    .open = open_gin_drill,
    .close = close_gin_drill,
    .pose = pose_gin,
    .answer = answer_gin,
    .solve = solve_gin,
    .make = make_gin,
    .learn = learn_gin,
    .unit = "% of games",
    .scale = 100,
};
