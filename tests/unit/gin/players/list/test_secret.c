// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/secret.h"
#include "gin/players/list/players.h"
#include "gin/table.h"

static Secret counting(void) {
    Secret secret;
    for (int i = 0; i < SECRET_BYTES; i++) secret.bytes[i] = (unsigned char)i;
    return secret;
}

// Reckoned with Python's hashlib, as anybody can who wants to deal a match again.
static void streams_are_what_the_header_says(void **state) {
    (void)state;
    Secret secret = counting();
    Chance chance = {&secret, 99, 3};
    char commitment[SHA256_DIGITS + 1];
    secret_commitment(&secret, commitment);
    assert_string_equal(commitment, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
    Rng player = chance_player(&chance, 5, 1), starter = chance_starter(&chance, 5);
    assert_true(player.state == UINT64_C(0x6d0632e6c731b1bc) && player.step == UINT64_C(0x48bbdb1edada00f9));
    assert_true(starter.state == UINT64_C(0x5d0d2f5b152e6a67) && starter.step == UINT64_C(0x88c298884ad42c35));
    assert_true(chance_program_seed(&(Rng){.state = 1, .step = 3}) == UINT64_C(0x2677654e2753b4b1));
}

static void a_seed_gives_the_streams_it_always_gave(void **state) {
    (void)state;
    Chance chance = {.seed = 7, .match = 2};
    Card deck[CARD_COUNT], right[CARD_COUNT];
    for (uint32_t hand = 0; hand < 20; hand++) {
        chance_deck(&chance, 11, hand, deck);
        gin_deck_for(7, 2, 11, hand, right);
        assert_memory_equal(deck, right, sizeof deck);
    }
    Rng player = chance_player(&chance, 4, 1), same = rng_for(7, 2, 4, 1);
    assert_memory_equal(&player, &same, sizeof player);
}

static void every_number_makes_another_deck(void **state) {
    (void)state;
    Secret secret = counting(), other = secret;
    other.bytes[31] ^= 1;
    Chance base = {&secret, 0, 1}, chances[] = {base, {&secret, 1, 1}, {&other, 0, 1}, {&secret, 0, 2}};
    Card deck[CARD_COUNT], next[CARD_COUNT];
    chance_deck(&base, 0, 0, deck);
    chance_deck(&chances[1], 0, 0, next); // a seed beside a secret says nothing
    assert_memory_equal(deck, next, sizeof deck);
    for (int i = 2; i < 4; i++) {
        chance_deck(&chances[i], 0, 0, next);
        assert_memory_not_equal(deck, next, sizeof deck);
    }
    chance_deck(&base, 1, 0, next);
    assert_memory_not_equal(deck, next, sizeof deck);
    chance_deck(&base, 0, 1, next);
    assert_memory_not_equal(deck, next, sizeof deck);
}

static void secrets_are_read_as_they_are_written(void **state) {
    (void)state;
    Secret secret = counting(), again;
    char digits[SECRET_DIGITS + 2];
    Error err;
    for (int i = 0; i < 20; i++) {
        secret_print(&secret, digits);
        assert_true(secret_parse(digits, &again));
        assert_memory_equal(&again, &secret, sizeof secret);
        assert_true(secret_draw(&secret, &err));
        assert_memory_not_equal(&again, &secret, sizeof secret);
    }
    assert_true(secret_parse("ABCDEF0123456789abcdef0123456789ABCDEF0123456789abcdef0123456789", &again));
    assert_int_equal(again.bytes[0], 0xAB);
    assert_int_equal(again.bytes[31], 0x89);
    digits[63] = '\0';
    assert_false(secret_parse(digits, &again));
    memset(digits, '0', 65);
    digits[65] = '\0';
    assert_false(secret_parse(digits, &again));
    digits[64] = '\0';
    digits[9] = 'g';
    assert_false(secret_parse(digits, &again));
    assert_false(secret_parse("", &again));
}

// What the referee deals is what a secret says: a pair's games share all hands both have, and no hand comes twice.
typedef struct Seen {
    const Chance *chance;
    uint64_t deal;
    int hands;
} Seen;

static void check_hand(void *context, const GinHandRecord *hand) {
    Seen *seen = context;
    Card right[CARD_COUNT];
    chance_deck(seen->chance, seen->deal, hand->hand, right);
    assert_memory_equal(hand->deck, right, sizeof right);
    seen->hands++;
}

static void the_referee_deals_what_the_secret_says(void **state) {
    (void)state;
    Secret secret = counting();
    Chance chance = {&secret, 0, 4};
    GinRules rules = gin_rules_default();
    GinPlayer players[2];
    Error err;
    for (int i = 0; i < 2; i++) assert_true(gin_player_open("simple", &players[i], &err));
    for (uint64_t game = 0; game < 6; game++) {
        Seen seen = {&chance, game / 2, 0};
        GinGamePlan plan = {.rules = &rules,
                            .secret = &secret,
                            .match = 4,
                            .deal = game / 2,
                            .game = game,
                            .watch = check_hand,
                            .context = &seen};
        GinGameResult result;
        gin_play_game(&plan, players, &result);
        Rng starter = chance_starter(&chance, game / 2);
        assert_int_equal(result.first_starter, rng_next(&starter) >> 63);
        assert_true(seen.hands > 0 && (uint32_t)seen.hands == result.hands);
    }
    for (int i = 0; i < 2; i++) gin_player_close(&players[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_are_what_the_header_says),
        cmocka_unit_test(a_seed_gives_the_streams_it_always_gave),
        cmocka_unit_test(every_number_makes_another_deck),
        cmocka_unit_test(secrets_are_read_as_they_are_written),
        cmocka_unit_test(the_referee_deals_what_the_secret_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
