// SPDX-License-Identifier: MIT
// One thread, so nothing to lock. Only headers name these types, and nothing that is linked uses them.
#ifndef DEADWOOD_WEB_PTHREAD_H
#define DEADWOOD_WEB_PTHREAD_H

#include <sys/types.h>

#endif
