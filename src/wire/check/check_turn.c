// SPDX-License-Identifier: MIT
// Lines and decisions in the checker, whatever the game.
#include <string.h>

#include "wire/check/check_internal.h"

enum { LITTLE_TIME = 1000 }; // milliseconds

static const int64_t MILLISECOND = 1000000;

// ---- Lines ----

static void say_odd(Check *check, unsigned odd) {
    if (odd & ODD_PINGS) check_ping(check);
    if (!(odd & ODD_UNKNOWN)) return;
    talk_say(&check->talk, "weather sunny and warm\nev 0 smile AC\nev table 2 7S\n");
    if (!(odd & ODD_LONG)) return;
    char line[CGP_LINE + 1] = "remark ";
    memset(line + 7, 'x', CGP_LINE - 8);
    memcpy(line + CGP_LINE - 1, "\n", 2);
    talk_say(&check->talk, line);
}

// Lines made of pairs get unknown keys at their end.
void check_say(Check *check, unsigned odd, Text *lines) {
    static const char *const paired[] = {"newmatch ", "past ", "newdeal ", "enddeal ", "endmatch "};
    for (char *at = lines->data, *end; at && *at; at = end + 1) {
        Text line = {0};
        bool pairs = false;
        end = strchr(at, '\n');
        *end = '\0';
        for (size_t i = 0; i < sizeof paired / sizeof *paired; i++)
            pairs = pairs || strncmp(at, paired[i], strlen(paired[i])) == 0;
        text_addf(&line, "%s%s\n", at, pairs && (odd & ODD_UNKNOWN) ? " weather sunny" : "");
        talk_say(&check->talk, line.data);
        text_free(&line);
        if (!strstr(at, " draw stock")) say_odd(check, odd); // behind which `ev you draw` comes at once
    }
    text_clear(lines);
}

void check_options(const Check *check, Text *lines, uint64_t seed) {
    text_addf(lines, "setoption name Seed value %llu\n", (unsigned long long)seed);
    if (check->report->stateless) text_add(lines, "setoption name Stateless value true\n");
    if (check->report->wants_past) text_add(lines, "setoption name Past value true\n");
}

// ---- Decisions ----

static void say_go(Check *check, const CheckTurn *turn) {
    CgpGo go = {.id = check->id, .increment = -1, .move_time = -1, .clocks = turn->seats};
    for (int seat = 0; seat < turn->seats; seat++) go.clock[seat] = turn->odd & ODD_CLOCK ? LITTLE_TIME : 30000;
    if (turn->odd & ODD_NO_CLOCK) go.clocks = 0;
    if (turn->odd & ODD_CLOCK) go.increment = 0;
    if ((turn->odd & ODD_CLOCK) && turn->decisions % 2) go.move_time = LITTLE_TIME;
    Text line = {0};
    if (check->report->stateless) talk_say(&check->talk, turn->view->data); // right before go
    cgp_print_go(&line, &go);
    text_addf(&line, "%s\n", turn->legal->data);
    talk_say(&check->talk, line.data);
    text_free(&line);
}

static void find_illegal(Check *check, const CheckTurn *turn, const char *move, const char *reason, const char *why) {
    Text right = {0}, problem = {0};
    text_addf(&right, "Legal here:%s.", turn->legal->data);
    text_addf(&problem, "'%.80s' is not legal: %s", move, why);
    check_note(check, reason, "illegal-move", right.data, problem.data);
    text_free(&right);
    text_free(&problem);
}

static bool is_legal(Check *check, const CheckTurn *turn, char *move) {
    char said[96];
    Text why = {0};
    text_copy(said, sizeof said, cgp_rest(&move));
    const char *reason = turn->judge(turn->context, move, &why);
    if (reason && strcmp(reason, "resigned") == 0)
        text_addf(&check->report->notes, "It resigned a match, in \"%s\".\n", check->now->name);
    else if (reason)
        find_illegal(check, turn, said, reason, why.data ? why.data : "");
    text_free(&why);
    return !reason;
}

typedef enum { MOVE_NONE, MOVE_FOUND, MOVE_WRONG } Heard;

// Reads a line as the move that was asked for. MOVE_NONE: it was something else, found, and the move may still come.
static Heard hear_move(Check *check, const CheckTurn *turn, char *line) {
    char *rest = line;
    uint64_t id;
    CgpSays kind = cgp_says(&rest);
    if (kind == CGP_SAYS_ERROR) {
        check->lost = true;
        check_find(check, "exit", "A bot that is asked something legal should answer it.", "the bot gave up: %.200s",
                   cgp_rest(&rest));
        return MOVE_WRONG;
    }
    if (kind != CGP_SAYS_MOVE) {
        check_find(check, "garbage", "The handshake ends with cgpok; now we wait for a move.",
                   "a line of the handshake comes in the middle of a match");
        return MOVE_NONE;
    }
    const char *number = cgp_next(&rest);
    if (!cgp_number(number, CGP_LAST_ID, &id)) {
        check_find(check, "garbage", "Write `move ID MOVE` with the ID of the go line.",
                   "move comes without the number of the decision, but with '%.20s'", number ? number : "");
        return MOVE_WRONG;
    }
    if (id != check->id) {
        check_find(check, "garbage",
                   "Repeat the ID of the last go line. Hosts ignore eight answers to earlier ones in a "
                   "match; the ninth, and one to a decision that was not asked, is garbage.",
                   "move answers decision %llu, but we asked for %u", (unsigned long long)id, check->id);
        return id < check->id ? MOVE_NONE : MOVE_WRONG;
    }
    return is_legal(check, turn, rest) ? MOVE_FOUND : MOVE_WRONG;
}

bool check_ask(Check *check, const CheckTurn *turn) {
    check->id += turn->odd & ODD_IDS ? 1 + rng_below(&check->rng, 100000) : 1;
    say_go(check, turn);
    if (turn->odd & ODD_PINGS) check_ping(check); // its pong may wait for the move
    if (!check_send(check)) return false;
    int64_t sent = wire_now();
    char line[CGP_LINE + 1];
    for (Heard heard = MOVE_NONE; heard != MOVE_FOUND;) {
        if (!check_hear(check, "a move", line)) return false;
        heard = hear_move(check, turn, line);
        if (heard == MOVE_WRONG) return false;
    }
    int64_t spent = (wire_now() - sent) / MILLISECOND;
    if ((turn->odd & ODD_CLOCK) && spent > LITTLE_TIME)
        check_find(check, "timeout", "Look at clock and movetime on the go line: they are milliseconds left.",
                   "the move took %lld ms, and %d were left", (long long)spent, LITTLE_TIME);
    check->now->decisions++;
    check->report->decisions++;
    return true;
}
