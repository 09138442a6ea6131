// SPDX-License-Identifier: MIT
// Tasks as processes of this machine.
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/cluster/cluster.h"
#include "base/threads/progress.h"

static bool local_prepare(Cluster *cluster, Error *err) {
    (void)cluster, (void)err;
    return true;
}

// A shell that runs a script. It ends with us: a second run would find its part in use.
static pid_t start_script(const char *script, Error *err) {
    pid_t parent = getpid(), pid = fork();
    if (pid < 0) error_set(err, "no further process: %s", strerror(errno));
    if (pid != 0) return pid;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(1);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    setpgid(0, 0); // Ctrl-C is ours to pass on
    execl("/bin/sh", "sh", "-c", script, (char *)NULL);
    _exit(127);
}

static bool local_start(Cluster *cluster, Error *err) {
    int running = 0;
    for (int i = 0; i < cluster->tasks; i++) running += cluster->task[i].state == TASK_RUNNING;
    for (int i = 0; i < cluster->tasks && running < cluster->at_once; i++) {
        Task *task = &cluster->task[i];
        Text script = {0};
        char number[16];
        if (task->state != TASK_WAITING) continue;
        snprintf(number, sizeof number, "%d", i + 1);
        cluster_command(cluster, number, &script);
        task->pid = start_script(script.data, err);
        text_free(&script);
        if (task->pid < 0) return false;
        task->state = TASK_RUNNING;
        task->tries++;
        running++;
    }
    return true;
}

static bool local_look(Cluster *cluster, Error *err) {
    (void)err;
    for (int i = 0; i < cluster->tasks; i++) {
        Task *task = &cluster->task[i];
        if (task->state != TASK_RUNNING || waitpid(task->pid, NULL, WNOHANG) != task->pid) continue;
        task->state = cluster_task_code(cluster, i) == 0 ? TASK_DONE : TASK_FAILED;
    }
    return true;
}

static void local_stop(Cluster *cluster) {
    for (int i = 0; i < cluster->tasks; i++)
        if (cluster->task[i].state == TASK_RUNNING) kill(-cluster->task[i].pid, SIGTERM);
    for (int i = 0; i < cluster->tasks; i++)
        if (cluster->task[i].state == TASK_RUNNING) waitpid(cluster->task[i].pid, NULL, 0);
    app_tell("deadwood: interrupted; the same command goes on where its tasks stopped");
}

static bool local_merge(Cluster *cluster, int *code, Error *err) {
    Text script = {0}, path = {0};
    cluster_merge_script(cluster, &script);
    pid_t pid = start_script(script.data, err);
    text_free(&script);
    if (pid < 0) return false;
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        if (progress_interrupted()) kill(-pid, SIGTERM);
    cluster_file(cluster, "merge.exit", -1, &path);
    *code = cluster_read_code(path.data);
    text_free(&path);
    return true;
}

const ClusterEngine cluster_local = {"local", local_prepare, local_start, local_look, local_stop, local_merge};
