// SPDX-License-Identifier: MIT
#include "app/gin/app_gin.h"
#include "app/play/play_table.h"
#include "app/teach/advise.h"
#include "app/teach/drill.h"

const AppGame app_of_gin = {
    .game = &game_of_gin,
    .player_name = players_gin_name,
    .players_table = players_gin_table,
    .players_json = players_gin_json,
    .replay = &replay_gin,
    .analyze = analyze_gin,
    .play = &play_of_gin,
    .advise = &advise_gin,
    .drill = &drill_gin,
    .signature = bench_gin_signature,
};
