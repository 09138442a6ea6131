// SPDX-License-Identifier: MIT
// Weights in the key of a match: a name says which file plays, its checksum whether it still is the same.
#include <string.h>

#include "base/files/sha256.h"
#include "contest/match.h"
#include "gin/players/champion/champion.h"
#include "learn/files/models.h"

static const size_t LARGEST = (size_t)1 << 30; // bytes of a weights file

static void add_file(Text *key, const char *name) {
    char digits[SHA256_DIGITS + 1];
    Text path = {0}, bytes = {0}, entry = {0};
    text_addf(&entry, " | %s ", name);
    bool known = strstr(key->data, entry.data) != NULL;
    if (!known && model_path(name, &path, NULL) && text_read_file(&bytes, path.data, LARGEST, NULL)) {
        Sha256 hash = sha256_begin();
        sha256_add(&hash, bytes.data, bytes.size);
        sha256_end(&hash, digits);
        text_addf(key, "%s%.16s", entry.data, digits);
    }
    text_free(&path);
    text_free(&bytes);
    text_free(&entry);
}

static void add_beside(Text *key, const char *model, const char *what) {
    Text name = {0};
    model_beside(model, what, &name);
    add_file(key, name.data);
    text_free(&name);
}

static void key_add_chance(Text *key, const MatchPlan *plan) {
    char digits[SHA256_DIGITS + 1];
    if (plan->committed)
        secret_commitment(plan->secret, digits);
    else if (plan->secret)
        secret_print(plan->secret, digits);
    if (plan->secret)
        text_addf(key, "%s %s", plan->committed ? "secret" : "seed", digits);
    else
        text_addf(key, "seed %llu", (unsigned long long)plan->seed);
    text_addf(key, " match %llu", (unsigned long long)plan->match);
}

// Names come with their ending or without; what a network that looks ahead needs lies beside it. What is not there is
// not played with.
void match_key_model(void *key, const char *model) {
    static const char *const others[] = {MODEL_CRITIC, GIN_CHAMPION_KNOCK, GIN_CHAMPION_KNOCK "-" MODEL_CRITIC,
                                         GIN_CHAMPION_PLAIN, GIN_CHAMPION_PLAIN "-" MODEL_CRITIC};
    Text name = {0};
    add_file(key, model);
    text_addf(&name, "%s.safetensors", model);
    add_file(key, name.data);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) add_beside(key, model, others[i]);
    text_free(&name);
}

void match_key(Text *key, const MatchGame *game, const MatchPlan *plan, const MatchMode *mode) {
    text_addf(key, "%s %s | %s | %s | ", game->name, mode->rules, plan->players[0], plan->players[1]);
    key_add_chance(key, plan);
    text_addf(key, " | %s", mode->key);
    for (int i = 0; plan->store && i < 2; i++) game->models(plan->players[i], match_key_model, key);
}
