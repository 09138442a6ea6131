// SPDX-License-Identifier: MIT
// `deadwood doctor`: what this installation has, what it lacks and what that would give, and what is broken: the first
// thing to paste into a bug report. It names no person, no file of theirs and no machine.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/app.h"
#include "app/commands/games.h"
#include "arena/store.h"
#include "base/files/data.h"
#include "base/files/sha256.h"
#include "base/text/json.h"
#include "base/threads/pool.h"
#include "base/version.h"
#include "learn/files/models.h"
#include "learn/net/gemm.h"
#include "learn/train/train.h"
#include "train/recipe/recipe.h"

static const AppOption OPTIONS[] = {
    {"--json", NULL, "print one JSON object"},
    {NULL, NULL, NULL},
};

// FOUND: works. MISSING: not there, and nothing else needs it. BROKEN: there, and wrong.
typedef enum { FOUND, MISSING, BROKEN, STATES } State;
static const char *const STATE_NAMES[STATES] = {"found", "missing", "BROKEN"};

enum { MOST_CHECKS = 64 };

typedef struct Check {
    const char *name;
    State state;
    Text said;         // what was found, or what is wrong
    const char *gives; // what a missing part would give, and how to get it
} Check;

typedef struct Doctor {
    Check checks[MOST_CHECKS];
    int count;
} Doctor;

static Check *add(Doctor *doctor, const char *name, State state, const char *gives) {
    if (doctor->count == MOST_CHECKS) abort(); // a mistake of this file
    Check *check = &doctor->checks[doctor->count++];
    *check = (Check){.name = name, .state = state, .gives = gives};
    return check;
}

// ---- The build and the machine ----

static const char *instructions(void) {
#if defined __AVX512F__
    return "AVX-512";
#elif defined __AVX2__
    return "AVX2";
#elif defined __AVX__
    return "AVX";
#elif defined __SSE4_2__
    return "SSE4.2";
#elif defined __x86_64__
    return "SSE2";
#elif defined __aarch64__
    return "NEON";
#else
    return "no vector instructions of its own";
#endif
}

static void check_build(Doctor *doctor) {
    struct utsname system;
    Check *check = add(doctor, "version", FOUND, NULL);
    text_addf(&check->said, "deadwood %s%s%s", DEADWOOD_VERSION, *DEADWOOD_REVISION ? " " : "", DEADWOOD_REVISION);
    check = add(doctor, "build", FOUND, NULL);
#ifdef __clang__
    text_addf(&check->said, "clang %d.%d", __clang_major__, __clang_minor__);
#else
    text_addf(&check->said, "gcc %d.%d", __GNUC__, __GNUC_MINOR__);
#endif
    text_addf(&check->said, ", compiled for %s", instructions());
#ifndef NDEBUG
    text_add(&check->said, ", with assertions");
#endif
    check = add(doctor, "system", FOUND, NULL);
    if (uname(&system) == 0) text_addf(&check->said, "%s %s, %s, ", system.sysname, system.release, system.machine);
    text_addf(&check->said, "%d cores", pool_cores());
}

static void check_parts(Doctor *doctor) {
#ifdef DEADWOOD_HAVE_SQLITE
    text_add(&add(doctor, "SQLite", FOUND, NULL)->said, "games are kept and go on (--db, --resume, --shard)");
#else
    add(doctor, "SQLite", MISSING, "results that survive a kill (--db): build again with libsqlite3-dev");
#endif
#ifdef DEADWOOD_HAVE_ZSTD
    text_add(&add(doctor, "zstd", FOUND, NULL)->said, "records are compressed where a name ends in .zst");
#else
    add(doctor, "zstd", MISSING, "compressed records (.zst): build again with libzstd-dev");
#endif
    if (strcmp(gemm_name(), "OpenBLAS") == 0)
        text_add(&add(doctor, "OpenBLAS", FOUND, NULL)->said, "training multiplies matrices with it");
    else
        add(doctor, "OpenBLAS", MISSING, "quicker training: build again with libopenblas-dev");
}

// ---- Files ----

// One line of models/MANIFEST: file | sha256 | bytes | ...
static void check_model(char *line, Check *check, int *good) {
    char *rest = line, digits[SHA256_DIGITS + 1];
    char *file = strsep(&rest, "|"), *sha256 = rest ? strsep(&rest, "|") : NULL;
    if (!sha256 || strspn(sha256, " ") == strlen(sha256)) return;
    file[strcspn(file, " ")] = '\0';
    sha256 += strspn(sha256, " ");
    sha256[strcspn(sha256, " ")] = '\0';
    if (strcmp(sha256, "-") == 0) return; // not shipped
    Text path = {0}, bytes = {0};
    Error err = {{0}};
    bool there = data_find(DATA_MODELS, file, &path) && text_read_file(&bytes, path.data, (size_t)1 << 30, &err);
    Sha256 hash = sha256_begin();
    if (there) sha256_add(&hash, bytes.data, bytes.size);
    sha256_end(&hash, digits);
    bool same = there && strcmp(digits, sha256) == 0;
    *good += same;
    if (!same) check->state = BROKEN;
    if (!same)
        text_addf(&check->said, "%s%s %s", check->said.size ? "; " : "", file,
                  there ? "is not the one shipped" : "is not there");
    text_free(&path);
    text_free(&bytes);
}

static void check_models(Doctor *doctor) {
    Text path = {0}, manifest = {0};
    Error err = {{0}};
    if (!data_find(DATA_MODELS, "MANIFEST", &path)) {
        add(doctor, "models", MISSING,
            "players that learned (champion, mishra, nguyen): the package deadwood-data, or a source tree's models/");
        return;
    }
    Check *check = add(doctor, "models", FOUND, NULL);
    int good = 0;
    if (!text_read_file(&manifest, path.data, 1 << 20, &err)) {
        check->state = BROKEN;
        text_add(&check->said, err.text);
    }
    char *rest = manifest.data;
    for (char *line; (line = strsep(&rest, "\n")) != NULL;)
        if (*line && *line != '#') check_model(line, check, &good);
    if (check->state == FOUND) text_addf(&check->said, "%d, each with the checksum of its MANIFEST", good);
    text_free(&path);
    text_free(&manifest);
}

static void check_recipes(Doctor *doctor) {
    Text names = {0};
    int count = recipe_names(&names);
    if (count)
        text_addf(&add(doctor, "recipes", FOUND, NULL)->said, "%d", count);
    else
        add(doctor, "recipes", MISSING, "`deadwood train`: the package deadwood-data, or a source tree's recipes/");
    text_free(&names);
}

// ---- Programs ----

static bool on_path(const char *name) {
    const char *path = getenv("PATH");
    Text folders = {0};
    bool found = false;
    text_add(&folders, path ? path : "");
    char *rest = folders.data;
    for (char *folder; !found && rest && (folder = strsep(&rest, ":")) != NULL;) {
        Text file = {0};
        text_addf(&file, "%s/%s", *folder ? folder : ".", name);
        found = access(file.data, X_OK) == 0;
        text_free(&file);
    }
    text_free(&folders);
    return found;
}

static void check_program(Doctor *doctor, const char *name, const char *does, const char *gives) {
    if (on_path(name))
        text_add(&add(doctor, name, FOUND, NULL)->said, does);
    else
        add(doctor, name, MISSING, gives);
}

// This very program, as a bot that sees nothing: whatever the sandbox is made of, that is what matters.
static void check_sandbox(Doctor *doctor) {
    WireLimits limits = wire_limits_default();
    char name[CGP_NAME];
    Text tail = {0};
    Error err = {{0}};
    char self[3000] = "";
    Text command = {0};
    limits.sandbox = true;
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) text_copy(self, sizeof self, "deadwood");
    text_addf(&command, "exec:'%s' bot simple", self);
    if (player_check(game_default()->players, command.data, &limits, name, &tail, &err))
        text_addf(&add(doctor, "sandbox", FOUND, NULL)->said, "programs play in it (--sandbox)%s",
                  on_path("bwrap") ? ", made by bubblewrap" : ", made by the kernel's namespaces");
    else
        text_add(
            &add(doctor, "sandbox", MISSING,
                 "programs that see nothing but their cards (--sandbox): install bubblewrap, or let this user make "
                 "namespaces")
                 ->said,
            err.text);
    text_free(&command);
    text_free(&tail);
}

static void check_gpu(Doctor *doctor) {
    bool there = access("/proc/driver/nvidia/version", F_OK) == 0;
#ifdef DEADWOOD_HAVE_CUDA
    double difference;
    Error err = {{0}};
    if (there && train_compare(&difference, &err)) {
        Check *check = add(doctor, "GPU", difference < 2e-4 ? FOUND : BROKEN, NULL);
        text_addf(&check->said, "trains (--device cuda); it differs from the processor by %.2g", difference);
    } else if (there) {
        text_add(&add(doctor, "GPU", BROKEN, NULL)->said, err.text);
    } else {
        add(doctor, "GPU", MISSING, "quicker training (--device cuda): no driver of NVIDIA's is loaded");
    }
#else
    add(doctor, "GPU", MISSING,
        there ? "quicker training (--device cuda): there is one; build with -DDEADWOOD_CUDA=ON"
              : "quicker training (--device cuda): a GPU of NVIDIA's, and a build with -DDEADWOOD_CUDA=ON");
#endif
}

// What a shell command prints, its first line. False if it fails.
static bool first_line(const char *command, char *line, int room) {
    FILE *pipe = popen(command, "re");
    if (!pipe) return false;
    bool read = fgets(line, room, pipe) != NULL;
    while (read && fgetc(pipe) != EOF) continue;
    int status = pclose(pipe);
    line[read ? strcspn(line, "\n") : 0] = '\0';
    return read && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// The first python3 of a PATH need not be the one that has the package.
static void check_python(Doctor *doctor) {
    static const char *const interpreters[] = {"python3", "/usr/bin/python3", "/usr/local/bin/python3"};
    static const char asks[] =
        " -c 'import sys, deadwood; print(sys.executable, sys.version.split()[0], deadwood.__version__)' 2>/dev/null";
    char line[512];
    for (size_t i = 0; i < sizeof interpreters / sizeof *interpreters; i++) {
        Text command = {0};
        text_addf(&command, "%s%s", interpreters[i], asks);
        bool has = first_line(command.data, line, sizeof line);
        text_free(&command);
        if (!has) continue;
        text_addf(&add(doctor, "Python", FOUND, NULL)->said,
                  "import deadwood works in %s (interpreter, its version, "
                  "the package's)",
                  line);
        return;
    }
    add(doctor, "Python", MISSING,
        on_path("python3") ? "import deadwood: the package python3-deadwood; the python3 here does not have it"
                           : "import deadwood: python3 and the package python3-deadwood");
}

static void check_terminal(Doctor *doctor) {
    struct winsize size = {0};
    const char *term = getenv("TERM");
    if (!isatty(STDOUT_FILENO) && !isatty(STDERR_FILENO)) {
        add(doctor, "terminal", MISSING, "`deadwood play` with pictures of cards: run this on a terminal to test it");
        return;
    }
    ioctl(isatty(STDOUT_FILENO) ? STDOUT_FILENO : STDERR_FILENO, TIOCGWINSZ, &size);
    bool large = size.ws_col >= 80 && size.ws_row >= 24;
    Check *check = add(doctor, "terminal", large ? FOUND : MISSING, "`deadwood play` draws on 80 columns and 24 rows");
    text_addf(&check->said, "%s, %d columns, %d rows, %s", term ? term : "no TERM", size.ws_col, size.ws_row,
              app_utf8() ? "UTF-8" : "no UTF-8");
}

// ---- What is said ----

static void print_text(const Doctor *doctor, Text *text) {
    for (int i = 0; i < doctor->count; i++) {
        const Check *check = &doctor->checks[i];
        text_addf(text, "  %-9s %-8s ", check->name, STATE_NAMES[check->state]);
        text_add(text, check->said.size ? check->said.data : "");
        if (check->state == MISSING && check->gives)
            text_addf(text, "%swould give %s", check->said.size ? "; " : "", check->gives);
        text_add(text, "\n");
    }
}

static void print_json(const Doctor *doctor, int broken, Text *text) {
    Json json = json_into(text, true);
    json_object(&json, NULL);
    json_string(&json, "version", DEADWOOD_VERSION);
    json_string(&json, "revision", DEADWOOD_REVISION);
    json_array(&json, "checks");
    for (int i = 0; i < doctor->count; i++) {
        const Check *check = &doctor->checks[i];
        json_object(&json, NULL);
        json_string(&json, "name", check->name);
        json_string(&json, "state", check->state == BROKEN ? "broken" : STATE_NAMES[check->state]);
        json_string(&json, "found", check->said.size ? check->said.data : "");
        if (check->state == MISSING && check->gives) json_string(&json, "would_give", check->gives);
        json_end(&json);
    }
    json_end_array(&json);
    json_int(&json, "broken", broken);
    json_end(&json);
    text_add(text, "\n");
}

static int run_doctor(const AppArgs *args) {
    Doctor doctor = {.count = 0};
    Text text = {0};
    int broken = 0;
    check_build(&doctor);
    check_parts(&doctor);
    check_models(&doctor);
    check_recipes(&doctor);
    check_sandbox(&doctor);
    check_gpu(&doctor);
    check_program(&doctor, "gnuplot", "figures are drawn", "figures of `reproduce` and `train`: install gnuplot-nox");
    check_python(&doctor);
    check_terminal(&doctor);
    for (int i = 0; i < doctor.count; i++) broken += doctor.checks[i].state == BROKEN;
    if (app_switch(args, "--json"))
        print_json(&doctor, broken, &text);
    else
        print_text(&doctor, &text);
    int code = app_print(&text);
    for (int i = 0; i < doctor.count; i++) text_free(&doctor.checks[i].said);
    text_free(&text);
    if (code != APP_DONE || !broken) return code;
    app_tell("deadwood: %d of these %s broken; what is missing is not needed by the rest", broken,
             broken == 1 ? "is" : "are");
    return APP_FAILED;
}

const AppCommand app_doctor = {
    .name = "doctor",
    .words = "",
    .summary = "tells what this installation has, lacks and would gain; paste it into a bug report",
    .details =
        "Looks at the build, the models and their checksums, recipes, the sandbox (a program plays in it), a GPU,\n"
        "gnuplot, the Python package and the terminal. What is missing is no fault, and it says what it would give.\n"
        "Exit code 1 if something is there and broken.",
    .options = OPTIONS,
    .least = 0,
    .most = 0,
    .door = DOOR_PLAY,
    .examples = {"deadwood doctor", "deadwood doctor --json"},
    .run = run_doctor,
};
