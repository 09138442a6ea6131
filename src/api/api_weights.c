// SPDX-License-Identifier: MIT
// Files of named arrays, read and written.
#include <stdlib.h>
#include <string.h>

#include "api/api_internal.h"
#include "base/memory.h"
#include "learn/files/models.h"
#include "learn/files/weights.h"

typedef struct Fact {
    char *name, *value;
} Fact;

// Read from a file, or filled by the caller: then `tensors` and what they point to are ours.
struct deadwood_weights {
    Weights *read;
    WeightsTensor *tensors;
    int count;
    Fact *facts;
    int fact_count;
};

deadwood_weights *deadwood_weights_new(deadwood_error *err) {
    deadwood_weights *weights = calloc(1, sizeof *weights);
    if (weights)
        api_done(err);
    else
        api_fail(err, DEADWOOD_E_MEMORY, "out of memory");
    return weights;
}

static bool arrays_load(deadwood_weights *weights, const char *name, Error *err) {
    Text named = {0}, path = {0};
    static const char ending[] = ".safetensors";
    size_t size = strlen(name), tail = sizeof ending - 1;
    bool bare = !strchr(name, '/') && (size < tail || strcmp(name + size - tail, ending) != 0);
    text_addf(&named, "%s%s", name, bare ? ending : "");
    bool found = !named.failed && model_path(named.data, &path, err) && !path.failed;
    if (found) weights->read = weights_load(path.data, err);
    text_free(&named);
    text_free(&path);
    return weights->read != NULL;
}

deadwood_weights *deadwood_weights_open(const deadwood_context *dw, const char *name, deadwood_error *err) {
    ApiScope scope;
    Error why = {{0}};
    if (!dw || !name) {
        api_null(err, __func__, dw ? "name" : "dw");
        return NULL;
    }
    deadwood_weights *weights = deadwood_weights_new(err);
    if (!weights) return NULL;
    bool entered = api_scope_enter(&scope, dw, err);
    bool good = entered && arrays_load(weights, name, &why);
    if (entered) api_scope_leave(&scope, NULL);
    if (entered && !good) api_fail_as(err, DEADWOOD_E_FILE, &why);
    if (good) return weights;
    deadwood_weights_close(weights);
    return NULL;
}

void deadwood_weights_close(deadwood_weights *weights) {
    if (!weights) return;
    for (int i = 0; i < weights->count; i++) free((void *)(uintptr_t)weights->tensors[i].data);
    for (int i = 0; i < weights->fact_count; i++) {
        free(weights->facts[i].name);
        free(weights->facts[i].value);
    }
    free(weights->tensors);
    free(weights->facts);
    weights_close(weights->read);
    free(weights);
}

// ---- Looking ----

int deadwood_weights_count(const deadwood_weights *weights) {
    if (!weights) return 0;
    return weights->read ? weights_count(weights->read) : weights->count;
}

int deadwood_weights_get(const deadwood_weights *weights, int index, const char **name, int *type, int *rank,
                         uint64_t shape[DEADWOOD_RANK], const void **data, deadwood_error *err) {
    _Static_assert((int)DEADWOOD_RANK == (int)WEIGHTS_MAX_RANK && (int)DEADWOOD_F64 == (int)WEIGHTS_F64, "the same");
    if (!weights) return api_null(err, __func__, "weights");
    int count = deadwood_weights_count(weights);
    if (index < 0 || index >= count)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "there is no array %d; there are %d", index, count);
    const WeightsTensor *tensor = weights->read ? weights_tensor(weights->read, index) : &weights->tensors[index];
    if (name) *name = tensor->name;
    if (type) *type = (int)tensor->type;
    if (rank) *rank = tensor->rank;
    for (int i = 0; shape && i < tensor->rank; i++) shape[i] = tensor->shape[i];
    if (data) *data = tensor->data;
    return api_done(err);
}

char *deadwood_weights_facts(const deadwood_weights *weights, deadwood_error *err) {
    Text text = {0};
    if (!weights) {
        api_null(err, __func__, "weights");
        return NULL;
    }
    Json json = json_into(&text, false);
    json_object(&json, NULL);
    for (int i = 0; weights->read && i < weights_fact_count(weights->read); i++) {
        WeightsFact fact = weights_fact_at(weights->read, i);
        json_string(&json, fact.name, fact.value);
    }
    for (int i = 0; i < weights->fact_count; i++) json_string(&json, weights->facts[i].name, weights->facts[i].value);
    json_end(&json);
    return api_text(&text, err);
}

// ---- Filling ----

static int may_fill(const deadwood_weights *weights, const char *function, deadwood_error *err) {
    if (!weights) return api_null(err, function, "weights");
    if (weights->read)
        return api_fail(err, DEADWOOD_E_STATE,
                        "these weights were read from a file; fill those of deadwood_weights_new");
    return api_done(err);
}

static int check_tensor(const WeightsTensor *tensor, int rank, const uint64_t *shape, size_t *bytes,
                        deadwood_error *err) {
    size_t most = PTRDIFF_MAX, size = tensor->type == WEIGHTS_F64 ? sizeof(double) : sizeof(float);
    for (int i = 0; i < rank; i++) {
        if (!shape[i] || shape[i] > most / size)
            return api_fail(err, DEADWOOD_E_ARGUMENT, "array '%s': dimension %d is %llu", tensor->name, i,
                            (unsigned long long)shape[i]);
        size *= (size_t)shape[i];
    }
    *bytes = size;
    return DEADWOOD_OK;
}

static int check_name(const deadwood_weights *weights, const char *name, deadwood_error *err) {
    if (!*name || strlen(name) >= WEIGHTS_NAME)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "'%.80s' cannot name an array: it has 1 to %d bytes", name,
                        WEIGHTS_NAME - 1);
    for (int i = 0; i < weights->count; i++)
        if (strcmp(weights->tensors[i].name, name) == 0)
            return api_fail(err, DEADWOOD_E_ARGUMENT, "there is an array '%s' already", name);
    if (weights->count == WEIGHTS_MAX_TENSORS)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "a file holds at most %d arrays", WEIGHTS_MAX_TENSORS);
    return DEADWOOD_OK;
}

int deadwood_weights_add(deadwood_weights *weights, const char *name, int type, int rank, const uint64_t *shape,
                         const void *data, deadwood_error *err) {
    WeightsTensor tensor = {.type = (WeightsType)type, .rank = rank};
    size_t bytes = 0;
    int code = may_fill(weights, __func__, err);
    if (code != DEADWOOD_OK) return code;
    if (!name || !data || (rank && !shape)) return api_null(err, __func__, !name ? "name" : !data ? "data" : "shape");
    if (type != DEADWOOD_F32 && type != DEADWOOD_F64)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "type %d is neither DEADWOOD_F32 nor DEADWOOD_F64", type);
    if (rank < 0 || rank > DEADWOOD_RANK)
        return api_fail(err, DEADWOOD_E_ARGUMENT, "rank %d is none of 0 to %d", rank, DEADWOOD_RANK);
    if ((code = check_name(weights, name, err)) != DEADWOOD_OK) return code;
    text_copy(tensor.name, sizeof tensor.name, name);
    if ((code = check_tensor(&tensor, rank, shape, &bytes, err)) != DEADWOOD_OK) return code;
    for (int i = 0; i < rank; i++) tensor.shape[i] = (size_t)shape[i];
    void *copy = malloc(bytes);
    WeightsTensor *tensors = realloc(weights->tensors, ((size_t)weights->count + 1) * sizeof *tensors);
    if (tensors) weights->tensors = tensors;
    if (!copy || !tensors) {
        free(copy);
        return api_fail(err, DEADWOOD_E_MEMORY, "out of memory for array '%s'", tensor.name);
    }
    memcpy(copy, data, bytes);
    tensor.data = copy;
    weights->tensors[weights->count++] = tensor;
    return api_done(err);
}

int deadwood_weights_note(deadwood_weights *weights, const char *name, const char *value, deadwood_error *err) {
    int code = may_fill(weights, __func__, err);
    if (code != DEADWOOD_OK) return code;
    if (!name || !value) return api_null(err, __func__, name ? "value" : "name");
    if (weights->fact_count == WEIGHTS_MAX_FACTS - 1) // one is the file's own
        return api_fail(err, DEADWOOD_E_ARGUMENT, "a file holds at most %d facts", WEIGHTS_MAX_FACTS - 1);
    Fact fact = {strdup(name), strdup(value)};
    Fact *facts = realloc(weights->facts, ((size_t)weights->fact_count + 1) * sizeof *facts);
    if (facts) weights->facts = facts;
    if (!facts || !fact.name || !fact.value) {
        free(fact.name);
        free(fact.value);
        return api_fail(err, DEADWOOD_E_MEMORY, "out of memory for fact '%.60s'", name);
    }
    weights->facts[weights->fact_count++] = fact;
    return api_done(err);
}

int deadwood_weights_save(const deadwood_weights *weights, const char *path, deadwood_error *err) {
    Error why = {{0}};
    WeightsFact facts[WEIGHTS_MAX_FACTS];
    if (!weights || !path) return api_null(err, __func__, weights ? "path" : "weights");
    if (weights->read) return may_fill(weights, __func__, err);
    for (int i = 0; i < weights->fact_count; i++)
        facts[i] = (WeightsFact){weights->facts[i].name, weights->facts[i].value};
    if (!weights_save(path, weights->tensors, weights->count, facts, weights->fact_count, &why))
        return api_fail_as(err, DEADWOOD_E_FILE, &why);
    return api_done(err);
}
