// SPDX-License-Identifier: MIT
// web_digest of the native build, for `web/test`: native GAME SPEC DECISIONS.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/digest.h"

int main(int argc, char **argv) {
    uint64_t digest = 0;
    int64_t nanoseconds = 0;
    Error err = {0};
    int decisions = argc == 4 ? atoi(argv[3]) : 0;
    if (decisions < 1) {
        fputs("use: native GAME SPEC DECISIONS\n", stderr);
        return 2;
    }
    if (!web_digest(argv[1], argv[2], 1, decisions, &digest, &nanoseconds, &err)) {
        fprintf(stderr, "native: %s\n", err.text);
        return 1;
    }
    printf("%016" PRIx64 " %" PRId64 "\n", digest, nanoseconds);
    return 0;
}
