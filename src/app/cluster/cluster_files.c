// SPDX-License-Identifier: MIT
// Names of a run's files, and the scripts that its tasks are.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "app/cluster/cluster.h"

void cluster_file(const Cluster *cluster, const char *what, int task, Text *path) {
    text_addf(path, "%s/round-%d/%s", cluster->folder, cluster->round, what);
    if (task >= 0) text_addf(path, "-%d", task + 1);
}

void cluster_part(const Cluster *cluster, int task, Text *path) {
    cluster_file(cluster, "part", task, path);
    text_add(path, ".db");
}

void cluster_merged(const Cluster *cluster, int round, Text *path) {
    if (cluster->arrays)
        text_addf(path, "%s/arrays", cluster->folder);
    else
        text_addf(path, "%s/round-%d.db", cluster->folder, round);
}

int cluster_read_code(const char *path) {
    Text text = {0};
    int64_t code = -1;
    if (text_read_file(&text, path, 64, NULL)) {
        text.data[strcspn(text.data, "\n")] = '\0';
        if (!text_to_int(text.data, "exit code", 0, 255, &code, NULL)) code = -1;
    }
    text_free(&text);
    return (int)code;
}

bool cluster_write_code(const char *path, int code, Error *err) {
    char text[16];
    int size = snprintf(text, sizeof text, "%d\n", code);
    return text_write_file(path, text, (size_t)size, err);
}

int cluster_task_code(const Cluster *cluster, int task) {
    Text path = {0};
    cluster_file(cluster, "exit", task, &path);
    int code = cluster_read_code(path.data);
    text_free(&path);
    return code;
}

void cluster_quote(Text *text, const char *word) {
    text_add(text, "'");
    for (const char *at = word; *at; at++) {
        if (*at == '\'')
            text_add(text, "'\\''");
        else
            text_add_bytes(text, at, 1);
    }
    text_add(text, "'");
}

static void add_folder(const Cluster *cluster, Text *text) {
    text_addf(text, "cd ");
    cluster_quote(text, cluster->here);
    text_add(text, " || exit 1\n");
}

void cluster_command(const Cluster *cluster, const char *task, Text *text) {
    Text path = {0};
    add_folder(cluster, text);
    text_addf(text, "task=%s\n", task);
    text_addf(text, "round=");
    text_addf(&path, "%s/round-%d", cluster->folder, cluster->round);
    cluster_quote(text, path.data);
    text_add(text, "\nmkdir -p \"$round\" && rm -f \"$round/exit-$task\"\n");
    cluster_quote(text, cluster->self);
    for (int i = 0; i < cluster->word_count; i++) {
        text_add(text, " ");
        cluster_quote(text, cluster->words[i]);
    }
    text_addf(text, " --shard \"$task/%d\" %s --threads %d", cluster->tasks,
              cluster->arrays ? "--out \"$round/part-$task\"" : "--db \"$round/part-$task.db\"", cluster->threads);
    if (cluster->round > 1) {
        text_clear(&path);
        cluster_merged(cluster, cluster->round - 1, &path);
        text_add(text, " --after ");
        cluster_quote(text, path.data);
    }
    if (cluster->records) {
        text_add(text, " --records \"$round/part-$task\".");
        cluster_quote(text, cluster->records);
    }
    text_add(text, " >>\"$round/log-$task\" 2>&1\n"
                   "code=$?\n"
                   "echo $code >\"$round/exit-$task.new\" && mv \"$round/exit-$task.new\" \"$round/exit-$task\"\n"
                   "exit $code\n");
    text_free(&path);
}

// The records, once the results are merged.
static void add_records_merge(const Cluster *cluster, Text *text) {
    text_add(text, "records=");
    cluster_quote(text, cluster->records);
    text_add(text, "\nif [ $code -eq 0 ]; then\n    rm -f \"$folder/$records\"\n    ");
    cluster_quote(text, cluster->self);
    text_add(text, " merge \"$folder/$records\"");
    for (int i = 0; i < cluster->tasks; i++) text_addf(text, " \"$round/part-%d.$records\"", i + 1);
    text_add(text, " --quiet >/dev/null 2>>\"$round/merge.log\"\n    code=$?\nfi\n");
}

// A merge that was done already is not done again: its result is there.
void cluster_merge_script(const Cluster *cluster, Text *text) {
    Text path = {0};
    add_folder(cluster, text);
    text_add(text, "folder=");
    cluster_quote(text, cluster->folder);
    text_addf(text, "\nround=\"$folder/round-%d\"\n", cluster->round);
    text_addf(text, "merged=\"%s\"\n", cluster->arrays ? "$folder/arrays" : "$round.db");
    text_add(text, "mkdir -p \"$round\" && rm -rf \"$round/merge.exit\" \"$merged\"\n");
    cluster_quote(text, cluster->self);
    text_add(text, " merge \"$merged\"");
    if (cluster->round > 1) text_addf(text, " \"$folder/round-%d.db\"", cluster->round - 1);
    for (int i = 0; i < cluster->tasks; i++)
        text_addf(text, " \"$round/part-%d%s\"", i + 1, cluster->arrays ? "" : ".db");
    text_addf(text, "%s --quiet >\"$folder/result.new\" 2>\"$round/merge.log\"\n", cluster->json ? " --json" : "");
    text_add(text, "code=$?\n");
    if (cluster->records) add_records_merge(cluster, text);
    text_add(text, "[ $code -eq 0 ] && mv \"$folder/result.new\" \"$folder/result.txt\"\n"
                   "rm -f \"$folder/result.new\"\n"
                   "echo $code >\"$round/merge.exit\"\n"
                   "[ $code -eq 0 ] || [ $code -eq 4 ]\n");
    text_free(&path);
}

bool cluster_ask(const char *command, Text *answer, Error *err) {
    char part[512];
    size_t size;
    FILE *pipe = popen(command, "re");
    if (!pipe) return error_set(err, "'%.100s' cannot be run: %s", command, strerror(errno));
    while ((size = fread(part, 1, sizeof part, pipe)) > 0) text_add_bytes(answer, part, size);
    int status = pclose(pipe);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    return error_set(err, "'%.200s' failed%s%.200s", command, answer->size ? ": " : "",
                     answer->size ? answer->data : "");
}
