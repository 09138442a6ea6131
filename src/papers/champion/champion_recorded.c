// SPDX-License-Identifier: MIT
// Results that were recorded (champion.recorded), shown where a run does not play them again, and marked as such.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/stats.h"
#include "papers/champion/champion_internal.h"
#include "papers/papers.h"

enum { COLUMNS = 4, FIELDS = 8, LINE = 512 };

typedef struct Column {
    char name[32], player[64], date[48];
    uint64_t games, seed;
} Column;

typedef struct Recorded {
    LabRun *run;
    Column column[COLUMNS];
    int columns;
    LabTable *panel, *table;
} Recorded;

// Cuts "a | b | c" in place; returns how many fields there are.
static int cut_fields(char *text, char *field[FIELDS]) {
    int count = 0;
    for (char *part; count < FIELDS && (part = strsep(&text, "|")) != NULL;) {
        part += strspn(part, " ");
        for (size_t size = strlen(part); size && part[size - 1] == ' ';) part[--size] = '\0';
        field[count++] = part;
    }
    return count;
}

static bool read_column(Recorded *recorded, char *field[], int count, Error *err) {
    if (count != 5 || recorded->columns == COLUMNS) return error_set(err, "a column has five fields");
    Column *column = &recorded->column[recorded->columns++];
    text_copy(column->name, sizeof column->name, field[0]);
    text_copy(column->player, sizeof column->player, field[1]);
    text_copy(column->date, sizeof column->date, field[4]);
    return text_to_uint64(field[2], "games", &column->games, err) &&
           text_to_uint64(field[3], "seed", &column->seed, err);
}

static Interval wilson_of(const Column *column, double percent) {
    double games = (double)column->games;
    return stats_wilson(games * percent / 100, games, 0.95);
}

// The goals are for 10 ms, the last column.
static void add_goal(Recorded *recorded, const char *opponent, const Column *column, double percent) {
    Interval range = wilson_of(column, percent);
    LabClaim *claim = lab_claim(recorded->run, CHAMPION_GOAL, opponent);
    bool is_style = strncmp(opponent, "champion-", strlen("champion-")) == 0;
    claim->ours = percent;
    claim->low = 100 * range.low;
    claim->high = 100 * range.high;
    claim->count = column->games;
    text_copy(claim->counted, sizeof claim->counted, "games");
    snprintf(claim->recorded, sizeof claim->recorded, "%s", column->date);
    lab_claim_command(claim, "deadwood match %s %s%s%s --games %" PRIu64 " --seed %" PRIu64, column->player,
                      is_style ? "champion:model=" : "", opponent, is_style ? ".safetensors" : "", column->games,
                      column->seed);
}

static void begin_panel(Recorded *recorded) {
    recorded->panel = lab_table(recorded->run, "The champion against the panel (recorded)", "opponent");
    Text about = {0};
    text_clear(&recorded->panel->rows);
    text_add(&recorded->panel->rows, "opponent");
    for (int i = 0; i < recorded->columns; i++) {
        const Column *column = &recorded->column[i];
        text_addf(&recorded->panel->rows, "\t%s, %%\t95%%", column->name);
        text_addf(&about, "%s%s: %s, %" PRIu64 " games each of seed %" PRIu64 ", %s", i ? "; " : "", column->name,
                  column->player, column->games, column->seed, column->date);
    }
    text_add(&recorded->panel->rows, "\n");
    lab_table_about(recorded->panel,
                    "Games won in %%, duplicate deals, Wilson's intervals; recorded, for they take hours: --full plays "
                    "them again. %s.",
                    about.data);
    text_free(&about);
}

static bool read_win(Recorded *recorded, char *field[], int count, Error *err) {
    if (count != 1 + recorded->columns) return error_set(err, "%s: not one number for each column", field[0]);
    if (!recorded->panel) begin_panel(recorded);
    text_add(&recorded->panel->rows, field[0]);
    for (int i = 0; i < recorded->columns; i++) {
        double percent;
        if (!text_to_double(field[1 + i], field[0], 0, 100, &percent, err)) return false;
        Interval range = wilson_of(&recorded->column[i], percent);
        text_addf(&recorded->panel->rows, "\t%.1f\t%.1f-%.1f", percent, 100 * range.low, 100 * range.high);
        if (i == recorded->columns - 1) add_goal(recorded, field[0], &recorded->column[i], percent);
    }
    text_add(&recorded->panel->rows, "\n");
    return true;
}

static void add_fields(LabTable *table, char *field[], int count) {
    for (int i = 0; i < count; i++) text_addf(&table->rows, "%s%s", i ? "\t" : "", field[i]);
    text_add(&table->rows, "\n");
}

static bool read_recorded_line(Recorded *recorded, char *line, Error *err) {
    char *colon = strstr(line, ": "), *field[FIELDS];
    if (!colon) return error_set(err, "'%.40s' is not `key: value`", line);
    *colon = '\0';
    char *value = colon + strlen(": ");
    if (strcmp(line, "title") == 0) {
        recorded->table = lab_table(recorded->run, value, "");
        text_clear(&recorded->table->rows);
        return true;
    }
    if (strcmp(line, "about") == 0 && recorded->table) {
        lab_table_about(recorded->table, "%s", value);
        return true;
    }
    int count = cut_fields(value, field);
    if (strcmp(line, "column") == 0) return read_column(recorded, field, count, err);
    if (strcmp(line, "win") == 0) return read_win(recorded, field, count, err);
    bool row = strcmp(line, "columns") == 0 || strcmp(line, "row") == 0;
    if (!row || !recorded->table) return error_set(err, "there is no key '%.40s' here", line);
    add_fields(recorded->table, field, count);
    return true;
}

bool champion_recorded(LabRun *run, Error *err) {
    Recorded recorded = {.run = run};
    const char *at = lab_recorded_champion;
    bool good = true;
    for (int number = 1; good && *at; number++) {
        char line[LINE];
        size_t size = strcspn(at, "\n");
        snprintf(line, sizeof line, "%.*s", (int)size, at);
        if (size >= sizeof line)
            good = error_set(err, "champion.recorded: line %d is longer than %d characters", number, LINE - 1);
        else if (size && *line != '#')
            good = read_recorded_line(&recorded, line, err) || error_prefix(err, "champion.recorded: line %d", number);
        at += size + (at[size] == '\n');
    }
    return good;
}
