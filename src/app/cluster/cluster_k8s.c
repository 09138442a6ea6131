// SPDX-License-Identifier: MIT
// Tasks as an Indexed Job of Kubernetes, which starts failed ones again by itself, and the merge as a Job after it.
// Parts lie on a volume that all pods share, mounted at /work; --dir is a folder there.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/cluster/cluster.h"
#include "base/text/json.h"
#include "base/threads/progress.h"

#define MERGED "deadwood-merge-exit "

static void add_job_name(const Cluster *cluster, const char *what, Text *name) {
    text_addf(name, "%s-%d%s", cluster->name, cluster->round, what);
}

static void json_container(const Cluster *cluster, Json *json, const char *script) {
    char threads[16];
    snprintf(threads, sizeof threads, "%d", cluster->threads);
    json_object(json, NULL);
    json_string(json, "name", "deadwood");
    json_string(json, "image", cluster->image);
    json_array(json, "command");
    json_string(json, NULL, "/bin/sh");
    json_string(json, NULL, "-c");
    json_string(json, NULL, script);
    json_end_array(json);
    json_string(json, "workingDir", cluster->here);
    json_object(json, "resources");
    json_object(json, "requests");
    json_string(json, "cpu", threads);
    json_end(json);
    json_end(json);
    json_array(json, "volumeMounts");
    json_object(json, NULL);
    json_string(json, "name", "work");
    json_string(json, "mountPath", cluster->here);
    json_end(json);
    json_end_array(json);
    json_end(json);
}

static void json_pod(const Cluster *cluster, Json *json, const char *script) {
    json_object(json, "template");
    json_object(json, "spec");
    json_string(json, "restartPolicy", "Never");
    json_array(json, "containers");
    json_container(cluster, json, script);
    json_end_array(json);
    json_array(json, "volumes");
    json_object(json, NULL);
    json_string(json, "name", "work");
    json_object(json, "persistentVolumeClaim");
    json_string(json, "claimName", cluster->claim);
    json_end(json);
    json_end(json);
    json_end_array(json);
    json_end(json);
    json_end(json);
}

// `tasks` 0: a job that is no array.
static void add_manifest(const Cluster *cluster, const char *what, int tasks, const char *script, Text *text) {
    Json json = json_into(text, true);
    Text name = {0};
    add_job_name(cluster, what, &name);
    json_object(&json, NULL);
    json_string(&json, "apiVersion", "batch/v1");
    json_string(&json, "kind", "Job");
    json_object(&json, "metadata");
    json_string(&json, "name", name.data);
    json_object(&json, "labels");
    json_string(&json, "app", "deadwood");
    json_end(&json);
    json_end(&json);
    json_object(&json, "spec");
    if (tasks) {
        json_string(&json, "completionMode", "Indexed");
        json_int(&json, "completions", tasks);
        json_int(&json, "parallelism", cluster->at_once ? cluster->at_once : tasks);
    }
    json_int(&json, "backoffLimit", (tasks ? tasks : 1) * cluster->retries);
    json_pod(cluster, &json, script);
    json_end(&json);
    json_end(&json);
    text_add(text, "\n");
    text_free(&name);
}

static bool write_manifest(const Cluster *cluster, const char *what, int tasks, const Text *script, Error *err) {
    Text path = {0}, manifest = {0};
    cluster_file(cluster, what, -1, &path);
    text_add(&path, ".json");
    add_manifest(cluster, tasks ? "" : "-merge", tasks, script->data, &manifest);
    bool done = text_write_file(path.data, manifest.data, manifest.size, err);
    text_free(&path);
    text_free(&manifest);
    return done;
}

static bool k8s_prepare(Cluster *cluster, Error *err) {
    Text tasks = {0}, merge = {0};
    cluster_command(cluster, "$((JOB_COMPLETION_INDEX + 1))", &tasks);
    text_add(&merge, "(\n");
    cluster_merge_script(cluster, &merge);
    text_add(&merge, ")\n");
    text_addf(&merge, "cat '%s/result.txt' 2>/dev/null || cat '%s/round-%d/merge.log'\n", cluster->folder,
              cluster->folder, cluster->round);
    text_addf(&merge, "echo \"" MERGED "$(cat '%s/round-%d/merge.exit')\"\n", cluster->folder, cluster->round);
    bool done = write_manifest(cluster, "tasks", cluster->tasks, &tasks, err) &&
                write_manifest(cluster, "merge", 0, &merge, err);
    text_free(&tasks);
    text_free(&merge);
    return done;
}

static bool apply(const Cluster *cluster, const char *what, Error *err) {
    Text command = {0}, path = {0}, answer = {0};
    cluster_file(cluster, what, -1, &path);
    text_addf(&command, "kubectl %s apply -f ", cluster->with ? cluster->with : "");
    cluster_quote(&command, path.data);
    text_add(&command, ".json 2>&1");
    bool done = cluster_ask(command.data, &answer, err);
    text_free(&command);
    text_free(&path);
    text_free(&answer);
    return done;
}

static bool k8s_start(Cluster *cluster, Error *err) {
    int waiting = 0;
    for (int i = 0; i < cluster->tasks; i++) waiting += cluster->task[i].state == TASK_WAITING;
    if (!waiting) return true;
    if (!apply(cluster, "tasks", err)) return false;
    for (int i = 0; i < cluster->tasks; i++)
        if (cluster->task[i].state == TASK_WAITING) cluster->task[i].state = TASK_RUNNING;
    return true;
}

static bool ask_job(const Cluster *cluster, const char *what, const char *path, Text *answer, Error *err) {
    Text command = {0};
    text_addf(&command, "kubectl %s get job ", cluster->with ? cluster->with : "");
    add_job_name(cluster, what, &command);
    text_addf(&command, " -o jsonpath='%s' 2>&1", path);
    bool done = cluster_ask(command.data, answer, err);
    text_free(&command);
    return done;
}

// "0,2-4": the indices that are done.
static bool is_index(const char *list, int index) {
    for (const char *at = list; at && *at;) {
        char *end;
        long first = strtol(at, &end, 10), last = first;
        if (end == at) return false;
        if (*end == '-') last = strtol(end + 1, &end, 10);
        if (index >= first && index <= last) return true;
        at = *end == ',' ? end + 1 : NULL;
    }
    return false;
}

static bool k8s_look(Cluster *cluster, Error *err) {
    Text done = {0}, failed = {0};
    bool good = ask_job(cluster, "", "{.status.completedIndexes}", &done, err) &&
                ask_job(cluster, "", "{.status.conditions[?(@.type==\"Failed\")].message}", &failed, err);
    for (int i = 0; good && i < cluster->tasks; i++)
        if (is_index(done.data, i)) cluster->task[i].state = TASK_DONE;
    if (good && failed.size) good = error_set(err, "the Job failed: %.300s", failed.data);
    text_free(&done);
    text_free(&failed);
    return good;
}

static void k8s_stop(Cluster *cluster) {
    app_tell("deadwood: the Job %s-%d goes on without this command, which shows it when it is given again",
             cluster->name, cluster->round);
}

// The pod tells the exit code and what was printed: nothing of the volume needs to be seen here.
static bool read_logs(const Cluster *cluster, int *code, Error *err) {
    Text command = {0}, log = {0}, path = {0};
    text_addf(&command, "kubectl %s logs job/", cluster->with ? cluster->with : "");
    add_job_name(cluster, "-merge", &command);
    bool done = cluster_ask(command.data, &log, err);
    char *end = log.data ? strstr(log.data, MERGED) : NULL;
    if (end && !isdigit((unsigned char)end[strlen(MERGED)])) end = NULL;
    if (done && !end) done = error_set(err, "the log of the merge does not say how it ended");
    if (done) {
        *code = (int)strtol(end + strlen(MERGED), NULL, 10);
        text_addf(&path, "%s/result.txt", cluster->folder);
        done = *code != 0 || text_write_file(path.data, log.data, (size_t)(end - log.data), err);
    }
    text_free(&command);
    text_free(&log);
    text_free(&path);
    return done;
}

static bool k8s_merge(Cluster *cluster, int *code, Error *err) {
    bool done = apply(cluster, "merge", err), over = false;
    *code = -1;
    while (done && !over && !progress_interrupted()) {
        Text state = {0};
        done = ask_job(cluster, "-merge", "{.status.conditions[*].type}", &state, err);
        over = done && state.size > 0;
        text_free(&state);
        if (!over) sleep(2);
    }
    return done && (!over || read_logs(cluster, code, err));
}

const ClusterEngine cluster_k8s = {"k8s", k8s_prepare, k8s_start, k8s_look, k8s_stop, k8s_merge};
