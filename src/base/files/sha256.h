// SPDX-License-Identifier: MIT
// SHA-256 (FIPS 180-4): checks that a file is the one that was written, and derives random streams that cannot be
// inverted (secret.h).
#ifndef DEADWOOD_BASE_FILES_SHA256_H
#define DEADWOOD_BASE_FILES_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_DIGITS = 64 };

typedef struct Sha256 {
    uint32_t state[8];
    uint64_t size; // bytes so far
    unsigned char block[64];
} Sha256;

Sha256 sha256_begin(void);
void sha256_add(Sha256 *hash, const void *bytes, size_t size);
void sha256_end_bytes(Sha256 *hash, unsigned char bytes[SHA256_BYTES]);
void sha256_end(Sha256 *hash, char digits[SHA256_DIGITS + 1]); // lower-case hexadecimal

#endif
