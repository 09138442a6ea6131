// SPDX-License-Identifier: MIT
#include "app/cluster/cluster.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/help/help.h"
#include "app/matches/shard.h"
#include "base/text/json.h"
#include "base/threads/pool.h"
#include "base/threads/progress.h"
#include "report/lab.h"

static const AppOption OPTIONS[] = {
    {"--tasks", "N", "parts (8)"},
    {"--dir", "FOLDER", "where parts, logs and the result lie; the same folder goes on (out/cluster)"},
    {"--at-once", "M", "tasks that run at a time (local: as many as there are cores; else all)"},
    {"--threads", "T", "threads of a task (1)"},
    {"--retries", "R", "how often a task that failed is run again (3)"},
    {"--records", "NAME", "match: every hand, merged into NAME in --dir, compressed if NAME ends in .zst"},
    {"--with", "WORDS", "more options for sbatch, or for kubectl"},
    {"--image", "IMAGE", "k8s: the container image (deadwood)"},
    {"--claim", "NAME", "k8s: the claim of the volume that all pods share (deadwood)"},
    {"--name", "NAME", "k8s: what the Jobs are called (deadwood)"},
    {"--write", NULL, "write the scripts or manifests of the first round, and start nothing"},
    {"--json", NULL, "the result as JSON, if COMMAND has that"},
    {"--quiet", NULL, "show no progress"},
    {NULL, NULL, NULL},
};

static const ClusterEngine *const ENGINES[] = {&cluster_slurm, &cluster_k8s, &cluster_local};
enum { ENGINE_COUNT = sizeof ENGINES / sizeof *ENGINES };

// ---- The command line ----

static bool has_word(const Cluster *cluster, const char *option) {
    size_t size = strlen(option);
    for (int i = 1; i < cluster->word_count; i++) {
        const char *word = cluster->words[i];
        if (strncmp(word, option, size) == 0 && (!word[size] || word[size] == '=')) return true;
    }
    return false;
}

// What the tasks' own options are, a command may not have been given.
static bool check_words(const Cluster *cluster, Error *err) {
    static const char *const own[] = {"--shard", "--db", "--after", "--resume", "--threads", "--json", "--records"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (has_word(cluster, own[i]))
            return error_set(err,
                             "%s is not for COMMAND: its tasks get one each; write --threads, --json and --records "
                             "before %s",
                             own[i], cluster->words[0]);
    return true;
}

static bool has_option(const AppCommand *command, const char *name) {
    bool has = false;
    for (const AppOption *option = command->options; option->name; option++)
        has = has || strcmp(option->name, name) == 0;
    return has;
}

// Reads the command as a task would, so that what is wrong with it is said now and here.
static bool check_command(Cluster *cluster, Error *err) {
    const AppCommand *command = help_find(cluster->words[0], err);
    if (!command || !check_words(cluster, err)) return false;
    char *words[APP_MAX_WORDS + 4];
    int count = 0;
    cluster->arrays = !has_option(command, "--db");
    if (!has_option(command, "--shard")) return error_set(err, "'%s' cannot be played in parts", command->name);
    if (cluster->arrays && has_word(cluster, "--out"))
        return error_set(err, "--out is not for COMMAND: its tasks get one each, and the merged arrays lie in --dir");
    if (cluster->records && !has_option(command, "--records"))
        return error_set(err, "'%s' has no records; --records is for match", command->name);
    for (int i = 1; i < cluster->word_count; i++) words[count++] = strdup(cluster->words[i]); // seeds are wiped in it
    words[count++] = strdup("--shard=1/1");
    words[count++] = strdup(cluster->arrays ? "--out=x" : "--db=x");
    AppArgs args = {.options = command->options};
    bool good = app_read_args(command, count, words, &args, err) && (cluster->arrays || app_shard_check(&args, err));
    for (int i = 0; i < count; i++) free(words[i]);
    return good;
}

static bool choose_engine(const char *name, Cluster *cluster, Error *err) {
    for (int i = 0; i < ENGINE_COUNT; i++)
        if (strcmp(ENGINES[i]->name, name) == 0) cluster->engine = ENGINES[i];
    return cluster->engine || error_set(err, "there is no engine '%.40s'; choose slurm, k8s or local", name);
}

static const char *option_or(const AppArgs *args, const char *name, const char *otherwise) {
    const char *value = app_option(args, name);
    return value ? value : otherwise;
}

static bool read_cluster(const AppArgs *args, Cluster *cluster, Error *err) {
    int64_t tasks, at_once, threads, retries;
    if (!choose_engine(args->words[0], cluster, err)) return false;
    cluster->words = args->words + 1;
    cluster->word_count = args->count - 1;
    if (!app_number(args, "--tasks", 1, 10000, 8, &tasks, err) ||
        !app_number(args, "--threads", 1, POOL_MAX_THREADS, 1, &threads, err) ||
        !app_number(args, "--retries", 0, 1000, 3, &retries, err))
        return false;
    int64_t usual = cluster->engine == &cluster_local ? (pool_cores() + threads - 1) / threads : 0;
    if (!app_number(args, "--at-once", 1, 10000, usual, &at_once, err)) return false;
    cluster->tasks = (int)tasks;
    cluster->at_once = (int)at_once;
    cluster->threads = (int)threads;
    cluster->retries = (int)retries;
    cluster->folder = option_or(args, "--dir", "out/cluster");
    cluster->with = app_option(args, "--with");
    cluster->image = option_or(args, "--image", "deadwood");
    cluster->claim = option_or(args, "--claim", "deadwood");
    cluster->name = option_or(args, "--name", "deadwood");
    cluster->records = app_option(args, "--records");
    if (cluster->records && (strchr(cluster->records, '/') || *cluster->records == '.' || !*cluster->records))
        return error_set(err, "--records '%.100s' is to be a name alone; the file lies in --dir", cluster->records);
    cluster->json = app_switch(args, "--json");
    cluster->quiet = app_switch(args, "--quiet");
    cluster->write = app_switch(args, "--write");
    if (cluster->engine != &cluster_k8s) return check_command(cluster, err);
    if (strpbrk(cluster->folder, "'\\") || *cluster->folder == '/' || strncmp(cluster->folder, "..", 2) == 0)
        return error_set(err, "--dir '%.100s' is to be a plain folder of the volume, without quotes and no /",
                         cluster->folder);
    return check_command(cluster, err);
}

// In pods the program is the image's, and the volume its current folder.
static bool find_place(Cluster *cluster, Error *err) {
    if (cluster->engine == &cluster_k8s)
        return text_copy(cluster->self, sizeof cluster->self, "deadwood") &&
               text_copy(cluster->here, sizeof cluster->here, "/work");
    ssize_t size = readlink("/proc/self/exe", cluster->self, sizeof cluster->self - 1);
    if (size <= 0) return error_set(err, "the program's own file is not to be found: %s", strerror(errno));
    cluster->self[size] = '\0';
    return getcwd(cluster->here, sizeof cluster->here) ||
           error_set(err, "the current folder is not to be found: %s", strerror(errno));
}

// The folder belongs to one command: what is in it would else be merged with something else.
static bool claim_folder(const Cluster *cluster, Error *err) {
    Text path = {0}, wanted = {0}, there = {0};
    Json json = json_into(&wanted, false);
    json_array(&json, NULL);
    json_int(&json, NULL, cluster->tasks);
    for (int i = 0; i < cluster->word_count; i++) json_string(&json, NULL, cluster->words[i]);
    if (cluster->records) json_string(&json, NULL, "--records"), json_string(&json, NULL, cluster->records);
    json_end_array(&json);
    bool done = lab_make_folder(cluster->folder, err);
    text_addf(&path, "%s/command.json", cluster->folder);
    if (done && access(path.data, F_OK) == 0) {
        done = text_read_file(&there, path.data, 1 << 20, err);
        if (done && strcmp(there.data ? there.data : "", wanted.data) != 0)
            done = error_set(err, "%s: is of another command, or other --tasks: %.200s; choose another --dir",
                             cluster->folder, there.data ? there.data : "");
    } else if (done) {
        done = text_write_file(path.data, wanted.data, wanted.size, err);
    }
    text_free(&path);
    text_free(&wanted);
    text_free(&there);
    return done;
}

// ---- One line for all tasks ----

// The percents in the last line of a task's log: of the match under way. -1 if it says none.
static int percents(const Cluster *cluster, int task) {
    Text path = {0};
    char end[512] = "";
    int percent = -1;
    cluster_file(cluster, "log", task, &path);
    FILE *file = fopen(path.data, "re");
    text_free(&path);
    if (!file) return -1;
    if (fseek(file, -(long)sizeof end + 1, SEEK_END) != 0) rewind(file);
    end[fread(end, 1, sizeof end - 1, file)] = '\0';
    fclose(file);
    char *sign = strrchr(end, '%');
    char *open = sign ? strrchr(end, '(') : NULL;
    if (open && open < sign) percent = (int)strtol(open + 1, NULL, 10);
    return percent;
}

typedef struct Shown {
    bool terminal;
    double last;
    Text line;
} Shown;

static void show(const Cluster *cluster, Shown *shown, bool last) {
    int count[4] = {0}, sum = 0, known = 0, again = 0;
    double now = progress_clock();
    if (cluster->quiet || (!last && now - shown->last < (shown->terminal ? 0.5 : 10))) return;
    for (int i = 0; i < cluster->tasks; i++) {
        const Task *task = &cluster->task[i];
        int percent = task->state == TASK_RUNNING ? percents(cluster, i) : -1;
        count[task->state]++;
        if (task->tries > 1) again += task->tries - 1;
        if (percent >= 0) sum += percent, known++;
    }
    Text line = {0};
    text_addf(&line, "round %d: %d of %d parts done, %d running", cluster->round, count[TASK_DONE], cluster->tasks,
              count[TASK_RUNNING]);
    if (known) text_addf(&line, " (%d%% of the games under way)", sum / known);
    if (count[TASK_WAITING]) text_addf(&line, ", %d waiting", count[TASK_WAITING]);
    if (count[TASK_FAILED]) text_addf(&line, ", %d failed", count[TASK_FAILED]);
    if (again) text_addf(&line, ", %d run again", again);
    bool same = shown->line.size == line.size && memcmp(shown->line.data, line.data, line.size) == 0;
    if (shown->terminal)
        fprintf(stderr, "\r\x1b[K%s%s", line.data, last ? "\n" : "");
    else if (!same)
        fprintf(stderr, "%s\n", line.data);
    fflush(stderr);
    text_free(&shown->line);
    shown->line = line;
    shown->last = now;
}

// ---- A round ----

// What a task's log ends with, as the reason.
static bool give_up(const Cluster *cluster, int task, Error *err) {
    Text path = {0}, log = {0};
    cluster_file(cluster, "log", task, &path);
    const char *last = "";
    if (text_read_file(&log, path.data, 1 << 26, NULL) && log.size) {
        while (log.size && log.data[log.size - 1] == '\n') log.data[--log.size] = '\0';
        const char *line = strrchr(log.data, '\n');
        last = line ? line + 1 : log.data;
    }
    error_set(err, "part %d/%d failed, %d times; %s ends with: %.200s", task + 1, cluster->tasks,
              cluster->task[task].tries, path.data, last);
    text_free(&path);
    text_free(&log);
    return false;
}

// Failed tasks wait again, for they go on; not those whose command is wrong.
static bool look_at_failures(Cluster *cluster, bool *all, Error *err) {
    *all = true;
    for (int i = 0; i < cluster->tasks; i++) {
        Task *task = &cluster->task[i];
        *all = *all && task->state == TASK_DONE;
        if (task->state != TASK_FAILED) continue;
        if (task->tries > cluster->retries || cluster_task_code(cluster, i) == APP_USAGE)
            return give_up(cluster, i, err);
        task->state = TASK_WAITING;
    }
    return true;
}

static bool play_parts(Cluster *cluster, Error *err) {
    Shown shown = {.terminal = isatty(STDERR_FILENO)};
    bool done = true, all = false;
    while (done && !all && !progress_interrupted()) {
        done = cluster->engine->start(cluster, err);
        show(cluster, &shown, false);
        if (done) usleep(cluster->engine == &cluster_local ? 50000 : 500000);
        done = done && cluster->engine->look(cluster, err);
        done = done && look_at_failures(cluster, &all, err);
    }
    show(cluster, &shown, true);
    text_free(&shown.line);
    return done;
}

static bool prepare_round(Cluster *cluster, Error *err) {
    Text folder = {0};
    text_addf(&folder, "%s/round-%d", cluster->folder, cluster->round);
    bool done = lab_make_folder(folder.data, err);
    text_free(&folder);
    for (int i = 0; i < cluster->tasks; i++)
        cluster->task[i] = (Task){.state = cluster_task_code(cluster, i) == 0 ? TASK_DONE : TASK_WAITING};
    return done && cluster->engine->prepare(cluster, err);
}

// The exit code of the round's merge, if it is over from a run before; -1 if not.
static int merged_before(const Cluster *cluster) {
    Text path = {0}, db = {0};
    cluster_file(cluster, "merge.exit", -1, &path);
    cluster_merged(cluster, cluster->round, &db);
    int code = cluster_read_code(path.data);
    bool there = access(db.data, F_OK) == 0;
    text_free(&path);
    text_free(&db);
    return there && (code == APP_DONE || code == APP_ROUND) ? code : -1;
}

static bool tell_merge(const Cluster *cluster, int code, Error *err) {
    Text path = {0}, log = {0};
    cluster_file(cluster, "merge.log", -1, &path);
    text_read_file(&log, path.data, 1 << 20, NULL);
    while (log.size && log.data[log.size - 1] == '\n') log.data[--log.size] = '\0';
    error_set(err, "merging failed (exit code %d): %.300s", code, log.size ? log.data : "it left no word");
    text_free(&path);
    text_free(&log);
    return false;
}

static bool play_round(Cluster *cluster, int *code, Error *err) {
    *code = merged_before(cluster);
    if (*code >= 0) return true;
    if (!prepare_round(cluster, err)) return false;
    if (cluster->write) return true;
    if (!play_parts(cluster, err)) return false;
    if (!progress_interrupted() && !cluster->engine->merge(cluster, code, err)) return false;
    if (progress_interrupted()) {
        cluster->engine->stop(cluster);
        *code = APP_INTERRUPTED;
        return true;
    }
    return *code == APP_DONE || *code == APP_ROUND || tell_merge(cluster, *code, err);
}

static int show_result(const Cluster *cluster) {
    Text path = {0}, text = {0};
    Error err;
    text_addf(&path, "%s/result.txt", cluster->folder);
    bool read = text_read_file(&text, path.data, (size_t)1 << 30, &err);
    int code = read ? app_print(&text) : app_fail(APP_FAILED, &err);
    text_free(&path);
    text_free(&text);
    return code;
}

static int play_rounds(Cluster *cluster) {
    Error err;
    int code = APP_ROUND;
    for (cluster->round = 1; code == APP_ROUND; cluster->round++)
        if (!play_round(cluster, &code, &err)) return app_fail(APP_FAILED, &err);
    if (cluster->write) {
        app_tell("deadwood: written to %s/round-1; nothing was started", cluster->folder);
        return APP_DONE;
    }
    return code == APP_DONE ? show_result(cluster) : code;
}

static int run_cluster(const AppArgs *args) {
    Error err;
    Cluster *cluster = calloc(1, sizeof *cluster);
    if (!cluster) abort();
    int code = APP_USAGE;
    progress_catch_interrupt();
    if (read_cluster(args, cluster, &err)) {
        cluster->task = calloc((size_t)cluster->tasks, sizeof *cluster->task);
        bool ready = cluster->task && find_place(cluster, &err) && claim_folder(cluster, &err);
        code = ready ? play_rounds(cluster) : app_fail(APP_FAILED, &err);
    } else {
        app_fail(code, &err);
    }
    text_free(&cluster->job);
    text_free(&cluster->merge_job);
    free(cluster->task);
    free(cluster);
    return code;
}

const AppCommand app_cluster = {
    .name = "cluster",
    .words = "slurm|k8s|local COMMAND...",
    .summary = "plays a command in parts on Slurm, Kubernetes or here, and merges them",
    .details =
        "COMMAND is any that takes --shard, with its options; those of cluster itself stand before it. Each part is a\n"
        "task: one of a Slurm array, whose merge is a job that depends on it; of an Indexed Job of Kubernetes; or a\n"
        "process here. One line shows all of them. A task that fails is run again, and goes on from its last commit; the\n"
        "merged result is printed at the end, and races play round after round. Everything lies in --dir: stopped at\n"
        "any moment, the same command goes on there. docs/SCALE.md says what each engine needs.",
    .options = OPTIONS,
    .least = 2,
    .most = APP_MAX_WORDS,
    .own = 2,
    .door = DOOR_RESEARCH,
    .examples = {"deadwood cluster local --tasks 2 --dir parts match simple greedy --games 200",
                 "deadwood cluster slurm --tasks 8 --dir array --write match champion simple --games 100000"},
    .run = run_cluster,
};
