// SPDX-License-Identifier: MIT
#include "app/teach/cards.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool app_colour(void) {
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (no && *no) return false;
    return isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
}

void app_add_card(Text *text, Card card, bool colour) {
    char plain[CARD_TEXT];
    card_print(card, plain);
    bool red = colour && (card_suit(card) == 1 || card_suit(card) == 2);
    text_addf(text, "%s%s%s", red ? "\x1B[31m" : "", plain, red ? "\x1B[0m" : "");
}

static void add_coloured_cards(Text *text, CardSet cards, bool space, bool colour) {
    for (; cards; cards = set_rest(cards), space = true) {
        if (space) text_add(text, " ");
        app_add_card(text, set_first(cards), colour);
    }
}

void app_add_cards(Text *text, CardSet cards, bool colour) {
    bool space = false;
    for (int rank = 0; rank < CARD_RANKS; rank++) {
        add_coloured_cards(text, cards & set_rank(rank), space, colour);
        space = space || (cards & set_rank(rank));
    }
}

void app_add_hand(Text *text, CardSet hand, const GinSplit *melds, bool colour) {
    bool space = false;
    for (int i = 0; i < GIN_MAX_MELDS; i++) {
        if (!melds->meld[i]) continue;
        text_add(text, space ? " [" : "[");
        add_coloured_cards(text, melds->meld[i], false, colour);
        text_add(text, "]");
        space = true;
    }
    CardSet loose = hand & ~gin_split_cards(melds);
    if (loose && space) text_add(text, " ");
    app_add_cards(text, loose, colour);
}

void app_pad(Text *text, size_t from, int columns) {
    int wide = 0;
    for (size_t i = from; i < text->size; i++) {
        unsigned char c = (unsigned char)text->data[i];
        if (c == 0x1B)
            i += strcspn(text->data + i, "m");
        else
            wide += (c & 0xC0) != 0x80; // the bytes after the first of a UTF-8 character take no room
    }
    do text_add(text, " ");
    while (++wide < columns);
}

void app_add_name(Text *text, const char *name) { text_add_printable(text, name); }

void app_json_card(Json *json, const char *key, Card card) {
    char text[CARD_TEXT];
    card_print(card, text);
    json_string(json, key, text);
}

void app_json_cards(Json *json, const char *key, CardSet cards) {
    json_array(json, key);
    for (CardSet rest = cards; rest; rest = set_rest(rest)) app_json_card(json, NULL, set_first(rest));
    json_end_array(json);
}

void app_json_melds(Json *json, const char *key, const GinSplit *melds) {
    json_array(json, key);
    for (int i = 0; i < GIN_MAX_MELDS; i++)
        if (melds->meld[i]) app_json_cards(json, NULL, melds->meld[i]);
    json_end_array(json);
}
