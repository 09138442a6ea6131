// SPDX-License-Identifier: MIT
#include "unit/train/recipes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "train/recipe/recipe.h"

void recipe_must_refuse(const char *good, const char *old, const char *wrong, const char *says) {
    char text[1024];
    const char *at = strstr(good, old);
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, wrong, at + strlen(old));
    static Recipe recipe;
    recipe.games = 99;
    Error err = {{0}};
    assert_false(recipe_parse(text, "bad", "bad.recipe", &recipe, &err));
    if (!strstr(err.text, says)) fail_msg("'%s' instead of '%s'", err.text, says);
    assert_int_equal(recipe.games, 99); // untouched
}
