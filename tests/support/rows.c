// SPDX-License-Identifier: MIT
#include "support/rows.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "base/rng.h"

Team *team_of(int threads) {
    Team *team = team_open(threads);
    if (!team) fail_msg("no team of %d", threads);
    return team;
}

uint64_t hash_of(const void *bytes, size_t size) {
    uint64_t hash = 0;
    for (size_t i = 0; i < size; i++) hash = (hash ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001B3) + 1;
    return rng_mix(hash);
}
