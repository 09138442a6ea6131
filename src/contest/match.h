// SPDX-License-Identifier: MIT
// What matches of every game share: two players named by their specs, many games in the arena, a store and a file of
// records that go on where they stopped, and the words and numbers of a report.
#ifndef DEADWOOD_CONTEST_MATCH_H
#define DEADWOOD_CONTEST_MATCH_H

#include "arena/arena.h"
#include "arena/stats.h"
#include "base/secret.h"
#include "base/text/json.h"
#include "contest/bot_health.h"
#include "wire/host/seat.h"

// What a match of any game is asked for; a game's own plan begins with it. All is borrowed.
typedef struct MatchPlan {
    const char *players[2]; // specs; exec:COMMAND runs a program
    const char *names[2];   // what reports and records call them; NULL: the spec
    uint64_t seed;
    const Secret *secret;               // all chance comes from it instead of the seed; or NULL
    bool committed;                     // and it is one nobody knew: published only when all its matches are over
    bool over;                          // they are: reports reveal it
    bool spent;                         // and have been since an earlier run: no further games can be played from it
    uint64_t match;                     // number of the match in a tournament; its chance is its own
    uint64_t games;                     // as the game's own plan counts them
    bool resume;                        // go on with what the store and the records hold
    bool prefix;                        // and should the store hold more games than asked for, take the first of them
    bool quiet;                         // no progress
    int threads;                        // worker threads
    const Sprt *sprt;                   // or NULL
    Store *store;                       // or NULL
    const ArenaTotals *from;            // without a store: go on from these totals of the same match, or NULL
    const char *records;                // path, or NULL
    bool cut_records;                   // resumed: cut damaged records and play the games after the damage again
    void (*tell)(const char *sentence); // what is said before the first game; NULL: to nobody
    const WireLimits *limits;           // what programs are granted; NULL: the default
    ArenaWatch watch;                   // how far it is, and whether to go on
    BotHealth *health[2];               // where programs' faults are counted, beyond this match too; NULL: for it alone
} MatchPlan;

typedef struct MatchPrograms MatchPrograms; // contest/programs.h

// What a line of a file of records is to a match.
typedef enum {
    MATCH_LINE_DAMAGED, // no record: what a killed run leaves at the end
    MATCH_LINE_FOREIGN, // of another match
    MATCH_LINE_HAND,
    MATCH_LINE_LAST_HAND, // of its game
} MatchLine;

// Where in its match a hand was played, and how the hands of a game hang together: what it began with (scores, who
// starts) as a number, and what the next one must begin with.
typedef struct MatchPlace {
    uint64_t game;
    uint64_t hand; // of the game, from 0
    uint64_t before, after;
} MatchPlace;

typedef struct MatchWorker MatchWorker; // contest/match_worker.h

// What matches need of a game. `plan` is its own plan, which begins with MatchPlan.
typedef struct MatchGame {
    const char *name;   // in keys, notes and reports
    const char *begins; // its records: "gin/1 "
    int seats;
    const struct MatchStats *stats; // contest/match_stats.h
    const PlayerKind *player;
    void (*models)(const char *spec, void (*visit)(void *context, const char *model), void *context);
    // False with err set where the plan, whose players are there, cannot be played.
    bool (*check)(const MatchPlan *plan, Error *err);
    // Who has each seat in a game: 0 or 1.
    void (*seat)(const MatchPlan *plan, uint64_t game, int player[]);
    // Plays worker->game with who is at the table. False if it was cut short.
    bool (*play)(MatchWorker *worker, uint64_t deal, ArenaGame *result);
    // Judges a line of a file of records, and says whose it is.
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
    const char *key; // everything that determines the games, in words; what a store files them under
    const char *tally[ARENA_MAX_TALLIES];
} MatchSetup;

// The first fault of a program.
typedef struct MatchFault {
    uint64_t game;
    char text[256];        // a sentence without its subject, "" if it did nothing wrong
    char last_words[2048]; // the last lines of its stderr then, printable ASCII; "" if there are none
} MatchFault;

typedef struct MatchResult {
    ArenaTotals totals;
    ArenaEnd end;
    double seconds;    // of this run
    bool began;        // nothing was refused, and games may have been played
    bool part;         // totals are of some of its games alone: the store holds a part, or keeps still
    uint64_t resumed;  // games that were there when it began
    bool may_share;    // programs played the same deal several times, and not in the sandbox
    bool suspended[2]; // programs that failed so often that the rest was not played (ARENA_SUSPENDED)
    MatchFault fault[2];
} MatchResult;

// Plays the match. False with err set when it could not begin or was cut short by an error; result->totals then hold
// what was played.
bool match_run(const MatchGame *game, const MatchPlan *plan, const MatchMode *mode, MatchResult *result, Error *err);

static inline Chance match_chance(const MatchPlan *plan) { return (Chance){plan->secret, plan->seed, plan->match}; }

// The notes around the records of a match (docs/FORMATS.md): what is played and from what chance, and how it ended.
// `first` is the first game in the file.
void match_note_begin(Text *note, const MatchSetup *setup, uint64_t first);
void match_note_end(Text *note, const MatchPlan *plan, const ArenaTotals *totals, ArenaEnd end);

// The first line of a file of records, if that is such a note.
bool match_note_first(const char *path, Text *line);

// Writes the first of them into a file that is empty.
bool match_note_open(const MatchSetup *setup, Archive *records, uint64_t first, Error *err);

// Writes the last of them into a file that has the first; files of before there were notes stay without.
bool match_note_close(const MatchSetup *setup, Archive *records, const ArenaTotals *totals, ArenaEnd end, Error *err);

// False if a file of records says in its first note that it holds another match. One without notes may hold any.
bool match_note_check(const MatchSetup *setup, Error *err);

// True after an end behind which no game of the match is played any more.
bool match_is_over(ArenaEnd end);

// True if a program plays.
bool match_has_program(const MatchPlan *plan);

// The key of a match, with its chance in it: "seed 1 match 0", or "secret COMMITMENT match 0" if nobody knew it.
void match_key(Text *key, const MatchGame *game, const MatchPlan *plan, const MatchMode *mode);

// Adds a model's files and their checksums to a match's key, `key` being a Text that has begun: other weights under the
// same name play other games. Visits gin_player_models and hearts_player_models.
void match_key_model(void *key, const char *model);

const char *match_end_name(ArenaEnd end); // "finished", ..., as stores and reports have it

// ---- Reports (match_report.c; statistics are rows: match_stats.h) ----

// Strength from the share of games that player 0 won. The error is over groups: in duplicate play the honest one.
typedef struct MatchElo {
    double score_error;        // standard error of player 0's win rate; NAN of one group
    double elo;                // player 0 over player 1; infinite if one of them won everything
    Interval score_95, elo_95; // Wilson's, over groups
} MatchElo;

MatchElo match_elo(const ArenaTotals *totals, int group);

// "+12.3 Elo [+1.0, +23.6]", or the bound that is known where one won everything; and " (win rate +- 0.50%, one
// standard error over pairs)", unless there is but one of them.
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
// From "seconds" to "sprt", which is there if the match had one: how the run went. And what programs did wrong.
void match_json_run(Json *json, const MatchResult *result, const MatchPlan *plan, const char *mode, int group);

// "1000 games, 9876 hands, digest .., 1.2 s (8230 hands/s)", and an empty line. `games` as the reader counts them.
void match_table_run(Text *text, const MatchResult *result, uint64_t games, const char *unit, int64_t hands);
// Which program each name stands for that is no spec; lines of a report's head.
void match_table_programs(Text *text, const MatchPlan *plan);
// The players' names over two columns, and rows of two columns. `format` takes one double.
void match_table_names(Text *text, const MatchPlan *plan);
// "seed 1", or "secret"; and where deals come from, as a match or a tournament ends with it: the commitment and the
// secret, or that programs could predict the deals. Nothing for a seed among our own players.
void match_add_chance(Text *text, const MatchPlan *plan);
void match_table_chance(Text *text, const MatchPlan *plan, bool programs);
void match_json_chance(Json *json, const MatchPlan *plan, bool programs);
void match_row(Text *text, const char *label, const char *format, double a, double b);
void match_row_time(Text *text, const char *label, double a, double b); // of nanoseconds, in a fitting unit
void match_row_spread(Text *text, const char *label, double a, double a_spread, double b, double b_spread);
void match_row_interval(Text *text, const char *label, Interval a, Interval b); // in percent
// What separate processes do not promise without the sandbox, in one line; nothing where it does not matter.
void match_table_sharing(Text *text, const MatchResult *result);
// Programs with faults, the first of each in words, their last words, and whether they were suspended; nothing if there
// are none. `unit`: what `games` are; `seats`: faults are counted for each seat.
void match_table_faults(Text *text, const MatchResult *result, const MatchPlan *plan, const struct MatchStats *stats,
                        uint64_t games, const char *unit, bool seats);
void match_table_sprt(Text *text, const ArenaTotals *totals, const MatchPlan *plan, int group); // if it had one

// Faults of the kinds that came up.
void match_json_faults(Json *json, const char *key, const uint64_t by[FAULT_KINDS]);
void match_row_faults(Text *text, const char *label, const uint64_t a[FAULT_KINDS], const uint64_t b[FAULT_KINDS]);

#endif
