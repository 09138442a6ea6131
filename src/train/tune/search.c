// SPDX-License-Identifier: MIT
#include "train/tune/search.h"

#include <math.h>
#include <string.h>

static bool is_whole(const char *text) { return text[strspn(text, "-0123456789")] == '\0'; }

// "lo..hi" or "lo..hi/steps".
static bool read_axis_range(SearchAxis *axis, char *text, char *dots, Error *err) {
    char *slash = strchr(dots, '/');
    int64_t steps = 0;
    *dots = '\0';
    if (slash) *slash = '\0';
    if (slash && !text_to_int(slash + 1, axis->key, 2, SEARCH_MOST_VALUES, &steps, err)) return false;
    if (!text_to_double(text, axis->key, -1e9, 1e9, &axis->low, err)) return false;
    if (!text_to_double(dots + 2, axis->key, axis->low, 1e9, &axis->high, err)) return false;
    axis->whole = is_whole(text) && is_whole(dots + 2) && !slash;
    axis->steps = axis->whole ? (int)fmin(axis->high - axis->low + 1, SEARCH_MOST_VALUES + 1) : slash ? (int)steps : 11;
    return axis->steps <= SEARCH_MOST_VALUES ||
           error_set(err, "%s has more than %d values", axis->key, SEARCH_MOST_VALUES);
}

static bool read_words(SearchAxis *axis, const char *text, Error *err) {
    if (!text_copy(axis->words, sizeof axis->words, text)) return error_set(err, "%s: too long", axis->key);
    char *rest = axis->words;
    for (char *word; (word = strsep(&rest, "|")) != NULL;) {
        if (axis->steps == SEARCH_MOST_WORDS)
            return error_set(err, "%s has more than %d words", axis->key, SEARCH_MOST_WORDS);
        axis->word[axis->steps++] = word;
    }
    return true;
}

bool search_read(SearchAxis *axis, const char *text, Error *err) {
    char copy[600];
    *axis = (SearchAxis){0};
    if (!text_copy(copy, sizeof copy, text)) return error_set(err, "'%.40s...' is too long", text);
    char *value = strchr(copy, '=');
    if (!value) return error_set(err, "'%.60s' is not key=lo..hi, key=lo..hi/steps or key=a|b|c", text);
    *value++ = '\0';
    if (!text_copy(axis->key, sizeof axis->key, copy)) return error_set(err, "the key '%.40s...' is too long", copy);
    char *dots = strstr(value, "..");
    return dots ? read_axis_range(axis, value, dots, err) : read_words(axis, value, err);
}

static void add_value(Text *spec, const SearchAxis *axis, double at) {
    if (axis->word[0])
        text_addf(spec, "%s=%s", axis->key, axis->word[(int)at]);
    else
        text_addf(spec, "%s=%.6g", axis->key, at);
}

double search_grid(const SearchAxis *axis, int step) {
    if (axis->word[0]) return step;
    return axis->steps < 2 ? axis->low : axis->low + (axis->high - axis->low) * step / (axis->steps - 1);
}

double search_random(const SearchAxis *axis, Rng *rng) {
    if (axis->word[0] || axis->whole) return search_grid(axis, (int)rng_below(rng, (uint32_t)axis->steps));
    return axis->low + (axis->high - axis->low) * rng_unit(rng);
}

static double one_step(const SearchAxis *axis, double value, int step) {
    if (axis->word[0]) return (double)(((int)value + (step > 0 ? 1 : axis->steps - 1)) % axis->steps);
    double width = axis->steps > 1 ? (axis->high - axis->low) / (axis->steps - 1) : 0, moved = value + step * width;
    return moved < axis->low ? axis->low : moved > axis->high ? axis->high : moved;
}

void search_beside(const SearchAxis *axes, int count, const double *centre, int n, double *at) {
    for (int i = 0; i < count; i++) at[i] = i == n / 2 ? one_step(&axes[i], centre[i], n % 2 ? 1 : -1) : centre[i];
}

void search_spec(Text *spec, const char *player, const SearchAxis *axes, int count, const double *at) {
    text_add(spec, player);
    char separator = strchr(player, ':') ? ',' : ':';
    for (int i = 0; i < count; i++, separator = ',') {
        text_addf(spec, "%c", separator);
        add_value(spec, &axes[i], at[i]);
    }
}

static bool same_setting(const double *a, const double *b, int count) {
    for (int i = 0; i < count; i++)
        if (!(a[i] >= b[i] && a[i] <= b[i])) return false; // nor is NaN the same as anything
    return true;
}

bool search_repeats(double (*tried)[SEARCH_MOST_KEYS], int64_t n, int count) {
    for (int64_t i = 0; i < n; i++)
        if (same_setting(tried[i], tried[n], count)) return true;
    return false;
}
