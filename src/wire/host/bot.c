// SPDX-License-Identifier: MIT
#include "wire/host/bot.h"

#include <string.h>

#include "base/memory.h"
#include "base/version.h"

bool bot_open(Bot *bot, const BotGame *game, const char *spec, uint64_t seed, Error *err) {
    *bot = (Bot){.name = spec, .game = game, .rng = rng_of_hash(rng_mix(seed))};
    return game->open(bot, spec, err);
}

static bool greet(const Bot *bot, char *rest, Text *answer, Error *err) {
    uint64_t version;
    if (!cgp_number(cgp_next(&rest), UINT32_MAX, &version) || version < 1)
        return error_set(err, "cgp comes without the host's version; write cgp %d", CGP_VERSION);
    text_addf(answer, "id name %.*s\nid author Deadwood %s\ngames %s\n", CGP_NAME, bot->name, DEADWOOD_VERSION,
              bot->game->name);
    if (bot->game->declare) bot->game->declare(bot, answer);
    text_addf(answer, "cgpok %d\n", CGP_VERSION);
    return true;
}

static bool set_option(Bot *bot, char *rest, Error *err) {
    const char *name, *value;
    uint64_t seed;
    if (!cgp_parse_setoption(rest, &name, &value, err)) return false;
    if (strcmp(name, "Seed") != 0) return true;
    if (!cgp_number(value, UINT64_MAX, &seed)) return error_set(err, "Seed '%.40s' is no whole number", value);
    bot->rng = rng_of_hash(seed);
    return true;
}

// Lines that begin with the game they are of. A view is sent by hosts that tell nothing else of a deal; to others we
// did not say that we want it.
static bool follow_own(Bot *bot, CgpTells kind, char *rest, Error *err) {
    const char *game = cgp_next(&rest);
    bool ours = game && strcmp(game, bot->game->name) == 0;
    if (!ours && kind == CGP_TELLS_NEWMATCH)
        return error_set(err, "newmatch %.20s: we said that we play %s", game ? game : "", bot->game->name);
    return !ours || bot->game->follow(bot, kind, rest, err);
}

static bool bot_decide(Bot *bot, char *rest, Text *answer, Error *err) {
    CgpGo go;
    if (!cgp_parse_go(rest, &go, err)) return false;
    size_t before = answer->size;
    text_add_bytes(answer, "move ", 5);
    cgp_add_number(answer, go.id);
    text_add_bytes(answer, " ", 1);
    if (!bot->game->choose(bot, answer, err) || !memory_sufficed(err)) {
        text_cut(answer, before);
        return error_prefix(err, "go %u", go.id);
    }
    text_add_bytes(answer, "\n", 1);
    return true;
}

bool bot_obey(Bot *bot, char *line, Text *answer, Error *err) {
    char *rest = line;
    CgpTells kind = cgp_tells(&rest);
    switch (kind) {
    case CGP_TELLS_CGP: return greet(bot, rest, answer, err);
    case CGP_TELLS_SETOPTION: return set_option(bot, rest, err);
    case CGP_TELLS_PING: text_addf(answer, "pong %s\n", cgp_rest(&rest)); break;
    case CGP_TELLS_NEWMATCH:
    case CGP_TELLS_VIEW: return follow_own(bot, kind, rest, err);
    case CGP_TELLS_NEWDEAL:
    case CGP_TELLS_HAND:
    case CGP_TELLS_EV:
    case CGP_TELLS_PAST: return bot->game->follow(bot, kind, rest, err);
    case CGP_TELLS_GO: return bot_decide(bot, rest, answer, err);
    case CGP_TELLS_QUIT: bot->over = true; break;
    case CGP_TELLS_ENDDEAL: // nothing to remember from one deal to the next
    case CGP_TELLS_ENDMATCH:
    case CGP_TELLS_OTHER: break;
    }
    return true;
}

void bot_forget(Bot *bot) {
    if (bot->game->forget) bot->game->forget(bot);
}

// Reads a line without its end into `line`; false at the end of input.
static bool bot_read_line(FILE *in, char line[CGP_LINE + 1], uint64_t number, bool *good, Error *err) {
    size_t size = 0;
    int c;
    *good = true;
    while ((c = getc_unlocked(in)) != EOF && c != '\n') {
        if (size < CGP_LINE) line[size] = (char)c;
        size++;
    }
    if (c == EOF && size == 0) return false;
    if (size >= CGP_LINE)
        *good = error_set(err, "line %llu is longer than %d bytes", (unsigned long long)number, CGP_LINE);
    else if (!cgp_line(line, size))
        *good = error_set(err, "line %llu holds a NUL byte", (unsigned long long)number);
    return true;
}

bool bot_run(Bot *bot, FILE *in, FILE *out, Error *err) {
    char line[CGP_LINE + 1], shown[64];
    Text answer = {0};
    bool good = true;
    for (uint64_t number = 1; good && !bot->over && bot_read_line(in, line, number, &good, err) && good; number++) {
        text_copy(shown, sizeof shown, line);
        text_clear(&answer);
        if (!bot_obey(bot, line, &answer, err))
            good = error_prefix(err, "line %llu from the host, '%s'", (unsigned long long)number, shown);
        if (!answer.size) continue;
        if (fwrite(answer.data, 1, answer.size, out) != answer.size || fflush(out) != 0)
            good = error_set(err, "the host does not read our answers any more");
    }
    text_free(&answer);
    return good;
}
