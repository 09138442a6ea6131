// SPDX-License-Identifier: MIT
// Manual pages in man(7), one for the program and one for each command.
#include "app/help/help.h"

#include <ctype.h>
#include <string.h>

#include "base/version.h"

// Text as roff takes it: no escapes, and no line that begins as a request does.
static void man_add(Text *out, const char *text) {
    bool begins = true;
    for (; *text; text++) {
        if (begins && (*text == '.' || *text == '\'')) text_add(out, "\\&");
        begins = *text == '\n';
        if (*text == '\\')
            text_add(out, "\\e");
        else if (*text == '-')
            text_add(out, "\\-");
        else
            text_add_bytes(out, text, 1);
    }
}

// Lines as they stand.
static void man_block(Text *out, const char *text) {
    text_add(out, ".nf\n");
    man_add(out, text);
    if (out->size && out->data[out->size - 1] != '\n') text_add(out, "\n");
    text_add(out, ".fi\n");
}

static void man_head(Text *out, const char *name, const char *summary) {
    text_add(out, ".TH ");
    for (const char *c = name; *c; c++) text_addf(out, "%c", toupper((unsigned char)*c));
    text_addf(out, " 1 \"\" \"Deadwood %s\" \"Deadwood\"\n.SH NAME\n", DEADWOOD_VERSION);
    man_add(out, name);
    text_add(out, " \\- ");
    man_add(out, summary);
    text_add(out, "\n");
}

static void man_item(Text *out, const char *term, const char *value, const char *text) {
    text_add(out, ".TP\n\\fB");
    man_add(out, term);
    text_add(out, "\\fR");
    if (value) {
        text_add(out, *value == '[' ? "\\fI" : " \\fI");
        man_add(out, value);
        text_add(out, "\\fR");
    }
    text_add(out, "\n");
    man_add(out, text);
    text_add(out, "\n");
}

static void man_command(const AppCommand *command, Text *out) {
    char name[64];
    snprintf(name, sizeof name, "deadwood-%s", command->name);
    man_head(out, name, command->summary);
    text_addf(out, ".SH SYNOPSIS\n\\fBdeadwood %s\\fR", command->name);
    if (*command->words) text_add(out, " ");
    man_add(out, command->words);
    text_add(out, command->options[0].name ? " [\\fIoptions\\fR]\n" : "\n");
    if (command->details) {
        text_add(out, ".SH DESCRIPTION\n");
        man_block(out, command->details);
    }
    if (command->options[0].name) text_add(out, ".SH OPTIONS\n");
    for (const AppOption *option = command->options; option->name; option++)
        man_item(out, option->name, option->value, option->help);
    text_add(out, ".SH EXAMPLES\n");
    for (int i = 0; i < APP_EXAMPLES && command->examples[i]; i++) {
        if (i) text_add(out, ".PP\n");
        man_block(out, command->examples[i]);
    }
    text_add(out, ".SH SEE ALSO\n.BR deadwood (1)\n");
}

static void man_program(Text *out) {
    man_head(out, "deadwood", "Gin Rummy and Hearts, to play, to learn and to measure");
    text_add(out, ".SH SYNOPSIS\n\\fBdeadwood\\fR \\fICOMMAND\\fR ...\n.SH DESCRIPTION\n");
    text_add(out, "Each command has a page of its own, \\fBdeadwood\\-COMMAND\\fR(1).\n");
    for (int door = 0; door < APP_DOORS; door++) {
        text_addf(out, ".SS %s\n", HELP_DOOR[door]);
        for (int i = 0; APP_COMMANDS[i]; i++)
            if ((int)APP_COMMANDS[i]->door == door)
                man_item(out, APP_COMMANDS[i]->name, NULL, APP_COMMANDS[i]->summary);
    }
    for (const HelpTopic *topic = HELP_TOPICS; topic->name; topic++) {
        text_add(out, ".SH ");
        for (const char *c = topic->name; *c; c++) text_addf(out, "%c", *c == '-' ? ' ' : toupper((unsigned char)*c));
        text_add(out, "\n");
        man_block(out, topic->text);
    }
    text_add(out, ".SH SEE ALSO\n");
    for (int i = 0; APP_COMMANDS[i]; i++)
        text_addf(out, ".BR deadwood\\-%s (1)%s\n", APP_COMMANDS[i]->name, APP_COMMANDS[i + 1] ? "," : "");
}

void help_man(const AppCommand *command, Text *out) {
    if (command)
        man_command(command, out);
    else
        man_program(out);
}
