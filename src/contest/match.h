// SPDX-License-Identifier: MIT
// Matches of any game: two players named by their specs, many games in the arena, a store and a file of records that
// resume where they stopped, and the text of a report.
#ifndef DEADWOOD_CONTEST_MATCH_H
#define DEADWOOD_CONTEST_MATCH_H

#include "arena/arena.h"
#include "arena/stats.h"
#include "base/secret.h"
#include "base/text/json.h"
#include "contest/bot_health.h"
#include "wire/host/seat.h"

// The settings of a match of any game; each game's own plan begins with them. All is borrowed.
typedef struct MatchPlan {
    const char *players[2]; // specs; exec:COMMAND runs a program
    const char *names[2];   // their names in reports and records; NULL: the spec
    uint64_t seed;
    const Secret *secret;               // replaces the seed as the source of all randomness; or NULL
    bool committed;                     // nobody knows the secret; it is published when all its matches are over
    bool over;                          // all are over: reports reveal the secret
    bool spent;                         // over since an earlier run: the secret serves no further games
    uint64_t match;                     // number of the match in a tournament; part of its random streams
    uint64_t games;                     // as the game's own plan counts them
    bool resume;                        // continue from the store and the records
    bool prefix;                        // if the store holds more games than asked for, use the first ones
    bool quiet;                         // no progress
    int threads;                        // worker threads
    const Sprt *sprt;                   // or NULL
    Store *store;                       // or NULL
    const ArenaTotals *from;            // without a store: go on from these totals of the same match, or NULL
    const char *records;                // path, or NULL
    bool cut_records;                   // on resuming, cut damaged records and replay the games after the damage
    void (*tell)(const char *sentence); // receives remarks before the first game; NULL: nobody
    const WireLimits *limits;           // limits of programs; NULL: the default
    ArenaWatch watch;                   // reports progress and may stop it
    BotHealth *health[2];               // counts programs' faults across matches; NULL: for this match alone
} MatchPlan;

typedef struct MatchPrograms MatchPrograms; // contest/programs.h

// How a line of a file of records relates to a match.
typedef enum {
    MATCH_LINE_DAMAGED, // not a record: what a killed run leaves at the end
    MATCH_LINE_FOREIGN, // of another match
    MATCH_LINE_HAND,
    MATCH_LINE_LAST_HAND, // of its game
} MatchLine;

// The place of a hand in its match, and the link between the hands of a game: its initial situation (scores, starter)
// as a number, and that of the next hand.
typedef struct MatchPlace {
    uint64_t game;
    uint64_t hand; // of the game, from 0
    uint64_t before, after;
} MatchPlace;

typedef struct MatchWorker MatchWorker; // contest/match_worker.h

// The functions that a game provides for matches. `plan` is its own plan, which begins with MatchPlan.
typedef struct MatchGame {
    const char *name;   // in keys, notes and reports
    const char *begins; // its records: "gin/1 "
    int seats;
    const struct MatchStats *stats; // contest/match_stats.h
    const PlayerKind *player;
    void (*models)(const char *spec, void (*visit)(void *context, const char *model), void *context);
    // False with err set if the plan cannot be played; its players exist.
    bool (*check)(const MatchPlan *plan, Error *err);
    // Who has each seat in a game: 0 or 1.
    void (*seat)(const MatchPlan *plan, uint64_t game, int player[]);
    // Plays worker->game with the players at the table. False if it was interrupted.
    bool (*play)(MatchWorker *worker, uint64_t deal, ArenaGame *result);
    // Classifies a line of a file of records.
    MatchLine (*read)(const MatchPlan *plan, const char *line, MatchPlace *place);
} MatchGame;

// How a match is played, beside what every plan says.
typedef struct MatchMode {
    const char *rules;
    const char *name; // "duplicate", as notes have it
    const char *key;  // "seating 14 open", as keys have it
    int group;        // games with the same deal
    uint64_t games;   // of the arena, whole groups
} MatchMode;

// A match that is being played. All is borrowed.
typedef struct MatchSetup {
    const MatchGame *game;
    const MatchPlan *plan;
    const MatchMode *mode;
    MatchPrograms *programs;
    ArenaContest contest;
    const char *key; // everything that determines the games, as text; the store's key
    const char *tally[ARENA_MAX_TALLIES];
} MatchSetup;

// The first fault of a program.
typedef struct MatchFault {
    uint64_t game;
    char text[256];        // a sentence without its subject, "" if there was none
    char last_words[2048]; // the last lines of its stderr then, printable ASCII; "" if there are none
} MatchFault;

typedef struct MatchResult {
    ArenaTotals totals;
    ArenaEnd end;
    double seconds;    // of this run
    bool began;        // the match was accepted; games may have been played
    bool part;         // totals cover only some games: the store holds a part or is read-only
    uint64_t resumed;  // games already stored when it began
    bool may_share;    // programs played the same deal several times, and not in the sandbox
    bool suspended[2]; // programs that failed so often that the rest was not played (ARENA_SUSPENDED)
    MatchFault fault[2];
} MatchResult;

// Plays the match. False with err set if an error prevented or ended it; result->totals then hold the games played.
bool match_run(const MatchGame *game, const MatchPlan *plan, const MatchMode *mode, MatchResult *result, Error *err);

static inline Chance match_chance(const MatchPlan *plan) { return (Chance){plan->secret, plan->seed, plan->match}; }

// The notes around the records of a match (docs/FORMATS.md): what is played, from which seed or secret, and how it
// ended. `first` is the first game in the file.
void match_note_begin(Text *note, const MatchSetup *setup, uint64_t first);
void match_note_end(Text *note, const MatchPlan *plan, const ArenaTotals *totals, ArenaEnd end);

// Reads the first line of a file of records; false if it is not such a note.
bool match_note_first(const char *path, Text *line);

// Writes the first of them into a file that is empty.
bool match_note_open(const MatchSetup *setup, Archive *records, uint64_t first, Error *err);

// Writes the last note into a file that has the first; older files without notes stay as they are.
bool match_note_close(const MatchSetup *setup, Archive *records, const ArenaTotals *totals, ArenaEnd end, Error *err);

// False with err set if the first note of the file of records names another match. A file without notes passes.
bool match_note_check(const MatchSetup *setup, Error *err);

// True if no game of the match is played after such an end.
bool match_is_over(ArenaEnd end);

// True if a program plays.
bool match_has_program(const MatchPlan *plan);

// The key of a match, including its randomness: "seed 1 match 0", or "secret COMMITMENT match 0" if nobody knew it.
void match_key(Text *key, const MatchGame *game, const MatchPlan *plan, const MatchMode *mode);

// Appends a model's files and checksums to the key of a match (`key` is a Text), since other weights under the same
// name play differently. A visitor for gin_player_models and hearts_player_models.
void match_key_model(void *key, const char *model);

const char *match_end_name(ArenaEnd end); // "finished", ..., as stores and reports have it

// ---- Reports (match_report.c; statistics are rows: match_stats.h) ----

// Strength from the share of games that player 0 won. The standard error is over groups, as duplicate play requires.
typedef struct MatchElo {
    double score_error;        // standard error of player 0's win rate; NAN of one group
    double elo;                // player 0 over player 1; infinite if one of them won everything
    Interval score_95, elo_95; // Wilson's, over groups
} MatchElo;

MatchElo match_elo(const ArenaTotals *totals, int group);

// "+12.3 Elo [+1.0, +23.6]", or a one-sided bound if one player won everything; then " (win rate +- 0.50%, one standard
// error over pairs)" if there are at least two pairs.
void match_add_elo(Text *text, const MatchElo *elo);
void match_add_elo_error(Text *text, const MatchElo *elo, const char *groups);
int64_t match_decided(const ArenaTotals *totals);             // games that count, draws among them
double match_win_rate(const ArenaTotals *totals, int player); // of those, draws half
double match_ratio(int64_t part, int64_t whole);              // 0 of nothing

void match_json_interval(Json *json, const char *key, Interval interval);
void match_json_pair(Json *json, const char *key, const int64_t pair[2]);
// Strength as members, and the standard error behind it.
void match_json_elo(Json *json, const MatchElo *elo);
// Opens the object of a match with its game, rules and players, by name and by spec.
void match_json_head(Json *json, const char *key, const char *game, const char *rules, const MatchPlan *plan);
// Members on the run, from "seconds" to "sprt" (if the match had one), and the faults of programs.
void match_json_run(Json *json, const MatchResult *result, const MatchPlan *plan, const char *mode, int group);

// "1000 games, 9876 hands, digest .., 1.2 s (8230 hands/s)", and an empty line. `games` as the reader counts them.
void match_table_run(Text *text, const MatchResult *result, uint64_t games, const char *unit, int64_t hands);
// Lines of a report's head: the program behind each name that is not a spec.
void match_table_programs(Text *text, const MatchPlan *plan);
// The players' names over two columns, and rows of two columns. `format` takes one double.
void match_table_names(Text *text, const MatchPlan *plan);
// "seed 1", or "secret"; and the closing remark on where deals come from: the commitment and the secret, or a warning
// that programs could predict the deals. Nothing for a seed if no program plays.
void match_add_chance(Text *text, const MatchPlan *plan);
void match_table_chance(Text *text, const MatchPlan *plan, bool programs);
void match_json_chance(Json *json, const MatchPlan *plan, bool programs);
void match_row(Text *text, const char *label, const char *format, double a, double b);
void match_row_time(Text *text, const char *label, double a, double b); // of nanoseconds, in a fitting unit
void match_row_spread(Text *text, const char *label, double a, double a_spread, double b, double b_spread);
void match_row_interval(Text *text, const char *label, Interval a, Interval b); // in percent
// A one-line warning that processes without the sandbox may share what they saw; nothing if that does not matter.
void match_table_sharing(Text *text, const MatchResult *result);
// The programs with faults: the first fault of each, its last stderr lines, and whether it was suspended; nothing if
// there are none. `unit`: what `games` are; `seats`: faults are counted for each seat.
void match_table_faults(Text *text, const MatchResult *result, const MatchPlan *plan, const struct MatchStats *stats,
                        uint64_t games, const char *unit, bool seats);
void match_table_sprt(Text *text, const ArenaTotals *totals, const MatchPlan *plan, int group); // if it had one

// Faults of the kinds that came up.
void match_json_faults(Json *json, const char *key, const uint64_t by[FAULT_KINDS]);
void match_row_faults(Text *text, const char *label, const uint64_t a[FAULT_KINDS], const uint64_t b[FAULT_KINDS]);

#endif
