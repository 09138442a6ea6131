// SPDX-License-Identifier: MIT
#include "app/teach/drill_progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_MONTHS = 600, MOST_ROWS = 64 };

// Of some hands: a kind of decision, or all; means over decisions, with errors over hands.
typedef struct Row {
    char name[DRILL_WORD];
    int hands, decisions;
    double cost, squares, both, decisions_squared; // of hands: cost^2, cost * decisions, decisions^2
    double luck, skill;
} Row;

static Row *progress_find_row(Row *rows, int *count, const char *name) {
    for (int i = 0; i < *count; i++)
        if (strcmp(rows[i].name, name) == 0) return &rows[i];
    if (*count == MOST_ROWS) return &rows[MOST_ROWS - 1];
    rows[*count] = (Row){.hands = 0};
    text_copy(rows[*count].name, DRILL_WORD, name);
    return &rows[(*count)++];
}

static void row_add(Row *row, int decisions, double cost) {
    row->hands++;
    row->decisions += decisions;
    row->cost += cost;
    row->squares += cost * cost;
    row->both += cost * decisions;
    row->decisions_squared += (double)decisions * decisions;
}

// The cost of a decision, and half of its 95% interval: a ratio of sums over hands.
static double row_mean(const Row *row, double *half) {
    double mean = row->decisions ? row->cost / row->decisions : 0;
    double spread = row->squares - 2 * mean * row->both + mean * mean * row->decisions_squared;
    *half = row->hands > 1 && row->decisions && spread > 0
                ? 1.96 * sqrt(spread * row->hands / (row->hands - 1)) / row->decisions
                : 0;
    return mean;
}

static void month_of(int64_t when, char name[DRILL_WORD]) {
    time_t time = (time_t)when;
    struct tm day;
    if (!localtime_r(&time, &day) || !strftime(name, DRILL_WORD, "%Y-%m", &day)) text_copy(name, DRILL_WORD, "?");
}

// Kinds of decisions, then months, in the order in which they come up; returns how many are kinds.
static int progress_gather(const DrillBook *book, const char *game, Row rows[MOST_ROWS], int *months_count, Row *months,
                           Row *all) {
    int kinds = 0;
    *months_count = 0;
    *all = (Row){.name = "all"};
    for (int i = 0; i < book->hands; i++) {
        const DrillHand *hand = &book->hand[i];
        char month[DRILL_WORD];
        int decisions = 0;
        double cost = 0;
        if (strcmp(hand->game, game) != 0) continue;
        for (int k = 0; k < hand->kinds; k++) {
            row_add(progress_find_row(rows, &kinds, hand->kind[k].name), hand->kind[k].decisions, hand->kind[k].cost);
            decisions += hand->kind[k].decisions;
            cost += hand->kind[k].cost;
        }
        month_of(hand->when, month);
        Row *row = progress_find_row(months, months_count, month);
        Row *const sums[] = {row, all};
        for (int s = 0; s < 2; s++) {
            row_add(sums[s], decisions, cost);
            sums[s]->luck += hand->luck;
            sums[s]->skill += hand->skill;
        }
    }
    return kinds;
}

static int by_name(const void *a, const void *b) { return strcmp(((const Row *)a)->name, ((const Row *)b)->name); }

// ---- Drills ----

typedef struct Score {
    char name[DRILL_WORD];
    int known, seen, due, right, wrong; // known: solved three times in a row
} Score;

enum { KNOWN_STEP = 3 };

static int score_drills(const DrillBook *book, const char *game, int64_t now, Score scores[MOST_ROWS]) {
    int count = 0;
    for (int i = 0; i < book->drills; i++) {
        const Drill *drill = &book->drill[i];
        int at = 0;
        if (strcmp(drill->game, game) != 0) continue;
        while (at < count && strcmp(scores[at].name, drill->idea) != 0) at++;
        if (at == MOST_ROWS) at--;
        if (at == count) {
            scores[count] = (Score){.known = 0};
            text_copy(scores[count++].name, DRILL_WORD, drill->idea);
        }
        Score *score = &scores[at];
        score->seen++;
        score->known += drill->step >= KNOWN_STEP;
        score->due += drill->due <= now;
        score->right += drill->right;
        score->wrong += drill->wrong;
    }
    return count;
}

static int new_in_set(const DrillBook *book, const char *game) {
    int fresh = 0;
    for (const char *line = drill_set(game); *line; line += strcspn(line, "\n") + 1) {
        Drill drill;
        bool known = false;
        if (drill_read(&drill, line, NULL))
            for (int i = 0; i < book->drills && !known; i++)
                known = strcmp(book->drill[i].position.data, drill.position.data) == 0;
        fresh += !known;
        drill_free(&drill);
    }
    return fresh;
}

// ---- Words ----

static void add_row(Text *text, const Row *row, const DrillGame *game, bool luck) {
    double half, mean = row_mean(row, &half);
    text_addf(text, "  %-14s %6d %10d   %7.2f +- %.2f%s", row->name, row->hands, row->decisions, game->scale * mean,
              game->scale * half, game->unit);
    if (luck) text_addf(text, "   luck %+.1f, skill %+.1f a hand", row->luck / row->hands, row->skill / row->hands);
    text_add(text, "\n");
}

void drill_progress_text(const DrillBook *book, const char *name, const DrillGame *game, int64_t now, Text *text) {
    Row kinds[MOST_ROWS], months[MOST_ROWS], all;
    Score scores[MOST_ROWS];
    int month_count, count = progress_gather(book, name, kinds, &month_count, months, &all);
    int ideas = score_drills(book, name, now, scores);
    if (all.hands) {
        text_addf(text, "What a decision costs in your games (+- half of the 95%% interval)\n\n  %-14s %6s %10s\n", "",
                  "hands", "decisions");
        for (int i = 0; i < count; i++) add_row(text, &kinds[i], game, false);
        add_row(text, &all, game, true);
        qsort(months, (size_t)month_count, sizeof *months, by_name);
        text_add(text, "\n");
        for (int i = 0; i < month_count; i++) add_row(text, &months[i], game, true);
    } else {
        text_addf(text, "No games of yours were judged yet: deadwood drill --add FILE takes them in.\n");
    }
    if (ideas)
        text_addf(text, "\nDrills by idea\n\n  %-14s %6s %6s %6s %6s %6s\n", "", "seen", "known", "due", "right",
                  "wrong");
    for (int i = 0; i < ideas; i++)
        text_addf(text, "  %-14s %6d %6d %6d %6d %6d\n", scores[i].name, scores[i].seen, scores[i].known, scores[i].due,
                  scores[i].right, scores[i].wrong);
    text_addf(text, "\n%d of the set are new. Known: solved %d times in a row.\n", new_in_set(book, name), KNOWN_STEP);
}

static void put_row(Json *json, const Row *row, bool luck) {
    double half, mean = row_mean(row, &half);
    json_object(json, NULL);
    json_string(json, "name", row->name);
    json_int(json, "hands", row->hands);
    json_int(json, "decisions", row->decisions);
    json_double(json, "cost", mean);
    json_double(json, "error_95", half);
    if (luck) json_double(json, "luck", row->luck / row->hands);
    if (luck) json_double(json, "skill", row->skill / row->hands);
    json_end(json);
}

void drill_progress_json(const DrillBook *book, const char *name, const DrillGame *game, int64_t now, Json *json) {
    Row kinds[MOST_ROWS], months[MOST_ROWS], all;
    Score scores[MOST_ROWS];
    int month_count, count = progress_gather(book, name, kinds, &month_count, months, &all);
    int ideas = score_drills(book, name, now, scores);
    json_string(json, "game", name);
    json_string(json, "unit", game->scale > 1 ? "chance to win" : "points");
    json_array(json, "kinds");
    for (int i = 0; i < count; i++) put_row(json, &kinds[i], false);
    if (all.hands) put_row(json, &all, true);
    json_end_array(json);
    json_array(json, "months");
    qsort(months, (size_t)month_count, sizeof *months, by_name);
    for (int i = 0; i < month_count; i++) put_row(json, &months[i], true);
    json_end_array(json);
    json_array(json, "drills");
    for (int i = 0; i < ideas; i++) {
        json_object(json, NULL);
        json_string(json, "idea", scores[i].name);
        json_int(json, "seen", scores[i].seen);
        json_int(json, "known", scores[i].known);
        json_int(json, "due", scores[i].due);
        json_int(json, "right", scores[i].right);
        json_int(json, "wrong", scores[i].wrong);
        json_end(json);
    }
    json_end_array(json);
    json_int(json, "new", new_in_set(book, name));
}
