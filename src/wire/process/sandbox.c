// SPDX-License-Identifier: MIT
// Makes the list of places that a bot sees. All code that may allocate runs here, in the host; see sandbox_internal.h.
#include "wire/process/sandbox.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/text.h"
#include "wire/process/sandbox_internal.h"

enum { FILTER_FILE = 3 }; // the first number that is free in a bot

// ---- Paths ----

static bool is_within(const char *path, const char *folder) {
    size_t size = strlen(folder);
    if (size == 1) return true; // "/"
    return strncmp(path, folder, size) == 0 && (path[size] == '/' || !path[size]);
}

static bool sandbox_is_folder(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

// The path without links; of what does not exist yet, its folder's with its name.
static bool real_path(const char *path, char real[PATH_MAX]) {
    if (realpath(path, real)) return true;
    char folder[PATH_MAX], base[PATH_MAX];
    const char *slash = strrchr(path, '/');
    if (!text_copy(base, sizeof base, slash ? slash + 1 : path) || !*base) return false;
    if (!text_copy(folder, sizeof folder, slash ? path : ".")) return false;
    if (slash) folder[slash == path ? 1 : slash - path] = '\0';
    if (!realpath(folder, real)) return false;
    size_t size = strlen(real);
    return snprintf(real + size, PATH_MAX - size, "%s%s", size > 1 ? "/" : "", base) < (int)(PATH_MAX - size);
}

// The folder of a file, without links, and the file in it; the file itself may be one, as programs of Python's
// environments are.
static bool split_path(const char *path, char folder[PATH_MAX], char file[PATH_MAX]) {
    char copy[PATH_MAX];
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    if (!text_copy(copy, sizeof copy, slash ? path : ".")) return false;
    if (slash) copy[slash == path ? 1 : slash - path] = '\0';
    if (!realpath(copy, folder)) return false;
    return snprintf(file, PATH_MAX, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder, name) < PATH_MAX;
}

// Folders that hold much more than a bot: they are never shown or given as a whole.
static bool is_common(const char *folder) {
    static const char *const COMMON[] = {"/",     "/root", "/home", "/tmp", "/var", "/var/tmp", "/var/lib", "/etc",
                                         "/proc", "/sys",  "/dev",  "/run", "/mnt", "/media",   "/srv",     "/boot"};
    char home[PATH_MAX];
    const char *named = getenv("HOME");
    for (size_t i = 0; i < sizeof COMMON / sizeof *COMMON; i++)
        if (strcmp(folder, COMMON[i]) == 0) return true;
    if (named && realpath(named, home) && is_within(home, folder)) return true;
    return strncmp(folder, "/home/", 6) == 0 && !strchr(folder + 6, '/');
}

static const char *const SYSTEM[] = {"/usr",   "/bin",    "/sbin",      "/lib",       "/lib32",
                                     "/lib64", "/libx32", "/nix/store", "/gnu/store", NULL};

static bool is_system(const char *path) {
    for (const char *const *at = SYSTEM; *at; at++)
        if (is_within(path, *at)) return true;
    return false;
}

// ---- Places ----

typedef struct Plan {
    Sandbox *sandbox;
    char hidden[WIRE_HIDDEN + 1][PATH_MAX]; // without links
    int hides;
    char seen[PATH_MAX];  // the host's working folder
    char given[PATH_MAX]; // limits->write without links, or ""
    bool holds_program;   // there, or another file of the command line
    Error *err;
    bool good;
} Plan;

static void sandbox_fail(Plan *plan, const char *why) {
    if (plan->good) error_set(plan->err, "--sandbox: %s", why);
    plan->good = false;
}

static void sandbox_put(Plan *plan, PlaceKind kind, const char *from, const char *to) {
    Sandbox *sandbox = plan->sandbox;
    for (int i = 0; i < sandbox->count; i++)
        if (sandbox->place[i].kind == kind && strcmp(sandbox->place[i].to, to) == 0) return;
    if (sandbox->count == SANDBOX_PLACES) {
        sandbox_fail(
            plan, "a bot's folder holds too many files beside those of this match; give the bot a folder of its own");
        return;
    }
    char real[PATH_MAX]; // links would lead elsewhere where the host's files are mounted
    bool shown = kind == PLACE_READ || kind == PLACE_WRITE || kind == PLACE_DEVICE;
    if (shown && !realpath(from, real)) return; // such as a link to nothing
    Place place = {kind, strdup(shown ? real : from), strdup(to)};
    sandbox->place[sandbox->count++] = place;
    if (!place.from || !place.to) sandbox_fail(plan, "out of memory");
}

// With what belongs to it: a store's journal lies beside it under a longer name.
static bool is_hidden(const Plan *plan, const char *path) {
    for (int i = 0; i < plan->hides; i++) {
        size_t size = strlen(plan->hidden[i]);
        if (strncmp(path, plan->hidden[i], size) == 0 && !strchr(path + size, '/')) return true;
    }
    return false;
}

static bool holds_hidden(const Plan *plan, const char *folder) {
    for (int i = 0; i < plan->hides; i++)
        if (is_within(plan->hidden[i], folder)) return true;
    return false;
}

static void sandbox_show(Plan *plan, const char *path);

// A folder in which something is hidden is shown entry by entry, and what is made there later is not seen.
static void show_entries(Plan *plan, const char *folder) {
    DIR *entries = opendir(folder);
    if (!entries) return;
    sandbox_put(plan, PLACE_EMPTY, "", folder);
    for (const struct dirent *entry; plan->good && (entry = readdir(entries)) != NULL;) {
        char path[PATH_MAX], link[PATH_MAX];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path) continue;
        struct stat info;
        if (is_hidden(plan, path) || lstat(path, &info) != 0) continue;
        ssize_t size = S_ISLNK(info.st_mode) ? readlink(path, link, sizeof link - 1) : -1;
        if (size >= 0) {
            link[size] = '\0';
            sandbox_put(plan, PLACE_LINK, link, path);
        } else if (S_ISREG(info.st_mode) || S_ISDIR(info.st_mode))
            sandbox_show(plan, path);
    }
    closedir(entries);
}

// `path` is without links.
static void sandbox_show(Plan *plan, const char *path) {
    if (!plan->good || is_hidden(plan, path) || is_system(path)) return;
    if (sandbox_is_folder(path) && holds_hidden(plan, path))
        show_entries(plan, path);
    else
        sandbox_put(plan, PLACE_READ, path, path);
}

// The folder of a file, or where that holds much else the file alone. A folder bin or shims belongs to what lies around
// it, as in an interpreter installed in a home folder.
static void show_around(Plan *plan, const char *path, bool is_program) {
    char folder[PATH_MAX], file[PATH_MAX], real[PATH_MAX];
    if (!split_path(path, folder, file)) return;
    const char *name = strrchr(folder, '/');
    if (is_program && name && name != folder && (strcmp(name, "/bin") == 0 || strcmp(name, "/shims") == 0)) {
        char parent[PATH_MAX];
        text_copy(parent, sizeof parent, folder);
        parent[name - folder] = '\0';
        if (!is_common(parent)) memcpy(folder, parent, sizeof folder);
    }
    sandbox_show(plan, is_common(folder) ? file : folder);
    if (realpath(file, real) && strcmp(real, file) != 0 && !is_within(real, folder)) {
        if (is_program)
            show_around(plan, real, true);
        else
            sandbox_show(plan, real);
    }
}

static bool may_run(const char *path) {
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

// A script's interpreter, from its first line: "#!/path/to/it" or "#!/usr/bin/env it". The line is the bot's author's,
// who shall not have other folders shown by it, as with "env -S -C /of/another /bin/sh".
static void show_interpreter(Plan *plan, const char *path) {
    char line[512] = "", found[WIRE_PATH], *rest = line + 2;
    FILE *file = fopen(path, "r");
    if (!file) return;
    bool script = fgets(line, sizeof line, file) && line[0] == '#' && line[1] == '!';
    fclose(file);
    if (!script) return;
    for (char *word; (word = strsep(&rest, " \t\r\n")) != NULL;) {
        if (!*word || strcmp(word, "-S") == 0) continue;
        if (*word == '/') {
            if (!may_run(word)) return;
            show_around(plan, word, true);
            const char *name = strrchr(word, '/') + 1;
            if (strcmp(name, "env") == 0) continue;
        } else if (wire_find_program(word, found))
            show_around(plan, found, true);
        return;
    }
}

// The folder given to write may be named on the command line, but nothing in it.
static void note_own(Plan *plan, const char *path) {
    if (*plan->given && is_within(path, plan->given) && strcmp(path, plan->given) != 0) plan->holds_program = true;
}

// Files and folders that the command line names: a script with its folder, others by themselves.
static void show_word(Plan *plan, const char *word, bool *script) {
    char real[PATH_MAX];
    struct stat info;
    if (!*word || stat(word, &info) != 0 || !realpath(word, real)) return;
    note_own(plan, real);
    if (S_ISREG(info.st_mode) && !*script) {
        *script = true;
        show_around(plan, word, false);
    } else if (S_ISREG(info.st_mode) || (S_ISDIR(info.st_mode) && !is_common(real)))
        sandbox_show(plan, real);
}

// "bot.py", "--weights=w.bin", and what Java has: "-cp", "one.jar:classes".
static void show_words(Plan *plan, const WireCommand *command) {
    bool script = false;
    for (int i = 1; command->words[i]; i++) {
        char copy[WIRE_COMMAND_TEXT], *rest = copy;
        const char *word = command->words[i];
        const char *value = *word == '-' ? strchr(word, '=') : NULL;
        if (*word == '-' && !value) continue;
        show_word(plan, value ? value + 1 : word, &script);
        text_copy(copy, sizeof copy, value ? value + 1 : word);
        if (strchr(copy, ':'))
            for (char *part; (part = strsep(&rest, ":")) != NULL;) show_word(plan, part, &script);
    }
}

// ---- The system ----

// What programs look up; not keys, not passwords, not what runs here.
static const char *const SETTINGS[] = {"alternatives",
                                       "ca-certificates",
                                       "ca-certificates.conf",
                                       "crypto-policies",
                                       "fonts",
                                       "group",
                                       "host.conf",
                                       "hosts",
                                       "ld.so.cache",
                                       "ld.so.conf",
                                       "ld.so.conf.d",
                                       "ld.so.preload",
                                       "locale.alias",
                                       "locale.conf",
                                       "localtime",
                                       "login.defs",
                                       "lsb-release",
                                       "mime.types",
                                       "mono",
                                       "nsswitch.conf",
                                       "os-release",
                                       "passwd",
                                       "perl",
                                       "pki/tls/certs",
                                       "protocols",
                                       "services",
                                       "shells",
                                       "ssl/certs",
                                       "ssl/openssl.cnf",
                                       "terminfo",
                                       "timezone",
                                       "R",
                                       "julia",
                                       "php",
                                       "ruby"};

static const char *const PREFIXES[] = {"java", "jvm", "python", "dotnet", "node", "lua"};

static void show_programs(Plan *plan) {
    char link[PATH_MAX];
    struct stat info;
    for (const char *const *at = SYSTEM; *at; at++) {
        if (lstat(*at, &info) != 0) continue;
        ssize_t size = S_ISLNK(info.st_mode) ? readlink(*at, link, sizeof link - 1) : -1;
        if (size < 0 && holds_hidden(plan, *at))
            show_entries(plan, *at);
        else if (size < 0)
            sandbox_put(plan, PLACE_READ, *at, *at);
        else {
            link[size] = '\0';
            sandbox_put(plan, PLACE_LINK, link, *at);
        }
    }
}

static void show_setting(Plan *plan, const char *name) {
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "/etc/%s", name) < (int)sizeof path) sandbox_put(plan, PLACE_READ, path, path);
}

static void show_settings(Plan *plan) {
    for (size_t i = 0; i < sizeof SETTINGS / sizeof *SETTINGS; i++) show_setting(plan, SETTINGS[i]);
    DIR *entries = opendir("/etc");
    for (const struct dirent *entry; entries && (entry = readdir(entries)) != NULL;)
        for (size_t i = 0; i < sizeof PREFIXES / sizeof *PREFIXES; i++)
            if (strncmp(entry->d_name, PREFIXES[i], strlen(PREFIXES[i])) == 0) show_setting(plan, entry->d_name);
    if (entries) closedir(entries);
}

static void show_kernel(Plan *plan) {
    static const char *const DEVICES[] = {"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"};
    static const char *const LINKS[][2] = {{"/proc/self/fd", "/dev/fd"},
                                           {"/proc/self/fd/0", "/dev/stdin"},
                                           {"/proc/self/fd/1", "/dev/stdout"},
                                           {"/proc/self/fd/2", "/dev/stderr"},
                                           {"/tmp", "/dev/shm"},
                                           {"/tmp", "/var/tmp"},
                                           {"/tmp", "/run"},
                                           {"/tmp", "/var/run"}};
    sandbox_put(plan, PLACE_PROC, "", "/proc");
    sandbox_put(plan, PLACE_OWN, "", "/tmp");
    for (size_t i = 0; i < sizeof DEVICES / sizeof *DEVICES; i++)
        sandbox_put(plan, PLACE_DEVICE, DEVICES[i], DEVICES[i]);
    for (size_t i = 0; i < sizeof LINKS / sizeof *LINKS; i++) sandbox_put(plan, PLACE_LINK, LINKS[i][0], LINKS[i][1]);
}

// ---- The folder given back ----

// A file of the host, or the link by which the host names it, lies in the folder or around it.
static bool overlaps(const char *path, const char *folder) {
    char real[PATH_MAX], above[PATH_MAX], file[PATH_MAX];
    if (real_path(path, real) && (is_within(real, folder) || is_within(folder, real))) return true;
    return split_path(path, above, file) && is_within(file, folder);
}

bool sandbox_check_write(const WireLimits *limits, Error *err) {
    char folder[PATH_MAX];
    const char *write = limits->write;
    if (!write) return true;
    if (!sandbox_is_folder(write) || !realpath(write, folder))
        return error_set(err, "--bot-write: %.200s is no folder; make it first", write);
    if (is_common(folder) || is_system(folder) || is_within(folder, "/etc") || is_within(folder, "/proc") ||
        is_within(folder, "/sys") || is_within(folder, "/dev") || is_within(folder, "/boot"))
        return error_set(err, "--bot-write: %.200s holds more than a bot's files; make a folder for them alone",
                         folder);
    for (int i = 0; i <= WIRE_HIDDEN; i++) {
        const char *own = i < WIRE_HIDDEN ? limits->hidden[i] : limits->logs;
        if (own && overlaps(own, folder))
            return error_set(err, "--bot-write: %.200s would give bots %.200s; make a folder for them alone", write,
                             own);
    }
    return true;
}

static void give_folder(Plan *plan, const WireLimits *limits) {
    const char *folder = plan->given;
    if (!limits->write) return;
    if (!sandbox_check_write(limits, plan->err) || !*folder) {
        plan->good = false;
        return;
    }
    if (plan->holds_program) {
        error_set(plan->err, "--bot-write: %.200s holds the bot's own program; make a folder beside it", limits->write);
        plan->good = false;
        return;
    }
    for (int i = 0; i < plan->sandbox->count; i++) {
        Place *place = &plan->sandbox->place[i];
        if (place->kind == PLACE_READ && is_within(place->to, folder)) place->kind = PLACE_EMPTY;
    }
    sandbox_put(plan, PLACE_WRITE, folder, folder);
}

// ---- All of it ----

// The host's, but for where a program may write. The same number of words, plus two.
static char **make_environment(void) {
    size_t count = 0, kept = 0;
    while (environ[count]) count++;
    char **copy = calloc(count + 3, sizeof *copy);
    if (!copy) return NULL;
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], "HOME=", 5) != 0 && strncmp(environ[i], "TMPDIR=", 7) != 0) copy[kept++] = environ[i];
    copy[kept++] = (char *)(uintptr_t) "HOME=/tmp";
    copy[kept] = (char *)(uintptr_t) "TMPDIR=/tmp";
    return copy;
}

// Parents before what lies in them; of equals, the one put first.
static void sort_places(Sandbox *sandbox) {
    for (int i = 1; i < sandbox->count; i++) {
        Place place = sandbox->place[i];
        int at = i;
        for (; at > 0 && strcmp(sandbox->place[at - 1].to, place.to) > 0; at--)
            sandbox->place[at] = sandbox->place[at - 1];
        sandbox->place[at] = place;
    }
}

// What lies in a folder that is shown as a whole is shown with it.
static void drop_covered(Sandbox *sandbox) {
    int kept = 0;
    for (int i = 0; i < sandbox->count; i++) {
        Place place = sandbox->place[i];
        bool covered = false;
        for (int j = 0; j < kept && !covered; j++) {
            const Place *other = &sandbox->place[j];
            bool same = other->kind == place.kind || place.kind == PLACE_EMPTY;
            bool whole = other->kind == PLACE_READ || other->kind == PLACE_WRITE;
            covered = whole && same && is_within(place.to, other->to);
        }
        if (covered) {
            free(place.from);
            free(place.to);
        } else
            sandbox->place[kept++] = place;
    }
    sandbox->count = kept;
}

// Where the match lies in /var/tmp or /dev/shm these are folders that hold it, not links to the private one.
static void drop_links(Sandbox *sandbox) {
    for (int i = 0; i < sandbox->count; i++) {
        Place *link = &sandbox->place[i];
        for (int j = 0; link->kind == PLACE_LINK && j < sandbox->count; j++)
            if (i != j && is_within(sandbox->place[j].to, link->to) && strcmp(sandbox->place[j].to, link->to) != 0)
                link->kind = PLACE_EMPTY;
    }
}

static void show_all(Plan *plan, const WireCommand *command, const WireLimits *limits) {
    char folder[PATH_MAX], file[PATH_MAX];
    for (int i = 0; i < WIRE_HIDDEN && limits->hidden[i]; i++)
        plan->hides += real_path(limits->hidden[i], plan->hidden[plan->hides]);
    if (limits->logs) plan->hides += real_path(limits->logs, plan->hidden[plan->hides]);
    show_programs(plan);
    show_settings(plan);
    show_kernel(plan);
    if (getcwd(plan->seen, sizeof plan->seen)) sandbox_put(plan, PLACE_EMPTY, "", plan->seen);
    if (!split_path(command->path, folder, file)) {
        sandbox_fail(plan, "the bot's program cannot be found");
        return;
    }
    if (!limits->write || !realpath(limits->write, plan->given)) *plan->given = '\0';
    note_own(plan, file);
    show_around(plan, command->path, true);
    show_interpreter(plan, file);
    show_words(plan, command);
    give_folder(plan, limits);
    plan->sandbox->program = strdup(file);
    plan->sandbox->folder = strdup(*plan->seen ? plan->seen : "/");
}

Sandbox *sandbox_make(const WireCommand *command, const WireLimits *limits, Error *err) {
    char bwrap[WIRE_PATH];
    Plan *plan = calloc(1, sizeof *plan);
    Sandbox *sandbox = calloc(1, sizeof *sandbox);
    bool good = plan && sandbox;
    if (!good) error_set(err, "out of memory for a sandbox");
    if (good && !sandbox_filter(sandbox))
        good = error_set(err, "--sandbox: system calls can be filtered on x86-64 and aarch64 only, which this is not; "
                              "leave --sandbox out to trust the bots");
    if (good) {
        *plan = (Plan){.sandbox = sandbox, .err = err, .good = true};
        show_all(plan, command, limits);
        sandbox->environment = make_environment();
        sandbox->own_bytes = (uint64_t)(limits->memory_mib ? limits->memory_mib : 1024) << 20;
        good = plan->good && sandbox->environment && sandbox->program && sandbox->folder;
        if (plan->good && !good) error_set(err, "out of memory for a sandbox");
    }
    if (good) {
        drop_links(sandbox);
        sort_places(sandbox);
        drop_covered(sandbox);
    }
    // Root's bots own the devices' files, which bubblewrap cannot show read-only: there we do it ourselves.
    // A PATH through folders like "." could make a bot's file pass for bubblewrap.
    if (good && geteuid() != 0 && wire_find_program("bwrap", bwrap) && *bwrap == '/') {
        sandbox->bwrap = strdup(bwrap);
        good = sandbox->bwrap && sandbox_wrap(sandbox, command, FILTER_FILE);
        if (!good) error_set(err, "out of memory for a sandbox");
    }
    free(plan);
    if (good) return sandbox;
    sandbox_free(sandbox);
    return NULL;
}

void sandbox_free(Sandbox *sandbox) {
    if (!sandbox) return;
    for (int i = 0; i < sandbox->count; i++) {
        free(sandbox->place[i].from);
        free(sandbox->place[i].to);
    }
    free(sandbox->program);
    free(sandbox->folder);
    free(sandbox->environment);
    free(sandbox->bwrap);
    free(sandbox->words);
    free(sandbox);
}

void sandbox_describe(const Sandbox *sandbox, Text *text) {
    text_addf(text, "The sandbox is made with %s.", sandbox->bwrap ? "bubblewrap" : "the kernel's namespaces");
    text_add(text, " Beside the system's programs and libraries the bot sees:\n");
    for (int i = 0; i < sandbox->count; i++) {
        const Place *place = &sandbox->place[i];
        if (place->kind == PLACE_READ && !is_system(place->to) && !is_within(place->to, "/etc"))
            text_addf(text, "  %s, read-only\n", place->to);
        if (place->kind == PLACE_WRITE) text_addf(text, "  %s, to read and write, like other bots\n", place->to);
    }
    text_add(text, "  /tmp, memory of its own, which is also its HOME\n");
}
