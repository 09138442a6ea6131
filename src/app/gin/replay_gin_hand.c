// SPDX-License-Identifier: MIT
// One hand of gin for `deadwood replay`, as a person reads it and as JSON.
#include <inttypes.h>

#include "app/app.h"
#include "app/gin/app_gin.h"

enum { NAME_COLUMNS = 20, DEADWOOD_COLUMN = 66 };

// The hand being shown.
typedef struct Scene {
    ReplayPage *page;
    Text *out;
    const GinRecord *record;
    GinState state;
    int turn;    // numbered lines printed
    size_t line; // where the one being written begins
} Scene;

static void gin_scene_add_player(Scene *scene, int seat) {
    const char *names[GIN_SEATS] = {scene->record->player[0], scene->record->player[1]};
    replay_add_player(scene->out, names, GIN_SEATS, seat);
}

static void add_score(Scene *scene, const int score[2]) {
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        text_add(scene->out, seat ? ", " : "");
        gin_scene_add_player(scene, seat);
        text_addf(scene->out, " %d", score[seat]);
    }
}

static void gin_scene_add_deadwood(Scene *scene, int deadwood) {
    app_pad(scene->out, scene->line, DEADWOOD_COLUMN);
    text_addf(scene->out, "deadwood %2d\n", deadwood);
}

// Player and cards, melded as given, and what was laid off.
static void add_holding(Scene *scene, int seat, const GinSplit *melds, CardSet laid_off) {
    CardSet hand = scene->state.hand[seat];
    scene->line = scene->out->size;
    text_add(scene->out, "      ");
    gin_scene_add_player(scene, seat);
    app_pad(scene->out, scene->line, NAME_COLUMNS);
    app_add_hand(scene->out, hand & ~laid_off, melds, scene->page->colour);
    if (laid_off) {
        text_add(scene->out, ", lays off ");
        app_add_cards(scene->out, laid_off, scene->page->colour);
    }
    gin_scene_add_deadwood(scene, gin_points(hand & ~laid_off & ~gin_split_cards(melds)));
}

static void gin_scene_add_hands(Scene *scene) {
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        GinSplit melds = gin_best_split(scene->state.hand[seat]);
        add_holding(scene, seat, &melds, 0);
    }
}

static void gin_scene_add_head(Scene *scene) {
    const GinRecord *record = scene->record;
    const GinTable *table = &scene->state.table;
    char rules[GIN_RULES_TEXT];
    gin_rules_print(&record->rules, rules);
    text_addf(scene->out, "Game %" PRIu64 ", hand %" PRIu32 " (%s): ", record->game, record->hand, rules);
    add_score(scene, (const int[2]){record->score[0], record->score[1]});
    text_add(scene->out, "; ");
    gin_scene_add_player(scene, record->starter);
    text_add(scene->out, " starts\n\n");
    gin_scene_add_hands(scene);
    text_add(scene->out, "      upcard ");
    app_add_card(scene->out, table->upcard, scene->page->colour);
    if (record->rules.upcard_limit) text_addf(scene->out, ", knock limit %d", table->knock_limit);
    if (table->factor > 1) text_add(scene->out, ", the hand counts double");
    text_add(scene->out, "\n\n");
}

// Shows both hands and waits for the reader.
static void pause_after_turn(Scene *scene) {
    if (!scene->page->keys) return;
    gin_scene_add_hands(scene);
    replay_pause(scene->page);
}

static void begin_turn(Scene *scene, int seat) {
    scene->line = scene->out->size;
    text_addf(scene->out, "%4d. ", ++scene->turn);
    gin_scene_add_player(scene, seat);
}

static void add_discard(Scene *scene, int seat, const GinAction *action) {
    CardSet hand = scene->state.hand[seat];
    int left = gin_deadwood(hand);
    if (action->move == GIN_CALL_BIG) {
        text_add(scene->out, ": big gin, all eleven melded");
    } else {
        text_add(scene->out, ", discards ");
        app_add_card(scene->out, action->card, scene->page->colour);
    }
    if (action->move == GIN_KNOCK) {
        left = gin_points(hand & ~gin_split_cards(&scene->state.melds[seat]));
        text_add(scene->out, left ? " and knocks" : ": gin");
    }
    gin_scene_add_deadwood(scene, left);
}

// Plays one action and tells it; a draw and its discard share a line. True when a turn has ended.
static bool add_action(Scene *scene, const GinAction *action) {
    Seat seat = scene->state.table.to_act;
    Card upcard = scene->state.table.upcard;
    bool colour = scene->page->colour;
    gin_apply(&scene->state, NULL, action);
    switch ((GinMove)action->move) {
    case GIN_PASS:
        begin_turn(scene, seat);
        text_add(scene->out, " declines ");
        app_add_card(scene->out, upcard, colour);
        text_add(scene->out, "\n");
        return true;
    case GIN_TAKE:
        begin_turn(scene, seat);
        text_add(scene->out, " takes ");
        app_add_card(scene->out, upcard, colour);
        return false;
    case GIN_STOCK:
        begin_turn(scene, seat);
        text_add(scene->out, " draws ");
        app_add_card(scene->out, scene->state.drawn, colour);
        text_add(scene->out, " from the stock");
        return false;
    case GIN_DROP:
    case GIN_KNOCK:
    case GIN_CALL_BIG: add_discard(scene, seat, action); return true;
    case GIN_SHOW:
    case GIN_RESIGN: break;
    }
    return false;
}

static const char *const TRIED[] = {
    [GIN_PASS] = "to pass",         [GIN_TAKE] = "to take the upcard", [GIN_STOCK] = "to draw from the stock",
    [GIN_DROP] = "to discard ",     [GIN_KNOCK] = "to knock with ",    [GIN_CALL_BIG] = "to call big gin",
    [GIN_SHOW] = "to show melds: ", [GIN_RESIGN] = "what is no move",
};

static void add_fault(Scene *scene) {
    const GinRecord *record = scene->record;
    const GinAction *refused = &record->refused;
    if (scene->state.table.phase == GIN_DISCARD) text_add(scene->out, "\n");
    text_add(scene->out, "\n      ");
    gin_scene_add_player(scene, record->faulty);
    text_addf(scene->out, " forfeits the game: %s", fault_name(record->fault));
    if (record->fault == FAULT_ILLEGAL) {
        text_addf(scene->out, ", tried %s", TRIED[refused->move]);
        if (refused->move == GIN_DROP || refused->move == GIN_KNOCK)
            app_add_card(scene->out, refused->card, scene->page->colour);
        if (refused->move == GIN_KNOCK && gin_split_cards(&refused->melds)) text_add(scene->out, " and melds ");
        for (int i = 0; i < GIN_MAX_MELDS; i++) {
            if (!refused->melds.meld[i]) continue;
            GinSplit meld = {{refused->melds.meld[i] & SET_DECK}};
            if (i) text_add(scene->out, " ");
            app_add_hand(scene->out, 0, &meld, scene->page->colour);
        }
    }
    text_add(scene->out, "\n");
}

static void add_showdown(Scene *scene) {
    const GinResult *result = &scene->record->result;
    static const char *const ends[] = {[GIN_KNOCKED] = "",
                                       [GIN_GIN] = " for gin",
                                       [GIN_BIG_GIN] = " for big gin",
                                       [GIN_UNDERCUT] = " for an undercut"};
    int knocker = result->knocker;
    text_add(scene->out, "\n");
    add_holding(scene, knocker, &scene->state.melds[knocker], 0);
    add_holding(scene, knocker ^ 1, &scene->state.melds[knocker ^ 1], result->laid_off);
    text_add(scene->out, "      ");
    gin_scene_add_player(scene, result->winner);
    text_addf(scene->out, " scores %d%s: ", result->points, ends[result->end]);
}

// Whose turn it is where the record ends.
static void add_unfinished(Scene *scene) {
    if (scene->state.table.phase == GIN_DISCARD) text_add(scene->out, "\n");
    text_add(scene->out, "\n      unfinished: ");
    gin_scene_add_player(scene, scene->state.table.to_act);
    text_add(scene->out, " is to play\n");
}

static void gin_scene_add_end(Scene *scene) {
    const GinRecord *record = scene->record;
    int score[2] = {record->score[0], record->score[1]};
    if (record->unfinished) {
        add_unfinished(scene);
    } else if (record->faulty >= 0) {
        add_fault(scene);
    } else {
        if (record->result.end == GIN_CANCELLED)
            text_add(scene->out, "\n      cancelled, nobody knocked: ");
        else
            add_showdown(scene);
        score[record->result.winner] += record->result.points;
        add_score(scene, score);
        text_add(scene->out, "\n");
    }
    if (record->game_over) {
        text_add(scene->out, "      ");
        if (record->game_winner >= 0) gin_scene_add_player(scene, record->game_winner);
        text_add(scene->out, record->game_winner >= 0 ? " wins the game\n" : "the game is drawn\n");
    }
    text_add(scene->out, "\n");
}

void replay_gin_hand(ReplayPage *page, const GinRecord *record) {
    Scene scene = {.page = page, .out = &page->out, .record = record};
    gin_record_deal(record, &scene.state, NULL);
    gin_scene_add_head(&scene);
    for (int i = 0; i < record->actions && !page->stopped; i++)
        if (add_action(&scene, &record->action[i])) pause_after_turn(&scene);
    if (!page->stopped) gin_scene_add_end(&scene);
}

static void json_action(Json *json, GinState *state, const GinAction *action) {
    static const char *const moves[] = {"pass", "take", "stock", "discard", "knock", "big-gin", "show"};
    Seat seat = state->table.to_act;
    gin_apply(state, NULL, action);
    json_object(json, NULL);
    json_int(json, "seat", seat);
    json_string(json, "move", moves[action->move]);
    bool draw = action->move == GIN_TAKE || action->move == GIN_STOCK;
    if (draw) app_json_card(json, "card", state->drawn);
    if (action->move == GIN_DROP || action->move == GIN_KNOCK) {
        app_json_card(json, "card", action->card);
        json_int(json, "deadwood", gin_deadwood(state->hand[seat]));
    }
    if (action->move >= GIN_KNOCK) app_json_melds(json, "melds", &state->melds[seat]);
    json_end(json);
}

static void json_result(Json *json, const GinRecord *record) {
    static const char *const ends[] = {"cancelled", "knock", "gin", "big-gin", "undercut"};
    const GinResult *result = &record->result;
    bool forfeit = record->faulty >= 0, open = record->unfinished;
    bool scored = !forfeit && !open && result->end != GIN_CANCELLED;
    json_object(json, "result");
    json_string(json, "end", forfeit ? "forfeit" : open ? "unfinished" : ends[result->end]);
    replay_json_seat(json, "winner", scored ? result->winner : -1);
    json_int(json, "points", result->points);
    if (forfeit) {
        json_int(json, "forfeiter", record->faulty);
        json_string(json, "cause", fault_name(record->fault));
    } else if (!open) {
        replay_json_numbers(json, "deadwood", (const int[]){result->deadwood[0], result->deadwood[1]}, GIN_SEATS);
        app_json_cards(json, "laid_off", result->laid_off);
    }
    json_end(json);
}

void replay_gin_hand_json(Json *json, const GinRecord *record) {
    char rules[GIN_RULES_TEXT];
    GinState state;
    gin_rules_print(&record->rules, rules);
    gin_record_deal(record, &state, NULL);
    json_object(json, NULL);
    json_uint(json, "game", record->game);
    json_uint(json, "hand", record->hand);
    json_string(json, "rules", rules);
    json_array(json, "players");
    for (int seat = 0; seat < GIN_SEATS; seat++) json_string(json, NULL, record->player[seat]);
    json_end_array(json);
    json_int(json, "starter", record->starter);
    replay_json_numbers(json, "score", (const int[]){record->score[0], record->score[1]}, GIN_SEATS);
    json_array(json, "cards");
    for (int seat = 0; seat < GIN_SEATS; seat++) app_json_cards(json, NULL, state.hand[seat]);
    json_end_array(json);
    app_json_card(json, "upcard", state.table.upcard);
    json_int(json, "knock_limit", state.table.knock_limit);
    json_int(json, "factor", state.table.factor);
    json_array(json, "actions");
    for (int i = 0; i < record->actions; i++) json_action(json, &state, &record->action[i]);
    json_end_array(json);
    json_result(json, record);
    int score[2] = {record->score[0], record->score[1]};
    score[record->result.winner] += record->result.points;
    replay_json_numbers(json, "new_score", (const int[]){score[0], score[1]}, GIN_SEATS);
    json_bool(json, "game_over", record->game_over);
    replay_json_seat(json, "game_winner", record->game_winner);
    json_end(json);
}
