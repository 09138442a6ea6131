// SPDX-License-Identifier: MIT
#include "app/play/play_desk.h"

#include <stdio.h>
#include <string.h>

// ---- Notes ----

void desk_clear(Desk *desk) {
    text_clear(&desk->hint);
    for (int i = 0; i < DESK_NOTES; i++) text_clear(&desk->note[i]);
    for (int i = 0; i < DESK_NOTES; i++) text_clear(&desk->turn[i]);
    desk->turned = false;
}

void desk_say(Desk *desk, const char *sentence) {
    desk_clear(desk);
    desk_add(desk, sentence);
}

// How many bytes of a text fit on a line; words stay whole where they can. Colours take no room.
static int fitting(const char *text, int room) {
    int blank = 0, at = 0;
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
        int length = fitting(sentence, CANVAS_COLUMNS - 2 * PLAY_LEFT);
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

// What cost most below the curve, or where the game turned: a narrow screen has no room for both.
static void desk_show_other_half(Desk *desk) {
    for (int i = 0; i < DESK_NOTES; i++) {
        Text note = desk->note[i];
        desk->note[i] = desk->turn[i];
        desk->turn[i] = note;
    }
    desk->turned = !desk->turned;
}

static void desk_add_turns(Desk *desk, const GameCurve *curve, bool panel_ends) {
    Text lines[CURVE_TOLD];
    text_add(&desk->hint, "It turned at (hand.turn):\n");
    int told = curve_turns(curve, lines, CURVE_TOLD);
    text_add(&desk->turn[0], told ? "Where it turned:     " : "It did not turn:     ");
    curve_line(curve, desk->look->symbols, 54, &desk->turn[0]);
    for (int i = 0; i < told; i++) {
        text_addf(&desk->hint, "%s\n", lines[i].data);
        if (i + 1 < DESK_NOTES) text_add(&desk->turn[i + 1], lines[i].data);
        text_free(&lines[i]);
    }
    text_add(&desk->hint, panel_ends ? "--resume FILE --from H.T plays on" : "");
}

// The whole game in the lines below the hand: its curve, what cost most, and with the same key again where it turned.
static void look_back_on_game(Desk *desk) {
    static GameCurve curve; // for its size
    Text mistakes[DESK_NOTES - 1];
    Error err;
    if (desk->turn[0].size) {
        desk_show_other_half(desk);
        return;
    }
    desk_say(desk, "Looking at the whole game...");
    desk_show(desk);
    desk_clear(desk);
    terminal_work(NULL);
    bool good = desk->table->kind->curve(desk->table, desk->write, &curve, &err);
    terminal_rest();
    if (!good) {
        desk_say(desk, err.text);
        return;
    }
    text_add(&desk->note[0], "Your chance to win: ");
    curve_line(&curve, desk->look->symbols, 54, &desk->note[0]);
    int count = curve_mistakes(&curve, mistakes, DESK_NOTES - 1);
    for (int i = 0; i < count; i++) {
        text_add(&desk->note[i + 1], mistakes[i].data);
        text_free(&mistakes[i]);
    }
    desk_add_turns(desk, &curve, count > 0);
    curve_close(&curve);
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

int desk_draw_panel_text(Canvas *canvas, int row, int end, const char *text) {
    bool heading = true;
    while (*text && row < end) {
        size_t paragraph = strcspn(text, "\n");
        Text line = {0};
        text_add_bytes(&line, text, paragraph);
        heading = paragraph > 0 && text[paragraph - 1] == ':';
        const char *rest = line.data ? line.data : "";
        do { // the lines of a paragraph after its first stand in by two
            int in = rest == line.data || heading ? 0 : 2, length = fitting(rest, DESK_PANEL_WIDTH - in);
            Text part = {0};
            text_addf(&part, "%.*s", length, rest);
            canvas_put_cards(canvas, row++, DESK_PANEL + in, heading ? INK_BOLD : INK_PLAIN,
                             part.data ? part.data : "");
            text_free(&part);
            for (rest += length; *rest == ' '; rest++) continue;
        } while (*rest && row < end);
        text_free(&line);
        text += paragraph + (text[paragraph] == '\n');
    }
    return row;
}

// A line between table and panel.
static void draw_panel(const Desk *desk, Canvas *canvas) {
    if (canvas->columns < CANVAS_WIDEST || !desk->game->panel) return;
    for (int row = 2; row < PLAY_KEY_ROW; row++) {
        for (int column = CANVAS_COLUMNS; column < canvas->columns; column++)
            canvas_put(canvas, row, column, INK_PLAIN, " "); // of a note that is too long
        canvas_put(canvas, row, DESK_PANEL - 2, INK_SOFT, desk->look->symbols ? "│" : "|");
    }
    desk->game->panel(desk, canvas);
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
        const char *half = desk->turned ? "what cost most" : "where it turned";
        column = play_key(canvas, column, "g", desk->turn[0].size ? half : "the whole game");
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
    if (desk->mode != DESK_HELPING) draw_panel(desk, &canvas);
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
    else if (key == 'g')
        look_back_on_game(desk);
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
    for (int i = 0; i < DESK_NOTES; i++) {
        text_free(&desk->note[i]);
        text_free(&desk->turn[i]);
    }
    text_free(&desk->hint);
    return !terminal_ended();
}
