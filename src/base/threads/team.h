// SPDX-License-Identifier: MIT
// Threads that wait for work: learning hands out a few milliseconds of it thousands of times, too little to start
// threads for.
#ifndef DEADWOOD_BASE_THREADS_TEAM_H
#define DEADWOOD_BASE_THREADS_TEAM_H

typedef struct Team Team;

// A team of up to `threads`, the calling one included; fewer if the system gives fewer. NULL only without memory.
Team *team_open(int threads);
void team_close(Team *team); // NULL is fine

int team_size(const Team *team);

// Calls task(context, index, member) for every index below `count`, each once, on whichever member (0 to size-1) is
// free, and returns when all are done. One caller at a time.
void team_run(Team *team, int count, void (*task)(void *context, int index, int member), void *context);

// The same in two parts: the others begin, and the caller does something else before it joins them and waits. The
// context must last until then.
void team_begin(Team *team, int count, void (*task)(void *context, int index, int member), void *context);
void team_end(Team *team);

// How many of `rows` small pieces of work to hand out as one: so few that no thread has long to wait for another's last
// ones, in which slow work may sit, and enough to be worth the asking.
int team_slice(const Team *team, int rows);

#endif
