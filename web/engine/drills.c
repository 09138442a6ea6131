// SPDX-License-Identifier: MIT
#include "engine/drills.h"

#include <string.h>

#include "base/memory.h"
#include "base/text/json.h"

enum { HOUR = 3600 };

static void drill_members(Json *json, const Drill *drill) {
    json_string(json, "game", drill->game);
    json_string(json, "kind", drill->kind);
    json_string(json, "idea", drill->idea);
    json_int(json, "difficulty", drill->difficulty);
    json_bool(json, "own", drill->own);
    json_int(json, "step", drill->step);
    json_int(json, "due", drill->due);
    json_int(json, "right", drill->right);
    json_int(json, "wrong", drill->wrong);
}

static void book_member(Json *json, const DrillBook *book) {
    Text text = {0};
    text_add(&text, "");
    drill_book_print(book, &text);
    json_string(json, "book", text.data ? text.data : "");
    text_free(&text);
}

bool web_drill_next(const char *text, const DrillWish *wish, int64_t now, Text *out, Error *err) {
    DrillBook book;
    int64_t next;
    if (!drill_book_read(&book, text, err)) return false;
    int before = book.drills;
    const Drill *drill = drill_book_next(&book, wish, now, &next);
    Json json = json_into(out, false);
    json_object(&json, NULL);
    book_member(&json, &book);
    if (drill) {
        json_object(&json, "drill");
        drill_members(&json, drill);
        json_string(&json, "position", drill->position.data);
        json_end(&json);
    } else {
        json_null(&json, "drill");
    }
    json_bool(&json, "fresh", book.drills > before);
    json_int(&json, "next", next);
    json_end(&json);
    drill_book_close(&book);
    return memory_sufficed(err);
}

static Drill *find_drill(const DrillBook *book, const char *position) {
    for (int i = 0; i < book->drills; i++)
        if (strcmp(book->drill[i].position.data, position) == 0) return &book->drill[i];
    return NULL;
}

bool web_drill_answered(const char *text, const char *position, WebDrillAnswer answer, int64_t now, Text *out,
                        Error *err) {
    DrillBook book;
    if (!drill_book_read(&book, text, err)) return false;
    Drill *drill = find_drill(&book, position);
    if (drill) {
        if (answer == WEB_DRILL_SKIPPED)
            drill->due = now + HOUR;
        else
            drill_answered(drill, answer == WEB_DRILL_RIGHT, now);
        Json json = json_into(out, false);
        json_object(&json, NULL);
        book_member(&json, &book);
        json_int(&json, "due", drill->due);
        json_end(&json);
    }
    drill_book_close(&book);
    return drill ? memory_sufficed(err) : error_set(err, "this position is not among the drills");
}

bool web_drill_add(const char *text, const char *lines, Text *out, Error *err) {
    DrillBook book, more;
    if (!drill_book_read(&book, text, err)) return false;
    if (!drill_book_read(&more, lines, err)) {
        drill_book_close(&book);
        return false;
    }
    int before = book.drills;
    for (int i = 0; i < more.drills; i++) {
        drill_book_add(&book, &more.drill[i]); // which takes its text over
        more.drill[i].position = (Text){0};
    }
    for (int i = 0; i < more.hands; i++) drill_book_add_hand(&book, &more.hand[i]);
    Json json = json_into(out, false);
    json_object(&json, NULL);
    book_member(&json, &book);
    json_int(&json, "added", book.drills - before);
    json_end(&json);
    drill_book_close(&more);
    drill_book_close(&book);
    return memory_sufficed(err);
}

bool web_drill_list(const char *text, Text *out, Error *err) {
    DrillBook book;
    if (!drill_book_read(&book, text, err)) return false;
    Json json = json_into(out, false);
    json_array(&json, NULL);
    for (int i = 0; i < book.drills; i++) {
        json_object(&json, NULL);
        drill_members(&json, &book.drill[i]);
        json_end(&json);
    }
    json_end_array(&json);
    drill_book_close(&book);
    return memory_sufficed(err);
}
