// SPDX-License-Identifier: MIT
#include "app/play/play_typed.h"

#include <string.h>

const char *play_next_word(const char *at, char word[16]) {
    size_t size = 0;
    while (*at == ' ' || *at == '\t' || *at == '\r') at++;
    for (; *at && *at != ' ' && *at != '\t' && *at != '\r'; at++) {
        char c = *at >= 'A' && *at <= 'Z' ? (char)(*at - 'A' + 'a') : *at;
        if (size < 15) word[size++] = c;
    }
    word[size] = '\0';
    return at;
}

bool play_is_word(const char *word, const char *const *any) {
    for (; *any; any++)
        if (strcmp(word, *any) == 0) return true;
    return false;
}

bool play_word_card(const char *word, Card *card) {
    int used = card_read(word, card);
    return used > 0 && word[used] == '\0';
}
