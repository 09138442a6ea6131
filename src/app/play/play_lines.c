// SPDX-License-Identifier: MIT
#include "app/play/play_lines.h"

#include <stdio.h>

#include "app/play/play_typed.h"

typedef enum {
    WORD_NONE, // of the game's own
    WORD_HINT,
    WORD_UNDO,
    WORD_NEW,
    WORD_SAVE,
    WORD_SHOW,
    WORD_HELP,
    WORD_REVIEW,
    WORD_QUIT,
    WORD_YES, // to what the tutor asks
    WORD_NO,
    WORD_NEXT, // or an empty line
} LinesWord;

// A line of any bytes; letters as the screen's keys have them.
static LinesWord word_of(const LinesGame *game, const char *line) {
    static const struct {
        const char *const words[6];
        LinesWord word;
    } all[] = {
        {{"hint", "h"}, WORD_HINT},
        {{"undo", "z", "back"}, WORD_UNDO},
        {{"new", "n"}, WORD_NEW},
        {{"save", "s"}, WORD_SAVE},
        {{"help", "?"}, WORD_HELP},
        {{"show", "hand", "table"}, WORD_SHOW},
        {{"next"}, WORD_NEXT},
        {{"quit", "q", "exit", "bye"}, WORD_QUIT},
        {{"review", "r"}, WORD_REVIEW},
        {{"yes", "y"}, WORD_YES},
        {{"no"}, WORD_NO},
    };
    char verb[16];
    play_next_word(line, verb);
    if (!*verb) return WORD_NEXT;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (play_is_word(verb, all[i].words))
            return all[i].word == WORD_REVIEW && !game->reviews ? WORD_NONE : all[i].word;
    return WORD_NONE;
}

static void print_lines(Text *text) {
    if (text->data) fputs(text->data, stdout);
    fflush(stdout);
    text_clear(text);
}

// Shows on a terminal that something takes a while.
static void begin_wait(const PlayTable *table) {
    Text what = {0};
    table->kind->waits_for(table, &what);
    terminal_work(what.data);
    text_free(&what);
}

static void tell_some(Text *text, const char *head, Text *lines, int count) {
    if (count) text_add(text, head);
    for (int i = 0; i < count; i++) {
        text_addf(text, "  %s.\n", lines[i].data);
        text_free(&lines[i]);
    }
}

// The whole game: its curve, where it turned, what went wrong, and how to play on from there.
static void tell_game(Lines *lines) {
    static GameCurve curve; // for its size
    PlayTable *table = lines->table;
    Text some[CURVE_TOLD], *text = &lines->text;
    Error err;
    terminal_work("Looking at the whole game...");
    bool good = table->kind->curve(table, lines->write, &curve, &err);
    terminal_rest();
    if (!good) {
        text_addf(text, "No curve: %s\n", err.text);
        return;
    }
    text_add(text, "Your chance to win, from the first decision to the last: ");
    curve_line(&curve, lines->write != card_letters, 72, text);
    text_add(text, "\n");
    tell_some(text, "It turned at (hand.turn):\n", some, curve_turns(&curve, some, CURVE_TOLD));
    int mistakes = curve_mistakes(&curve, some, CURVE_TOLD);
    tell_some(text, "What cost most:\n", some, mistakes);
    if (mistakes && table->keep.path && !table->keep.device)
        text_addf(text, "To play on from one of them: deadwood play --resume %s --from HAND.TURN\n", table->keep.path);
    curve_close(&curve);
}

static void tell_review(Lines *lines) {
    Text worst[5];
    terminal_work("Looking at your decisions...");
    int count = lines->table->kind->review(lines->table, lines->write, &lines->text, worst, 5);
    terminal_rest();
    text_add(&lines->text, ".\n");
    for (int i = 0; i < count; i++) {
        text_addf(&lines->text, "%s.\n", worst[i].data);
        text_free(&worst[i]);
    }
    if (lines->table->kind->stage(lines->table) == PLAY_GAME_OVER) tell_game(lines);
}

static void answer_tutor(Lines *lines, bool yes) {
    PlayTable *table = lines->table;
    bool asked = table->objection.size > 0;
    if (!asked) text_add(&lines->text, "Nothing was asked.\n");
    if (asked && !yes) text_add(&lines->text, "Taken back: choose again.\n");
    if (asked && yes) table->kind->insist(table);
    text_clear(&table->objection);
}

static void lines_take_back(Lines *lines) {
    PlayTable *table = lines->table;
    if (table->objection.size) { // the move was not made yet
        answer_tutor(lines, false);
        return;
    }
    if (lines->game->asks_again)
        begin_wait(table);
    else
        terminal_work(NULL);
    bool done = table->kind->undo(table);
    terminal_rest();
    text_add(&lines->text, done ? "Taken back.\n" : "There is nothing to take back in this hand.\n");
    lines->game->undone(lines);
}

static void make_move(Lines *lines, const char *line) {
    Error why = {{0}};
    const Text *objection = &lines->table->objection;
    if (lines->game->move(lines->table, line, &why)) return;
    if (!why.text[0]) {
        text_addf(&lines->text, "%s yes, no, or another move.\n", objection->data);
        return;
    }
    text_add_printable(&lines->text, why.text); // it may quote what was typed
    text_add(&lines->text, "\n");
}

// Does what a line says. False to quit.
static bool obey_line(Lines *lines, const char *line) {
    PlayTable *table = lines->table;
    bool over = table->kind->stage(table) >= PLAY_HAND_OVER;
    switch (word_of(lines->game, line)) {
    case WORD_NONE: make_move(lines, line); break;
    case WORD_HINT:
        if (!over) lines->game->hint(lines);
        break;
    case WORD_UNDO: lines_take_back(lines); break;
    case WORD_NEW:
        table_leave(table);
        lines->fresh = true;
        break;
    case WORD_SAVE:
        table_save(table);
        if (table->keep.path && !table->unsaved.text[0]) text_addf(&lines->text, "Saved: %s\n", table->keep.path);
        break;
    case WORD_NEXT:
        table_next(table);
        lines->fresh = lines->fresh || over;
        break;
    case WORD_SHOW:
        if (!over && lines->game->show) lines->game->show(lines);
        break;
    case WORD_REVIEW:
        if (over)
            tell_review(lines);
        else
            text_add(&lines->text, "The review comes after the hand.\n");
        break;
    case WORD_YES: answer_tutor(lines, true); break;
    case WORD_NO: answer_tutor(lines, false); break;
    case WORD_HELP: text_add(&lines->text, lines->game->help); break;
    case WORD_QUIT: return false;
    }
    return true;
}

static void tell_all(Lines *lines) {
    PlayTable *table = lines->table;
    const PlayKind *kind = table->kind;
    if (lines->fresh) {
        lines->fresh = false;
        lines->told = 0;
        lines->game->deal(lines);
    }
    bool waited = kind->stage(table) != PLAY_WAITING;
    while (kind->stage(table) == PLAY_WAITING) {
        begin_wait(table);
        kind->step(table);
        terminal_rest();
    }
    table_save(table);
    lines->game->happened(lines, waited);
    for (int seat = 0; seat < PLAY_SEATS; seat++) {
        if (table->notice[seat].text[0]) text_addf(&lines->text, "%s\n", table->notice[seat].text);
        table->notice[seat].text[0] = '\0';
    }
    if (table->unsaved.text[0]) text_addf(&lines->text, "The game could not be saved: %s\n", table->unsaved.text);
    if (kind->stage(table) >= PLAY_HAND_OVER)
        lines->game->end(lines);
    else
        lines->game->decide(lines);
    print_lines(&lines->text);
}

bool lines_run(const LinesGame *game, PlayTable *table, CardWriter write) {
    Lines lines = {.game = game, .table = table, .write = write, .fresh = true};
    Text line = {0};
    bool on = true;
    table->write = write;
    while (on && !ferror(stdout)) {
        tell_all(&lines);
        if (!terminal_line(&line)) break;
        on = obey_line(&lines, line.data);
    }
    print_lines(&lines.text);
    text_free(&lines.text);
    text_free(&line);
    return !terminal_ended();
}
