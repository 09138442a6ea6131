// SPDX-License-Identifier: MIT
#include "app/hearts/app_hearts.h"
#include "app/play/play_table.h"
#include "app/teach/advise.h"
#include "app/teach/drill.h"

const AppGame app_of_hearts = {
    .game = &game_of_hearts,
    .player_name = players_hearts_name,
    .players_table = players_hearts_table,
    .players_json = players_hearts_json,
    .replay = &replay_hearts,
    .analyze = analyze_hearts,
    .play = &play_of_hearts,
    .advise = &advise_hearts,
    .drill = &drill_hearts,
    .signature = bench_hearts_signature,
};
