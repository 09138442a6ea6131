// SPDX-License-Identifier: MIT
// `deadwood verify`: whether recorded and stored games are what they say, and what cannot be told from them.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "app/teach/cards.h"
#include "arena/arena.h"
#include "arena/store.h"
#include "contest/verify/verify.h"

enum { MOST_MATCHES = 4096 };

static const AppOption OPTIONS[] = {
    {"--commitment", "SHA256", "what was published before the first deal; it must be what the file commits to"},
    {NULL, NULL, NULL},
};

// A match in a store.
typedef struct Stored {
    const char *store;
    int64_t id;
    int group;
    uint64_t digest;
} Stored;

// What was found in all files named.
typedef struct Verification {
    VerifyAsk ask;
    Text out;
    const char *store; // the last one
    Stored stored[MOST_MATCHES];
    int matches; // of stores
    bool met;    // a match that commits to what was published
} Verification;

static bool is_store(const char *path) {
    char head[16] = "";
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    size_t size = fread(head, 1, sizeof head, file);
    fclose(file);
    return size == sizeof head && memcmp(head, "SQLite format 3", sizeof head) == 0;
}

// ---- Records ----

static void verify_add_games(Text *out, const char *path, const VerifyReport *report) {
    const VerifyNotes *notes = &report->notes;
    text_addf(out, "%s: ", path);
    if (notes->noted) {
        text_addf(out, "%s, %s rules, ", notes->game, notes->rules);
        app_add_name(out, notes->player[0]);
        text_add(out, " v ");
        app_add_name(out, notes->player[1]);
        text_addf(out, ", %s\n", notes->mode);
    } else {
        text_add(out, "records alone\n");
    }
    text_addf(out,
              "  right: %" PRIu64 " whole games of %" PRIu64 " hands in order from game %" PRIu64 ", every action, "
              "result and score, the rules and names%s\n",
              report->games, report->hands, notes->first,
              report->shared ? ", and games on the same deal share it" : "");
    text_addf(out, "  digest %016" PRIx64 "%s\n", report->digest,
              notes->ended && (!notes->first || notes->of) ? ", as the last line has it" : "");
}

static void verify_add_chance(Text *out, const VerifyNotes *notes) {
    char digits[SECRET_DIGITS + 1];
    if (notes->revealed) secret_print(&notes->secret, digits);
    switch (notes->chance) {
    case VERIFY_UNKNOWN: break;
    case VERIFY_SEED:
        text_addf(out, "  right: all deals follow from seed %" PRIu64 ", which was public: no commitment\n",
                  notes->seed);
        break;
    case VERIFY_GIVEN:
        text_addf(out, "  right: all deals follow from the secret %s, which was known before: no commitment\n", digits);
        break;
    case VERIFY_COMMITTED:
        text_addf(out, "  commitment %s\n", notes->commitment);
        if (!notes->revealed) break;
        text_addf(out, "  right: that is the SHA-256 of the secret %s, and all deals follow from it\n", digits);
        break;
    }
}

static void add_unchecked(Text *out, const VerifyAsk *ask, const VerifyReport *report) {
    const VerifyNotes *notes = &report->notes;
    if (!notes->noted)
        text_add(out, "  not checked: the deals, the seats and whether games are missing at the end; the file has no "
                      "first line that says what it is\n");
    if (notes->chance == VERIFY_COMMITTED && !notes->revealed)
        text_add(out, "  not checked: the deals; the secret is not revealed, for the match is not over\n");
    if (notes->chance == VERIFY_COMMITTED && !ask->commitment)
        text_add(out,
                 "  not checked: that the commitment was published before the first deal; --commitment compares\n");
    if (notes->noted && !notes->ended)
        text_add(out, "  not checked: whether games are missing at the end; the match was cut short\n");
    if (notes->of)
        text_addf(out, "  not checked: the other parts of the match, which has %" PRIu64 " games\n", notes->of);
    else if (notes->first)
        text_add(out, "  not checked: the games before, which are not in this file\n");
    if (report->faulty)
        text_addf(out,
                  "  not checked: that what was played in place of seats taken out was by chance, in %" PRIu64
                  " games\n",
                  report->faulty);
    text_add(out, "  not checked: who chose the actions, and in what time\n");
}

// Digests are sums: that of the games from `first` on is what those before leave of the match's.
static bool digest_from(const Stored *match, uint64_t first, uint64_t *digest, Error *err) {
    ArenaTotals before = {0};
    Store *store = first ? store_open(match->store, err) : NULL;
    bool good = !first || (store && store_totals(store, match->id, first, match->group, &before, err));
    store_close(store);
    *digest = match->digest - before.digest;
    return good;
}

// Whether a match in a store has these games, err being empty where none has.
static bool is_stored(const Verification *self, const VerifyReport *report, Error *err) {
    err->text[0] = '\0';
    for (int i = 0; i < self->matches; i++) {
        uint64_t digest;
        if (!digest_from(&self->stored[i], report->notes.first, &digest, err)) return false;
        if (digest == report->digest) return true;
    }
    return false;
}

static bool verify_file(Verification *self, const char *path, Error *err) {
    VerifyReport report;
    if (!verify_records(path, &self->ask, &report, err)) return false;
    verify_add_games(&self->out, path, &report);
    verify_add_chance(&self->out, &report.notes);
    if (self->store && !is_stored(self, &report, err))
        return err->text[0] ? false
                            : error_set(err, "%s: no match in %s has the digest of these records, %016" PRIx64, path,
                                        self->store, report.digest);
    if (self->store)
        text_addf(&self->out, "  right: the digest is that of %s match in %s\n",
                  report.notes.first ? "the same games of a" : "a", self->store);
    add_unchecked(&self->out, &self->ask, &report);
    self->met = true;
    return true;
}

// ---- Stores ----

static void verify_add_match(Verification *self, const StoreMatch *match) {
    char digits[SECRET_DIGITS + 1];
    Text *out = &self->out;
    text_addf(out, "  match %" PRId64 ": ", match->id);
    app_add_name(out, match->key);
    text_addf(out, "\n    %s; right: %" PRIu64 " games in order, the checksum of every row; digest %016" PRIx64 "\n",
              match->state, match->games, match->digest);
    if (match->range.planned)
        text_addf(out,
                  "    a part: from game %" PRIu64 " on, of its games %" PRIu64 " to %" PRIu64 "; all parts together "
                  "have %" PRIu64 "\n",
                  match->range.first, match->range.first, match->range.until - 1, match->range.planned);
    if (match->committed && match->revealed) {
        secret_print(&match->secret, digits);
        text_addf(out, "    right: the commitment is the SHA-256 of the secret %s\n", digits);
    } else if (match->committed) {
        text_add(out, "    its secret is here, is the one committed to, and not revealed: the match is not over\n");
    } else {
        text_add(out, "    its deals follow from a seed, which was public: no commitment\n");
    }
}

static bool verify_matches(Verification *self, Store *store, const char *path, Error *err) {
    StoreMatch match = {0};
    int got, count = 0;
    text_addf(&self->out, "%s: results\n", path);
    for (; (got = store_next_match(store, &match, err)) > 0; count++) {
        verify_add_match(self, &match);
        if (self->matches < MOST_MATCHES)
            self->stored[self->matches++] = (Stored){path, match.id, match.group, match.digest};
        self->met = self->met || (self->ask.commitment && strcmp(match.commitment, self->ask.commitment) == 0);
    }
    if (got < 0) return false;
    if (!count) return error_set(err, "%s: holds no games", path);
    text_add(&self->out, "  not checked: cards and actions, which are not kept here; name the records as well, or play "
                         "a match again with its seed or secret and compare digests\n");
    return true;
}

static bool verify_store(Verification *self, const char *path, Error *err) {
    Store *store = store_open(path, err);
    if (!store) return false;
    self->store = path;
    bool good = verify_matches(self, store, path, err);
    store_close(store);
    return good;
}

// Stores first, so that records are held against them.
static bool verify_all(Verification *self, const AppArgs *args, Error *err) {
    for (int i = 0; i < args->count; i++)
        if (is_store(args->words[i]) && !verify_store(self, args->words[i], err)) return false;
    for (int i = 0; i < args->count; i++)
        if (!is_store(args->words[i]) && !verify_file(self, args->words[i], err)) return false;
    return self->met || !self->ask.commitment ||
           error_set(err, "no match commits to %s, which was published", self->ask.commitment);
}

static int run_verify(const AppArgs *args) {
    Error err;
    Verification *self = calloc(1, sizeof *self);
    if (!self) abort();
    Secret digits;
    self->ask.commitment = app_option(args, "--commitment");
    if (self->ask.commitment && !secret_parse(self->ask.commitment, &digits)) {
        free(self);
        error_set(&err, "--commitment is a SHA-256: 64 hexadecimal digits");
        return app_fail(APP_USAGE, &err);
    }
    bool good = verify_all(self, args, &err);
    int code = good ? app_print(&self->out) : app_fail(APP_FAILED, &err);
    text_free(&self->out);
    free(self);
    return code;
}

const AppCommand app_verify = {
    .name = "verify",
    .words = "RECORDS|DB ...",
    .summary = "checks recorded games: the secret against its commitment, every deal, every action",
    .details =
        "RECORDS are what `deadwood match --records FILE` wrote: the secret must be the one that was committed to, every\n"
        "card must follow from it or from the seed, every action be legal, every result and score what the rules\n"
        "give, the games whole, in order and between the same players by the same rules, and their digest the one of\n"
        "the result. DB is a --db file: its rows, digests and secrets are checked, and records named beside it must\n"
        "be of a match in it, from whatever game on. Prints what is right and what could not be checked. The first thing that is wrong is\n"
        "named with its line, and with what would be right: exit code 1.",
    .options = OPTIONS,
    .least = 1,
    .most = APP_MAX_WORDS,
    .door = DOOR_BOTS,
    .examples = {"deadwood match simple greedy --secret --games 10 --records fair.rec", "deadwood verify fair.rec"},
    .run = run_verify,
};
