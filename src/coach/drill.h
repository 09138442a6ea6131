// SPDX-License-Identifier: MIT
// Drills: positions with one best move, repeated until they are known (spaced repetition). Here are the schedule, the
// shipped set, and the book of a person's drills and judged hands; each game poses and grades its own (gin/gin_drill.h,
// hearts/hearts_drill.h).
#ifndef DEADWOOD_COACH_DRILL_H
#define DEADWOOD_COACH_DRILL_H

#include <stdint.h>

#include "base/error.h"
#include "base/text/text.h"

// ---- Repetition ----

// After 1, 2, 3, 4, 5 right answers in a row a drill waits 1, 3, 7, 21, 60 days; after a wrong one, ten minutes.
enum { DRILL_LAST_STEP = 5, DRILL_HARDEST = 5 };

// The seconds to wait after an answer. *step counts answers that were right in a row, at most DRILL_LAST_STEP.
int64_t drill_wait(int *step, bool right);

// From 1 to DRILL_HARDEST, by the share of human-like players (the levels) that fail.
int drill_difficulty(double failed);

// ---- A drill ----

// A line of text: drill/1 game=gin kind=discard idea=safer difficulty=3 cost=0.034 own=0 step=0 due=0 right=0 wrong=0
// position=RECORD, a record (docs/FORMATS.md) that ends at the decision.
enum { DRILL_GAME = 8, DRILL_WORD = 24 };
typedef struct Drill {
    char game[DRILL_GAME];
    char kind[DRILL_WORD]; // of decision: "discard", "follow"
    char idea[DRILL_WORD]; // the first reason of the best move, or "none"
    int difficulty;        // 1 to DRILL_HARDEST; 0: not measured
    double cost;           // of the next best move, or of what was played: chance to win, in Hearts points
    bool own;              // from a game of one's own
    int step;              // right answers in a row
    int64_t due;           // seconds since 1970; 0: at once
    int right, wrong;
    Text position;
} Drill;

// Reads a line, with or without its newline; *drill is then the caller's to end with drill_free. False with err set.
bool drill_read(Drill *drill, const char *line, Error *err);
void drill_print(const Drill *drill, Text *text);
void drill_free(Drill *drill);

// The shipped drills, one per line.
const char *drill_set(const char *game); // NULL: there is no such game

// ---- Hands that were judged ----

// A hand of one's own: hand/1 game=gin id=16 digits when=SECONDS luck=X skill=X draw=4,0.012 ..: decisions and their
// cost by kind, in the chance to win; in Hearts all in points.
enum { DRILL_KINDS = 6 };
typedef struct DrillHand {
    char game[DRILL_GAME];
    uint64_t id; // of its cards and its place in the game
    int64_t when;
    double luck, skill;
    int kinds;
    struct {
        char name[DRILL_WORD];
        int decisions;
        double cost;
    } kind[DRILL_KINDS];
} DrillHand;

void drill_hand_count(DrillHand *hand, const char *kind, double cost);

// ---- The book ----

// {0} is empty.
typedef struct DrillBook {
    Drill *drill;
    int drills, drill_room;
    DrillHand *hand;
    int hands, hand_room;
} DrillBook;

// Reads lines; an empty text is an empty book. False with err set, the line named, and the book ended.
bool drill_book_read(DrillBook *book, const char *text, Error *err);
void drill_book_print(const DrillBook *book, Text *text);
void drill_book_close(DrillBook *book);

// Adds a drill; the book takes over its text. If a drill with that position exists, it stays and `drill` is freed.
// Returns the drill in the book; NULL if memory runs out, which is noted (base/memory.h).
Drill *drill_book_add(DrillBook *book, Drill *drill);

// Adds a hand, or puts it in the place of the one with its id.
void drill_book_add_hand(DrillBook *book, const DrillHand *hand);

// A filter for drills; NULL and 0 match everything.
typedef struct DrillWish {
    const char *game, *idea, *kind;
    int difficulty;
    bool own; // only those of one's own games
} DrillWish;

bool drill_matches(const Drill *drill, const DrillWish *wish);

// The most overdue drill, own ones first; else a new one of the set, the easiest first, which joins the book; else
// NULL, and *next gets the time when one will be due, or 0.
Drill *drill_book_next(DrillBook *book, const DrillWish *wish, int64_t now, int64_t *next);

// Notes an answer.
void drill_answered(Drill *drill, bool right, int64_t now);

#endif
