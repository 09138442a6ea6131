// SPDX-License-Identifier: MIT
// What the page calls beside the library's own functions (api/deadwood.h). Text goes out as the caller's, to be ended
// with web_free; a failure is a sentence behind '!'.
#include <inttypes.h>
#include <stdlib.h>

#include "base/clock.h"
#include "engine/coach.h"
#include "engine/digest.h"
#include "engine/drills.h"
#include "engine/steps.h"

#define EXPORT __attribute__((visibility("default")))

// Memory for arguments and files; the page fills it and gives it back.
EXPORT void *web_room(size_t size) { return malloc(size); }
EXPORT void web_free(void *room) { free(room); }

// Hands the text over; where it is none, the sentence.
static char *answer(Text *text, bool good, const Error *err) {
    if (good && !text->failed) return text->data;
    text_free(text);
    Text failure = {0};
    text_addf(&failure, "!%s", good ? "memory ran out" : err->text);
    return failure.data;
}

EXPORT WebCoach *web_coach_new(void) { return web_coach_open(); }

EXPORT char *web_guess_text(WebCoach *coach, const char *records) {
    Text text = {0};
    Error err = {{0}};
    return answer(&text, web_guess(coach, records, &text, &err), &err);
}

// Fields that were left out are NULL.
EXPORT char *web_advise_gin_told(WebCoach *coach, const char *rules, const char *hand, const char *upcard,
                                 const char *seen, const char *took, const char *shown, const char *score, int passed) {
    Text text = {0};
    Error err = {{0}};
    GinTold told = {hand, upcard, seen, took, shown, score, passed != 0};
    return answer(&text, web_advise_told_gin(coach, rules, &told, &text, &err), &err);
}

EXPORT char *web_advise_hearts_told(WebCoach *coach, const char *rules, const char *hand, const char *trick,
                                    const char *seen, const char *way, const char *given, const char *received,
                                    const char *score) {
    Text text = {0};
    Error err = {{0}};
    HeartsTold told = {hand, trick, seen, way, given, received, score};
    return answer(&text, web_advise_told_hearts(coach, rules, &told, &text, &err), &err);
}

// NULL and 0 leave a wish open.
EXPORT char *web_drills_next(const char *book, const char *game, const char *kind, const char *idea, int difficulty,
                             int own, int64_t now) {
    Text text = {0};
    Error err = {{0}};
    DrillWish wish = {.game = game, .kind = kind, .idea = idea, .difficulty = difficulty, .own = own != 0};
    return answer(&text, web_drill_next(book, &wish, now, &text, &err), &err);
}

// `how`: 0 wrong, 1 right, 2 skipped.
EXPORT char *web_drills_answered(const char *book, const char *position, int how, int64_t now) {
    Text text = {0};
    Error err = {{0}};
    return answer(&text, web_drill_answered(book, position, (WebDrillAnswer)how, now, &text, &err), &err);
}

EXPORT char *web_drills_add(const char *book, const char *lines) {
    Text text = {0};
    Error err = {{0}};
    return answer(&text, web_drill_add(book, lines, &text, &err), &err);
}

EXPORT char *web_drills_list(const char *book) {
    Text text = {0};
    Error err = {{0}};
    return answer(&text, web_drill_list(book, &text, &err), &err);
}

EXPORT char *web_record_steps(const char *line) {
    Text text = {0};
    Error err = {{0}};
    return answer(&text, web_steps(line, &text, &err), &err);
}

EXPORT char *web_record_cut(const char *line, int actions) {
    Text text = {0};
    Error err = {{0}};
    return answer(&text, web_cut(line, actions, &text, &err), &err);
}

// 16 digits, and the nanoseconds a decision took.
EXPORT char *web_digest_text(const char *game, const char *spec, int decisions) {
    Text text = {0};
    Error err = {{0}};
    uint64_t digest = 0;
    int64_t nanoseconds = 0;
    bool good = web_digest(game, spec, 1, decisions, &digest, &nanoseconds, &err);
    text_addf(&text, "%016" PRIx64 " %" PRId64, digest, nanoseconds);
    return answer(&text, good, &err);
}
