// SPDX-License-Identifier: MIT
// Findings, the handshake, pings and the end: what has to do with no game in particular.
#include "wire/check/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire/check/check_play_internal.h"

enum { MANY_STALLS = 3, MANY_FALLS = 8 }; // when to give up on a bot

static const int64_t QUIT_PATIENCE = INT64_C(2000000000), EARLY = INT64_C(100000000);

bool check_note(Check *check, const char *mould, const char *kind, const char *right, const char *problem) {
    CheckReport *report = check->report;
    report->findings++;
    check->now->findings++;
    check->stalls += strcmp(kind, "stall") == 0;
    for (int i = 0; i < report->kept; i++) {
        if (report->finding[i].mould != mould) continue;
        report->finding[i].times++;
        return false;
    }
    if (report->kept == CHECK_KEPT) return false;
    CheckFinding *finding = &report->finding[report->kept++];
    *finding = (CheckFinding){.situation = check->now->name, .kind = kind, .mould = mould, .times = 1};
    text_add(&finding->problem, problem);
    text_add(&finding->right, right);
    talk_transcript(&check->talk, &finding->transcript);
    return false;
}

bool check_find(Check *check, const char *kind, const char *right, const char *problem, ...) {
    Text sentence = {0};
    va_list args;
    va_start(args, problem);
    text_vaddf(&sentence, problem, args);
    va_end(args);
    check_note(check, problem, kind, right, sentence.data);
    text_free(&sentence);
    return false;
}

int64_t check_patience(const Check *check) { return wire_now() + check->plan->limits.clock.start; }

static double seconds(const Check *check) { return (double)check->plan->limits.clock.start / 1e9; }

// The bot's output is at its end: says how it ended, and with which last words.
static bool find_end(Check *check, const char *want) {
    Error how = {{0}};
    Text right = {0}, last = {0};
    WireLife life = wire_process_life(check->talk.process, check->plan->limits.clock.start, &how);
    wire_process_stderr(check->talk.process, 5, &last);
    if (last.size) text_addf(&right, "Its last words on stderr: %s", last.data);
    for (size_t i = 0; i < right.size; i++)
        if (right.data[i] == '\n') right.data[i] = i + 1 < right.size ? '|' : '.';
    if (!right.size) text_add(&right, "A bot runs until the host says quit or closes its input.");
    check->lost = true;
    check_find(check, life == WIRE_KILLED ? "crash" : "exit", right.data, "the bot %s while we waited for %s",
               how.text[0] ? how.text : "closed its output", want);
    text_free(&right);
    text_free(&last);
    return false;
}

bool check_send(Check *check) {
    TalkEnd end = talk_send(&check->talk, check_patience(check));
    if (end == TALK_LINE) return true;
    if (end == TALK_ENDED) return find_end(check, "it to read our lines");
    check->lost = true;
    return check_find(check, "stall", "Read standard input line by line, all the time.",
                      "the bot did not read its input for %.0f seconds", seconds(check));
}

static bool due_pong(Check *check, char *rest) {
    uint64_t number;
    const char *word = cgp_next(&rest);
    bool numbered = cgp_number(word, UINT64_MAX, &number);
    if (!check->open_pings)
        return check_find(check, "pong", "Say pong once for each ping, with its number.", "pong %.20s answers no ping",
                          word ? word : "");
    uint64_t due = check->pings[0];
    memmove(check->pings, check->pings + 1, sizeof check->pings - sizeof *check->pings);
    check->open_pings--;
    if (!numbered) return check_find(check, "pong", "Answer `ping 7` with `pong 7`.", "pong comes without its number");
    if (number == due) return true;
    return check_find(check, "pong", "Repeat the number of the ping, and answer pings in the order they came.",
                      "pong %.20s, but ping %llu was due", word, (unsigned long long)due);
}

// Takes care of all that may come at any time. True if the line is for whoever waits.
static bool is_answer(Check *check, const char *line) {
    char copy[CGP_LINE + 1], *rest = copy;
    text_copy(copy, sizeof copy, line);
    switch (cgp_says(&rest)) {
    case CGP_SAYS_NOTHING:
    case CGP_SAYS_INFO: return false;
    case CGP_SAYS_PONG: due_pong(check, rest); return false;
    case CGP_SAYS_GARBAGE:
        check_find(check, "garbage",
                   "Lines begin with id, games, option, cgpok, pong, info, move or error; put other "
                   "words behind `info` or on stderr.",
                   "'%.60s' is no line of the protocol", line);
        return false;
    case CGP_SAYS_ID:
    case CGP_SAYS_GAMES:
    case CGP_SAYS_OPTION:
    case CGP_SAYS_OK:
    case CGP_SAYS_MOVE:
    case CGP_SAYS_ERROR: break;
    }
    return true;
}

bool check_hear(Check *check, const char *want, char line[CGP_LINE + 1]) {
    int64_t deadline = check_patience(check);
    for (;;) {
        switch (talk_hear(&check->talk, deadline, line)) {
        case TALK_LINE:
            if (is_answer(check, line)) return true;
            break;
        case TALK_LATE:
            check->lost = true;
            return check_find(check, "stall",
                              "Answer, and flush the output after every line: most bots that seem to "
                              "hang have their answer in a buffer.",
                              "nothing came within %.0f seconds where we waited for %s", seconds(check), want);
        case TALK_ENDED: return find_end(check, want);
        case TALK_LONG:
            check->lost = true;
            return check_find(check, "garbage", "A line has at most 4096 bytes with its end.",
                              "a line of more than 4096 bytes begins with '%.40s'", line);
        case TALK_BINARY:
            check->lost = true;
            return check_find(check, "garbage", "Lines are plain ASCII text.", "a line holds a NUL byte");
        }
    }
}

void check_ping(Check *check) {
    char line[32];
    if (check->open_pings == (int)(sizeof check->pings / sizeof *check->pings)) return;
    check->pings[check->open_pings++] = ++check->ping;
    snprintf(line, sizeof line, "ping %llu\n", (unsigned long long)check->ping);
    talk_say(&check->talk, line);
}

bool check_settle(Check *check) {
    char line[CGP_LINE + 1];
    if (check->lost) return false;
    check_ping(check);
    if (!check_send(check)) return false;
    int64_t deadline = check_patience(check);
    while (check->open_pings) {
        TalkEnd end = talk_hear(&check->talk, deadline, line);
        if (end == TALK_ENDED) return find_end(check, "a pong");
        if (end != TALK_LINE) {
            check->lost = true;
            return check_find(check, "stall", "Answer `ping 7` with `pong 7`, between matches too.",
                              "no pong came within %.0f seconds", seconds(check));
        }
        if (is_answer(check, line))
            check_find(check, "garbage", "Say move once for each go, and nothing of the handshake after cgpok.",
                       "'%.60s' answers nothing we asked", line);
    }
    return true;
}

// ---- The handshake ----

typedef struct Hello {
    bool named, plays, done;
    int options;
} Hello;

static void hear_games(const Check *check, Hello *hello, char *rest) {
    for (const char *game; (game = cgp_next(&rest)) != NULL;)
        hello->plays = hello->plays || strcmp(game, check->plan->game->name) == 0;
}

static void hear_id(Check *check, Hello *hello, char *rest) {
    const char *what = cgp_next(&rest), *text = cgp_rest(&rest);
    bool name = what && strcmp(what, "name") == 0, author = what && strcmp(what, "author") == 0;
    if ((!name && !author) || !*text) {
        check_find(check, "handshake", "Say `id name TEXT` and, if you like, `id author TEXT`.",
                   "id comes with neither name nor author");
        return;
    }
    Text clean = {0}; // it is shown to people
    text_add_printable(&clean, text);
    bool fits = text_copy(name ? check->report->name : check->report->author, sizeof check->report->name, clean.data);
    text_free(&clean);
    if (!fits) check_find(check, "handshake", "At most 128 bytes.", "id %s is longer than 128 bytes", what);
    hello->named = hello->named || name;
}

static void hear_option(Check *check, Hello *hello, char *rest) {
    CgpOption option;
    Error err;
    if (!cgp_parse_option(rest, &option, &err)) {
        check_find(check, "handshake", "See the handshake in docs/PROTOCOL.md.", "%s", err.text);
        return;
    }
    if (++hello->options == CGP_OPTIONS + 1)
        check_find(check, "handshake", "At most 64 options.", "the bot declares more than %d options", CGP_OPTIONS);
    if (strcmp(option.name, "Stateless") == 0)
        check->report->stateless = option.type == CGP_CHECK && strcmp(option.value, "true") == 0;
    if (strcmp(option.name, "Past") == 0)
        check->report->wants_past = option.type == CGP_CHECK && strcmp(option.value, "true") == 0;
}

static bool hear_hello(Check *check, Hello *hello) {
    char line[CGP_LINE + 1], *rest = line;
    if (!check_hear(check, "cgpok, the end of the handshake", line)) return false;
    switch (cgp_says(&rest)) {
    case CGP_SAYS_ID: hear_id(check, hello, rest); break;
    case CGP_SAYS_GAMES: hear_games(check, hello, rest); break;
    case CGP_SAYS_OPTION: hear_option(check, hello, rest); break;
    case CGP_SAYS_OK: {
        const char *version = cgp_next(&rest);
        hello->done = true;
        if (version && strcmp(version, "1") != 0)
            return check_find(check, "handshake", "Say cgpok or cgpok 1.", "version '%.20s' is not one we speak",
                              version);
        break;
    }
    case CGP_SAYS_ERROR:
        check->lost = true;
        return check_find(check, "handshake", "It should play the game it is checked for.", "the bot gave up: %.200s",
                          cgp_rest(&rest));
    default:
        check_find(check, "handshake", "Say move only after go.", "a move comes before the handshake is over");
        break;
    }
    return true;
}

bool check_handshake(Check *check, bool first) {
    Error err = {{0}};
    char line[CGP_LINE + 1];
    Hello hello = {0};
    check->lost = false;
    check->open_pings = 0;
    if (!talk_start(&check->talk, &err)) {
        check->lost = true;
        return check_find(check, "handshake", "The command must start a program.", "%s", err.text);
    }
    if (first && talk_hear(&check->talk, wire_now() + EARLY, line) == TALK_LINE)
        check_find(check, "handshake", "Wait for `cgp 1`; the host speaks first.",
                   "'%.60s' comes before we said anything", line);
    talk_say(&check->talk, "cgp 1\n");
    if (!check_send(check)) return false;
    while (!hello.done)
        if (!hear_hello(check, &hello)) return false;
    if (!hello.named) check_find(check, "handshake", "Say `id name TEXT` before cgpok.", "the bot has no name");
    if (!hello.plays) {
        check->lost = true;
        return check_find(check, "handshake", "Say `games` with that game before cgpok.",
                          "the bot does not say that it plays %s", check->plan->game->name);
    }
    return true;
}

void check_quit(Check *check, bool say) {
    char line[CGP_LINE + 1];
    Error how = {{0}};
    if (check->lost || !check->talk.process) return;
    const char *asked = say ? "quit" : "the end of its input";
    int64_t deadline = wire_now() + QUIT_PATIENCE;
    if (say) {
        talk_say(&check->talk, "quit\n");
        if (!check_send(check)) return;
        while (talk_hear(&check->talk, deadline, line) == TALK_LINE)
            if (is_answer(check, line))
                check_find(check, "garbage", "Say nothing after quit.", "'%.60s' comes after quit", line);
    } else {
        wire_process_end_input(check->talk.process);
    }
    int64_t left = deadline - wire_now();
    WireLife life = wire_process_life(check->talk.process, left > 0 ? left : 0, &how);
    if (life == WIRE_ALIVE)
        check_find(check, "quit", "End the program on quit and at the end of its input.",
                   "the bot still runs two seconds after %s", asked);
    else if (life != WIRE_EXITED || !strstr(how.text, "code 0"))
        check_find(check, "quit", "End with exit code 0.", "after %s the bot %s", asked, how.text);
    check->lost = true;
    talk_stop(&check->talk);
}

// ---- All of it ----

bool check_enter(Check *check, const char *name) {
    CheckPlan *plan = check->plan;
    if (plan->stop && plan->stop(plan->context)) return false;
    check->falls += check->lost && check->report->situations > 0;
    if (check->stalls >= MANY_STALLS || check->falls >= MANY_FALLS) {
        text_addf(&check->report->notes, "After %d falls and %d waits in vain no more situations were tried.\n",
                  check->falls, check->stalls);
        return false;
    }
    if (plan->progress) plan->progress(plan->context, name);
    bool first = check->report->situations == 0;
    check->now = &check->report->situation[check->report->situations++];
    *check->now = (CheckSituation){.name = name};
    return !check->lost || check_handshake(check, first);
}

bool check_pings(Check *check) {
    if (!check_enter(check, "pings before any match")) return false;
    for (int i = 0; i < 3; i++) check_ping(check);
    check->now->reached = check_settle(check);
    return true;
}

bool check_run(CheckPlan *plan, CheckReport *report, Error *err) {
    *report = (CheckReport){.situations = 0};
    Check check = {.plan = plan,
                   .report = report,
                   .talk = {.command = plan->command, .limits = &plan->limits, .copy = plan->transcript},
                   .lost = true,
                   .rng = rng_for(plan->seed, 0, 0, 0)};
    CheckPlay *play = calloc(1, plan->game->size);
    if (!play) return error_set(err, "out of memory for the check");
    check_game(&check, plan->game, play);
    free(play);
    talk_free(&check.talk);
    if (plan->stop && plan->stop(plan->context)) return error_set(err, "stopped before all situations were tried");
    return true;
}

void check_report_free(CheckReport *report) {
    for (int i = 0; i < report->kept; i++) {
        text_free(&report->finding[i].problem);
        text_free(&report->finding[i].right);
        text_free(&report->finding[i].transcript);
    }
    text_free(&report->notes);
    *report = (CheckReport){.situations = 0};
}
