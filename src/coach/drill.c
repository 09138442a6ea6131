// SPDX-License-Identifier: MIT
#include "coach/drill.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// The shipped sets (gin/gin.drills, hearts/hearts.drills), made part of the program by cmake/embed.cmake.
extern const char coach_drills_gin[], coach_drills_hearts[];

// ---- Repetition ----

int64_t drill_wait(int *step, bool right) {
    static const int64_t days[DRILL_LAST_STEP + 1] = {0, 1, 3, 7, 21, 60};
    *step = right ? *step + 1 : 0;
    if (*step > DRILL_LAST_STEP) *step = DRILL_LAST_STEP;
    return right ? days[*step] * 24 * 3600 : 600;
}

int drill_difficulty(double failed) {
    int difficulty = 1 + (int)(failed * DRILL_HARDEST);
    return difficulty < 1 ? 1 : difficulty > DRILL_HARDEST ? DRILL_HARDEST : difficulty;
}

void drill_answered(Drill *drill, bool right, int64_t now) {
    drill->due = now + drill_wait(&drill->step, right);
    (right ? &drill->right : &drill->wrong)[0]++;
}

// ---- Reading ----

// The value behind "name=" at *at, which must stand there; *at goes on behind it and its blank.
static bool take_word(const char **at, const char *name, char *value, size_t room, Error *err) {
    size_t size = strlen(name), length;
    if (strncmp(*at, name, size) != 0 || (*at)[size] != '=')
        return error_set(err, "'%s=' should stand where '%.20s' does", name, *at);
    *at += size + 1;
    length = strcspn(*at, " \n");
    if (length == 0 || length >= room)
        return error_set(err, "%s: its value is %s", name, length ? "too long" : "empty");
    memcpy(value, *at, length);
    value[length] = '\0';
    *at += length + ((*at)[length] == ' ');
    return true;
}

static bool drill_take_number(const char **at, const char *name, int64_t most, int64_t *number, Error *err) {
    char word[32];
    return take_word(at, name, word, sizeof word, err) && text_to_int(word, name, 0, most, number, err);
}

static bool take_double(const char **at, const char *name, double *number, Error *err) {
    char word[32];
    return take_word(at, name, word, sizeof word, err) && text_to_double(word, name, -1e6, 1e6, number, err);
}

// A word of lower case letters and dashes.
static bool take_name(const char **at, const char *name, char value[DRILL_WORD], Error *err) {
    if (!take_word(at, name, value, DRILL_WORD, err)) return false;
    return value[strspn(value, "abcdefghijklmnopqrstuvwxyz-")] == '\0' ||
           error_set(err, "%s: '%s' is no word of small letters", name, value);
}

static bool take_game(const char **at, char game[DRILL_GAME], Error *err) {
    return take_word(at, "game", game, DRILL_GAME, err) &&
           (drill_set(game) || error_set(err, "there is no game '%s'", game));
}

static const int64_t FAR = INT64_C(1) << 40; // seconds

static bool drill_read_numbers(Drill *drill, const char **at, Error *err) {
    int64_t difficulty, own, step, right, wrong;
    if (!drill_take_number(at, "difficulty", DRILL_HARDEST, &difficulty, err) ||
        !take_double(at, "cost", &drill->cost, err) || !drill_take_number(at, "own", 1, &own, err) ||
        !drill_take_number(at, "step", DRILL_LAST_STEP, &step, err) ||
        !drill_take_number(at, "due", FAR, &drill->due, err) || !drill_take_number(at, "right", 1000000, &right, err) ||
        !drill_take_number(at, "wrong", 1000000, &wrong, err))
        return false;
    drill->difficulty = (int)difficulty;
    drill->own = own != 0;
    drill->step = (int)step;
    drill->right = (int)right;
    drill->wrong = (int)wrong;
    return true;
}

bool drill_read(Drill *drill, const char *line, Error *err) {
    static const char begins[] = "drill/1 ", position[] = "position=";
    *drill = (Drill){.difficulty = 0};
    if (strncmp(line, begins, sizeof begins - 1) != 0)
        return error_set(err, "'%.16s' begins no drill; they begin with drill/1", line);
    line += sizeof begins - 1;
    if (!take_game(&line, drill->game, err) || !take_name(&line, "kind", drill->kind, err) ||
        !take_name(&line, "idea", drill->idea, err) || !drill_read_numbers(drill, &line, err))
        return false;
    if (strncmp(line, position, sizeof position - 1) != 0)
        return error_set(err, "'%s' should stand where '%.20s' does", position, line);
    line += sizeof position - 1;
    text_add_bytes(&drill->position, line, strcspn(line, "\n"));
    return drill->position.size > 0 || error_set(err, "the position is empty");
}

void drill_print(const Drill *drill, Text *text) {
    text_addf(text, "drill/1 game=%s kind=%s idea=%s difficulty=%d cost=", drill->game, drill->kind, drill->idea,
              drill->difficulty);
    text_add_double(text, 4, drill->cost);
    text_addf(text, " own=%d step=%d due=%" PRId64 " right=%d wrong=%d position=%s\n", drill->own, drill->step,
              drill->due, drill->right, drill->wrong, drill->position.data);
}

void drill_free(Drill *drill) { text_free(&drill->position); }

const char *drill_set(const char *game) {
    if (strcmp(game, "gin") == 0) return coach_drills_gin;
    return strcmp(game, "hearts") == 0 ? coach_drills_hearts : NULL;
}

// ---- Hands ----

void drill_hand_count(DrillHand *hand, const char *kind, double cost) {
    int i = 0;
    while (i < hand->kinds && strcmp(hand->kind[i].name, kind) != 0) i++;
    if (i == DRILL_KINDS) return;
    if (i == hand->kinds) {
        hand->kinds++;
        text_copy(hand->kind[i].name, DRILL_WORD, kind);
        hand->kind[i].decisions = 0;
        hand->kind[i].cost = 0;
    }
    hand->kind[i].decisions++;
    hand->kind[i].cost += cost;
}

static bool read_kind(DrillHand *hand, const char **at, Error *err) {
    char name[DRILL_WORD], value[48];
    size_t size = strcspn(*at, "= \n");
    int64_t decisions;
    if (hand->kinds == DRILL_KINDS) return error_set(err, "more than %d kinds of decisions", DRILL_KINDS);
    if (size == 0 || size >= sizeof name) return error_set(err, "'%.20s' is no kind of decision", *at);
    memcpy(name, *at, size);
    name[size] = '\0';
    if (!take_word(at, name, value, sizeof value, err)) return false;
    char *comma = strchr(value, ',');
    if (!comma) return error_set(err, "%s: '%s' is not decisions,cost", name, value);
    *comma = '\0';
    double cost;
    if (!text_to_int(value, name, 1, 1000, &decisions, err) || !text_to_double(comma + 1, name, -1e6, 1e6, &cost, err))
        return false;
    text_copy(hand->kind[hand->kinds].name, DRILL_WORD, name);
    hand->kind[hand->kinds].decisions = (int)decisions;
    hand->kind[hand->kinds++].cost = cost;
    return true;
}

static bool read_hand(DrillHand *hand, const char *line, Error *err) {
    char id[32], *end;
    *hand = (DrillHand){.id = 0};
    line += strlen("hand/1 ");
    if (!take_game(&line, hand->game, err) || !take_word(&line, "id", id, sizeof id, err) ||
        !drill_take_number(&line, "when", FAR, &hand->when, err) || !take_double(&line, "luck", &hand->luck, err) ||
        !take_double(&line, "skill", &hand->skill, err))
        return false;
    hand->id = strtoull(id, &end, 16);
    if (*end || strlen(id) != 16) return error_set(err, "id: '%s' is not 16 digits", id);
    while (*line && *line != '\n')
        if (!read_kind(hand, &line, err)) return false;
    return true;
}

static void print_hand(const DrillHand *hand, Text *text) {
    text_addf(text, "hand/1 game=%s id=%016" PRIx64 " when=%" PRId64 " luck=", hand->game, hand->id, hand->when);
    text_add_double(text, 6, hand->luck);
    text_add(text, " skill=");
    text_add_double(text, 6, hand->skill);
    for (int i = 0; i < hand->kinds; i++) {
        text_addf(text, " %s=%d,", hand->kind[i].name, hand->kind[i].decisions);
        text_add_double(text, 6, hand->kind[i].cost);
    }
    text_add(text, "\n");
}

// ---- The book ----

// Makes room for one more. False, noted, without memory.
static bool drill_grow(void **array, int count, int *room, size_t size) {
    if (count < *room) return true;
    int wanted = *room ? 2 * *room : 64;
    void *more = realloc(*array, (size_t)wanted * size);
    if (!more) {
        memory_note_short();
        return false;
    }
    *array = more;
    *room = wanted;
    return true;
}

Drill *drill_book_add(DrillBook *book, Drill *drill) {
    for (int i = 0; i < book->drills; i++) {
        if (strcmp(book->drill[i].position.data, drill->position.data) != 0) continue;
        drill_free(drill);
        return &book->drill[i];
    }
    void *array = book->drill;
    if (!drill_grow(&array, book->drills, &book->drill_room, sizeof *book->drill)) {
        drill_free(drill);
        return NULL;
    }
    book->drill = array;
    book->drill[book->drills] = *drill;
    return &book->drill[book->drills++];
}

void drill_book_add_hand(DrillBook *book, const DrillHand *hand) {
    for (int i = 0; i < book->hands; i++) {
        if (book->hand[i].id != hand->id || strcmp(book->hand[i].game, hand->game) != 0) continue;
        book->hand[i] = *hand;
        return;
    }
    void *array = book->hand;
    if (!drill_grow(&array, book->hands, &book->hand_room, sizeof *book->hand)) return;
    book->hand = array;
    book->hand[book->hands++] = *hand;
}

static bool read_line(DrillBook *book, const char *line, Error *err) {
    Drill drill = {.difficulty = 0};
    DrillHand hand;
    if (strncmp(line, "hand/1 ", 7) == 0) {
        if (!read_hand(&hand, line, err)) return false;
        drill_book_add_hand(book, &hand);
        return true;
    }
    if (!drill_read(&drill, line, err)) {
        drill_free(&drill);
        return false;
    }
    drill_book_add(book, &drill);
    return true;
}

bool drill_book_read(DrillBook *book, const char *text, Error *err) {
    *book = (DrillBook){.drills = 0};
    for (int number = 1; *text; number++) {
        size_t size = strcspn(text, "\n");
        if (!text[size]) {
            drill_book_close(book);
            return error_set(err, "line %d is cut off", number);
        }
        if (!read_line(book, text, err)) {
            drill_book_close(book);
            return error_prefix(err, "line %d", number);
        }
        text += size + 1;
    }
    if (memory_sufficed(err)) return true;
    drill_book_close(book);
    return false;
}

void drill_book_print(const DrillBook *book, Text *text) {
    for (int i = 0; i < book->drills; i++) drill_print(&book->drill[i], text);
    for (int i = 0; i < book->hands; i++) print_hand(&book->hand[i], text);
}

void drill_book_close(DrillBook *book) {
    for (int i = 0; i < book->drills; i++) drill_free(&book->drill[i]);
    free(book->drill);
    free(book->hand);
    *book = (DrillBook){.drills = 0};
}

// ---- Which is next ----

bool drill_matches(const Drill *drill, const DrillWish *wish) {
    return (!wish->game || strcmp(drill->game, wish->game) == 0) &&
           (!wish->idea || strcmp(drill->idea, wish->idea) == 0) &&
           (!wish->kind || strcmp(drill->kind, wish->kind) == 0) &&
           (!wish->difficulty || drill->difficulty == wish->difficulty) && (!wish->own || drill->own);
}

static bool knows_position(const DrillBook *book, const char *position) {
    for (int i = 0; i < book->drills; i++)
        if (strcmp(book->drill[i].position.data, position) == 0) return true;
    return false;
}

// The easiest of the set that the book has not got, the first of several. False: there is none.
static bool find_new(const DrillBook *book, const DrillWish *wish, Drill *best) {
    bool found = false;
    for (const char *line = drill_set(wish->game); *line; line += strcspn(line, "\n") + 1) {
        Drill drill = {.difficulty = 0};
        bool good = drill_read(&drill, line, NULL) && drill_matches(&drill, wish) &&
                    (!found || drill.difficulty < best->difficulty) && !knows_position(book, drill.position.data);
        if (good && found) drill_free(best);
        if (good)
            *best = drill;
        else
            drill_free(&drill);
        found = found || good;
    }
    return found;
}

Drill *drill_book_next(DrillBook *book, const DrillWish *wish, int64_t now, int64_t *next) {
    Drill *best = NULL, fresh;
    *next = 0;
    for (int i = 0; i < book->drills; i++) {
        Drill *drill = &book->drill[i];
        if (!drill_matches(drill, wish)) continue;
        if (drill->due > now) {
            if (!*next || drill->due < *next) *next = drill->due;
        } else if (!best || (drill->own && !best->own) || (drill->own == best->own && drill->due < best->due)) {
            best = drill;
        }
    }
    if (best || wish->own || !find_new(book, wish, &fresh)) return best;
    return drill_book_add(book, &fresh);
}
