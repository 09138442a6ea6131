// SPDX-License-Identifier: MIT
// Figures: a data file and a script that are kept, and gnuplot to draw them.
#include "report/figure.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/lab_internal.h"

// Around the plot commands: the same picture as SVG for the page and as PNG for slides. Everything drawn in black is
// ink, which the page recolours for dark screens (page.c). Error bars are drawn as arrows with flat heads: gnuplot's
// own have white rings cut into them.
static void print_script(const LabFigure *figure, Text *text) {
    text_addf(
        text,
        "# %s: gnuplot %s.gp, in this folder, draws %s.svg and %s.png.\n"
        "data = \"../data/%s.dat\"\n"
        "ink = \"black\"; grey = \"#8a8f98\"; blue = \"#0072B2\"; sky = \"#56B4E9\"; orange = \"#E69F00\"\n"
        "red = \"#D55E00\"; green = \"#009E73\"; purple = \"#CC79A7\" # Okabe and Ito's, safe for colour-blind readers\n"
        "do for [kind in \"svg png\"] {\n"
        "reset\n"
        "if (kind eq \"png\" && strstrt(GPVAL_TERMINALS, \"pngcairo\") == 0) { break }\n"
        "if (kind eq \"svg\") {\n"
        "    set terminal svg size %d,%d dynamic enhanced font \"sans-serif,14\"\n"
        "} else {\n"
        "    set terminal pngcairo size %d,%d enhanced font \"sans-serif,14\" fontscale 1.5 linewidth 2 pointscale 1.5\n"
        "}\n"
        "set output \"%s.\" . kind\n"
        "set border 3 lc rgb ink\n"
        "set tics nomirror out scale 0.6\n"
        "set grid lc rgb grey lw 0.5\n"
        "set key noautotitle\n",
        figure->title, figure->name, figure->name, figure->name, figure->name, figure->width, figure->height,
        2 * figure->width, 2 * figure->height, figure->name);
    text_add(text, figure->script.data);
    text_add(text, "unset output\n}\n");
}

// Runs `gnuplot SCRIPT` in a folder; what it complains about goes to `said`, cut to fit. Returns its exit code, 127 if
// there is no such program, -1 if it could not be started.
static int run_gnuplot(const char *folder, const char *script, char *said, size_t room) {
    int pipes[2];
    if (pipe2(pipes, O_CLOEXEC) != 0) return -1;
    pid_t child = fork();
    if (child == 0) {
        int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
        if (nothing < 0 || chdir(folder) != 0) _exit(126);
        dup2(nothing, STDIN_FILENO);
        dup2(nothing, STDOUT_FILENO);
        dup2(pipes[1], STDERR_FILENO);
        execlp("gnuplot", "gnuplot", script, (char *)NULL);
        _exit(errno == ENOENT ? 127 : 126);
    }
    close(pipes[1]);
    size_t size = 0;
    char spill[256] = "";
    while (child > 0) {
        bool full = size + 1 >= room;
        ssize_t got = read(pipes[0], full ? spill : said + size, full ? sizeof spill : room - 1 - size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        if (!full) size += (size_t)got;
    }
    close(pipes[0]);
    said[size] = '\0';
    if (child < 0) return -1;
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// The first line of a complaint that says something: gnuplot repeats the script and points at the place.
static void last_words(char *said, char *line, size_t room) {
    line[0] = '\0';
    for (char *rest = said, *item; (item = strsep(&rest, "\n")) != NULL;)
        if (strspn(item, " ^\t") < strlen(item)) text_copy(line, room, item);
}

static bool write_figure_file(const LabRun *run, const char *folder, const char *name, const char *ending,
                              const Text *content, Error *err) {
    Text path = {0};
    text_addf(&path, "%s/%s/%s.%s", run->folder, folder, name, ending);
    bool done = text_write_file(path.data, content->data, content->size, err);
    text_free(&path);
    return done;
}

static bool figure_is_there(const LabRun *run, const char *name, const char *ending) {
    Text path = {0};
    text_addf(&path, "%s/figures/%s.%s", run->folder, name, ending);
    FILE *file = fopen(path.data, "rb");
    bool there = file && fseek(file, 0, SEEK_END) == 0 && ftell(file) > 0;
    if (file) fclose(file);
    text_free(&path);
    return there;
}

// A picture left over from an earlier run must not pass for this one's.
static void remove_old(const LabRun *run, const char *name, const char *ending) {
    Text path = {0};
    text_addf(&path, "%s/figures/%s.%s", run->folder, name, ending);
    remove(path.data);
    text_free(&path);
}

bool lab_figure_draw(LabRun *run, LabFigure *figure, Error *err) {
    Text script = {0}, folder = {0};
    print_script(figure, &script);
    bool written = write_figure_file(run, "data", figure->name, "dat", &figure->data, err) &&
                   write_figure_file(run, "figures", figure->name, "gp", &script, err);
    text_free(&script);
    if (!written) return false;
    remove_old(run, figure->name, "svg");
    remove_old(run, figure->name, "png");

    char name[64], said[2048], line[96];
    snprintf(name, sizeof name, "%s.gp", figure->name);
    text_addf(&folder, "%s/figures", run->folder);
    int code = run_gnuplot(folder.data, name, said, sizeof said);
    text_free(&folder);
    figure->drawn = code == 0 && figure_is_there(run, figure->name, "svg");
    figure->png = code == 0 && figure_is_there(run, figure->name, "png");
    last_words(said, line, sizeof line);
    if (code == 127) {
        text_copy(run->missing, sizeof run->missing,
                  "gnuplot is not installed, so no figures were drawn; their data and scripts are there");
    } else if (!figure->drawn && !*run->missing) {
        snprintf(run->missing, sizeof run->missing, "gnuplot could not draw %s: %.80s", figure->name, line);
    }
    return true;
}

// ---- A new one ----

LabFigure *lab_figure(LabRun *run, const char *name, const char *where, int width, int height, const char *title) {
    assert(run->figure_count < LAB_MAX_FIGURES);
    LabFigure *figure = &run->figures[run->figure_count++];
    *figure = (LabFigure){.paper = run->paper, .width = width, .height = height};
    text_copy(figure->name, sizeof figure->name, name);
    text_copy(figure->where, sizeof figure->where, where);
    text_copy(figure->title, sizeof figure->title, title);
    return figure;
}

void lab_figure_caption(LabFigure *figure, const char *format, ...) {
    va_list args;
    va_start(args, format);
    lab_fill(figure->caption, sizeof figure->caption, format, args);
    va_end(args);
}
