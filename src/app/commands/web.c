// SPDX-License-Identifier: MIT
// `deadwood web`: the page (web/), which comes along as one file: opened in a browser, or written somewhere.
#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/app.h"
#include "base/files/data.h"

extern char **environ;

enum { LARGEST_PAGE = 64 << 20 }; // bytes; more is no page of ours

static const AppOption OPTIONS[] = {
    {"--where", NULL, "only say where the page lies, or where it is looked for"},
    {NULL, NULL, NULL},
};

// Appends the path of a page: beside each folder of models, installed in web/, in a source tree as `make web` built it.
// True if there is one; `looked` gets the folders in any case.
static bool find_page(Text *path, Text *looked) {
    static const char *const places[] = {"web", "out/web"};
    Text folders = {0};
    int count = data_folders(DATA_MODELS, &folders);
    const char *folder = folders.data;
    bool found = false;
    for (int i = 0; i < count && !found; i++, folder += strlen(folder) + 1) {
        const char *slash = strrchr(folder, '/');
        int size = slash ? (int)(slash - folder) : 0;
        for (size_t k = 0; k < 2 && !found; k++) {
            text_clear(path);
            text_addf(path, "%.*s%s%s/deadwood.html", size, folder, size ? "/" : "", places[k]);
            text_addf(looked, "%s\n", path->data);
            found = access(path->data, R_OK) == 0;
        }
    }
    text_free(&folders);
    return found;
}

// True if the system's opener took the file. It may go on in the background, but says at once whether it could.
static bool open_in_browser(const char *path) {
    static const char *const openers[] = {"xdg-open", "open"};
    for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) {
        char *const words[] = {(char *)(uintptr_t)openers[i], (char *)(uintptr_t)path, NULL};
        pid_t child;
        int status;
        if (posix_spawnp(&child, openers[i], NULL, NULL, words, environ) != 0) continue;
        while (waitpid(child, &status, 0) < 0)
            if (errno != EINTR) return false;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    }
    return false;
}

static int write_copy(const char *page, const char *to) {
    Text bytes = {0};
    Error err = {{0}};
    bool good = text_read_file(&bytes, page, LARGEST_PAGE, &err) && text_write_file(to, bytes.data, bytes.size, &err);
    text_free(&bytes);
    if (!good) return app_fail(APP_FAILED, &err);
    app_tell("%s is written; open it in any browser, it needs nothing else.", to);
    return APP_DONE;
}

static int show_page(const char *page) {
    Text text = {0};
    char *whole = realpath(page, NULL);
    text_addf(&text, "file://%s\n", whole ? whole : page);
    int code = app_print(&text);
    bool desktop = getenv("DISPLAY") || getenv("WAYLAND_DISPLAY");
    if (code == APP_DONE && !(desktop && open_in_browser(whole ? whole : page)))
        app_tell("No browser could be opened from here; open that address in one.");
    text_free(&text);
    free(whole);
    return code;
}

static int run_web(const AppArgs *args) {
    Text page = {0}, looked = {0};
    Error err = {{0}};
    bool found = find_page(&page, &looked);
    int code;
    if (app_switch(args, "--where")) {
        text_add(&page, "\n");
        code = app_print(found ? &page : &looked);
    } else if (!found) {
        error_set(&err, "the page is not there; make web makes it, and make install then installs it");
        code = app_fail(APP_FAILED, &err);
    } else {
        code = args->count ? write_copy(page.data, args->words[0]) : show_page(page.data);
    }
    text_free(&page);
    text_free(&looked);
    return code;
}

const AppCommand app_web = {
    .name = "web",
    .words = "[FILE]",
    .summary = "the table in a browser: gin and Hearts with a coach, one page without a network",
    .details = "Without FILE the page is opened in a browser and its address printed; with FILE it is written there,\n"
               "to be put on a stick or sent to a friend. `make web` builds it (web/README.md).",
    .options = OPTIONS,
    .least = 0,
    .most = 1,
    .door = DOOR_PLAY,
    .examples = {"deadwood web --where", "deadwood web --where | head -n 1"},
    .run = run_web,
};
