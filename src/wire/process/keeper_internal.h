// SPDX-License-Identifier: MIT
// The keeper: a small process between the host and a bot, so that no process of the bot survives either. It is forked
// without exec from a host that may have many threads, so it uses only system calls.
//
// It is the parent (and, for what a bot detaches, the step-parent: PR_SET_CHILD_SUBREAPER) of all that the bot starts.
// Therefore "no child left" means "nothing left", however often something forked, changed its group or session, or lost
// its parent. It ends them when the bot ends, when the host asks by closing its end of the socket, and when the host is
// gone, by kill -9 too: then the socket closes by itself. Should the keeper be killed, the kernel kills the bot
// (PR_SET_PDEATHSIG); what else the bot had started then comes to the host, which ends it (process.c). In a sandbox the
// bot cannot see its keeper, and all processes end with the first of their namespace.
#ifndef DEADWOOD_WIRE_PROCESS_KEEPER_INTERNAL_H
#define DEADWOOD_WIRE_PROCESS_KEEPER_INTERNAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "wire/process/sandbox.h"
#include "wire/protocol/command.h"
#include "wire/protocol/limits.h"

enum { KEEPER_TAIL = 16384, KEEPER_LOG = 1048576 }; // bytes of stderr kept in memory, and in a file

typedef enum {
    KEEPER_RUNNING,
    KEEPER_EXITED,     // `status` is the exit code
    KEEPER_SIGNALLED,  // `status` is the signal
    KEEPER_NO_EXEC,    // `status` is an errno
    KEEPER_NO_SANDBOX, // `status` is a SandboxTrouble, `error` an errno
    KEEPER_NO_START,   // `status` is an errno
    KEEPER_MEMORY,     // killed: beyond its limit
    KEEPER_PROCESSES,  // the same
    KEEPER_THREADS,    // the same
    KEEPER_STOPPED,    // killed because the host asked
} KeeperEnd;

// Memory that host and keeper share.
typedef struct KeeperNote {
    _Atomic int end; // KeeperEnd, written last
    int status, error;
    _Atomic int bot;           // the process that the keeper started, and its group
    _Atomic int inner;         // the bot itself, which in a sandbox is another; 0 as long as that is not known
    _Atomic uint32_t said;     // bytes of stderr in all, modulo 2^32
    _Atomic unsigned char cut; // more than the tail holds was said
    char tail[KEEPER_TAIL];    // a ring: byte n lies at n % KEEPER_TAIL
} KeeperNote;

typedef struct KeeperPlan {
    const WireCommand *command;
    const WireLimits *limits;
    KeeperNote *note;
    const Sandbox *sandbox; // NULL: none
    int control;            // the keeper's end of the socket
    int bot_in;             // what becomes the bot's standard input, output and error
    int bot_out;
    int bot_error;
    int error_from; // the other end of the last
    int log;        // a file for it, or -1
} KeeperPlan;

// The life of the keeper; does not return.
_Noreturn void keeper_run(const KeeperPlan *plan);

// ---- Looking at processes (proctree.c, procmemory.c) ----

enum { PROCTREE_MOST = 8192, PROCTREE_PATH = 64 };

typedef struct ProcTree {
    int count;
    pid_t pid[PROCTREE_MOST], parent[PROCTREE_MOST];
    int threads[PROCTREE_MOST];
    pid_t newest, older; // the machine's newest number at the last look and at the one before; 0: not looked yet
    uint32_t looks;
} ProcTree;

// The descendants of this process, `root`, without itself; those beyond PROCTREE_MOST are missing.
void proctree_read(ProcTree *tree, pid_t root);

// The same again, quickly: only what was there already and what is new is looked at.
void proctree_look(ProcTree *tree, pid_t root);

// Threads of all of them, each process being one at least.
int proctree_threads(const ProcTree *tree);

// Memory of all of them in KiB: anonymous and, where `shared` says so, shared, with page tables and open files. What
// several share may be counted for each of them as long as the sum is within `most`; beyond, it is counted once.
uint64_t proctree_memory(const ProcTree *tree, bool shared, uint64_t most);

// The private folder of a sandboxed tree, as a file for proctree_private_memory, or -1.
int proctree_private(const ProcTree *tree);

// What is in that folder and what sockets may hold, in KiB. There is no other shared memory in the sandbox.
uint64_t proctree_private_memory(const ProcTree *tree, int folder);

// "/proc/PID/NAME", written into PROCTREE_PATH characters.
char *proctree_path(char *path, pid_t pid, const char *name);

// Reads that file into text, ended by a NUL; the number of bytes, 0 if there is none.
size_t proctree_text(pid_t pid, const char *name, char *text, size_t room);

// Visits a folder's entries that are numbers.
void proctree_each_number(const char *path, void (*visit)(void *context, pid_t number), void *context);

// The processor on which a process ran last, or -1.
int proctree_processor(pid_t pid);

// The state letter of a process as /proc has it ('T': stopped), or 0.
char proctree_state(pid_t pid);

#endif
