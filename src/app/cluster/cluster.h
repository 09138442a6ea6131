// SPDX-License-Identifier: MIT
// `deadwood cluster`: splits a command into parts, runs them as tasks on an engine such as Slurm, and merges the
// results (docs/SCALE.md).
//
// A run keeps everything in one folder: the parts, logs and exit codes of its tasks by round, the merged files, the
// result. So the same command resumes from whatever is there, however it was stopped.
#ifndef DEADWOOD_APP_CLUSTER_CLUSTER_H
#define DEADWOOD_APP_CLUSTER_CLUSTER_H

#include <sys/types.h>

#include "app/app.h"

typedef enum { TASK_WAITING, TASK_RUNNING, TASK_DONE, TASK_FAILED } TaskState;

typedef struct Task {
    TaskState state;
    int tries;
    pid_t pid;   // of a process here
    int missing; // looks at an engine that did not know it any more
} Task;

typedef struct Cluster Cluster;

// The backend that starts tasks. All functions return false with err set on failure.
typedef struct ClusterEngine {
    const char *name;
    bool (*prepare)(Cluster *cluster, Error *err);          // writes what a round needs
    bool (*start)(Cluster *cluster, Error *err);            // of the tasks that wait as many as may run
    bool (*look)(Cluster *cluster, Error *err);             // at those that run: done, failed, or neither
    void (*stop)(Cluster *cluster);                         // after Ctrl-C
    bool (*merge)(Cluster *cluster, int *code, Error *err); // the round; *code is the exit code of merge
} ClusterEngine;

extern const ClusterEngine cluster_local, cluster_slurm, cluster_k8s;

struct Cluster {
    const ClusterEngine *engine;
    const char *const *words; // of the command
    int word_count;
    int tasks, at_once, threads, retries;
    const char *folder, *with, *image, *claim, *name;
    bool arrays;         // parts and the result are folders (`export`), not files
    const char *records; // what the merged records are called, in `folder`; or NULL
    bool json, quiet, write;
    char self[4096], here[4096]; // the program, the current folder
    int round;                   // from 1
    Task *task;                  // of the round
    Text job;                    // an engine's number for the tasks, and for the merge
    Text merge_job;
};

// ---- Names of a round's files ----

void cluster_part(const Cluster *cluster, int task, Text *path);                   // from 0
void cluster_file(const Cluster *cluster, const char *what, int task, Text *path); // FOLDER/round-R/what-I; no I: -1
void cluster_merged(const Cluster *cluster, int round, Text *path); // FOLDER/round-R.db, or FOLDER/arrays

// The exit code that a file names; -1 if it is not there.
int cluster_read_code(const char *path);
bool cluster_write_code(const char *path, int code, Error *err);
int cluster_task_code(const Cluster *cluster, int task);

// A word for a shell, in quotes.
void cluster_quote(Text *text, const char *word);

// The command of a task, for a shell; `task` is what stands for its number, from 1.
void cluster_command(const Cluster *cluster, const char *task, Text *text);

// What merges the round: a script that leaves the exit code in merge.exit and what was printed in result.txt.
void cluster_merge_script(const Cluster *cluster, Text *text);

// What a shell command prints. False with err set if it fails.
bool cluster_ask(const char *command, Text *answer, Error *err);

#endif
