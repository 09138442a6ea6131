// SPDX-License-Identifier: MIT
// clang-format off
#include <endian.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files/sha256.h"
#include "base/text/text.h"
#include "learn/files/npy.h"
#include "learn/files/weights.h"
#include "learn/net/net.h"
#include "learn/train/metrics.h"

static void hashes_are_those_of_the_standard(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    char digits[SHA256_DIGITS + 1];
    for (size_t i = 0; i < 3; i++) {
        Sha256 hash = sha256_begin();
        sha256_add(&hash, cases[i][0], strlen(cases[i][0]));
        sha256_end(&hash, digits);
        assert_string_equal(digits, cases[i][1]);
    }
    Sha256 hash = sha256_begin();
    for (int i = 0; i < 1000000; i++) sha256_add(&hash, "a", 1);
    sha256_end(&hash, digits);
    assert_string_equal(digits, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static Text read_all(const char *path) {
    Text text = {0};
    assert_true(text_read_file(&text, path, 1 << 24, NULL));
    return text;
}

static void nets_come_back_from_files_as_they_were(void **state) {
    (void)state;
    static const char *const nets[] = {"5 128r 64r 32r 1s", "8 lstm4x3 lstm2x2 3m", "8 9n 9n+ 9t+ 3l"};
    for (size_t i = 0; i < sizeof nets / sizeof nets[0]; i++) {
        Error err = {0};
        Net *net = net_make(nets[i], 3, NULL);
        WeightsFact facts[] = {{"recipe", "try \"this\"\n\xC3\xA9"}, {"seed", "3"}, {"empty", ""}};
        assert_true(net_save(net, facts, 3, "net.safetensors", &err));
        Weights *file = weights_load("net.safetensors", &err);
        if (!file) fail_msg("%s", err.text);
        assert_string_equal(weights_fact(file, "recipe"), facts[0].value);
        assert_string_equal(weights_fact(file, "architecture"), nets[i]);
        assert_string_equal(weights_fact(file, "empty"), "");
        assert_int_equal(strlen(weights_fact(file, "sha256")), 64);
        assert_null(weights_fact(file, "nothing"));
        Net *back = net_from_weights(file, &err);
        assert_non_null(back);
        assert_memory_equal(net_weights(net), net_weights(back), sizeof(float) * net_parameters(net));
        net_close(back);
        weights_close(file);
        net_close(net);
    }
    unlink("net.safetensors");
}

// Parses as a net; what loads must be the net that was saved.
static bool loads(const char *bytes, size_t size, Error *err, const Net *expected) {
    Weights *file = weights_parse(bytes, size, err);
    if (!file) return false;
    Net *net = net_from_weights(file, err);
    weights_close(file);
    if (!net) return false;
    bool same = net_parameters(net) == net_parameters(expected) &&
                memcmp(net_weights(net), net_weights(expected), sizeof(float) * net_parameters(net)) == 0;
    if (!same) fail_msg("a damaged file loaded as other weights");
    net_close(net);
    return true;
}

static void damaged_files_give_a_sentence_and_load_nothing(void **state) {
    (void)state;
    Net *net = net_make("2 3r 1s", 1, NULL);
    assert_true(net_save(net, NULL, 0, "small.safetensors", NULL));
    Text good = read_all("small.safetensors");
    unlink("small.safetensors");
    assert_true(loads(good.data, good.size, NULL, net));
    for (size_t size = 0; size < good.size; size++) {
        Error err = {0};
        assert_false(loads(good.data, size, &err, net));
        assert_true(strlen(err.text) > 10 && !strchr(err.text, '\n'));
    }
    size_t survived = 0;
    for (size_t i = 0; i < 8 * good.size; i++) {
        Error err = {0};
        good.data[i / 8] = (char)(good.data[i / 8] ^ 1 << i % 8);
        bool loaded = loads(good.data, good.size, &err, net);
        survived += loaded;
        assert_true(loaded || strlen(err.text) > 10);
        good.data[i / 8] = (char)(good.data[i / 8] ^ 1 << i % 8);
    }
    assert_true(survived <= 6 * 8); // only where the checksum's own name is hit
    text_add_bytes(&good, "x", 1);
    assert_false(loads(good.data, good.size, NULL, net));
    text_free(&good);
    net_close(net);
}

// A file of that header and `data` bytes of zeros.
static bool header_loads(const char *header, size_t data, Error *err) {
    Text file = {0};
    uint64_t size = htole64(strlen(header));
    char zero = 0;
    text_add_bytes(&file, &size, 8);
    text_add(&file, header);
    for (size_t i = 0; i < data; i++) text_add_bytes(&file, &zero, 1);
    Weights *weights = weights_parse(file.data, file.size, err);
    weights_close(weights);
    text_free(&file);
    return weights != NULL;
}

static void headers_are_read_strictly(void **state) {
    (void)state;
#define ONE "\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}"
    static const struct {
        const char *header;
        size_t data;
        bool good;
    } cases[] = {
        {"{}", 0, true},
        {"{}   ", 0, true},
        {"{}", 1, false},
        {"{" ONE "}", 4, true},
        {" { " ONE " } ", 4, true},
        {"{" ONE "}", 8, false}, // a hole at the end
        {"{" ONE "}x", 4, false},
        {"{" ONE ",}", 4, false},
        {"{" ONE "," ONE "}", 4, false}, // twice
        {"{" ONE ",\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}", 8, true},
        {"{" ONE ",\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[2,6]}}", 8, false}, // overlap
        {"{" ONE ",\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}", 4, false},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,4]}}", 4, false},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]}}", 4, true}, // a single number
        {"{\"a\":{\"dtype\":\"F64\",\"shape\":[1,1,1,1],\"data_offsets\":[0,8]}}", 8, true},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}}", 0, true},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1,1,1,1,1],\"data_offsets\":[0,4]}}", 4, false},
        {"{\"a\":{\"dtype\":\"BF16\",\"shape\":[2],\"data_offsets\":[0,4]}}", 4, false},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,4]}}", 4, false},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1.0],\"data_offsets\":[0,4]}}", 4, false},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[01],\"data_offsets\":[0,4]}}", 4, false},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,0]}}", 4, false},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0]}}", 4, false},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"shape\":[1],\"data_offsets\":[0,4]}}", 4, false},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[1]}}", 4, false},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[999999999999999,999999999999999],\"data_offsets\":[0,4]}}", 4, false},
        {"{\"a\":{\"dtype\":\"F32\",\"shape\":[9999999999999999],\"data_offsets\":[0,4]}}", 4, false},
        {"{\"__metadata__\":{\"a\":\"b\",\"c\":\"\\u00e9\\n\"}}", 0, true},
        {"{\"__metadata__\":{\"a\":\"b\",\"a\":\"c\"}}", 0, false},
        {"{\"__metadata__\":{},\"__metadata__\":{}}", 0, false},
        {"{\"__metadata__\":{\"a\":1}}", 0, false},
        {"{\"__metadata__\":{\"a\":\"\\u0000\"}}", 0, false},
        {"{\"__metadata__\":{\"a\":\"\\q\"}}", 0, false},
        {"{\"__metadata__\":{\"sha256\":\"12\"}}", 0, false},
        {"{\"", 0, false},
        {"[", 0, false},
        {"", 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Error err = {0};
        bool good = header_loads(cases[i].header, cases[i].data, &err);
        if (good != cases[i].good) fail_msg("%s: %s", cases[i].header, good ? "was read" : err.text);
    }
    unsigned char huge[16] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, '{', '}'};
    assert_null(weights_parse(huge, sizeof huge, NULL));
}

static void files_that_do_not_fit_the_architecture_are_refused(void **state) {
    (void)state;
    float numbers[9] = {0};
    WeightsTensor w = {.name = "layers.0.weight", .rank = 2, .shape = {2, 3}, .data = numbers};
    WeightsTensor b = {.name = "layers.0.bias", .rank = 1, .shape = {3}, .data = numbers};
    static const struct {
        const char *architecture, *bias_name;
        size_t rows, columns;
        float first;
        bool good;
    } cases[] = {
        {"2 3s", "layers.0.bias", 2, 3, 1, true},
        {"2 3s", "layers.0.bias", 3, 2, 1, false},
        {"2 3s", "layers.0.offset", 2, 3, 1, false},
        {"3 3s", "layers.0.bias", 2, 3, 1, false},
        {"2 3s", "layers.0.bias", 2, 3, NAN, false},
        {"2 3s", "layers.0.bias", 2, 3, -INFINITY, false},
        {"4000 4000r 4000r 1s", "layers.0.bias", 2, 3, 1, false},
        {"two", "layers.0.bias", 2, 3, 1, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Error err = {0};
        w.shape[0] = cases[i].rows;
        w.shape[1] = cases[i].columns;
        numbers[0] = cases[i].first;
        text_copy(b.name, sizeof b.name, cases[i].bias_name);
        WeightsFact fact = {"architecture", cases[i].architecture};
        WeightsTensor both[] = {w, b};
        assert_true(weights_save("fit.safetensors", both, 2, &fact, 1, &err));
        Net *net = net_load("fit.safetensors", &err);
        if ((net != NULL) != cases[i].good) fail_msg("case %zu: %s", i, err.text);
        if (!net) assert_non_null(strstr(err.text, "fit.safetensors: "));
        net_close(net);
    }
    unlink("fit.safetensors");
    assert_null(net_load("no-such-file.safetensors", NULL));
    assert_false(weights_save("no-such-folder/x.safetensors", &w, 1, NULL, 0, NULL));
}

static void arrays_are_written_for_numpy(void **state) {
    (void)state;
    size_t shape[] = {2, 3};
    float rows[12];
    for (int i = 0; i < 12; i++) rows[i] = (float)i;
    Npy *npy = npy_create("rows.npy", NPY_F32, 2, shape, NULL);
    assert_non_null(npy);
    assert_true(npy_write(npy, rows, 1, NULL));
    assert_int_equal(access("rows.npy", F_OK), -1); // not before it is whole
    assert_true(npy_write(npy, rows + 6, 1, NULL));
    assert_true(npy_close(npy, NULL));
    Text file = read_all("rows.npy");
    unlink("rows.npy");
    assert_int_equal(file.size, 128 + sizeof rows);
    assert_memory_equal(
        file.data, "\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2, 3), }", 10 + 59);
    assert_int_equal(file.data[127], '\n');
    assert_memory_equal(file.data + 128, rows, sizeof rows);
    text_free(&file);
    npy = npy_create("none.npy", NPY_U8, 0, NULL, NULL);
    npy_drop(npy);
    assert_int_equal(access("none.npy.part", F_OK), -1);
    assert_null(npy_create("no-such-folder/x.npy", NPY_F32, 0, NULL, NULL));
}

static void measures_of_predictions_are_right_on_a_small_case(void **state) {
    (void)state;
    Metrics a = {0}, b = {0};
    float p[] = {0.9f, 0.2f, 0.6f, 0.5f}, t[] = {1, 0, 0, 1}, w[] = {1, 1, 0, 1};
    metrics_add(&a, p, t, NULL, 4);
    metrics_add(&b, p, t, w, 4);
    double loss = -(log(0.9) + log(0.8) + log(0.4) + log(0.5)) / 4;
    assert_true(fabs(metrics_log_loss(&a) - loss) < 1e-6);
    assert_true(fabs(metrics_brier(&a) - (0.01 + 0.04 + 0.36 + 0.25) / 4) < 1e-6);
    assert_true(fabs(metrics_closeness(&a) - (1 - (0.1 + 0.2 + 0.6 + 0.5) / 4)) < 1e-6);
    assert_true(fabs(metrics_accuracy(&a) - 0.75) < 1e-9);
    assert_true(fabs(metrics_top(&a) - 0.5) < 1e-9); // of the two most probable, one was true
    assert_true(fabs(metrics_top(&b) - 1) < 1e-9);
    assert_int_equal(a.bins[10].count, 1);
    metrics_merge(&a, &b);
    assert_int_equal(a.rows, 2);
    assert_int_equal(a.count, 7);
    assert_int_equal(metrics_rank(p, 4, 0), 0);
    assert_int_equal(metrics_rank(p, 4, 3), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_those_of_the_standard),
        cmocka_unit_test(nets_come_back_from_files_as_they_were),
        cmocka_unit_test(damaged_files_give_a_sentence_and_load_nothing),
        cmocka_unit_test(headers_are_read_strictly),
        cmocka_unit_test(files_that_do_not_fit_the_architecture_are_refused),
        cmocka_unit_test(arrays_are_written_for_numpy),
        cmocka_unit_test(measures_of_predictions_are_right_on_a_small_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
