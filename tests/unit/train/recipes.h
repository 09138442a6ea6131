// SPDX-License-Identifier: MIT
// Recipes for tests.
#ifndef DEADWOOD_TESTS_TRAIN_RECIPES_H
#define DEADWOOD_TESTS_TRAIN_RECIPES_H

// A good recipe with `old`, which is in it, replaced by `wrong`: it must be refused with a sentence that holds `says`,
// and nothing be read of it.
void recipe_must_refuse(const char *good, const char *old, const char *wrong, const char *says);

#endif
