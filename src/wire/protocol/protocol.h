// SPDX-License-Identifier: MIT
// The parts of the Card Game Protocol that all games share: words, kinds of lines, options, clocks. docs/PROTOCOL.md is
// the reference; gin_lines.h has gin's lines. Host and bot both read and write through this folder alone.
//
// Readers cut a line into words in place and so take it as `char *`; writers append to a Text.
#ifndef DEADWOOD_WIRE_PROTOCOL_PROTOCOL_H
#define DEADWOOD_WIRE_PROTOCOL_PROTOCOL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/card.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/text/text.h"

enum {
    CGP_VERSION = 1,
    CGP_LINE = 4096,        // bytes of a line with its end
    CGP_INFO = 1048576,     // bytes of info for a decision
    CGP_STALE = 8,          // stale moves a match
    CGP_OPTIONS = 64,       // options a bot declares
    CGP_OPTION_NAME = 64,   // bytes of an option's name
    CGP_OPTION_VALUE = 256, // and of its default, as far as it is kept
    CGP_NAME = 128,         // bytes of id name and id author
    CGP_SEATS = 4,
    CGP_LAST_ID = 2147483647,
};

// ---- Words ----

// The next word of a line, ended with a NUL in place, or NULL when nothing is left. Several spaces count as one.
char *cgp_next(char **rest);

// What is left of the line, without the spaces in front.
char *cgp_rest(char **rest);

// A whole number of 0 and more, digits only.
bool cgp_number(const char *word, uint64_t most, uint64_t *value);

// A whole number that may have a minus in front.
bool cgp_signed(const char *word, int64_t *value);

// One line, `size` bytes without its line end: an optional CR is cut off and a NUL put behind. False if it holds a NUL.
// `line` has room for size + 1 bytes.
bool cgp_line(char *line, size_t size);

// Sanitises a bot's own name for tables, records and terminals: printable ASCII, '?' for any other byte, spaces trimmed
// and not doubled. A name "exec:...", which would run a program where a player is expected, becomes "exec-...".
void cgp_copy_name(char *to, size_t room, const char *from);

// ---- Kinds of lines ----

typedef enum {        // what a bot says
    CGP_SAYS_NOTHING, // an empty line
    CGP_SAYS_ID,
    CGP_SAYS_GAMES,
    CGP_SAYS_OPTION,
    CGP_SAYS_OK,
    CGP_SAYS_PONG,
    CGP_SAYS_INFO,
    CGP_SAYS_MOVE,
    CGP_SAYS_ERROR,
    CGP_SAYS_GARBAGE, // no word of the protocol
} CgpSays;

typedef enum { // what a host tells
    CGP_TELLS_CGP,
    CGP_TELLS_SETOPTION,
    CGP_TELLS_PING,
    CGP_TELLS_NEWMATCH,
    CGP_TELLS_NEWDEAL,
    CGP_TELLS_HAND,
    CGP_TELLS_EV,
    CGP_TELLS_VIEW,
    CGP_TELLS_GO,
    CGP_TELLS_ENDDEAL,
    CGP_TELLS_ENDMATCH,
    CGP_TELLS_QUIT,
    CGP_TELLS_PAST,
    CGP_TELLS_OTHER, // a bot ignores it
} CgpTells;

// Take the first word off the line and say what it is; the rest stays in *rest.
CgpSays cgp_says(char **rest);
CgpTells cgp_tells(char **rest);

// ---- Options ----

typedef enum { CGP_CHECK, CGP_SPIN, CGP_COMBO, CGP_STRING } CgpType;

typedef struct CgpOption {
    char name[CGP_OPTION_NAME + 1];
    CgpType type;
    char value[CGP_OPTION_VALUE]; // the default
    int64_t low, high;            // of CGP_SPIN
} CgpOption;

// `option ...` and `setoption ...` behind their first word.
bool cgp_parse_option(char *rest, CgpOption *option, Error *err);
bool cgp_parse_setoption(char *rest, const char **name, const char **value, Error *err); // both point into the line

void cgp_print_option(Text *text, const CgpOption *option);
void cgp_print_setoption(Text *text, const char *name, const char *value);

// ---- Decisions ----

// `go` behind its first word. Milliseconds; -1 where the line has none. `legal` points into the line, behind the word
// itself.
typedef struct CgpGo {
    uint32_t id;
    int clocks; // how many of the next are there
    int64_t clock[CGP_SEATS];
    int64_t increment, move_time;
    char *legal;
} CgpGo;

bool cgp_parse_go(char *rest, CgpGo *go, Error *err);

// Writes a go line up to and including "legal"; the caller adds " MOVE" for each move, and the line end.
void cgp_print_go(Text *text, const CgpGo *go);

// Turns the first `:` of each word of a move into a space, so that "discard:KD" reads as "discard KD".
void cgp_spaced_move(char *move);

// ---- Rules and faults ----

// "RULES,KEY=VALUE": rules as their short name and one pair of a newmatch line, for the game's parser of rules to
// judge. False if they do not fit or the pair would be read as something else.
bool cgp_join_rule(char *text, size_t room, const char *rules, const char *key, const char *value);

// " KEY VALUE" for a newmatch line; a visitor of gin_rules_describe and its like, with a Text as context.
void cgp_add_rule(void *text, const char *key, const char *value, const char *meaning);

// A fault as one word: its name with '-' for spaces.
void cgp_add_fault(Text *text, Fault fault);

// ---- Cards ----

void cgp_add_number(Text *text, uint64_t number);
void cgp_add_card(Text *text, Card card);
void cgp_add_cards(Text *text, CardSet cards, char separator); // `-` for none; separator 0 packs them
void cgp_add_hand(Text *text, CardSet hand);                   // a whole line

// Cards separated by spaces, packed or both; `-` for none. False on anything else and on a card twice.
bool cgp_parse_cards(const char *text, CardSet *cards);

// The same in order; at most `most`, *count of them.
bool cgp_parse_card_list(const char *text, Card *cards, int most, int *count);

#endif
