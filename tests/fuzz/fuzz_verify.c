// SPDX-License-Identifier: MIT
// Files of records are checked without a crash, whatever is in them; what passes holds games, and passes again.
#include "contest/verify/verify.h"
#include "fuzz/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const VerifyAsk ask = {0};
    VerifyReport report, again;
    Error err = {{0}};
    if (!verify_text("fuzz", (const char *)data, size, &ask, &report, &err)) {
        check(err.text[0] != '\0');
        return 0;
    }
    check(report.games > 0 && report.hands >= report.games);
    check(verify_text("fuzz", (const char *)data, size, &ask, &again, &err) && again.digest == report.digest);
    return 0;
}
