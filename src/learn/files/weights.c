// SPDX-License-Identifier: MIT
#include <assert.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files/sha256.h"
#include "base/memory.h"
#include "base/text/json.h"
#include "learn/files/weights_internal.h"

static const bool BIG_ENDIAN_HERE = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__; // and files are little-endian

// Bytes of a file: what half of the addresses hold, or 4 GiB.
static const size_t LARGEST = SIZE_MAX / 2 < UINT64_C(4) << 30 ? SIZE_MAX / 2 : (size_t)(UINT64_C(4) << 30);

size_t weights_element(WeightsType type) { return type == WEIGHTS_F32 ? sizeof(float) : sizeof(double); }

size_t weights_size(const WeightsTensor *tensor) {
    size_t size = 1;
    for (int i = 0; i < tensor->rank; i++) size *= tensor->shape[i];
    return size;
}

// Turns round the bytes of each number where the machine's order is not the file's. They need not be aligned.
static void turn(char *data, size_t count, size_t size) {
    for (size_t i = 0; BIG_ENDIAN_HERE && i < count; i++)
        for (size_t k = 0; k < size / 2; k++) {
            char *one = data + i * size + k, *other = data + (i + 1) * size - 1 - k, kept = *one;
            *one = *other;
            *other = kept;
        }
}

// Writing.

static void write_tensor(Json *json, const WeightsTensor *tensor, size_t begin) {
    json_object(json, tensor->name);
    json_string(json, "dtype", tensor->type == WEIGHTS_F32 ? "F32" : "F64");
    json_array(json, "shape");
    for (int i = 0; i < tensor->rank; i++) json_uint(json, NULL, tensor->shape[i]);
    json_end_array(json);
    json_array(json, "data_offsets");
    json_uint(json, NULL, begin);
    json_uint(json, NULL, begin + weights_size(tensor) * weights_element(tensor->type));
    json_end_array(json);
    json_end(json);
}

// The header, with a checksum of zeros. Spaces at its end bring the data to a multiple of 8 bytes.
static void weights_write_header(Text *to, const WeightsTensor *tensors, int tensor_count, const WeightsFact *facts,
                                 int fact_count) {
    char zeros[SHA256_DIGITS + 1] = {0};
    memset(zeros, '0', SHA256_DIGITS);
    Json json = json_into(to, false);
    json_object(&json, NULL);
    json_object(&json, "__metadata__");
    for (int i = 0; i < fact_count; i++) json_string(&json, facts[i].name, facts[i].value);
    json_string(&json, WEIGHTS_CHECKSUM, zeros);
    json_end(&json);
    size_t begin = 0;
    for (int i = 0; i < tensor_count; i++) {
        write_tensor(&json, &tensors[i], begin);
        begin += weights_size(&tensors[i]) * weights_element(tensors[i].type);
    }
    json_end(&json);
    text_addf(to, "%*s", (int)(-to->size % 8), "");
}

// Of the file with the checksum's own digits as zeros.
static void checksum_of(const Text *file, size_t digits_at, char digits[SHA256_DIGITS + 1]) {
    char zeros[SHA256_DIGITS];
    memset(zeros, '0', sizeof zeros);
    Sha256 hash = sha256_begin();
    sha256_add(&hash, file->data, digits_at);
    sha256_add(&hash, zeros, sizeof zeros);
    size_t after = digits_at + SHA256_DIGITS;
    sha256_add(&hash, file->data + after, file->size - after);
    sha256_end(&hash, digits);
}

bool weights_save(const char *path, const WeightsTensor *tensors, int tensor_count, const WeightsFact *facts,
                  int fact_count, Error *err) {
    assert(tensor_count <= WEIGHTS_MAX_TENSORS && fact_count < WEIGHTS_MAX_FACTS);
    if (!memory_sufficed(err)) return false; // what the facts say may be cut
    Text file = {0};
    uint64_t size = 0;
    text_add_bytes(&file, &size, sizeof size);
    weights_write_header(&file, tensors, tensor_count, facts, fact_count);
    size = file.size - sizeof size;
    if (file.failed) {
        text_free(&file);
        return memory_sufficed(err);
    }
    memcpy(file.data, &size, sizeof size);
    turn(file.data, 1, sizeof size);
    if (size > WEIGHTS_HEADER_LIMIT) {
        text_free(&file);
        return error_set(err, "%s: the facts are longer than the %d bytes a header may have", path,
                         WEIGHTS_HEADER_LIMIT);
    }
    // The digits follow the last fact's name; a fact's value cannot hold its quotes unescaped.
    char *label = strstr(file.data + sizeof size, "\"sha256\":\"");
    assert(label);
    size_t digits_at = (size_t)(label - file.data) + strlen("\"sha256\":\"");
    for (int i = 0; i < tensor_count; i++) {
        size_t begin = file.size, count = weights_size(&tensors[i]), element = weights_element(tensors[i].type);
        text_add_bytes(&file, tensors[i].data, count * element);
        if (!file.failed) turn(file.data + begin, count, element);
    }
    char digits[SHA256_DIGITS + 1];
    bool written = !file.failed || memory_sufficed(err);
    if (written) checksum_of(&file, digits_at, digits);
    if (written) memcpy(file.data + digits_at, digits, SHA256_DIGITS);
    written = written && text_write_file(path, file.data, file.size, err);
    text_free(&file);
    return written;
}

// Reading.

// Each tensor's bytes must be as many as its shape says, and all of them together the whole rest of the file, once.
static bool place_tensors(Weights *weights, size_t data_at, Error *err) {
    size_t rest = weights->bytes.size - data_at, total = 0;
    for (int i = 0; i < weights->tensor_count; i++) {
        WeightsTensor *tensor = &weights->tensors[i];
        size_t begin = weights->begin[i], end = weights->end[i], bytes = weights_element(tensor->type);
        for (int k = 0; k < tensor->rank; k++) {
            if (tensor->shape[k] > rest) return error_set(err, "tensor %s is larger than the file", tensor->name);
            if (__builtin_mul_overflow(bytes, tensor->shape[k], &bytes)) {
                return error_set(err, "tensor %s is larger than any memory", tensor->name);
            }
        }
        if (begin > end || end > rest || end - begin != bytes) {
            return error_set(err, "tensor %s: offsets %zu to %zu do not hold its %zu bytes within the file's %zu",
                             tensor->name, begin, end, bytes, rest);
        }
        for (int k = 0; k < i; k++) {
            if (begin < weights->end[k] && weights->begin[k] < end) {
                return error_set(err, "tensors %s and %s overlap", weights->tensors[k].name, tensor->name);
            }
        }
        tensor->data = weights->bytes.data + data_at + begin;
        total += bytes;
    }
    if (total == rest) return true;
    return error_set(err, "the header accounts for %zu bytes of data, the file has %zu", total, rest);
}

static bool check_sum(const Weights *weights, Error *err) {
    const char *claimed = weights_fact(weights, WEIGHTS_CHECKSUM);
    if (!claimed) return true; // written by others
    char digits[SHA256_DIGITS + 1];
    size_t at = weights->checksum;
    // The digits must stand in the file as they are, not as escapes.
    if (strlen(claimed) != SHA256_DIGITS || memcmp(weights->bytes.data + at, claimed, SHA256_DIGITS) != 0) {
        return error_set(err, "the fact sha256 is no checksum of 64 hexadecimal digits");
    }
    checksum_of(&weights->bytes, at, digits);
    if (memcmp(digits, claimed, SHA256_DIGITS) == 0) return true;
    return error_set(err, "damaged: its checksum is %.12s..., the file says %.12s...", digits, claimed);
}

static bool weights_read_bytes(Weights *weights, Error *err) {
    uint64_t size = 0;
    if (weights->bytes.size < sizeof size) return error_set(err, "too short for a safetensors file");
    memcpy(&size, weights->bytes.data, sizeof size);
    turn((char *)&size, 1, sizeof size);
    size_t rest = weights->bytes.size - sizeof size;
    if (size > WEIGHTS_HEADER_LIMIT) {
        return error_set(err, "no safetensors file, or one with a header of more than %d bytes", WEIGHTS_HEADER_LIMIT);
    }
    if (size > rest) return error_set(err, "cut short: %zu bytes instead of a header of %zu", rest, (size_t)size);
    if (!weights_read_header(weights, (size_t)size, err) || !place_tensors(weights, sizeof size + (size_t)size, err) ||
        !check_sum(weights, err))
        return false;
    for (int i = 0; i < weights->tensor_count; i++) {
        const WeightsTensor *tensor = &weights->tensors[i];
        turn(weights->bytes.data + ((const char *)tensor->data - weights->bytes.data), weights_size(tensor),
             weights_element(tensor->type));
    }
    return true;
}

static Weights *parse_weights(Text bytes, Error *err) {
    Weights *weights = bytes.failed ? NULL : calloc(1, sizeof *weights);
    if (!weights) {
        text_free(&bytes);
        error_set(err, "not enough memory");
        return NULL;
    }
    weights->bytes = bytes;
    if (weights_read_bytes(weights, err)) return weights;
    weights_close(weights);
    return NULL;
}

Weights *weights_parse(const void *bytes, size_t size, Error *err) {
    Text text = {0};
    text_add_bytes(&text, bytes, size);
    return parse_weights(text, err);
}

// A wrong file may be as large as the disk: its first bytes tell before it is read. True as well for what cannot be
// opened, which text_read_file explains.
static bool begins_like_one(const char *path, Error *err) {
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat about;
    uint64_t header = 0;
    bool large = file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 1 << 20;
    bool good = !large || read(file, &header, sizeof header) == sizeof header;
    turn((char *)&header, 1, sizeof header);
    good = good && (!large || (header >= sizeof "{}" - 1 && header <= WEIGHTS_HEADER_LIMIT));
    if (file >= 0) close(file);
    return good || error_set(err, "%s: no safetensors file, or one with a header of more than %d bytes", path,
                             WEIGHTS_HEADER_LIMIT);
}

Weights *weights_load(const char *path, Error *err) {
    Text text = {0};
    if (!begins_like_one(path, err) || !text_read_file(&text, path, LARGEST, err)) {
        text_free(&text);
        return NULL;
    }
    Weights *weights = parse_weights(text, err);
    if (!weights) error_prefix(err, "%s", path);
    return weights;
}

void weights_close(Weights *weights) {
    if (!weights) return;
    text_free(&weights->bytes);
    text_free(&weights->facts);
    free(weights);
}

int weights_count(const Weights *weights) { return weights->tensor_count; }

const WeightsTensor *weights_tensor(const Weights *weights, int index) {
    assert(index >= 0 && index < weights->tensor_count);
    return &weights->tensors[index];
}

const WeightsTensor *weights_find(const Weights *weights, const char *name) {
    for (int i = 0; i < weights->tensor_count; i++) {
        if (strcmp(weights->tensors[i].name, name) == 0) return &weights->tensors[i];
    }
    return NULL;
}

int weights_fact_count(const Weights *weights) { return weights->fact_count; }

WeightsFact weights_fact_at(const Weights *weights, int index) {
    assert(index >= 0 && index < weights->fact_count);
    return (WeightsFact){weights->facts.data + weights->names[index], weights->facts.data + weights->values[index]};
}

const char *weights_fact(const Weights *weights, const char *name) {
    for (int i = 0; i < weights->fact_count; i++) {
        WeightsFact fact = weights_fact_at(weights, i);
        if (strcmp(fact.name, name) == 0) return fact.value;
    }
    return NULL;
}

static bool same_shape(const WeightsTensor *tensor, int rank, const size_t *shape) {
    if (tensor->rank != rank) return false;
    for (int i = 0; i < rank; i++) {
        if (tensor->shape[i] != shape[i]) return false;
    }
    return true;
}

static void print_shape(Text *to, int rank, const size_t *shape) {
    text_add(to, "[");
    for (int i = 0; i < rank; i++) text_addf(to, "%s%zu", i ? ", " : "", shape[i]);
    text_add(to, "]");
}

static const WeightsTensor *find_exact(const Weights *weights, const char *name, WeightsType type, int rank,
                                       const size_t *shape, Error *err) {
    const WeightsTensor *tensor = weights_find(weights, name);
    if (!tensor) {
        error_set(err, "there is no tensor %s", name);
        return NULL;
    }
    if (tensor->type == type && same_shape(tensor, rank, shape)) return tensor;
    Text is = {0}, should = {0};
    print_shape(&is, tensor->rank, tensor->shape);
    print_shape(&should, rank, shape);
    error_set(err, "tensor %s is %s %s, not %s %s", name, tensor->type == WEIGHTS_F32 ? "F32" : "F64", is.data,
              type == WEIGHTS_F32 ? "F32" : "F64", should.data);
    text_free(&is);
    text_free(&should);
    return NULL;
}

bool weights_floats(const Weights *weights, const char *name, int rank, const size_t *shape, float *to, Error *err) {
    const WeightsTensor *tensor = find_exact(weights, name, WEIGHTS_F32, rank, shape, err);
    if (!tensor) return false;
    size_t size = weights_size(tensor);
    for (size_t i = 0; i < size; i++) {
        float value;
        memcpy(&value, (const char *)tensor->data + i * sizeof value, sizeof value);
        if (!isfinite(value)) return error_set(err, "tensor %s: element %zu is not a finite number", name, i);
    }
    if (size) memcpy(to, tensor->data, size * sizeof *to);
    return true;
}

bool weights_doubles(const Weights *weights, const char *name, int rank, const size_t *shape, double *to, Error *err) {
    const WeightsTensor *tensor = find_exact(weights, name, WEIGHTS_F64, rank, shape, err);
    if (!tensor) return false;
    size_t size = weights_size(tensor);
    if (size) memcpy(to, tensor->data, size * sizeof *to);
    return true;
}
