// SPDX-License-Identifier: MIT
// Tasks as an array of Slurm, and the merge as a job that depends on it: both end by themselves when whoever submitted
// them is gone. Failed tasks are an array of their own, and the merge a new job behind that.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/cluster/cluster.h"
#include "base/threads/progress.h"

static bool write_script(const Cluster *cluster, const char *name, const Text *body, Error *err) {
    Text path = {0}, script = {0};
    text_addf(&script, "#!/bin/sh\n%s", body->data);
    cluster_file(cluster, name, -1, &path);
    bool done = text_write_file(path.data, script.data, script.size, err) &&
                (chmod(path.data, 0755) == 0 || error_set(err, "%s cannot be made executable", path.data));
    text_free(&path);
    text_free(&script);
    return done;
}

// The jobs of this round that were submitted before, by whoever.
static void read_jobs(Cluster *cluster) {
    Text path = {0}, jobs = {0};
    cluster_file(cluster, "jobs", -1, &path);
    text_clear(&cluster->job);
    text_clear(&cluster->merge_job);
    if (text_read_file(&jobs, path.data, 4096, NULL)) {
        char *rest = jobs.data, *first = strsep(&rest, " \n"), *second = rest ? strsep(&rest, " \n") : NULL;
        text_add(&cluster->job, first);
        if (second) text_add(&cluster->merge_job, second);
    }
    text_free(&path);
    text_free(&jobs);
}

static bool write_jobs(const Cluster *cluster, Error *err) {
    Text path = {0}, jobs = {0};
    cluster_file(cluster, "jobs", -1, &path);
    text_addf(&jobs, "%s %s\n", cluster->job.data, cluster->merge_job.data);
    bool done = text_write_file(path.data, jobs.data, jobs.size, err);
    text_free(&path);
    text_free(&jobs);
    return done;
}

static bool slurm_prepare(Cluster *cluster, Error *err) {
    Text array = {0}, merge = {0};
    cluster_command(cluster, "$SLURM_ARRAY_TASK_ID", &array);
    cluster_merge_script(cluster, &merge);
    bool done = write_script(cluster, "array.sh", &array, err) && write_script(cluster, "merge.sh", &merge, err);
    text_free(&array);
    text_free(&merge);
    read_jobs(cluster);
    // Tasks of a run before may still be in the queue; looking at them tells.
    for (int i = 0; done && cluster->job.size && i < cluster->tasks; i++)
        if (cluster->task[i].state == TASK_WAITING) cluster->task[i].state = TASK_RUNNING;
    return done;
}

// sbatch prints the job's number, and behind a ; the cluster's name.
static bool submit(const Cluster *cluster, const char *options, const char *script, Text *job, Error *err) {
    Text command = {0}, path = {0};
    cluster_file(cluster, script, -1, &path);
    text_addf(&command, "sbatch --parsable --job-name=deadwood --output=/dev/null %s %s ", options,
              cluster->with ? cluster->with : "");
    cluster_quote(&command, path.data);
    text_add(&command, " 2>&1");
    text_clear(job);
    bool done = cluster_ask(command.data, job, err);
    if (done && job->size) job->data[strspn(job->data, "0123456789")] = '\0';
    if (done && (!job->size || !isdigit((unsigned char)*job->data)))
        done = error_set(err, "sbatch did not say which job it made");
    job->size = done ? strlen(job->data) : 0;
    text_free(&command);
    text_free(&path);
    return done;
}

static void cancel(const Text *job) {
    Text command = {0}, answer = {0};
    if (job->size) {
        text_addf(&command, "scancel %s 2>&1", job->data);
        cluster_ask(command.data, &answer, NULL);
    }
    text_free(&command);
    text_free(&answer);
}

static bool slurm_start(Cluster *cluster, Error *err) {
    Text options = {0};
    int count = 0;
    text_addf(&options, "--cpus-per-task=%d --array=", cluster->threads);
    for (int i = 0; i < cluster->tasks; i++) {
        Task *task = &cluster->task[i];
        if (task->state == TASK_RUNNING) { // the array before is not over; those that failed wait for it
            text_free(&options);
            return true;
        }
        if (task->state == TASK_WAITING) text_addf(&options, "%s%d", count++ ? "," : "", i + 1);
    }
    bool done = true;
    if (count) {
        Text old = {0}; // what a merge of too few parts left
        cancel(&cluster->merge_job);
        cluster_file(cluster, "merge.exit", -1, &old);
        unlink(old.data);
        text_free(&old);
        if (cluster->at_once) text_addf(&options, "%%%d", cluster->at_once);
        done = submit(cluster, options.data, "array.sh", &cluster->job, err);
        text_clear(&options);
        if (done) text_addf(&options, "--dependency=afterany:%s", cluster->job.data);
        done = done && submit(cluster, options.data, "merge.sh", &cluster->merge_job, err) && write_jobs(cluster, err);
        for (int i = 0; done && i < cluster->tasks; i++) {
            Task *task = &cluster->task[i];
            if (task->state != TASK_WAITING) continue;
            task->state = TASK_RUNNING;
            task->missing = 0;
            task->tries++;
        }
    }
    text_free(&options);
    return done;
}

// The numbers of tasks that are in the queue, each between blanks.
static void ask_queue(const Cluster *cluster, Text *queue) {
    Text command = {0}, answer = {0};
    text_addf(&command, "squeue -h -r -j %s -o %%K 2>&1", cluster->job.data);
    text_add(queue, " ");
    // Of a job that ended long ago nothing is known, and that is an answer.
    if (cluster_ask(command.data, &answer, NULL)) text_add(queue, answer.size ? answer.data : "");
    for (char *at = queue->data; *at; at++)
        if (*at == '\n') *at = ' ';
    text_free(&command);
    text_free(&answer);
}

// A file that another machine wrote may be seen a moment later than the queue without the task.
static bool slurm_look(Cluster *cluster, Error *err) {
    enum { PATIENCE = 5 };
    Text queue = {0};
    (void)err;
    ask_queue(cluster, &queue);
    for (int i = 0; i < cluster->tasks; i++) {
        Task *task = &cluster->task[i];
        char number[20];
        if (task->state != TASK_RUNNING) continue;
        snprintf(number, sizeof number, " %d ", i + 1);
        if (strstr(queue.data, number)) {
            task->missing = 0;
            continue;
        }
        int code = cluster_task_code(cluster, i);
        if (code == 0)
            task->state = TASK_DONE;
        else if (code > 0 || ++task->missing >= PATIENCE)
            task->state = TASK_FAILED;
    }
    text_free(&queue);
    return true;
}

static void slurm_stop(Cluster *cluster) {
    app_tell("deadwood: job %s and its merge, %s, go on without this command, which shows them when it is given again",
             cluster->job.size ? cluster->job.data : "(none)", cluster->merge_job.size ? cluster->merge_job.data : "-");
}

static bool in_queue(const Text *job) {
    Text command = {0}, answer = {0};
    text_addf(&command, "squeue -h -j %s -o %%i 2>&1", job->data);
    bool there = cluster_ask(command.data, &answer, NULL) && answer.size > 0;
    text_free(&command);
    text_free(&answer);
    return there;
}

// The merge runs by itself; where it was lost it is submitted again.
static bool slurm_merge(Cluster *cluster, int *code, Error *err) {
    Text path = {0};
    bool done = true;
    int gone = 0;
    cluster_file(cluster, "merge.exit", -1, &path);
    *code = -1;
    while (done && *code < 0 && !progress_interrupted()) {
        if (cluster->merge_job.size && in_queue(&cluster->merge_job)) {
            gone = 0;
        } else if ((*code = cluster_read_code(path.data)) < 0 && ++gone > 5) {
            done = submit(cluster, "", "merge.sh", &cluster->merge_job, err) && write_jobs(cluster, err);
            gone = 0;
        }
        if (*code < 0) usleep(300000);
    }
    text_free(&path);
    return done;
}

const ClusterEngine cluster_slurm = {"slurm", slurm_prepare, slurm_start, slurm_look, slurm_stop, slurm_merge};
