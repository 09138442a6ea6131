// SPDX-License-Identifier: MIT
#include "gin/players/env/scene.h"

#include <string.h>

enum { US = 0, THEM = 1 };

static void scene_add_event(GinScene *scene, GinEventKind kind, Seat seat, Card card) {
    scene->log.event[scene->log.count++] = (GinEvent){(uint8_t)(2 * kind + seat), card};
}

// One deed of the opponent. What it took or declined we had discarded before; how it drew otherwise is left open.
static bool add_deed(GinScene *scene, const char *verb, Card card, Error *err) {
    char text[CARD_TEXT];
    card_print(card, text);
    if (set_has(scene->hand, card) && strcmp(verb, "took") == 0)
        return error_set(err, "it cannot have taken %s, which is in the hand", text);
    if (scene->log.count + 4 > GIN_LOG_SIZE - 8) return error_set(err, "that is more than a hand can hold");
    if (strcmp(verb, "discarded") == 0) {
        scene_add_event(scene, GIN_EVENT_DISCARD, THEM, card);
        scene->table.discarded[THEM] |= set_of(card);
        scene->table.known[THEM] &= ~set_of(card);
        scene->pile |= set_of(card);
        scene->latest = card;
        scene->table.turns[THEM]++;
        return true;
    }
    bool took = strcmp(verb, "took") == 0;
    scene_add_event(scene, GIN_EVENT_STOCK, US, CARD_NONE);
    scene_add_event(scene, GIN_EVENT_DISCARD, US, card);
    scene_add_event(scene, took ? GIN_EVENT_TAKE : GIN_EVENT_STOCK, THEM, took ? card : CARD_NONE);
    scene->table.discarded[US] |= set_of(card);
    scene->table.turns[US]++;
    scene->table.takes[THEM] = (uint8_t)(scene->table.takes[THEM] + took);
    if (took)
        scene->table.known[THEM] |= set_of(card), scene->pile &= ~set_of(card);
    else
        scene->pile |= set_of(card);
    scene->latest = card;
    return true;
}

bool gin_scene_opponent(GinScene *scene, const char *text, Error *err) {
    static const char *const verbs[] = {"took", "declined", "discarded"};
    const char *verb = NULL;
    while (*text) {
        if (*text == ' ' || *text == ',') {
            text++;
            continue;
        }
        Card card;
        int used = card_read(text, &card);
        bool ends = used && (text[used] == '\0' || text[used] == ' ' || text[used] == ',');
        if (ends && verb) {
            if (!add_deed(scene, verb, card, err)) return false;
            text += used;
            continue;
        }
        size_t size = strcspn(text, " ,");
        verb = NULL;
        for (int i = 0; i < 3; i++)
            if (strlen(verbs[i]) == size && strncmp(text, verbs[i], size) == 0) verb = verbs[i];
        if (!verb)
            return error_set(err,
                             "'%.20s' is neither took, declined, discarded nor a card after one of them, "
                             "as in \"took 7C, declined 9D, discarded KD\"",
                             text);
        text += size;
    }
    return true;
}

static bool is_possible(GinScene *scene, Error *err) {
    // The opponent may well have discarded what we took since.
    CardSet both = scene->pile & scene->hand & ~scene->table.discarded[THEM];
    if (both) {
        char text[SET_TEXT];
        set_print(both, ' ', text);
        return error_set(err, "%s cannot be in the pile and in the hand", text);
    }
    scene->pile &= ~scene->hand;
    if (scene->pile & scene->table.known[THEM])
        return error_set(err, "what the opponent took is no longer in the pile");
    if (set_count(scene->table.known[THEM]) > GIN_HAND_SIZE) return error_set(err, "the opponent holds ten cards only");
    if (set_count(SET_DECK & ~(scene->pile | scene->hand)) < GIN_HAND_SIZE + 2)
        return error_set(err, "with so many cards in the pile none are left for the opponent and the stock");
    return true;
}

bool gin_scene_view(GinScene *scene, GinView *view, Error *err) {
    if (!is_possible(scene, err)) return false;
    GinTable *table = &scene->table;
    bool taken = scene->taken != CARD_NONE;
    scene_add_event(scene, taken ? GIN_EVENT_TAKE : GIN_EVENT_STOCK, US, scene->taken);
    table->upcard = CARD_NONE;
    if (set_has(scene->pile, scene->latest)) table->upcard = scene->latest;
    table->buried = scene->pile & ~set_of(table->upcard);
    table->taken = scene->taken;
    if (taken) table->known[US] = set_of(scene->taken);
    table->stock = (uint8_t)(set_count(SET_DECK & ~(scene->pile | scene->hand)) - GIN_HAND_SIZE);
    table->phase = GIN_DISCARD;
    table->to_act = US;
    table->knock_limit = scene->rules.knock_limit;
    table->factor = 1;
    table->turns[US]++;
    *view = (GinView){
        .table = table,
        .log = &scene->log,
        .draws = &scene->draws,
        .rules = &scene->rules,
        .hand = scene->hand,
        .drawn = scene->taken,
        .seat = US,
    };
    return true;
}
