// SPDX-License-Identifier: MIT
#include "app/play/play_desk.h"

#include <stdio.h>
#include <string.h>

// ---- Notes ----

void desk_clear(Desk *desk) {
    for (int i = 0; i < DESK_NOTES; i++) text_clear(&desk->note[i]);
}

void desk_say(Desk *desk, const char *sentence) {
    desk_clear(desk);
    desk_add(desk, sentence);
}

// How many bytes of a text fit on a line; words stay whole where they can. Colours take no room.
static int fitting(const char *text) {
    int room = CANVAS_COLUMNS - 2 * PLAY_LEFT, blank = 0, at = 0;
    for (; text[at]; at++) {
        if (text[at] == 0x1B) {
            while (text[at] && text[at] != 'm') at++;
            if (!text[at]) return at;
            continue;
        }
        bool begins = ((unsigned char)text[at] & 0xC0) != 0x80;
        if (text[at] == ' ') blank = at;
        if (begins && room-- == 0) return blank > 0 ? blank : at;
    }
    return at;
}

void desk_add(Desk *desk, const char *sentence) {
    int line = 0;
    while (line < DESK_NOTES && desk->note[line].size) line++;
    for (; line < DESK_NOTES && *sentence; line++) {
        int length = fitting(sentence);
        text_addf(&desk->note[line], "%.*s", length, sentence);
        sentence += length;
        while (*sentence == ' ') sentence++;
    }
}

void desk_refused(Desk *desk, const Error *why) {
    const Text *objection = &desk->table->objection;
    desk_say(desk, why->text[0] ? why->text : objection->data);
    if (!why->text[0]) desk->mode = DESK_ASKING_TUTOR;
}

static void save_game(Desk *desk) {
    PlayTable *table = desk->table;
    table_save(table);
    desk_clear(desk);
    if (!table->keep.path)
        desk_say(desk, "This game is not kept.");
    else if (table->unsaved.text[0])
        desk_say(desk, table->unsaved.text);
    else
        text_addf(&desk->note[0], "Saved: %s", table->keep.path);
}

static void look_back(Desk *desk) {
    Text lines[DESK_NOTES - 1];
    desk_say(desk, "Looking at your decisions...");
    desk_show(desk);
    desk_clear(desk);
    terminal_work(NULL);
    int count = desk->table->kind->review(desk->table, desk->write, &desk->note[0], lines, DESK_NOTES - 1);
    terminal_rest();
    for (int i = 0; i < count; i++) {
        text_add(&desk->note[i + 1], lines[i].data);
        text_free(&lines[i]);
    }
}

// ---- Parts of the picture ----

void desk_draw_notes(const Desk *desk, Canvas *canvas) {
    for (int i = 0; i < DESK_NOTES; i++)
        if (desk->note[i].size)
            canvas_put_cards(canvas, DESK_NOTE_ROW + i, PLAY_LEFT, i ? INK_PLAIN : INK_BOLD, desk->note[i].data);
}

void desk_draw_keys(const Desk *desk, Canvas *canvas) {
    int column = PLAY_LEFT;
    if (desk->mode == DESK_HELPING) {
        play_key(canvas, column, "any key", "back");
        return;
    }
    if (desk->mode != DESK_PLAYING) {
        column = play_key(canvas, column, "y", "yes");
        play_key(canvas, column, "n", "no");
        return;
    }
    PlayStage stage = desk->table->kind->stage(desk->table);
    if (stage == PLAY_WAITING) {
        Text what = {0};
        desk->table->kind->waits_for(desk->table, &what);
        canvas_put(canvas, PLAY_KEY_ROW, column, INK_SOFT, what.data);
        text_free(&what);
        return;
    }
    if (stage == PLAY_YOURS) {
        column = desk->game->draw_keys(desk, canvas, column);
    } else {
        column = play_key(canvas, column, "Enter", stage == PLAY_GAME_OVER ? "new game" : "next hand");
        column = play_key(canvas, column, "r", "review");
    }
    column = play_key(canvas, column, "z", "undo");
    column = play_key(canvas, column, "?", "help");
    play_key(canvas, column, "q", "quit");
}

void desk_draw_help(const Desk *desk, Canvas *canvas, const char *const *lines, size_t count) {
    const char *path = desk->table->keep.path;
    for (size_t i = 0; i < count; i++)
        canvas_put(canvas, (int)i + 2, PLAY_LEFT, lines[i][0] == ' ' ? INK_PLAIN : INK_BOLD, lines[i]);
    if (!path) return;
    char kept[CANVAS_COLUMNS];
    snprintf(kept, sizeof kept, "Kept in %.60s", path);
    canvas_put(canvas, 20, PLAY_LEFT, INK_SOFT, kept);
}

// ---- Keys ----

void desk_show(Desk *desk) {
    Canvas canvas;
    desk->game->draw(desk, &canvas);
    terminal_show(&canvas);
}

bool desk_pause(Desk *desk, int milliseconds) {
    if (milliseconds <= 0) return !terminal_ended();
    int key = terminal_key(milliseconds);
    if (key == KEY_RESIZE) desk_show(desk);
    return key != KEY_END;
}

static void answer_question(Desk *desk, int key) {
    DeskMode asked = desk->mode;
    bool yes = key == 'y' || key == KEY_ENTER || (asked == DESK_ASKING_MOVE && key == desk->game->yes);
    desk->mode = DESK_PLAYING;
    desk_clear(desk);
    if (yes && asked == DESK_ASKING_MOVE) desk->game->agreed(desk);
    if (yes && asked == DESK_ASKING_TUTOR && desk->table->kind->insist(desk->table))
        desk->game->changed(desk, DESK_INSISTED);
    if (!yes && asked == DESK_ASKING_TUTOR) desk_say(desk, "Taken back: choose again.");
    if (!yes || asked != DESK_ASKING_NEW) return;
    desk->game->changed(desk, DESK_NEW_GAME);
    table_leave(desk->table);
}

static void go_to_next(Desk *desk) {
    desk_clear(desk);
    desk->game->changed(desk, DESK_NEXT_HAND);
    table_next(desk->table);
}

static void desk_take_back(Desk *desk) {
    desk_clear(desk);
    desk->game->changed(desk, DESK_UNDONE);
    terminal_work(NULL);
    bool done = desk->table->kind->undo(desk->table);
    terminal_rest();
    if (!done) desk_say(desk, "There is nothing to take back in this hand.");
}

// Does what a key says. False to quit.
static bool obey_key(Desk *desk, int key) {
    if (desk->mode != DESK_PLAYING && key != 'q') {
        answer_question(desk, key);
        return true;
    }
    bool over = desk->table->kind->stage(desk->table) >= PLAY_HAND_OVER;
    switch (key) {
    case 'q': return false;
    case '?': desk->mode = DESK_HELPING; return true;
    case 'z': desk_take_back(desk); return true;
    case 's': save_game(desk); return true;
    case 'n':
        if (over) {
            go_to_next(desk);
        } else {
            desk_say(desk, "Leave this game for a new one?");
            desk->mode = DESK_ASKING_NEW;
        }
        return true;
    default: break;
    }
    if (!over)
        desk->game->decide(desk, key);
    else if (key == KEY_ENTER || key == ' ')
        go_to_next(desk);
    else if (key == 'r')
        look_back(desk);
    return true;
}

// The bots' turns, and what needs no decision. False when told to end.
static bool desk_go_on(Desk *desk) {
    PlayTable *table = desk->table;
    while (table->kind->stage(table) == PLAY_WAITING) {
        desk_show(desk);
        if (!desk_pause(desk, (desk->game->pause ? desk->game->pause(desk) : 1) * desk->look->pace)) return false;
        terminal_work(NULL);
        table->kind->step(table);
        terminal_rest();
        table_save(table); // before it is shown
    }
    for (int seat = 0; seat < PLAY_SEATS; seat++) {
        desk_add(desk, table->notice[seat].text);
        table->notice[seat].text[0] = '\0';
    }
    if (table->unsaved.text[0]) desk_say(desk, table->unsaved.text);
    return true;
}

bool desk_run(Desk *desk) {
    bool on = true;
    desk->table->write = desk->write;
    while (on && !terminal_ended()) {
        if (!desk_go_on(desk)) break;
        desk_show(desk);
        int key = terminal_key(-1);
        if (key == KEY_END) break;
        if (key != KEY_RESIZE) on = obey_key(desk, key >= 'A' && key <= 'Z' ? key - 'A' + 'a' : key);
    }
    for (int i = 0; i < DESK_NOTES; i++) text_free(&desk->note[i]);
    return !terminal_ended();
}
