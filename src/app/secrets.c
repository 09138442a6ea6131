// SPDX-License-Identifier: MIT
#include "app/secrets.h"

#include <string.h>

#include "wire/protocol/command.h"

bool app_secret_read(const AppArgs *args, AppMatch *match, Error *err) {
    const char *seed = app_option(args, "--seed");
    bool program = false;
    for (int i = 0; i < args->count; i++) program = program || wire_is_exec(args->words[i]);
    match->common.seed = 1;
    if (seed && app_switch(args, "--secret"))
        return error_set(err, "--seed and --secret exclude each other: what follows from a seed is no secret");
    if (seed && secret_parse(seed, &match->secret)) {
        match->common.seed = 0;
        match->common.secret = &match->secret;
        return true;
    }
    if (seed) return text_to_uint64(seed, "--seed", &match->common.seed, err);
    match->common.committed = program || app_switch(args, "--secret");
    return true;
}

// Everything that determines the games but chance, with the command that plays them.
static void add_purpose(const AppArgs *args, const char *command, const AppMatch *match, Text *purpose) {
    text_addf(purpose, "%s: ", command);
    match->game->add_key(purpose, &match->plan);
    for (int i = 0; i < args->count; i++) text_addf(purpose, " | %s", args->words[i]);
    for (int i = 0; i < args->count; i++) match->game->player_models(args->words[i], match_key_model, purpose);
}

// What the store has for this purpose is gone on with, or is in the way.
static bool take_from_store(AppMatch *match, const char *purpose, StoreSecret *found, Error *err) {
    if (!store_secret_find(match->common.store, "purpose", purpose, found, err)) return false;
    if (found->there && !found->revealed && !match->common.resume)
        return error_set(err, "the store holds an unfinished match of these players from a secret; go on with it by "
                              "--resume or use another file");
    if (!match->common.resume) found->there = false;
    match->common.spent = found->there && found->revealed;
    match->secret = found->secret;
    return true;
}

static void tell_commitment(const AppMatch *match, bool resumed) {
    char commitment[SHA256_DIGITS + 1];
    secret_commitment(&match->secret, commitment);
    fprintf(stderr, "commitment: SHA-256 %s of the secret that all chance comes from%s\n", commitment,
            match->common.spent ? ", which was revealed"
            : resumed           ? ", as in the games before"
                                : "; it comes with the result");
    fflush(stderr);
}

bool app_secret_begin(const AppArgs *args, const char *command, AppMatch *match, Error *err) {
    StoreSecret found = {0};
    if (!match->common.committed) return true;
    match->common.secret = &match->secret;
    if (match->common.store) {
        add_purpose(args, command, match, &match->purpose);
        if (!take_from_store(match, match->purpose.data, &found, err)) return false;
    }
    if (!found.there && !secret_draw(&match->secret, err)) return false;
    if (match->common.store && !found.there) {
        if (!store_secret_keep(match->common.store, match->purpose.data, &match->secret, err)) return false;
        fprintf(stderr,
                "note: %s keeps the secret until the %s is over; from now on only its owner may read the file\n",
                app_option(args, "--db"), command);
    }
    match->drawn = !found.there;
    tell_commitment(match, found.there);
    return true;
}

bool app_secret_end(AppMatch *match, bool over, bool began, Error *err) {
    Store *store = match->common.store;
    bool done = true;
    match->common.over = over || match->common.spent;
    if (store && match->purpose.data && over && !match->common.spent)
        done = store_secret_reveal(store, &match->secret, err);
    else if (store && match->purpose.data && match->drawn && !began)
        done = store_secret_forget(store, &match->secret, err);
    text_free(&match->purpose);
    return done;
}
