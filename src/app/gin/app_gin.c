// SPDX-License-Identifier: MIT
#include "app/gin/app_gin.h"

const AppGame app_of_gin = {
    .game = &game_of_gin,
    .players_table = players_gin_table,
    .players_json = players_gin_json,
    .replay = &replay_gin,
    .analyze = analyze_gin,
    .signature = bench_gin_signature,
};
