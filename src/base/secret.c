// SPDX-License-Identifier: MIT
#include "base/secret.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

bool secret_draw(Secret *secret, Error *err) {
    size_t drawn = 0;
    while (drawn < sizeof secret->bytes) {
        ssize_t got = getrandom(secret->bytes + drawn, sizeof secret->bytes - drawn, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return error_set(err, "the kernel gives no random numbers for a secret: %s", strerror(errno));
        drawn += (size_t)got;
    }
    return true;
}

void secret_print(const Secret *secret, char digits[SECRET_DIGITS + 1]) {
    for (int i = 0; i < SECRET_BYTES; i++) {
        digits[2 * i] = "0123456789abcdef"[secret->bytes[i] >> 4];
        digits[2 * i + 1] = "0123456789abcdef"[secret->bytes[i] & 15];
    }
    digits[SECRET_DIGITS] = '\0';
}

bool secret_parse(const char *text, Secret *secret) {
    Secret read = {{0}};
    if (strlen(text) != SECRET_DIGITS || strspn(text, "0123456789abcdefABCDEF") != SECRET_DIGITS) return false;
    for (int i = 0; i < SECRET_DIGITS; i++) {
        int digit = text[i] <= '9' ? text[i] - '0' : (text[i] | 32) - 'a' + 10;
        read.bytes[i / 2] = (unsigned char)(i % 2 ? read.bytes[i / 2] << 4 | digit : digit);
    }
    *secret = read;
    return true;
}

void secret_commitment(const Secret *secret, char digits[SHA256_DIGITS + 1]) {
    Sha256 hash = sha256_begin();
    sha256_add(&hash, secret->bytes, sizeof secret->bytes);
    sha256_end(&hash, digits);
}

static void hash_number(Sha256 *hash, uint64_t number) {
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(number >> 8 * i);
    sha256_add(hash, bytes, sizeof bytes);
}

static uint64_t take_number(const unsigned char bytes[8]) {
    uint64_t number = 0;
    for (int i = 0; i < 8; i++) number |= (uint64_t)bytes[i] << 8 * i;
    return number;
}

static Rng secret_stream(const char *domain, const Chance *chance, uint64_t number, uint64_t part) {
    unsigned char bytes[SHA256_BYTES];
    Sha256 hash = sha256_begin();
    sha256_add(&hash, domain, strlen(domain) + 1);
    sha256_add(&hash, chance->secret->bytes, SECRET_BYTES);
    hash_number(&hash, chance->match);
    hash_number(&hash, number);
    hash_number(&hash, part);
    sha256_end_bytes(&hash, bytes);
    return (Rng){.state = take_number(bytes), .step = take_number(bytes + 8) | 1};
}

void chance_deck(const Chance *chance, uint64_t deal, uint32_t hand, Card deck[CARD_COUNT]) {
    if (!chance->secret) {
        rng_deal(rng_key(chance->seed, chance->match, deal), hand, deck);
        return;
    }
    Rng rng = secret_stream("deadwood deal", chance, deal, hand);
    rng_deck(&rng, deck);
}

Rng chance_starter(const Chance *chance, uint64_t deal) {
    if (chance->secret) return secret_stream("deadwood starter", chance, deal, 0);
    return rng_for(chance->seed, chance->match, deal, RNG_STARTER);
}

Rng chance_player(const Chance *chance, uint64_t game, uint64_t seat) {
    if (chance->secret) return secret_stream("deadwood player", chance, game, seat);
    return rng_for(chance->seed, chance->match, game, seat);
}

uint64_t chance_program_seed(const Rng *stream) {
    static const char domain[] = "deadwood bot seed";
    unsigned char bytes[SHA256_BYTES];
    Sha256 hash = sha256_begin();
    sha256_add(&hash, domain, sizeof domain);
    hash_number(&hash, stream->state);
    hash_number(&hash, stream->step);
    sha256_end_bytes(&hash, bytes);
    return take_number(bytes);
}
