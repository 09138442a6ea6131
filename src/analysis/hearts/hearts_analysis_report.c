// SPDX-License-Identifier: MIT
// Judged hands of Hearts in words and as JSON.
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "analysis/hearts/hearts_analysis.h"

// ---- Words ----

void hearts_analysis_choice(Text *text, CardWriter write, const HeartsChoice *choice) {
    bool space = false;
    if (choice->card != CARD_NONE) {
        write(text, choice->card);
        return;
    }
    for (CardSet rest = hearts_order(choice->give); rest; rest = set_rest(rest), space = true) {
        if (space) text_add(text, " ");
        write(text, set_first(hearts_from_order(rest & -rest)));
    }
}

void hearts_analysis_step(Text *text, CardWriter write, const HeartsStep *step) {
    const HeartsChoice *played = &step->verdict.choice[step->verdict.played], *best = &step->verdict.choice[0];
    hearts_analysis_choice(text, write, played);
    if (step->cost <= 0) {
        text_add(text, ", as good as any");
        return;
    }
    if (step->grade > GRADE_FINE) text_addf(text, ", %s:", analysis_grade_name(step->grade));
    text_addf(text, " cost %.1f +- %.1f; better ", step->cost, played->behind_error);
    hearts_analysis_choice(text, write, best);
}

static void add_expected(Text *text, const HeartsStep *step) {
    const HeartsChoice *played = &step->verdict.choice[step->verdict.played], *best = &step->verdict.choice[0];
    if (step->cost > 0)
        text_addf(text, " (%.1f points to expect instead of %.1f)", best->points, played->points);
    else
        text_addf(text, " (%.1f points to expect)", played->points);
}

void hearts_analysis_name(Text *text, const HeartsRecord *record, int seat) {
    text_addf(text, "%s", record->player[seat]);
    for (int other = 0; other < HEARTS_SEATS; other++) {
        bool twin = other != seat && strcmp(record->player[other], record->player[seat]) == 0;
        if (!twin) continue;
        text_addf(text, "(%d)", seat);
        return;
    }
}

// "12 points where 6.9 are usual: skill -1.2, the others' -3.0, luck -0.9 (deal +0.4, lie -1.0, others -0.3)".
static void add_book(Text *text, const HeartsBook *book) {
    text_addf(text, ": %.0f points where %.1f are usual: skill ", book->result, book->expected);
    words_points(text, book->skill);
    text_add(text, ", the others' ");
    words_points(text, book->others);
    text_add(text, ", luck ");
    words_points(text, book->luck);
    for (int i = 0; i < HEARTS_LUCKS; i++) {
        text_addf(text, "%s%s ", i ? ", " : " (", hearts_luck_name((HeartsLuck)i));
        words_points(text, book->from[i]);
    }
    text_add(text, ")\n");
}

void hearts_analysis_text(Text *text, CardWriter write, const HeartsAnalysis *hand, bool all) {
    const HeartsRecord *record = hand->record;
    text_addf(text, "Game %" PRIu64 ", hand %" PRIu32 ": ", record->game, record->hand);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        text_add(text, seat ? ", " : "");
        hearts_analysis_name(text, record, seat);
        if (!record->unfinished) text_addf(text, " took %d", record->points[seat]);
    }
    text_add(text, record->unfinished ? "; unfinished\n" : "\n");
    int shown = 0;
    for (int i = 0; i < hand->count; i++) {
        const HeartsStep *step = &hand->step[i];
        if (!all && step->grade == GRADE_FINE) continue;
        if (step->trick)
            text_addf(text, "  trick %2d, ", step->trick);
        else
            text_add(text, "  pass, ");
        hearts_analysis_name(text, record, step->seat);
        text_add(text, ": ");
        hearts_analysis_step(text, write, step);
        add_expected(text, step);
        text_add(text, "\n");
        shown++;
    }
    if (!shown) text_add(text, "  no mistakes\n");
    if (!hand->account.made)
        text_addf(text, "  no account of luck: %s\n",
                  record->unfinished ? "the hand is unfinished" : "a seat was taken out of the hand");
    for (int seat = 0; hand->account.made && seat < HEARTS_SEATS; seat++) {
        if (!hand->seat[seat].judged) continue;
        text_add(text, "  ");
        hearts_analysis_name(text, record, seat);
        add_book(text, &hand->seat[seat].book);
    }
    text_add(text, "\n");
}

void hearts_analysis_summary(Text *text, const char *name, const HeartsSeatSum *sum) {
    text_addf(text, "%s: ", name);
    words_grades(text, sum->grade);
    text_addf(text, " in %d decision%s", sum->decisions, sum->decisions == 1 ? "" : "s");
    if (sum->cost > 0) text_addf(text, ", cost %.1f +- %.1f points", sum->cost, sqrt(sum->variance));
    text_addf(text, "; took %d point%s in %d hand%s", sum->points, sum->points == 1 ? "" : "s", sum->hands,
              sum->hands == 1 ? "" : "s");
    if (!sum->book.hands) return;
    text_add(text, "; skill ");
    words_points(text, sum->book.skill);
    text_add(text, ", luck ");
    words_points(text, sum->book.luck);
    text_add(text, " points");
    if (sum->book.hands < sum->hands) text_addf(text, " in %d of them", sum->book.hands);
}

// ---- JSON ----

static void hearts_json_choice(Json *json, const char *key, const HeartsChoice *choice) {
    Text cards = {0};
    hearts_analysis_choice(&cards, card_letters, choice);
    json_string(json, key, cards.data);
    text_free(&cards);
}

static void hearts_json_step(Json *json, const HeartsAnalysis *hand, const HeartsStep *step) {
    const HeartsVerdict *verdict = &step->verdict;
    const HeartsChoice *played = &verdict->choice[verdict->played];
    json_object(json, NULL);
    json_int(json, "trick", step->trick);
    json_int(json, "seat", step->seat);
    hearts_json_choice(json, "played", played);
    hearts_json_choice(json, "best", &verdict->choice[0]);
    json_string(json, "grade", analysis_grade_name(step->grade));
    json_double(json, "cost", step->cost);
    json_double(json, "gap", played->behind);
    json_double(json, "gap_error", played->behind_error);
    if (hand->account.made) json_double(json, "luck", hand->account.luck[step->action]);
    json_array(json, "candidates");
    for (int i = 0; i < verdict->count; i++) {
        json_object(json, NULL);
        hearts_json_choice(json, "cards", &verdict->choice[i]);
        json_double(json, "points", verdict->choice[i].points);
        json_double(json, "points_error", verdict->choice[i].points_error);
        json_double(json, "behind", verdict->choice[i].behind);
        json_double(json, "behind_error", verdict->choice[i].behind_error);
        json_end(json);
    }
    json_end_array(json);
    json_end(json);
}

static void json_book(Json *json, const HeartsBook *book) {
    json_object(json, "account");
    json_int(json, "hands", book->hands);
    json_double(json, "expected", book->expected);
    json_double(json, "result", book->result);
    json_double(json, "skill", book->skill);
    json_double(json, "others", book->others);
    json_double(json, "luck", book->luck);
    json_object(json, "luck_from");
    for (int i = 0; i < HEARTS_LUCKS; i++) json_double(json, hearts_luck_name((HeartsLuck)i), book->from[i]);
    json_end(json);
    json_end(json);
}

static void json_sum(Json *json, const HeartsSeatSum *sum) {
    json_bool(json, "judged", sum->judged);
    json_int(json, "hands", sum->hands);
    json_int(json, "points", sum->points);
    json_int(json, "decisions", sum->decisions);
    json_double(json, "cost", sum->cost);
    json_double(json, "cost_error", sqrt(sum->variance));
    for (int i = GRADE_INACCURACY; i < GRADES; i++) {
        static const char *const keys[GRADES] = {"fine", "inaccuracies", "mistakes", "blunders"};
        json_int(json, keys[i], sum->grade[i]);
    }
    if (sum->book.hands) json_book(json, &sum->book);
}

void hearts_analysis_sum_json(Json *json, const char *name, const HeartsSeatSum *sum) {
    json_object(json, NULL);
    json_string(json, "player", name);
    json_sum(json, sum);
    json_end(json);
}

void hearts_analysis_json(Json *json, const HeartsAnalysis *hand) {
    const HeartsRecord *record = hand->record;
    json_object(json, NULL);
    json_uint(json, "game", record->game);
    json_uint(json, "hand", record->hand);
    json_array(json, "seats");
    for (int seat = 0; seat < HEARTS_SEATS; seat++)
        hearts_analysis_sum_json(json, record->player[seat], &hand->seat[seat]);
    json_end_array(json);
    json_array(json, "decisions");
    for (int i = 0; i < hand->count; i++) hearts_json_step(json, hand, &hand->step[i]);
    json_end_array(json);
    json_end(json);
}
