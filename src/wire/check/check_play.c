// SPDX-License-Identifier: MIT
#include "wire/check/check_play_internal.h"

// ---- What the games' deals are made of ----

void check_deck(CheckPlay *play, const char *cards, const CheckPile *piles, Card deck[CARD_COUNT]) {
    int part = 0, count = 0;
    CardSet left = SET_DECK;
    for (int i = 0; i < CARD_COUNT; i++) deck[i] = CARD_NONE;
    for (const char *text = cards; text && *text;) {
        Card card;
        int used = card_parse(text, &card);
        if (used) {
            deck[piles[part].first + piles[part].step * count++] = card;
            left &= ~set_of(card);
            text += used;
        } else if (*text++ == '/') {
            part++;
            count = 0;
        }
    }
    for (int i = 0; i < CARD_COUNT; i++) {
        if (deck[i] != CARD_NONE) continue;
        deck[i] = rng_card(&play->check->rng, left);
        left &= ~set_of(deck[i]);
    }
}

void check_new_match(CheckPlay *play, uint64_t seed, Text *line) {
    Text lines = {0};
    play->number = 0;
    play->hash = 0;
    check_options(play->check, &lines, seed);
    text_add(&lines, line->data);
    check_say(play->check, play->odd, &lines);
    text_free(&lines);
    text_free(line);
}

bool check_decide(CheckPlay *play, int seats, Text *view, Text *legal,
                  const char *(*judge)(void *play, char *move, Text *why)) {
    bool good = check_ask(play->check, &(CheckTurn){.odd = play->odd,
                                                    .seats = seats,
                                                    .decisions = play->decisions,
                                                    .view = view,
                                                    .legal = legal,
                                                    .judge = judge,
                                                    .context = play});
    play->decisions += good;
    text_free(view);
    text_free(legal);
    return good;
}

bool check_leaves(const CheckPlay *play) { return (play->odd & ODD_CUT) && play->decisions >= CHECK_CUT_AFTER; }

void check_leave(CheckPlay *play, Text *endmatch) {
    bool told = play->check->id % 2; // else newmatch alone ends it
    play->saw |= told ? SAW_END : SAW_CUT;
    if (told) check_say(play->check, play->odd, endmatch);
    text_free(endmatch);
}

void check_end_deal(CheckPlay *play, Text *lines) {
    if (!(play->odd & ODD_BARE)) check_say(play->check, play->odd, lines);
    text_free(lines);
    play->saw |= SAW_END;
    play->number++;
}

bool check_end_match(CheckPlay *play, Text *line) {
    talk_say(&play->check->talk, line->data);
    text_free(line);
    return check_settle(play->check);
}

// ---- Situations ----

// What the situations are played with.
typedef struct Stage {
    Check *check;
    const CheckGame *game;
    CheckPlay *play;
} Stage;

static void open_play(const Stage *stage, const char *rival, const char *rules, unsigned odd) {
    *stage->play = (CheckPlay){.check = stage->check, .odd = odd};
    stage->game->open(stage->play, rival, rules);
    stage->play->rival_rng = rng_of_hash(rng_next(&stage->check->rng));
}

static void open_matches(const Stage *stage, const CheckMatches *plan) {
    open_play(stage, plan->rival, plan->rules, plan->odd);
}

// Ends the situation: was all there that it is about?
static void close_play(const Stage *stage, unsigned wanted) {
    stage->check->now->reached = (stage->play->saw & wanted) == wanted;
    stage->game->close(stage->play);
}

static Seat seat_of(const Stage *stage, int deal) { return (Seat)(deal & (stage->game->seats - 1)); }

static bool run_script(const Stage *stage, const CheckScript *script) {
    CheckPlay *play = stage->play;
    if (!check_enter(stage->check, script->name)) return false;
    open_play(stage, script->rival, script->rules, script->odd);
    for (int i = 0; i < script->deals && (script->odd || (play->saw & script->wanted) != script->wanted); i++) {
        play->bot = seat_of(stage, i);
        stage->game->single(play, script, i);
        if (!check_settle(stage->check)) break;
    }
    close_play(stage, script->wanted);
    return true;
}

static bool run_matches(const Stage *stage, MatchKind kind) {
    static const char *const names[] = {[MATCH_CRLF] = "a match with CR LF line ends",
                                        [MATCH_MANY] = "whole matches, one process, changing seats",
                                        [MATCH_OTHER] = "whole matches under other rules"};
    Check *check = stage->check;
    const CheckMatches *plan = &stage->game->matches[kind];
    int most = check->plan->games, games = kind == MATCH_CRLF ? 1 : kind == MATCH_MANY ? most : (most + 3) / 4;
    if (!check_enter(check, names[kind])) return false;
    open_matches(stage, plan);
    check->talk.crlf = kind == MATCH_CRLF;
    for (int i = 0; i < games; i++) {
        if (check->plan->stop && check->plan->stop(check->plan->context)) break;
        stage->play->bot = seat_of(stage, i);
        if (!stage->game->match(stage->play, rng_next(&check->rng)) && !check_settle(check)) break;
    }
    check->talk.crlf = false;
    close_play(stage, plan->wanted);
    return true;
}

// The same match twice: no mistake if it goes another way, but worth knowing.
static bool run_twice(const Stage *stage) {
    Check *check = stage->check;
    if (!check_enter(check, "the same Seed twice")) return false;
    uint64_t hash[2] = {0, 0};
    Rng before = check->rng;
    bool both = true;
    for (int i = 0; i < 2 && both; i++) {
        check->rng = before;
        open_matches(stage, &stage->game->matches[MATCH_TWICE]);
        both = stage->game->match(stage->play, 4711);
        hash[i] = stage->play->hash;
        stage->game->close(stage->play);
    }
    check->now->reached = both;
    if (both && hash[0] != hash[1])
        text_add(&check->report->notes, "The same Seed gave another game: chance comes from elsewhere too, so its "
                                        "games cannot be played again.\n");
    return true;
}

static bool run_stateless(const Stage *stage) {
    const CheckMatches *plan = &stage->game->matches[MATCH_STATELESS];
    if (!check_enter(stage->check, "Stateless: view and go alone, in a fresh process")) return false;
    stage->check->lost = true;
    if (!check_handshake(stage->check, false)) return true;
    open_matches(stage, plan);
    stage->game->match(stage->play, 1);
    check_settle(stage->check);
    close_play(stage, plan->wanted);
    return true;
}

static bool run_quit(const Stage *stage, const char *name, bool say, const CheckScript *left) {
    Check *check = stage->check;
    if (!check_enter(check, name)) return false;
    if (left) {
        open_play(stage, left->rival, left->rules, left->odd);
        stage->game->single(stage->play, left, 0);
        stage->game->close(stage->play);
    }
    check->now->reached = !check->lost;
    check_quit(check, say);
    check->falls--; // it was asked to
    return true;
}

void check_game(Check *check, const CheckGame *game, CheckPlay *play) {
    const Stage stage = {.check = check, .game = game, .play = play};
    if (!check_enter(check, "handshake")) return;
    check->now->reached = true;
    if (!check_pings(check)) return;
    for (int i = 0; i < game->scripts; i++)
        if (!run_script(&stage, &game->script[i])) return;
    for (MatchKind kind = MATCH_CRLF; kind <= MATCH_OTHER; kind++)
        if (!run_matches(&stage, kind)) return;
    if (!run_twice(&stage)) return;
    if (check->report->stateless && !run_stateless(&stage)) return;
    if (!run_quit(&stage, "quit", true, NULL) || !run_quit(&stage, "the end of its input", false, NULL)) return;
    run_quit(&stage, game->left.name, true, &game->left);
}
