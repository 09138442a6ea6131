// SPDX-License-Identifier: MIT
// Inside the sandbox: the host makes a list of visible places before it forks (sandbox.c). Either bubblewrap mounts
// them (sandbox_wrap.c), or the same system calls do (sandbox_enter.c). Both end with the same filter of system calls
// (sandbox_filter.c). Code after the fork uses only system calls.
#ifndef DEADWOOD_WIRE_PROCESS_SANDBOX_INTERNAL_H
#define DEADWOOD_WIRE_PROCESS_SANDBOX_INTERNAL_H

#include <linux/filter.h>

#include "wire/protocol/command.h"
#include "wire/protocol/limits.h"

typedef enum {
    PLACE_READ,   // shows `from`, read-only
    PLACE_WRITE,  // the same, and may be written
    PLACE_DEVICE, // a device, whose file may not be changed
    PLACE_EMPTY,  // a folder
    PLACE_LINK,   // a symbolic link that says `from`
    PLACE_OWN,    // a folder in memory, writable, of this one bot and limited in size
    PLACE_PROC,   // its own processes
} PlaceKind;

typedef struct Place {
    PlaceKind kind;
    char *from, *to;
} Place;

enum { SANDBOX_PLACES = 1024, SANDBOX_FILTER = 400 };

typedef struct Sandbox {
    Place place[SANDBOX_PLACES];
    int count;
    char *program;      // the program's file as it is found inside
    char *folder;       // the working folder inside
    char **environment; // the host's, with the private folder as HOME and TMPDIR
    char *bwrap;        // bubblewrap, NULL: by ourselves
    char **words;       // bubblewrap's command line
    uint64_t own_bytes; // how large the private folder may grow
    struct sock_filter filter[SANDBOX_FILTER];
    int filtered; // instructions; 0 where the processor is unknown
} Sandbox;

// Fills in `filter`. False where there is none for this processor.
bool sandbox_filter(Sandbox *sandbox);

// Writes bubblewrap's command line. `filter_file` is the number under which it will find the filter.
bool sandbox_wrap(Sandbox *sandbox, const WireCommand *command, int filter_file);

// ---- After the fork ----

typedef enum {
    SANDBOX_FINE,
    SANDBOX_NO_SPACES,    // user namespaces and the like are refused
    SANDBOX_NO_MOUNT,     // a place cannot be shown
    SANDBOX_NO_FILTER,    // system calls cannot be filtered
    SANDBOX_NO_PRIVILEGE, // privileges cannot be dropped
} SandboxTrouble;

// Like fork, for a child that is the first process of namespaces of its own. -1 with errno set where they are refused.
int sandbox_fork(void);

// In that child: shows the places and drops what a bot must not have. Returns what failed, with errno set.
SandboxTrouble sandbox_enter(const Sandbox *sandbox, unsigned user, unsigned group);

// In the process that becomes the bot, last: from here on system calls are filtered.
bool sandbox_load_filter(const Sandbox *sandbox);

#endif
