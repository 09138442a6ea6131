// SPDX-License-Identifier: MIT
#include "base/fault.h"

const char *fault_name(Fault fault) {
    static const char *const names[FAULT_KINDS] = {
        "none", "illegal move", "resigned", "crash", "exit", "timeout", "stall", "garbage", "handshake",
    };
    return names[fault];
}
