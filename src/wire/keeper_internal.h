// SPDX-License-Identifier: MIT
// The keeper: a small process between the host and a bot, so that nothing of the bot outlives either. It is forked
// without an exec from a host that may have many threads, so it calls nothing but the kernel.
//
// It is the parent (and, for what a bot detaches, the step-parent: PR_SET_CHILD_SUBREAPER) of all that the bot starts.
// Therefore "no child left" means "nothing left", however often something forked, changed its group or session, or lost
// its parent. It ends them when the bot ends, when the host asks by closing its end of the socket, and when the host is
// gone, by kill -9 too: then the socket closes by itself. Should the keeper be killed, the kernel kills the bot
// (PR_SET_PDEATHSIG).
#ifndef DEADWOOD_WIRE_KEEPER_INTERNAL_H
#define DEADWOOD_WIRE_KEEPER_INTERNAL_H

#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

#include "wire/command.h"
#include "wire/limits.h"

enum { KEEPER_TAIL = 16384, KEEPER_LOG = 1048576 }; // bytes of stderr kept in memory, and in a file

typedef enum {
    KEEPER_RUNNING,
    KEEPER_EXITED,    // `status` is the exit code
    KEEPER_SIGNALLED, // `status` is the signal
    KEEPER_NO_EXEC,   // `status` is an errno, as in the next
    KEEPER_NO_SANDBOX,
    KEEPER_NO_START,
    KEEPER_MEMORY,    // killed: beyond its limit
    KEEPER_PROCESSES, // the same
    KEEPER_STOPPED,   // killed because the host asked
} KeeperEnd;

// Memory that host and keeper share.
typedef struct KeeperNote {
    _Atomic int end; // KeeperEnd, written last
    int status;
    _Atomic int bot;           // its process, and group
    _Atomic uint32_t said;     // bytes of stderr in all, modulo 2^32
    _Atomic unsigned char cut; // more than the tail holds was said
    char tail[KEEPER_TAIL];    // a ring: byte n lies at n % KEEPER_TAIL
} KeeperNote;

typedef struct KeeperPlan {
    const WireCommand *command;
    const WireLimits *limits;
    KeeperNote *note;
    const char *bwrap; // bubblewrap, for a sandbox where the kernel refuses us one, or NULL
    int control;       // the keeper's end of the socket
    int bot_in;        // what becomes the bot's standard input, output and error
    int bot_out;
    int bot_error;
    int error_from; // the other end of the last
    int log;        // a file for it, or -1
} KeeperPlan;

// The life of the keeper; does not return.
_Noreturn void keeper_run(const KeeperPlan *plan);

// ---- Looking at processes (proctree.c) ----

enum { PROCTREE_MOST = 8192 };

typedef struct ProcTree {
    int count;
    pid_t pid[PROCTREE_MOST], parent[PROCTREE_MOST];
    uint64_t pages; // resident ones of all descendants
} ProcTree;

// The descendants of this process, `root`, without itself; those beyond PROCTREE_MOST are missing.
void proctree_read(ProcTree *tree, pid_t root);

// Resident pages of one process, 0 if it is gone.
uint64_t proctree_pages(pid_t pid);

// The state letter of a process as /proc has it ('T': stopped), or 0.
char proctree_state(pid_t pid);

#endif
