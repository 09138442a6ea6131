// SPDX-License-Identifier: MIT
#include "engine/digest.h"

#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "gin/players/list/players.h"
#include "hearts/players/list/players.h"

// A player whose choices are counted and hashed. Who has decided often enough is replaced by a quick one, so that the
// game under way comes to its end.
typedef struct GinCounted {
    GinPlayer player, quick;
    int left;
    uint64_t hash;
    int64_t time;
} GinCounted;

static GinAction gin_counted_choose(void *self, const GinView *view, Rng *rng) {
    GinCounted *counted = self;
    if (counted->left == 0) return counted->quick.choose(counted->quick.self, view, rng);
    int64_t begin = clock_now();
    GinAction action = counted->player.choose(counted->player.self, view, rng);
    counted->time += clock_now() - begin;
    uint64_t words[] = {action.move, action.card, action.melds.meld[0], action.melds.meld[1], action.melds.meld[2]};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) counted->hash = rng_fold(counted->hash, words[i]);
    counted->left--;
    return action;
}

static bool gin_digest(const char *spec, uint64_t seed, int decisions, uint64_t *digest, int64_t *nanoseconds,
                       Error *err) {
    GinCounted counted = {.left = decisions};
    if (!gin_player_open(spec, &counted.player, err)) return false;
    bool good = gin_player_open("simple", &counted.quick, err);
    GinRules rules = gin_rules_default();
    const GinPlayer both[2] = {{.self = &counted, .choose = gin_counted_choose},
                               {.self = &counted, .choose = gin_counted_choose}};
    for (uint64_t game = 0; good && counted.left > 0; game++) {
        GinGameResult result;
        gin_play_game(&(GinGamePlan){.rules = &rules, .seed = seed, .deal = game, .game = game}, both, &result);
        good = memory_sufficed(err);
    }
    gin_player_close(&counted.quick);
    gin_player_close(&counted.player);
    *digest = counted.hash;
    *nanoseconds = counted.time / decisions;
    return good;
}

typedef struct HeartsCounted {
    HeartsPlayer player, quick;
    int left;
    uint64_t hash;
    int64_t time;
} HeartsCounted;

static HeartsAction hearts_counted_choose(void *self, const HeartsView *view, Rng *rng) {
    HeartsCounted *counted = self;
    if (counted->left == 0) return counted->quick.choose(counted->quick.self, view, rng);
    int64_t begin = clock_now();
    HeartsAction action = counted->player.choose(counted->player.self, view, rng);
    counted->time += clock_now() - begin;
    counted->hash =
        rng_fold(rng_fold(counted->hash, action.move), action.move == HEARTS_GIVE ? action.give : action.card);
    counted->left--;
    return action;
}

static bool hearts_digest(const char *spec, uint64_t seed, int decisions, uint64_t *digest, int64_t *nanoseconds,
                          Error *err) {
    HeartsCounted counted = {.left = decisions};
    if (!hearts_player_open(spec, &counted.player, err)) return false;
    bool good = hearts_player_open("ducker", &counted.quick, err);
    HeartsRules rules = hearts_rules_default();
    HeartsPlayer all[HEARTS_SEATS];
    for (int i = 0; i < HEARTS_SEATS; i++) all[i] = (HeartsPlayer){.self = &counted, .choose = hearts_counted_choose};
    for (uint64_t game = 0; good && counted.left > 0; game++) {
        HeartsGameResult result;
        hearts_play_game(&(HeartsGamePlan){.rules = &rules, .seed = seed, .deal = game, .game = game}, all, &result);
        good = memory_sufficed(err);
    }
    hearts_player_close(&counted.quick);
    hearts_player_close(&counted.player);
    *digest = counted.hash;
    *nanoseconds = counted.time / decisions;
    return good;
}

bool web_digest(const char *game, const char *spec, uint64_t seed, int decisions, uint64_t *digest,
                int64_t *nanoseconds, Error *err) {
    if (strcmp(game, "gin") == 0) return gin_digest(spec, seed, decisions, digest, nanoseconds, err);
    if (strcmp(game, "hearts") == 0) return hearts_digest(spec, seed, decisions, digest, nanoseconds, err);
    return error_set(err, "there is no game '%.40s'; there are gin and hearts", game);
}
