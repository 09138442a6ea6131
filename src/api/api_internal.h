// SPDX-License-Identifier: MIT
// Shared by the source files of the public API (deadwood.h): errors, returned text, the context, options.
#ifndef DEADWOOD_API_API_INTERNAL_H
#define DEADWOOD_API_API_INTERNAL_H

#include <stdbool.h>

#include "api/deadwood.h"
#include "base/error.h"
#include "base/scope.h"
#include "base/text/json.h"
#include "base/text/text.h"

// ---- Errors (api_error.c) ----

// Set *err, which may be NULL, and return the code.
int api_done(deadwood_error *err);
int api_fail(deadwood_error *err, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

// The same for an Error from lower layers; if memory ran out meanwhile, that is reported instead.
int api_fail_as(deadwood_error *err, int code, const Error *why);

// DEADWOOD_OK, or DEADWOOD_E_MEMORY if the thread noted that memory ran out (memory.h).
int api_sufficed(deadwood_error *err);

// Messages of lower layers name options as the command line does: turns "--plain" into "plain".
void api_undash(Error *why);

// "FUNCTION: the WHAT is NULL".
int api_null(deadwood_error *err, const char *function, const char *what);

// Hands the text's bytes over to the caller and empties it. NULL with err set if memory ran out.
char *api_text(Text *text, deadwood_error *err);

// ---- The context (api_context.c) ----

enum { API_NAME = 64 };

typedef enum ApiGame { API_GIN, API_HEARTS, API_GAMES } ApiGame;

const char *api_game_name(ApiGame game);
int api_game_seats(ApiGame game);
bool api_game_find(const char *name, ApiGame *game, deadwood_error *err); // false with err set

// A player the caller added.
typedef struct ApiPlayer {
    char name[API_NAME];
    ApiGame game;
    deadwood_choose_fn *choose;
    void *user;
} ApiPlayer;

struct deadwood_context {
    char *folder; // its models/, or NULL
    ApiPlayer *players;
    int player_count;
};

// Activates a context's folders and players for a while. The caller's functions are called only through `calls`, one
// per player, which must live as long as the players made from it.
struct ApiCalls;
typedef struct ApiScope {
    Scope scope;
    const Scope *before;
    struct ApiCalls *calls; // or NULL: the context has no added players
} ApiScope;

// Enters the scope; api_scope_leave restores the previous one. False with err set if memory runs out. api_scope_leave
// closes the calls, or hands them over in *keep, for api_calls_close, if `keep` is not NULL.
bool api_scope_enter(ApiScope *scope, const deadwood_context *dw, deadwood_error *err);
void api_scope_leave(ApiScope *scope, struct ApiCalls **keep);

// ---- Players of the caller (api_turn.c) ----

// The added players of a context, as players of the engine.
typedef struct ApiCalls ApiCalls;
ApiCalls *api_calls_open(const deadwood_context *dw, Scope *scope); // adds them to the scope; NULL without memory
void api_calls_close(ApiCalls *calls);                              // NULL is fine
bool api_calls_cancelled(const ApiCalls *calls);                    // a function asked to stop; false for NULL
void api_calls_forget(ApiCalls *calls);                             // clears that
bool api_is_added(const deadwood_context *dw, ApiGame game, const char *name);

// A player of the built-in lists, or a word that begins a composition (api_list.c).
bool api_is_listed(ApiGame game, const char *name);

// ---- Options (api_options.c) ----

// "key=value,key=value" as a row a key. A key's value is a number from low to high, or one of the words.
typedef struct ApiOption {
    const char *key;
    double low, high;
    bool whole;               // whole numbers only
    const char *const *words; // NULL at the end: the value is the index; or NULL
    double value;             // the default, then what was read
    bool seed;                // any whole number of 64 bits, which goes to `number`
    uint64_t number;
    bool raw;   // any text, or none where the key stands alone; it goes to `text`
    bool given; // it was there
    char text[32];
} ApiOption;

// Reads into the rows' values; false with err set for an unknown key or a value out of range.
bool api_options_read(const char *text, ApiOption *options, int count, deadwood_error *err);

#endif
