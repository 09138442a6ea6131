// SPDX-License-Identifier: MIT
// Deadwood as a library: Gin Rummy and Hearts, their players, advice, matches, and many games at once for learners.
// This is the only header that is installed, and this text is its manual; docs/API.md has examples of every part.
//
//     deadwood_error err;
//     deadwood_context *dw = deadwood_open(NULL, &err);
//     char *report = deadwood_match(dw, "gin", NULL, players, "games=1000,seed=1", NULL, NULL, &err);
//     ...
//     deadwood_free(report);
//     deadwood_close(dw);
//
// Ownership. The caller owns every handle that a function opens, makes, loads or copies, and ends it once with the
// close function of its type. The caller also owns text returned as `char *` and frees it with deadwood_free. Arguments
// are copied before the call returns, except the arrays given to deadwood_vec_bind and the `user` pointers of
// callbacks; their comments say how long they must live. A returned `const char *` is never freed by the caller: it is
// constant, or lives as long as the handle it came from. Handles are independent: close them in any order, even the
// context first. Closing or freeing NULL does nothing.
//
// Errors. Nothing aborts, exits, prints, or reports through errno. A function that can fail returns 0 or a DEADWOOD_E
// code, or a pointer that is NULL on failure. It writes the code and one sentence (what was wrong, where, and what
// would be right) into the `deadwood_error` argument, which may be NULL. After a failure nothing has changed, neither
// the game nor the environment. On success the error is cleared.
//
// Threads. There are no globals: different handles may be used from different threads at once, one handle from one
// thread at a time. Many threads may share a context (deadwood_context *) once no more players are added to it.
// Functions that use several threads say so, take their number, and join them before they return; only deadwood_vec
// keeps idle threads between calls.
//
// Processes. The library installs no signal handlers, sets no environment variables and leaves no files open. After
// fork() the child may use every handle except a deadwood_vec with more than one thread, which it must not touch. The
// library starts no processes: programs ("exec:COMMAND") only play on the command line; here, add a player of your own
// instead.
//
// Text. Everything is UTF-8. A card is rank and suit, "7H", "TD", "AS"; a set of cards has spaces, commas or nothing
// between them. Moves are those of the Card Game Protocol (docs/PROTOCOL.md): "draw up", "discard 7H", "knock KD",
// "play QS"; a colon may stand for each space. Do not rely on white space in JSON. Later versions may add keys, but
// remove none while DEADWOOD_ABI stays the same.
#ifndef DEADWOOD_API_DEADWOOD_H
#define DEADWOOD_API_DEADWOOD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define DEADWOOD_API __attribute__((visibility("default")))
#else
#define DEADWOOD_API
#endif

// ---- Version ----

// DEADWOOD_ABI changes when programs must be recompiled; it is the number in libdeadwood.so.N.
#define DEADWOOD_VERSION_MAJOR 0
#define DEADWOOD_VERSION_MINOR 1
#define DEADWOOD_VERSION_PATCH 0
#define DEADWOOD_ABI           0

DEADWOOD_API const char *deadwood_version(void); // of the running library: "0.1.0 (1a2b3c4)"
DEADWOOD_API int deadwood_abi(void);             // its DEADWOOD_ABI, to compare with the header's

// ---- Errors ----

enum {
    DEADWOOD_OK = 0,
    DEADWOOD_E_ARGUMENT = 1,  // NULL, a wrong size, a name that does not exist, text that cannot be read
    DEADWOOD_E_ILLEGAL = 2,   // a move that the rules do not allow
    DEADWOOD_E_STATE = 3,     // asked at the wrong time: not this seat's turn, the hand is over
    DEADWOOD_E_FILE = 4,      // a model or file that is missing, damaged or cannot be written
    DEADWOOD_E_MEMORY = 5,    // memory ran out
    DEADWOOD_E_CANCELLED = 6, // a callback asked to stop
    DEADWOOD_E_INTERNAL = 7   // a bug in this library: please report it
};

// The caller provides it, on its stack for instance. The layout will not change.
typedef struct deadwood_error {
    int32_t code;   // DEADWOOD_OK or DEADWOOD_E_..
    char text[508]; // UTF-8, no newline at the end; empty while nothing is wrong
} deadwood_error;

DEADWOOD_API const char *deadwood_error_name(int code); // "ok", "illegal", ...; "unknown" for any other number

// Frees text that this library returned.
DEADWOOD_API void deadwood_free(char *text);

// ---- The context ----

// A context: where files come from, and which players exist. It is cheap: nothing is read until it is needed.
typedef struct deadwood_context deadwood_context;

// `folder` holds `models/`; NULL looks beside the library and where it was installed, or in the folder that the
// environment variable DEADWOOD_MODELS names. NULL with err set if a given folder holds no models.
DEADWOOD_API deadwood_context *deadwood_open(const char *folder, deadwood_error *err);
DEADWOOD_API void deadwood_close(deadwood_context *dw);

// Everything that can be named, as JSON: {"games": [{"name": "gin", "seats": 2, "players": [{"name", "source",
// "about"}..], "levels": [{"name", "title", "about", "spec", "elo", "error", "newcomers"}..], "rules": [{"name",
// "source", "keys": [{"key", "value", "meaning"}..]}..]}..]}. Added players are listed too. Levels are players for
// people, the weakest first: their names are specs, their strength is measured (half of the 95% interval is `error`),
// and `newcomers` is true for the one to begin with.
DEADWOOD_API char *deadwood_list(const deadwood_context *dw, deadwood_error *err);

// Spells out a spec with the values of all parameters; NULL with err set if it names no player.
DEADWOOD_API char *deadwood_describe_player(const deadwood_context *dw, const char *game, const char *player,
                                            deadwood_error *err);

// Reads rules ("contest", "pagat,target=150") and writes them in their shortest form.
DEADWOOD_API char *deadwood_rules(const char *game, const char *rules, deadwood_error *err);

// ---- Cards ----

// A card is 16*suit + rank: clubs 0, diamonds 1, hearts 2, spades 3; ace 0 to king 12. A set has bit `card` for each.
typedef uint64_t deadwood_cards;

enum { DEADWOOD_CARDS_TEXT = 160 }; // bytes that hold any set as text, with its NUL

// Reads "7H 8H 9H". Fails on anything that is not a card and on a repeated card.
DEADWOOD_API int deadwood_cards_parse(const char *text, deadwood_cards *cards, deadwood_error *err);

// Writes from low to high, suit by suit, with spaces between.
DEADWOOD_API int deadwood_cards_print(deadwood_cards cards, char text[DEADWOOD_CARDS_TEXT], deadwood_error *err);

// Converts a set to gapless card indices, 13*suit + rank, as in the arrays below: bit `card` becomes bit `index`.
DEADWOOD_API uint64_t deadwood_cards_indices(deadwood_cards cards);

// ---- Hands of gin ----

enum { DEADWOOD_MELDS = 3 }; // most melds of a hand; unused places are 0

DEADWOOD_API int deadwood_gin_points(deadwood_cards cards);           // aces 1, court cards 10
DEADWOOD_API int deadwood_gin_deadwood(deadwood_cards hand);          // the exact minimum
DEADWOOD_API deadwood_cards deadwood_gin_useful(deadwood_cards hand); // cards outside the hand that would meld with it
DEADWOOD_API deadwood_cards deadwood_gin_best_discards(deadwood_cards hand); // all that leave least deadwood

// Every way to meld a hand (at most eleven cards) down to its least deadwood: writes up to `room` of them,
// DEADWOOD_MELDS sets each, and returns how many there are; or -DEADWOOD_E_.. on failure.
DEADWOOD_API int deadwood_gin_melds(deadwood_cards hand, deadwood_cards *melds, int room, deadwood_error *err);

// The defender's melds that leave the least deadwood after layoffs on the knocker's melds, which are given. Returns
// that deadwood, or -DEADWOOD_E_..; `melds` and `laid_off` may be NULL.
DEADWOOD_API int deadwood_gin_defend(deadwood_cards hand, const deadwood_cards knock[DEADWOOD_MELDS],
                                     deadwood_cards melds[DEADWOOD_MELDS], deadwood_cards *laid_off,
                                     deadwood_error *err);

// ---- Players of your own ----

// One decision of your player: ask what the seat sees, then answer. Valid until the callback returns.
typedef struct deadwood_turn deadwood_turn;

// Answers the turn with deadwood_turn_move or deadwood_turn_choose and returns 0; any other number ends the match or
// the step with DEADWOOD_E_CANCELLED. Returning 0 without an answer resigns. It is always called on the thread that
// called the library.
typedef int deadwood_choose_fn(void *user, deadwood_turn *turn);

// Adds a player; its name is then a valid spec wherever this context is used. `user` must live as long as anything made
// from the context that may ask the player.
DEADWOOD_API int deadwood_add_player(deadwood_context *dw, const char *game, const char *name,
                                     deadwood_choose_fn *choose, void *user, deadwood_error *err);

DEADWOOD_API const char *deadwood_turn_game(const deadwood_turn *turn);
DEADWOOD_API int deadwood_turn_seat(const deadwood_turn *turn);
DEADWOOD_API deadwood_cards deadwood_turn_hand(const deadwood_turn *turn);
DEADWOOD_API uint64_t deadwood_turn_random(deadwood_turn *turn); // of the seat's own stream: reproducible

// What the seat sees, as deadwood_game_state tells it, legal moves included.
DEADWOOD_API char *deadwood_turn_state(const deadwood_turn *turn, deadwood_error *err);

// Gin only: answers a forced turn (big gin, the best defence, an only move). DEADWOOD_E_STATE means that there is a
// decision to make: then deadwood_turn_observe gives its row and deadwood_turn_choose takes the action.
DEADWOOD_API int deadwood_turn_forced(deadwood_turn *turn, deadwood_error *err);

// Gin only: writes the network's observation and the mask of legal actions, as DEADWOOD_VEC_OBSERVATION and _MASK;
// either may be NULL.
DEADWOOD_API int deadwood_turn_observe(const deadwood_turn *turn, uint8_t *observation, uint8_t *mask,
                                       deadwood_error *err);

// Answer the turn. An illegal move is refused, and the turn still waits for an answer.
DEADWOOD_API int deadwood_turn_move(deadwood_turn *turn, const char *move, deadwood_error *err);
DEADWOOD_API int deadwood_turn_choose(deadwood_turn *turn, int action, deadwood_error *err); // gin: 0 .. 105

// ---- One game ----

// One game with a mix of players and the caller at its seats. It deals, asks players, checks moves, keeps the score and
// records every hand.
typedef struct deadwood_game deadwood_game;

// Results of deadwood_game_turn.
enum {
    DEADWOOD_TURN_YOURS = 0,     // a seat of the caller's is to move: deadwood_game_move
    DEADWOOD_TURN_OURS = 1,      // a player is to move: deadwood_game_step
    DEADWOOD_TURN_HAND_OVER = 2, // deadwood_game_next deals the next hand
    DEADWOOD_TURN_GAME_OVER = 3
};

// `players`: one for each seat (2 in gin, 4 in Hearts), a spec, or NULL for the caller's. `rules` NULL: the default.
// All randomness comes from the seed: the same moves give the same game.
DEADWOOD_API deadwood_game *deadwood_game_new(const deadwood_context *dw, const char *game, const char *rules,
                                              const char *const *players, uint64_t seed, deadwood_error *err);

// Loads a game from records, by deadwood_game_record or any other source (docs/FORMATS.md): the hands of one game in
// order; the last may be unfinished. `players` as above, or NULL for those named in the records, where "you" is the
// caller.
DEADWOOD_API deadwood_game *deadwood_game_load(const deadwood_context *dw, const char *records,
                                               const char *const *players, deadwood_error *err);
DEADWOOD_API void deadwood_game_close(deadwood_game *game);

// Copies a game, for instance to try a move; `dw` is the context that its players come from.
DEADWOOD_API deadwood_game *deadwood_game_copy(const deadwood_context *dw, const deadwood_game *game,
                                               deadwood_error *err);

DEADWOOD_API int deadwood_game_turn(const deadwood_game *game); // DEADWOOD_TURN_..; -1 for NULL
DEADWOOD_API int deadwood_game_seat(const deadwood_game *game); // who is to move; -1: nobody
DEADWOOD_API int deadwood_game_seats(const deadwood_game *game);

// What a seat may see, as JSON; seat -1 sees all cards. docs/API.md lists the keys; "legal" are the moves of the seat
// to act, "events" is the history of this hand, "hands" the results of earlier ones.
DEADWOOD_API char *deadwood_game_state(const deadwood_game *game, int seat, deadwood_error *err);

// The legal moves of the seat to move, one a line, as deadwood_game_move takes them; in Hearts, before a pass, the
// single line "pass N": any N cards of the hand.
DEADWOOD_API char *deadwood_game_legal(const deadwood_game *game, deadwood_error *err);

// Plays a move for the caller's seat to move. DEADWOOD_E_ILLEGAL with a sentence for a person, and nothing changed, if
// the rules do not allow it.
DEADWOOD_API int deadwood_game_move(deadwood_game *game, const char *move, deadwood_error *err);

// Lets the player to move make one move. `move`, which may be NULL, gets it as text; free that with deadwood_free. If a
// player fails, a simple one makes this move, and the state's "notice" says why.
DEADWOOD_API int deadwood_game_step(deadwood_game *game, char **move, deadwood_error *err);

// Goes back to the caller's last decision in this hand that had a choice. DEADWOOD_E_STATE if there is none.
DEADWOOD_API int deadwood_game_undo(deadwood_game *game, deadwood_error *err);

// Deals the next hand.
DEADWOOD_API int deadwood_game_next(deadwood_game *game, deadwood_error *err);

// The current score of each seat, including a hand that has just ended. `room` is the length of the array, at least the
// number of seats.
DEADWOOD_API int deadwood_game_scores(const deadwood_game *game, int32_t *scores, int room, deadwood_error *err);
DEADWOOD_API int deadwood_game_winner(const deadwood_game *game); // a seat; -1: drawn, or not over

// All hands as records, one per line, the current hand last.
DEADWOOD_API char *deadwood_game_record(const deadwood_game *game, deadwood_error *err);

// ---- Advice ----

// A coach judges decisions in sampled worlds (determinizations). Opening one takes about a second and some megabytes;
// it serves all games with its rules.
typedef struct deadwood_coach deadwood_coach;

// `options` as "key=value,..": worlds=N. NULL: the defaults.
DEADWOOD_API deadwood_coach *deadwood_coach_open(const deadwood_context *dw, const char *game, const char *rules,
                                                 const char *options, deadwood_error *err);
DEADWOOD_API void deadwood_coach_close(deadwood_coach *coach);

// Judges the decision of the seat to move from what that seat sees. Returns JSON with the moves, best first: winning
// chance and points with their standard errors, how often the champion plays the move, and reasons. `played`, or NULL,
// is a move to include and to measure against the best.
DEADWOOD_API char *deadwood_advise(const deadwood_coach *coach, const deadwood_game *game, const char *played,
                                   deadwood_error *err);

// The shipped drills, positions with one best move: [{"game", "kind", "idea", "difficulty", "cost", "position"}..]. A
// position is a record that ends at the decision (deadwood_game_load); difficulty is from 1 to 5. To grade an answer,
// pass it as `played` to deadwood_advise: "grade" says whether it is "right" and has a "text" to show.
DEADWOOD_API char *deadwood_drills(const char *game, deadwood_error *err);

// Spaced repetition: the seconds until a drill comes again after an answer. `step` counts right answers in a row, 0 at
// first; its new value goes to *next, which may be NULL. Cannot fail.
DEADWOOD_API int64_t deadwood_drill_wait(int step, int right, int *next);

// A decision of gin as a person describes it to `deadwood advise`: a hand of ten cards before a draw or eleven before a
// discard, and what else is known. Each text may be NULL for unknown.
typedef struct deadwood_gin_told {
    const char *hand;   // "AC 2C 3C 7D .."
    const char *upcard; // on top of the pile; with eleven cards the one that was just taken, if it was
    const char *seen;   // the pile below it, the oldest card first
    const char *took;   // cards that the opponent took from the pile and holds
    const char *shown;  // cards of the own hand that were taken from the pile in earlier turns
    const char *score;  // "40-25", the own first
    int passed;         // 1: the opponent has passed on the first upcard
} deadwood_gin_told;

// Advice for it, as from deadwood_advise, by a coach for gin and under its rules. All randomness comes from the seed.
DEADWOOD_API char *deadwood_advise_told(const deadwood_coach *coach, const deadwood_gin_told *told, uint64_t seed,
                                        deadwood_error *err);

// ---- Matches ----

// Called now and then while games are played, on the calling thread: any nonzero result stops the match, which still
// returns its results so far, with "end": "interrupted".
typedef int deadwood_progress_fn(void *user, uint64_t done, uint64_t total);

// Plays two players against each other and returns JSON as `deadwood match --json` prints it. `options`: games=N (gin:
// whole games; Hearts: deals), seed=N, threads=N, rules... see docs/API.md. Players added to the context play on the
// calling thread.
DEADWOOD_API char *deadwood_match(const deadwood_context *dw, const char *game, const char *rules,
                                  const char *const players[2], const char *options, deadwood_progress_fn *progress,
                                  void *user, deadwood_error *err);

// The same, and writes every hand as a record (docs/FORMATS.md) to a file that is new or empty; NULL: none.
DEADWOOD_API char *deadwood_match_recorded(const deadwood_context *dw, const char *game, const char *rules,
                                           const char *const players[2], const char *options, const char *records,
                                           deadwood_progress_fn *progress, void *user, deadwood_error *err);

// A round robin with ratings.
DEADWOOD_API char *deadwood_tournament(const deadwood_context *dw, const char *game, const char *rules,
                                       const char *const *players, int count, const char *options,
                                       deadwood_progress_fn *progress, void *user, deadwood_error *err);

// ---- Many games at once, for learners ----

// A vector environment: n games, each at a decision; n actions advance all of them to the next. Games restart by
// themselves, and forced moves are played without asking.
//
// An action of gin is a number below 106: take the upcard (0), the stock, or decline an offered upcard (1), discard a
// card (2 + index), discard a card and knock (54 + index). One of Hearts is a card, its index: played, or picked to be
// passed. A pass of three cards is three actions in a row of the same seat, in any order; what it has picked is in its
// observation.
typedef struct deadwood_vec deadwood_vec;

enum {
    DEADWOOD_GIN_ACTIONS = 106,
    DEADWOOD_GIN_OBSERVATION = 896, // bytes; a byte b stands for b/128
    DEADWOOD_GIN_SECRETS = 128,     // bytes of hidden information, for a privileged critic
    DEADWOOD_GIN_MASK_BYTES = 14,   // a mask of bits, the lowest of the first byte first
    DEADWOOD_HEARTS_ACTIONS = 52,
    DEADWOOD_HEARTS_OBSERVATION = 1152,
    DEADWOOD_HEARTS_SECRETS = 256,
    DEADWOOD_HEARTS_MASK_BYTES = 8
};

// The fields that the environment writes, one row per game, directly into the arrays of deadwood_vec_bind. Widths are
// those of gin, of Hearts.
enum {
    DEADWOOD_VEC_OBSERVATION = 0, // uint8 [n][896, 1152]
    DEADWOOD_VEC_SECRETS = 1,     // uint8 [n][128, 256]
    DEADWOOD_VEC_MASK = 2,        // uint8 [n][106, 52], 1: legal
    DEADWOOD_VEC_MASK_BITS = 3,   // uint8 [n][14, 8]
    DEADWOOD_VEC_REWARD = 4, // since the last action. Gin: float [n], to seat 0. Hearts: float [n][4], to each seat
    DEADWOOD_VEC_REWARD_ACTED = 5, // float [n]: the same to the seat that made the last action
    DEADWOOD_VEC_DONE = 6,         // uint8 [n]: 1: the last action ended an episode; this row begins a new one
    DEADWOOD_VEC_HAND_DONE = 7,    // uint8 [n]: 1: it ended a hand
    DEADWOOD_VEC_SEAT = 8,         // uint8 [n]: whose decision this row is, from 0
    DEADWOOD_VEC_CALLER = 9,       // uint8 [n]: K where an opponent "caller:K" must choose, 0: the learner
    DEADWOOD_VEC_WINNER = 10,      // of the game that the last action ended. Gin: int8 [n], the seat, -1: none. Hearts:
                                   // uint8 [n], a bit for each seat with the lowest total, 0: none ended
    DEADWOOD_VEC_OPPONENT = 11,    // uint8 [n]: who is the opponent in this row's game: a number in the list, from 0
    DEADWOOD_VEC_FIELDS = 12
};

// The width of a field's row in a game ("gin", "hearts"): 896 for an observation of gin. -1 with err set if there is no
// such game or field.
DEADWOOD_API int deadwood_vec_shape(const char *game, int field, deadwood_error *err);

// An action's reward belongs to its own episode only. Hands at the beginning of a game that end without a decision are
// added to the reward of the game's first action; with episode=hand they appear only in deadwood_vec_counts.

// Makes `games` parallel games of `game` ("gin", "hearts") on `threads` threads; the same seed and actions give the
// same rows for any number of threads. `options` as "key=value,..": episode=hand|game (what DONE tells, by default
// game), reward=points|win (by default points: won in the hand, in Hearts taken, which is a loss, divided by 100; win:
// the change of the chance to win the game). `opponents`: who plays with the learner in which share of the games:
// player specs, "self" (the learner has the other seat, or seats), "caller:K" with K 1 to 31 (rows marked with K, which
// the caller answers by another network). In Hearts one name is that of all three others, and "A|B|C" names each. Who
// sits where is drawn for every game. None (count 0): self.
DEADWOOD_API deadwood_vec *deadwood_vec_new(const deadwood_context *dw, const char *game, int games, uint64_t seed,
                                            int threads, const char *rules, const char *options,
                                            const char *const *opponents, const double *shares, int opponent_count,
                                            deadwood_error *err);
DEADWOOD_API void deadwood_vec_close(deadwood_vec *vec);

DEADWOOD_API int deadwood_vec_games(const deadwood_vec *vec);

// Binds a field to an array; NULL unbinds it. `bytes` must be exactly the field's size. The array must live until the
// field is bound again or the environment is closed. deadwood_vec_look fills it.
DEADWOOD_API int deadwood_vec_bind(deadwood_vec *vec, int field, void *array, size_t bytes, deadwood_error *err);

// Writes all bound fields for the current state; rewards and ends are 0.
DEADWOOD_API int deadwood_vec_look(deadwood_vec *vec, deadwood_error *err);

// Restarts all games and writes all bound fields.
DEADWOOD_API int deadwood_vec_reset(deadwood_vec *vec, uint64_t seed, deadwood_error *err);

// Plays an action in every game and writes all bound rows. An action that is not legal is refused with
// DEADWOOD_E_ILLEGAL and a sentence that names the game and the reason; then no game has moved.
DEADWOOD_API int deadwood_vec_step(deadwood_vec *vec, const int32_t *actions, deadwood_error *err);

// Draws a uniformly random legal action for every game, from the environment's own random stream.
DEADWOOD_API int deadwood_vec_sample(deadwood_vec *vec, int32_t *actions, deadwood_error *err);

// Repeats sample and step `steps` times in one call.
DEADWOOD_API int deadwood_vec_play(deadwood_vec *vec, int steps, deadwood_error *err);

// Changes the shares of the opponents; each game uses them from its next start on.
DEADWOOD_API int deadwood_vec_shares(deadwood_vec *vec, const double *shares, int count, deadwood_error *err);

// Results against each opponent since the last call, as JSON.
DEADWOOD_API char *deadwood_vec_counts(deadwood_vec *vec, deadwood_error *err);

// Saves the environment's whole state as bytes, and loads it into one made with the same arguments.
DEADWOOD_API size_t deadwood_vec_size(const deadwood_vec *vec);
DEADWOOD_API int deadwood_vec_save(const deadwood_vec *vec, void *bytes, size_t size, deadwood_error *err);
DEADWOOD_API int deadwood_vec_load(deadwood_vec *vec, const void *bytes, size_t size, deadwood_error *err);

// The name of an input, a secret or an action of a game: "hand AC", "discard 7H". NULL if there is no such number.
DEADWOOD_API char *deadwood_input_name(const char *game, int input, deadwood_error *err);
DEADWOOD_API char *deadwood_secret_name(const char *game, int secret, deadwood_error *err);
DEADWOOD_API char *deadwood_action_name(const char *game, int action, deadwood_error *err);

// ---- Records ----

// Reads one line, replays it by the rules, and returns it in its shortest form; NULL with err set if it is wrong.
DEADWOOD_API char *deadwood_record_check(const char *line, deadwood_error *err);

// The same as JSON: rules, players, game, hand, score, deal, moves, result.
DEADWOOD_API char *deadwood_record_json(const char *line, deadwood_error *err);

// The decisions in records of gin, as rows in the format of the environment.
typedef struct deadwood_gin_rows deadwood_gin_rows;

enum {
    DEADWOOD_ROWS_OBSERVATION = 0, // uint8 [rows][896]
    DEADWOOD_ROWS_SECRETS = 1,     // uint8 [rows][128]
    DEADWOOD_ROWS_MASK = 2,        // uint8 [rows][106]
    DEADWOOD_ROWS_ACTION = 3,      // int32 [rows]
    DEADWOOD_ROWS_SEAT = 4,        // uint8 [rows]
    DEADWOOD_ROWS_HAND = 5,        // int32 [rows]: number of the record, from 0
    DEADWOOD_ROWS_POINTS = 6,      // float [rows]: the hand's points for this row's seat, negative if lost
    DEADWOOD_ROWS_LAST = 7,        // uint8 [rows]: 1: the seat's last decision of the hand
    DEADWOOD_ROWS_FIELDS = 8
};

// `records`: lines, the hands of each game in order. Stores only the actions; rows are made when they are read.
DEADWOOD_API deadwood_gin_rows *deadwood_gin_rows_open(const char *records, deadwood_error *err);
DEADWOOD_API void deadwood_gin_rows_close(deadwood_gin_rows *rows);
DEADWOOD_API int64_t deadwood_gin_rows_count(const deadwood_gin_rows *rows);
// Writes a field of all rows; `bytes` must be exactly its size.
DEADWOOD_API int deadwood_gin_rows_read(const deadwood_gin_rows *rows, int field, void *array, size_t bytes,
                                        deadwood_error *err);

// ---- Weights ----

// Named arrays in a file (safetensors), the format of trained models.
typedef struct deadwood_weights deadwood_weights;

enum { DEADWOOD_F32 = 0, DEADWOOD_F64 = 1, DEADWOOD_RANK = 4 }; // most dimensions

// A model by its name ("champion"), or a file by its path (a name with a slash).
DEADWOOD_API deadwood_weights *deadwood_weights_open(const deadwood_context *dw, const char *name, deadwood_error *err);
DEADWOOD_API deadwood_weights *deadwood_weights_new(deadwood_error *err); // empty, to be filled and saved
DEADWOOD_API void deadwood_weights_close(deadwood_weights *weights);

DEADWOOD_API int deadwood_weights_count(const deadwood_weights *weights);

// Array number `index`: its name, type, rank, shape and little-endian numbers, all borrowed from the weights; each of
// the outputs may be NULL. The data may be unaligned.
DEADWOOD_API int deadwood_weights_get(const deadwood_weights *weights, int index, const char **name, int *type,
                                      int *rank, uint64_t shape[DEADWOOD_RANK], const void **data, deadwood_error *err);

// The metadata of the weights (recipe, seed and so on), as a JSON object of strings.
DEADWOOD_API char *deadwood_weights_facts(const deadwood_weights *weights, deadwood_error *err);

// Adds a copy of an array, or a fact.
DEADWOOD_API int deadwood_weights_add(deadwood_weights *weights, const char *name, int type, int rank,
                                      const uint64_t *shape, const void *data, deadwood_error *err);
DEADWOOD_API int deadwood_weights_note(deadwood_weights *weights, const char *name, const char *value,
                                       deadwood_error *err);

// Writes the file atomically: the path always holds either the old file or the complete new one.
DEADWOOD_API int deadwood_weights_save(const deadwood_weights *weights, const char *path, deadwood_error *err);

// A program linked with the static library may be anywhere; the location of this header tells it where models are.
#if defined(__GNUC__) && !defined(DEADWOOD_INSIDE)
extern const char deadwood_header[] __attribute__((weak));
const char deadwood_header[] = __FILE__;
#endif

#ifdef __cplusplus
}
#endif

#endif
