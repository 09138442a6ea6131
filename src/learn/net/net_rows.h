// SPDX-License-Identifier: MIT
// Many rows of bytes through a net at once, for searches.
#ifndef DEADWOOD_LEARN_NET_NET_ROWS_H
#define DEADWOOD_LEARN_NET_NET_ROWS_H

#include "learn/net/net.h"

// What net_apply_bytes answers to each of `rows` rows, to the bit (a zero may have the other sign): bytes
// [rows][inputs], outputs [rows][outputs]. From about eight rows on it is quicker a row, since weights are read once
// for many. For nets without a memory. Safe from many threads at once.
void net_apply_rows(const Net *net, int rows, const uint8_t *bytes, float *outputs);

#endif
