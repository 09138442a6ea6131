// SPDX-License-Identifier: MIT
// The sandbox: what a bot sees and may do under --sandbox. It gets namespaces of its own for users, processes, files,
// the network, messages between processes, names and control groups; no capabilities and no way to new ones; a filter
// of system calls; and of all files only the system's programs and libraries, its own folder and what its command line
// names, all read-only. /tmp, which is also its HOME, /dev/shm and /run, is memory of its own that counts as memory.
//
// If the machine cannot provide all of that, the bot is not started.
#ifndef DEADWOOD_WIRE_PROCESS_SANDBOX_H
#define DEADWOOD_WIRE_PROCESS_SANDBOX_H

#include "base/error.h"
#include "base/text/text.h"
#include "wire/protocol/command.h"
#include "wire/protocol/limits.h"

typedef struct Sandbox Sandbox;

// Prepares a sandbox for a command. The caller ends it with sandbox_free. NULL with err set if limits->write or the
// command asks for something forbidden, or if the filter does not support this processor.
Sandbox *sandbox_make(const WireCommand *command, const WireLimits *limits, Error *err);

// NULL is fine.
void sandbox_free(Sandbox *sandbox);

// False with err set if limits->write is not a folder, is a system folder or a home folder, or contains a file of
// limits->hidden.
bool sandbox_check_write(const WireLimits *limits, Error *err);

// Appends a few lines: what it is made with, and what the bot sees beside the system's programs and libraries.
void sandbox_describe(const Sandbox *sandbox, Text *text);

#endif
