// SPDX-License-Identifier: MIT
// Hearts for `deadwood replay`: hands trick by trick, and what they come to.
#include <inttypes.h>
#include <string.h>

#include "app/hearts/app_hearts.h"
#include "hearts/record.h"

enum { NAME_COLUMNS = 24, MOST_NAMES = 4 };

// What a name took in all seats it had.
typedef struct Tally {
    char name[HEARTS_NAME_TEXT];
    uint64_t seats; // hands, once for each seat
    int64_t points;
} Tally;

typedef struct Hearts {
    HeartsRecord record[2]; // the one before, and the last one read, by turns
    int at;
    uint64_t records;                         // read
    uint64_t hands, games, moons, unfinished; // shown
    Tally tally[MOST_NAMES];
    int names;
    bool many; // more names than that
} Hearts;

static bool hearts_replay_read(void *self, const char *line, uint64_t *game, uint64_t *hand, Error *err) {
    Hearts *hearts = self;
    HeartsRecord *record = &hearts->record[hearts->at ^ 1];
    if (!hearts_record_parse(line, record, err)) return false;
    if (hearts->records && !hearts_record_follows(&hearts->record[hearts->at], record, err)) return false;
    hearts->at ^= 1;
    hearts->records++;
    *game = record->game;
    *hand = record->hand;
    return true;
}

static Tally *tally_of(Hearts *hearts, const char *name) {
    for (int i = 0; i < hearts->names; i++)
        if (strcmp(hearts->tally[i].name, name) == 0) return &hearts->tally[i];
    if (hearts->names == MOST_NAMES) {
        hearts->many = true;
        return &hearts->tally[0];
    }
    text_copy(hearts->tally[hearts->names].name, HEARTS_NAME_TEXT, name);
    return &hearts->tally[hearts->names++];
}

static const HeartsRecord *hearts_replay_count(Hearts *hearts) {
    const HeartsRecord *record = &hearts->record[hearts->at];
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        Tally *tally = tally_of(hearts, record->player[seat]);
        tally->seats += !record->unfinished;
        tally->points += record->points[seat];
    }
    hearts->hands++;
    hearts->games += record->game_over;
    hearts->moons += record->moon >= 0;
    hearts->unfinished += record->unfinished;
    return record;
}

// ---- As a person reads it ----

// The hand being shown.
typedef struct Scene {
    ReplayPage *page;
    Text *out;
    const HeartsRecord *record;
    HeartsState state;
} Scene;

static void hearts_scene_add_player(Scene *scene, int seat) {
    const HeartsRecord *record = scene->record;
    const char *names[] = {record->player[0], record->player[1], record->player[2], record->player[3]};
    replay_add_player(scene->out, names, HEARTS_SEATS, seat);
}

static void hearts_scene_add_numbers(Scene *scene, const int16_t numbers[HEARTS_SEATS]) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        text_add(scene->out, seat ? ", " : "");
        hearts_scene_add_player(scene, seat);
        text_addf(scene->out, " %d", numbers[seat]);
    }
}

// By suit and in trick order, the ace high.
static void hearts_scene_add_hand(Scene *scene, CardSet hand) {
    bool space = false;
    for (int suit = 0; suit < CARD_SUITS; suit++)
        for (CardSet rest = hearts_order(hand & set_suit(suit)); rest; rest = set_rest(rest), space = true) {
            if (space) text_add(scene->out, " ");
            app_add_card(scene->out, set_first(hearts_from_order(rest & -rest)), scene->page->colour);
        }
}

static void hearts_scene_add_hands(Scene *scene) {
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        size_t line = scene->out->size;
        text_add(scene->out, "      ");
        hearts_scene_add_player(scene, seat);
        app_pad(scene->out, line, NAME_COLUMNS);
        hearts_scene_add_hand(scene, scene->state.hand[seat]);
        text_add(scene->out, "\n");
    }
}

static void hearts_scene_add_head(Scene *scene) {
    static const char *const ways[] = {"no cards are passed", "cards go left", "cards go right", "cards go across"};
    const HeartsRecord *record = scene->record;
    char rules[HEARTS_RULES_TEXT];
    hearts_rules_print(&record->rules, rules);
    text_addf(scene->out, "Game %" PRIu64 ", hand %" PRIu32 " (%s): ", record->game, record->hand, rules);
    hearts_scene_add_numbers(scene, record->score);
    text_addf(scene->out, "; %s\n\n", ways[scene->state.table.direction]);
    hearts_scene_add_hands(scene);
    text_add(scene->out, "\n");
}

static void add_pass(Scene *scene, const HeartsAction *action) {
    Seat seat = scene->state.table.to_act;
    text_add(scene->out, "      ");
    hearts_scene_add_player(scene, seat);
    text_add(scene->out, " passes ");
    hearts_scene_add_hand(scene, action->give);
    text_add(scene->out, " to ");
    hearts_scene_add_player(scene, hearts_pass_to((HeartsPass)scene->state.table.direction, seat));
    text_add(scene->out, "\n");
}

// Cards of the trick that begins with this action.
static int trick_size(const HeartsRecord *record, int action) {
    int left = record->actions - action;
    return left < HEARTS_SEATS ? left : HEARTS_SEATS;
}

// Plays the cards of a trick and tells who took it; of an unfinished one there may be fewer than four.
static void hearts_scene_add_trick(Scene *scene, const HeartsAction *actions, int cards) {
    HeartsState *state = &scene->state;
    CardSet before[HEARTS_SEATS];
    memcpy(before, state->table.taken, sizeof before);
    text_addf(scene->out, "%4d. ", state->table.tricks + 1);
    for (int i = 0; i < cards; i++) {
        text_add(scene->out, i ? ", " : "");
        hearts_scene_add_player(scene, state->table.to_act);
        text_add(scene->out, " ");
        app_add_card(scene->out, actions[i].card, scene->page->colour);
        hearts_apply(state, NULL, &actions[i]);
    }
    if (cards < HEARTS_SEATS) {
        text_add(scene->out, "\n");
        return;
    }
    Seat winner = state->table.leader;
    int points = hearts_points_of(state->rules, state->table.taken[winner] & ~before[winner]);
    text_add(scene->out, ": ");
    hearts_scene_add_player(scene, winner);
    text_add(scene->out, " takes it");
    if (points) text_addf(scene->out, ", %d point%s", points, points == 1 ? "" : "s");
    text_add(scene->out, "\n");
}

static void hearts_scene_add_end(Scene *scene) {
    const HeartsRecord *record = scene->record;
    int16_t score[HEARTS_SEATS];
    text_add(scene->out, "\n");
    if (record->unfinished) {
        text_add(scene->out, "      unfinished: ");
        hearts_scene_add_player(scene, scene->state.table.to_act);
        text_add(scene->out, scene->state.table.phase == HEARTS_PASSING ? " is to pass\n\n" : " is to play\n\n");
        return;
    }
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        score[seat] = hearts_new_score(record->score[seat], record->points[seat]);
        if (!record->fault[seat]) continue;
        text_add(scene->out, "      ");
        hearts_scene_add_player(scene, seat);
        text_addf(scene->out, " was taken out after %d cards: %s\n", record->fault_at[seat],
                  fault_name((Fault)record->fault[seat]));
    }
    if (record->moon >= 0) {
        text_add(scene->out, "      ");
        hearts_scene_add_player(scene, record->moon);
        text_add(scene->out, " shoots the moon\n");
    }
    text_add(scene->out, "      points: ");
    hearts_scene_add_numbers(scene, record->points);
    if (record->rules.target) {
        text_add(scene->out, "\n      score: ");
        hearts_scene_add_numbers(scene, score);
    }
    text_add(scene->out, "\n");
    if (record->game_over && record->rules.target) {
        text_add(scene->out, "      ");
        if (record->game_winner >= 0) hearts_scene_add_player(scene, record->game_winner);
        text_add(scene->out, record->game_winner >= 0 ? " wins the game\n" : "the game is drawn\n");
    }
    text_add(scene->out, "\n");
}

static void hearts_replay_show(void *self, ReplayPage *page) {
    const HeartsRecord *record = hearts_replay_count(self);
    Scene scene = {.page = page, .out = &page->out, .record = record};
    int passes = hearts_record_passes(record);
    hearts_record_deal(record, &scene.state, NULL);
    hearts_scene_add_head(&scene);
    for (int i = 0; i < passes; i++) {
        add_pass(&scene, &record->action[i]);
        hearts_apply(&scene.state, NULL, &record->action[i]);
    }
    if (passes) text_add(scene.out, "\n");
    for (int i = passes; i < record->actions && !page->stopped; i += HEARTS_SEATS) {
        hearts_scene_add_trick(&scene, &record->action[i], trick_size(record, i));
        if (page->keys) hearts_scene_add_hands(&scene);
        replay_pause(page);
    }
    if (!page->stopped) hearts_scene_add_end(&scene);
}

static void hearts_replay_summary(void *self, Text *text) {
    const Hearts *hearts = self;
    text_addf(text, "%" PRIu64 " hand%s, %" PRIu64 " moon%s", hearts->hands, hearts->hands == 1 ? "" : "s",
              hearts->moons, hearts->moons == 1 ? "" : "s");
    if (hearts->unfinished) text_addf(text, ", %" PRIu64 " unfinished", hearts->unfinished);
    text_addf(text, "; %" PRIu64 " game%s ended", hearts->games, hearts->games == 1 ? "" : "s");
    for (int i = 0; i < hearts->names && !hearts->many; i++) {
        text_add(text, i ? ", " : ": ");
        app_add_name(text, hearts->tally[i].name);
        double hands = hearts->tally[i].seats ? (double)hearts->tally[i].seats : 1;
        text_addf(text, " took %.2f points a hand", (double)hearts->tally[i].points / hands);
    }
    text_add(text, "\n");
}

// ---- JSON ----

static void json_points(Json *json, const char *key, const int16_t points[HEARTS_SEATS]) {
    replay_json_numbers(json, key, (const int[]){points[0], points[1], points[2], points[3]}, HEARTS_SEATS);
}

static void json_sets(Json *json, const char *key, const CardSet sets[HEARTS_SEATS]) {
    json_array(json, key);
    for (int seat = 0; seat < HEARTS_SEATS; seat++) app_json_cards(json, NULL, sets[seat]);
    json_end_array(json);
}

static void json_trick(Json *json, HeartsState *state, const HeartsAction *actions, int cards) {
    Seat leader = state->table.leader;
    CardSet before = state->table.taken[0] | state->table.taken[1] | state->table.taken[2] | state->table.taken[3];
    json_object(json, NULL);
    json_int(json, "leader", leader);
    json_array(json, "cards");
    for (int i = 0; i < cards; i++) {
        app_json_card(json, NULL, actions[i].card);
        hearts_apply(state, NULL, &actions[i]);
    }
    json_end_array(json);
    replay_json_seat(json, "winner", cards == HEARTS_SEATS ? state->table.leader : -1);
    json_int(json, "points", hearts_points_of(state->rules, state->table.played & ~before));
    json_end(json);
}

static void json_faults(Json *json, const HeartsRecord *record) {
    json_array(json, "faults");
    for (int seat = 0; seat < HEARTS_SEATS; seat++) {
        if (!record->fault[seat]) continue;
        json_object(json, NULL);
        json_int(json, "seat", seat);
        json_string(json, "cause", fault_name((Fault)record->fault[seat]));
        json_int(json, "cards", record->fault_at[seat]);
        json_end(json);
    }
    json_end_array(json);
}

static void hearts_replay_show_json(void *self, Json *json) {
    static const char *const ways[] = {"none", "left", "right", "across"};
    const HeartsRecord *record = hearts_replay_count(self);
    HeartsState state;
    char rules[HEARTS_RULES_TEXT];
    int passes = hearts_record_passes(record);
    hearts_rules_print(&record->rules, rules);
    hearts_record_deal(record, &state, NULL);
    json_object(json, NULL);
    json_uint(json, "game", record->game);
    json_uint(json, "hand", record->hand);
    json_string(json, "rules", rules);
    json_array(json, "players");
    for (int seat = 0; seat < HEARTS_SEATS; seat++) json_string(json, NULL, record->player[seat]);
    json_end_array(json);
    json_points(json, "score", record->score);
    json_string(json, "pass", ways[state.table.direction]);
    json_sets(json, "cards", state.hand);
    for (int i = 0; i < passes; i++) hearts_apply(&state, NULL, &record->action[i]);
    json_sets(json, "passed", state.given);
    json_array(json, "tricks");
    for (int i = passes; i < record->actions; i += HEARTS_SEATS)
        json_trick(json, &state, &record->action[i], trick_size(record, i));
    json_end_array(json);
    json_bool(json, "unfinished", record->unfinished);
    json_faults(json, record);
    json_points(json, "points", record->points);
    replay_json_seat(json, "moon", record->moon);
    json_bool(json, "game_over", record->game_over);
    replay_json_seat(json, "game_winner", record->game_winner);
    json_end(json);
}

static void hearts_replay_summary_json(void *self, Json *json) {
    const Hearts *hearts = self;
    json_uint(json, "hands", hearts->hands);
    json_uint(json, "moons", hearts->moons);
    json_uint(json, "unfinished", hearts->unfinished);
    json_uint(json, "games", hearts->games);
    if (hearts->many) return;
    json_array(json, "players");
    for (int i = 0; i < hearts->names; i++) {
        json_object(json, NULL);
        json_string(json, "player", hearts->tally[i].name);
        json_uint(json, "hands", hearts->tally[i].seats);
        json_int(json, "points", hearts->tally[i].points);
        json_end(json);
    }
    json_end_array(json);
}

const ReplayGame replay_hearts = {
    .size = sizeof(Hearts),
    .read = hearts_replay_read,
    .show = hearts_replay_show,
    .show_json = hearts_replay_show_json,
    .summary = hearts_replay_summary,
    .summary_json = hearts_replay_summary_json,
};
