// SPDX-License-Identifier: MIT
// Evaluates a net on many rows of bytes at once, for searches.
#ifndef DEADWOOD_LEARN_NET_NET_ROWS_H
#define DEADWOOD_LEARN_NET_NET_ROWS_H

#include "learn/net/net.h"

// Bit-identical to net_apply_bytes on each of `rows` rows (but a zero may have the other sign): bytes [rows][inputs],
// outputs [rows][outputs]. Faster per row from about eight rows on, since weights are read once for many. For nets
// without a memory. Safe from many threads at once.
void net_apply_rows(const Net *net, int rows, const uint8_t *bytes, float *outputs);

#endif
