// SPDX-License-Identifier: MIT
// A persistent thread team: learning hands out work of a few milliseconds thousands of times, too short to start
// threads for.
#ifndef DEADWOOD_BASE_THREADS_TEAM_H
#define DEADWOOD_BASE_THREADS_TEAM_H

typedef struct Team Team;

// A team of up to `threads`, the caller included; fewer if the system grants fewer. The caller ends it with team_close.
// NULL only if memory runs out.
Team *team_open(int threads);
void team_close(Team *team); // NULL is fine

int team_size(const Team *team);

// Calls task(context, index, member) for every index below `count`, each once, on whichever member (0 to size-1) is
// free, and returns when all are done. One caller at a time.
void team_run(Team *team, int count, void (*task)(void *context, int index, int member), void *context);

// The same in two parts: team_begin starts the other threads, the caller does something else, and team_end joins in and
// waits. The context must last until then.
void team_begin(Team *team, int count, void (*task)(void *context, int index, int member), void *context);
void team_end(Team *team);

// The chunk size for `rows` small pieces of work: small enough that no thread waits long for another's last chunk,
// large enough to pay for the handout.
int team_slice(const Team *team, int rows);

#endif
