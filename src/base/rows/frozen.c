// SPDX-License-Identifier: MIT
#include "base/rows/frozen.h"

#include <string.h>

#include "base/rng.h"

void frozen_put(FrozenWriter *writer, const void *bytes, size_t size) {
    if (writer->to) memcpy(writer->to + writer->size, bytes, size);
    writer->size += size;
}

bool frozen_get(FrozenReader *reader, void *bytes, size_t size) {
    if (reader->left < size) return false;
    memcpy(bytes, reader->from, size);
    reader->from += size;
    reader->left -= size;
    return true;
}

uint64_t frozen_hash(uint64_t hash, const void *bytes, size_t size) {
    const char *at = bytes;
    for (; size; size -= size < 8 ? size : 8) {
        uint64_t word = 0;
        memcpy(&word, at, size < 8 ? size : 8);
        hash = rng_fold(hash, word);
        at += size < 8 ? size : 8;
    }
    return hash;
}

void frozen_seal(const FrozenWriter *writer, const char magic[8], uint64_t plan) {
    FrozenHead head = {.size = writer->size, .plan = plan};
    memcpy(head.magic, magic, sizeof head.magic);
    head.digest = frozen_hash(0, writer->to + sizeof head, writer->size - sizeof head);
    memcpy(writer->to, &head, sizeof head);
}

FrozenState frozen_open(FrozenReader *reader, const void *bytes, size_t size, const char magic[8], uint64_t plan) {
    FrozenHead head;
    *reader = (FrozenReader){.from = bytes, .left = size};
    if (!frozen_get(reader, &head, sizeof head) || memcmp(head.magic, magic, sizeof head.magic) != 0)
        return FROZEN_FOREIGN;
    if (head.plan != plan) return FROZEN_OTHER_PLAN;
    if (head.size != size || head.digest != frozen_hash(0, reader->from, reader->left)) return FROZEN_DAMAGED;
    return FROZEN_GOOD;
}
