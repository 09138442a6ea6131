// SPDX-License-Identifier: MIT
// The file of a saved game, written by one process at a time.
//
// Every write makes a new file beside the old one and renames it into place, so a kill, a full disk or a power failure
// leaves either the old state or the new one, complete. The writer holds a lock on the file, and every new file is
// locked before the rename; the lock of a dead process ends by itself. File systems without locks go without.
#ifndef DEADWOOD_APP_PLAY_PLAY_KEEP_H
#define DEADWOOD_APP_PLAY_PLAY_KEEP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text/text.h"

// {.file = -1} is one without a file.
typedef struct PlayKeep {
    char *path;        // as it was given, for messages
    char *real;        // with links resolved
    int file;          // the file, locked; -1 where it could not be made yet
    bool device;       // such as /dev/null: nothing to lock or to replace, and nothing is kept
    bool ours;         // made by us, and empty until the first write
    const char *rival; // who else may have it locked, for the message: "`deadwood drill`"; NULL: play. Set it first
} PlayKeep;

// Locks the file of a game to go on with, waiting up to two seconds for a process that is about to end. False with err
// set: there is none, it is no regular file, somebody else plays there.
bool play_keep_resume(PlayKeep *keep, const char *path, Error *err);

// Makes and locks the file of a new game. False with err set if a game is there already, or somebody else begins one.
// A file that cannot be made (a full disk, a folder that may not be written to) is tried again with every write.
bool play_keep_new(PlayKeep *keep, const char *path, Error *err);

// Replaces what is there. False with err set, and the old content untouched.
bool play_keep_write(PlayKeep *keep, const char *data, size_t size, Error *err);

// The folder `name` of deadwood's own data ($XDG_DATA_HOME, ~/.local/share), made if it is not there, with a slash at
// its end; nothing where there is no home.
bool play_data_folder(const char *name, Text *path, Error *err);

// Releases the file; removes it if we created it and never wrote to it.
void play_keep_close(PlayKeep *keep);

#endif
