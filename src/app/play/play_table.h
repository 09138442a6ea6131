// SPDX-License-Identifier: MIT
// A game of any kind between a person and bots: its flow and its saving. The command (play.c), the screen (play_desk.h)
// and plain text (play_lines.h) use only this interface.
//
// Nothing is lost: the game is saved as records after the deal, after every move of the person, and before a bot's
// action is shown; the hand in progress is an unfinished record. However the program ends, --resume continues from
// there. The game's number is the seed of its cards.
#ifndef DEADWOOD_APP_PLAY_PLAY_TABLE_H
#define DEADWOOD_APP_PLAY_PLAY_TABLE_H

#include "analysis/gin/analysis_words.h"
#include "app/play/play_cards.h"
#include "app/play/play_keep.h"
#include "coach/curve.h"
#include "contest/game.h"

enum { PLAY_SEATS = 4, PLAY_BOTS = PLAY_SEATS - 1 };

#define PLAY_PERSON "you" // the person's name in records; it has seat 0

typedef enum { PLAY_WAITING, PLAY_YOURS, PLAY_HAND_OVER, PLAY_GAME_OVER } PlayStage;

// What the command line says of a game.
typedef struct PlaySetting {
    const char *bot[PLAY_BOTS]; // specs
    bool saved;                 // a game is taken up, which brings bots and rules along
    GameRules rules;
    const char *judge; // whose play hints go by, or NULL
    bool tutored;      // a tutor looks at every move first
    double tutor;      // and holds back what costs at least so much of the chance to win the game, in percent
} PlaySetting;

typedef struct PlayTable PlayTable;

// A game that can be played.
typedef struct PlayKind {
    size_t size;        // of its struct that begins with PlayTable, zero at first
    size_t record_size; // of a record
    int bots;           // seats that are not the person's
    const char *wanted; // what to say to another number of bots than none, one and all
    int pace;           // milliseconds to look at a bot's move
    bool judged;        // can be told a judge
    const char *title;  // of a picture

    // Opens bots and whatever hints need; it must then stay where it is, and keeps nothing until table->keep is opened.
    // After an error `close` is called as well.
    bool (*open)(PlayTable *table, const PlaySetting *setting, Error *err);
    void (*close)(PlayTable *table);
    void (*begin)(PlayTable *table); // a game of table->seed
    PlayStage (*stage)(const PlayTable *table);
    // Plays one move of a bot, or what the person has no choice in; and what that waits for, a sentence.
    void (*step)(PlayTable *table);
    void (*waits_for)(const PlayTable *table, Text *sentence);
    bool (*insist)(PlayTable *table); // plays the move that the tutor holds back
    // Back to the person's decision before this one, in this hand. False if there is none.
    bool (*undo)(PlayTable *table);
    void (*next)(PlayTable *table); // after a hand: deals the next, or begins the game of the next seed
    // The game is left in the middle: adds its hand's record to `hands` if anything was done in it, tells programs.
    void (*leave)(PlayTable *table, Text *hands);
    // Adds the record's line of this hand, finished or not.
    void (*record)(const PlayTable *table, Text *line);
    // Reads a saved line, which must follow from the record before, or NULL; that one joins table->hands. `take_up`
    // puts the last one on the table as it was left.
    bool (*read)(PlayTable *table, const char *line, const void *before, void *record, Error *err);
    bool (*take_up)(PlayTable *table, const void *record, Error *err);
    // The worst decisions of the person in the hand that is over, a line each, at most `most`; returns how many. `head`
    // gets a summary.
    int (*review)(PlayTable *table, CardWriter write, Text *head, Text *lines, int most);
    // The whole game so far, decision by decision; the caller ends it with curve_close. False
    // with err set.
    bool (*curve)(PlayTable *table, CardWriter write, GameCurve *curve, Error *err);
    // Back to the person's first decision in turn `turn` of the hand on the table, as `replay` and `analyze` count; in
    // Hearts trick, 0: the pass. False with err set if there is none.
    bool (*go_to)(PlayTable *table, int turn, Error *err);
    // The two ways to show it. Both return false when the program was told to end. The screen is on the terminal, which
    // terminal_open has taken over.
    bool (*screen)(PlayTable *table, const PlayLook *look);
    bool (*plain)(PlayTable *table, CardWriter write);
} PlayKind;

extern const PlayKind play_of_gin, play_of_hearts;

struct PlayTable {
    const PlayKind *kind;
    uint64_t seed;            // and the game's number
    Text hands;               // records of the hands before this one
    PlayKeep keep;            // where they go
    bool changed;             // something is to be written
    Error unsaved;            // why the game could not be saved, or empty
    Error notice[PLAY_SEATS]; // what the bot of a seat did wrong, a sentence, until it is told; of the person's seat
                              // what else is to be said
    bool tutored;
    double tutor;
    CardWriter write; // of objections
    Text objection;   // why the tutor holds the person's move back; empty where it holds none
};

// NULL with err set. The caller ends it with table_close, which takes NULL as well.
PlayTable *table_open(const PlayKind *kind, const PlaySetting *setting, Error *err);
void table_close(PlayTable *table);

// A decision of a saved game: hand from 1, of the last game in the file; hand 0: where it was left.
typedef struct PlayFrom {
    int hand, turn;
} PlayFrom;

// Takes up the game saved at `path` at that decision, or at the one where it was left, be it only to deal the next
// hand.
bool table_resume(PlayTable *table, const char *path, PlayFrom from, Error *err);

// Writes the records, if anything has changed; why not is kept in table->unsaved as well. To be called before what
// `step` did is shown.
bool table_save(PlayTable *table);

void table_next(PlayTable *table);  // after a hand
void table_leave(PlayTable *table); // for a new game

#endif
