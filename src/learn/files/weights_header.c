// SPDX-License-Identifier: MIT
#include <string.h>

#include "learn/files/weights_internal.h"

typedef struct Reader {
    const char *bytes;
    size_t at, end;
    Error *err;
} Reader;

static bool header_wrong(Reader *reader, const char *expected) {
    return error_set(reader->err, "header, byte %zu: expected %s", reader->at, expected);
}

static void skip_space(Reader *reader) {
    static const char spaces[] = {' ', '\t', '\r', '\n'};
    while (reader->at < reader->end && memchr(spaces, reader->bytes[reader->at], sizeof spaces)) reader->at++;
}

// Takes the character if it comes next.
static bool accept(Reader *reader, char c) {
    skip_space(reader);
    if (reader->at == reader->end || reader->bytes[reader->at] != c) return false;
    reader->at++;
    return true;
}

static bool header_expect(Reader *reader, char c, const char *name) {
    return accept(reader, c) || header_wrong(reader, name);
}

static int header_hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static void add_utf8(Text *to, unsigned code) {
    char bytes[3] = {(char)(0xE0 | code >> 12), (char)(0x80 | (code >> 6 & 63)), (char)(0x80 | (code & 63))};
    if (code < 0x80) {
        bytes[2] = (char)code;
        text_add_bytes(to, bytes + 2, 1);
    } else if (code < 0x800) {
        bytes[1] = (char)(0xC0 | code >> 6);
        text_add_bytes(to, bytes + 1, 2);
    } else {
        text_add_bytes(to, bytes, 3);
    }
}

// What follows a backslash.
static bool read_escape(Reader *reader, Text *to) {
    static const char letters[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";
    if (reader->at == reader->end) return header_wrong(reader, "the end of a text");
    char c = reader->bytes[reader->at++];
    const char *known = memchr(letters, c, sizeof letters - 1);
    if (known) {
        text_add_bytes(to, &meaning[known - letters], 1);
        return true;
    }
    unsigned code = 0;
    if (c != 'u' || reader->end - reader->at < 4) return header_wrong(reader, "an escape such as \\n or \\u00e9");
    for (int i = 0; i < 4; i++) {
        int digit = header_hex_digit(reader->bytes[reader->at]);
        if (digit < 0) return header_wrong(reader, "four hexadecimal digits");
        code = 16 * code + (unsigned)digit;
        reader->at++;
    }
    if (code == 0) return header_wrong(reader, "a text without a zero byte");
    add_utf8(to, code);
    return true;
}

// Adds a string's characters and a NUL to `to`.
static bool read_string(Reader *reader, Text *to) {
    if (!header_expect(reader, '"', "a text in quotes")) return false;
    while (reader->at < reader->end) {
        char c = reader->bytes[reader->at++];
        if (c == '"') {
            text_add_bytes(to, "", 1);
            return true;
        }
        if ((unsigned char)c < 0x20) return header_wrong(reader, "no control character in a text");
        if (c != '\\') {
            text_add_bytes(to, &c, 1);
        } else if (!read_escape(reader, to)) {
            return false;
        }
    }
    return header_wrong(reader, "the end of a text");
}

static bool header_read_name(Reader *reader, char name[WEIGHTS_NAME]) {
    Text text = {0};
    bool good = read_string(reader, &text);
    if (good && !text_copy(name, WEIGHTS_NAME, text.data)) {
        good = error_set(reader->err, "header, byte %zu: a name is longer than %d bytes", reader->at, WEIGHTS_NAME - 1);
    }
    text_free(&text);
    return good;
}

static bool read_size(Reader *reader, size_t *value) {
    skip_space(reader);
    size_t start = reader->at;
    *value = 0;
    while (reader->at < reader->end && reader->bytes[reader->at] >= '0' && reader->bytes[reader->at] <= '9') {
        *value = 10 * *value + (size_t)(reader->bytes[reader->at] - '0');
        reader->at++;
        if (reader->at - start > 15) return header_wrong(reader, "a number of at most 15 digits");
    }
    bool zeros = reader->at - start > 1 && reader->bytes[start] == '0';
    return (reader->at > start && !zeros) || header_wrong(reader, "a whole number");
}

// [number, number, ...] of at most `most`.
static bool read_sizes(Reader *reader, size_t *values, int most, int *count) {
    *count = 0;
    if (!header_expect(reader, '[', "[")) return false;
    if (accept(reader, ']')) return true;
    do {
        if (*count == most) return header_wrong(reader, "fewer numbers");
        if (!read_size(reader, &values[(*count)++])) return false;
    } while (accept(reader, ','));
    return header_expect(reader, ']', "]");
}

static bool read_type(Reader *reader, WeightsType *type) {
    char name[WEIGHTS_NAME];
    if (!header_read_name(reader, name)) return false;
    *type = strcmp(name, "F64") == 0 ? WEIGHTS_F64 : WEIGHTS_F32;
    if (*type == WEIGHTS_F64 || strcmp(name, "F32") == 0) return true;
    return error_set(reader->err, "header, byte %zu: type %s; only F32 and F64 are read here", reader->at, name);
}

// {"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}, each once, in any order.
static bool read_tensor(Reader *reader, WeightsTensor *tensor, size_t *begin, size_t *end) {
    static const char *const keys[] = {"dtype", "shape", "data_offsets"};
    bool seen[3] = {false};
    size_t offsets[2];
    int count;
    if (!header_expect(reader, '{', "{")) return false;
    for (int i = 0; i < 3; i++) {
        char key[WEIGHTS_NAME];
        if (i > 0 && !header_expect(reader, ',', "dtype, shape and data_offsets")) return false;
        if (!header_read_name(reader, key) || !header_expect(reader, ':', ":")) return false;
        int which = 0;
        while (which < 3 && strcmp(key, keys[which]) != 0) which++;
        if (which == 3 || seen[which]) return header_wrong(reader, "dtype, shape and data_offsets, each once");
        seen[which] = true;
        if (which == 0 && !read_type(reader, &tensor->type)) return false;
        if (which == 1 && !read_sizes(reader, tensor->shape, WEIGHTS_MAX_RANK, &tensor->rank)) return false;
        if (which == 2 && (!read_sizes(reader, offsets, 2, &count) || count != 2))
            return header_wrong(reader, "two offsets");
    }
    *begin = offsets[0];
    *end = offsets[1];
    return header_expect(reader, '}', "}");
}

static bool read_facts(Reader *reader, Weights *weights) {
    if (!header_expect(reader, '{', "{")) return false;
    if (accept(reader, '}')) return true;
    do {
        if (weights->fact_count == WEIGHTS_MAX_FACTS) return header_wrong(reader, "fewer facts");
        int i = weights->fact_count;
        weights->names[i] = weights->facts.size;
        if (!read_string(reader, &weights->facts) || !header_expect(reader, ':', ":")) return false;
        weights->values[i] = weights->facts.size;
        skip_space(reader);
        size_t value_at = reader->at + 1;
        if (!read_string(reader, &weights->facts)) return false;
        const char *name = weights->facts.data + weights->names[i];
        if (weights_fact(weights, name)) return error_set(reader->err, "header: fact '%.60s' stands twice", name);
        if (strcmp(name, WEIGHTS_CHECKSUM) == 0) weights->checksum = value_at;
        weights->fact_count++;
    } while (accept(reader, ','));
    return header_expect(reader, '}', "}");
}

static bool read_entry(Reader *reader, Weights *weights, bool *had_facts) {
    char name[WEIGHTS_NAME];
    if (!header_read_name(reader, name) || !header_expect(reader, ':', ":")) return false;
    if (strcmp(name, "__metadata__") == 0) {
        if (*had_facts) return header_wrong(reader, "__metadata__ only once");
        *had_facts = true;
        return read_facts(reader, weights);
    }
    if (weights->tensor_count == WEIGHTS_MAX_TENSORS) return header_wrong(reader, "fewer tensors");
    if (weights_find(weights, name)) return error_set(reader->err, "header: tensor '%s' stands twice", name);
    int i = weights->tensor_count;
    WeightsTensor *tensor = &weights->tensors[i];
    memcpy(tensor->name, name, sizeof name);
    if (!read_tensor(reader, tensor, &weights->begin[i], &weights->end[i])) return false;
    weights->tensor_count++;
    return true;
}

bool weights_read_header(Weights *weights, size_t size, Error *err) {
    Reader reader = {.bytes = weights->bytes.data, .at = 8, .end = 8 + size, .err = err};
    bool had_facts = false;
    if (!header_expect(&reader, '{', "{")) return false;
    if (!accept(&reader, '}')) {
        do {
            if (!read_entry(&reader, weights, &had_facts)) return false;
        } while (accept(&reader, ','));
        if (!header_expect(&reader, '}', "}")) return false;
    }
    skip_space(&reader);
    return reader.at == reader.end || header_wrong(&reader, "nothing after the last }");
}
