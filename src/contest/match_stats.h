// SPDX-License-Identifier: MIT
// Tables of a match's numbers. A tally's row gives its name in the store and the referee's counter behind it. A
// statistic's row gives its value, its JSON member and its line of the table. Each game has both tables (gin_stats.c);
// a new number is one new row.
//
// Tallies are those of the match, then those of player 0, then as many of player 1. A row names one of a player by its
// number for player 0.
#ifndef DEADWOOD_CONTEST_MATCH_STATS_H
#define DEADWOOD_CONTEST_MATCH_STATS_H

#include "contest/match.h"

// A tally, and the counter in a referee's struct that it sums, if any.
typedef struct MatchTally {
    const char *name; // in the store; of a player's with "_0" or "_1" behind
    size_t at, size;  // of the counter, a uint32_t or uint64_t; size 0: counted by the game's own code
} MatchTally;

#define MATCH_COUNTER(type, field) .at = offsetof(type, field), .size = sizeof(((type *)0)->field)

typedef enum {
    STAT_END,
    STAT_RATIO,     // `part` of `whole`
    STAT_PERCENT,   // the same, in percent in the table
    STAT_COUNT,     // `part`, a whole number
    STAT_TIME,      // `part` of `whole`, nanoseconds
    STAT_SPREAD,    // mean and deviation: `whole` values with sum `part`, `squares` the sum of squares
    STAT_WILSON,    // Wilson's interval at `level` for `part` of `whole`
    STAT_CLUSTERED, // the same over groups, the cards of which are alike: `part` must have about as much `whole` in
                    // each
    STAT_WINS,      // games, draws apart
    STAT_POINTS,    // as the arena has them
    STAT_WIN_RATE,
    STAT_WIN_INTERVAL, // Wilson's
    STAT_FAULTS,       // a member or line for each kind that came up
} StatKind;

enum { STAT_GAMES = -1 }; // for a tally: games that count

// A statistic of each player; in the list of a match, of both together: `part` sums both players' tallies, and the
// table has it in a sentence.
typedef struct MatchStat {
    StatKind kind;
    const char *key;    // in JSON, or NULL; that of a deviation has "_deviation" behind
    const char *label;  // of its line in the table, or NULL; of a match what stands before it in its sentence
    const char *format; // there, of one double; NULL: "%.2f"
    int part, whole, squares;
    double level;
    bool of_other; // counted for the other player
    int place;     // of a match: tens are lines, ones where it stands there; 0: not in the table
    unsigned when; // bits that must all be set for it to be in the table; they are the game's own
} MatchStat;

// Of a game.
typedef struct MatchStats {
    int shared, own;         // tallies of the match, and of each player, with one for each kind of fault at the end
    const MatchTally *tally; // shared + own - (FAULT_KINDS - 1) rows
    const MatchStat *match, *player; // each ended by one without a kind
} MatchStats;

// Where a player's tally is: `tally` is that of player 0.
static inline int match_tally_at(const MatchStats *stats, int player, int tally) { return tally + player * stats->own; }
static inline int match_tallies(const MatchStats *stats) { return stats->shared + 2 * stats->own; }
static inline int match_tally_faults(const MatchStats *stats, int player) {
    return stats->shared + (player + 1) * stats->own - (FAULT_KINDS - 1);
}

// The names a store files the tallies under; the caller frees the text, which they point into.
void match_tally_names(const MatchStats *stats, Text *text, const char *names[ARENA_MAX_TALLIES]);

// Adds the counters of a referee's struct for a seat of that player.
void match_tally_add(const MatchStats *stats, int player, const void *counters, int64_t *tally);

// The value of a statistic by its key, for a player or for the match (-1). The key must exist.
double match_stat(const MatchStats *stats, const ArenaTotals *totals, int player, const char *key);

// A player's faults, by kind; returns how many there are in all.
uint64_t match_faults(const MatchStats *stats, const ArenaTotals *totals, int player, uint64_t by[FAULT_KINDS]);

// The members of a match, and of a player.
void match_json_stats(Json *json, const MatchStats *stats, const ArenaTotals *totals);
void match_json_players(Json *json, const MatchStats *stats, const ArenaTotals *totals); // an array of objects

// The lines of both players, and the sentences of the match; those with `when` bits that are all in `flags`.
void match_table_players(Text *text, const MatchStats *stats, const ArenaTotals *totals, unsigned flags);
void match_table_stats(Text *text, const MatchStats *stats, const ArenaTotals *totals, unsigned flags);

// Strength from the share of games won, draws half, and its intervals.
typedef struct MatchShare {
    double win_rate;
    Interval win_95, win_90;
} MatchShare;

typedef struct MatchStrength {
    MatchShare player[2];
    double score_error; // as MatchElo has it
    double elo;         // player 0 over player 1
    Interval elo_95;
} MatchStrength;

MatchStrength match_strength(const ArenaTotals *totals, int group);

#endif
