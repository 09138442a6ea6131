// SPDX-License-Identifier: MIT
// The rules of champion-rules, one by one, on hands a card player can read.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "gin/players/list/players.h"
#include "support/policies.h"
#include "support/positions.h"

static void takes_a_partner_first_and_melds_that_save_points_later(void **state) {
    (void)state;
    static const struct {
        const char *hand, *upcard;
        bool first, later;
    } cases[] = {
        {"4C5C 8D8H KH QD 2S AD TS 7H", "8S", true, true},  // a meld
        {"4C5C 8D9S KH QD 2S AD TS 7H", "8H", true, false}, // a triangle
        {"4C5C 8D9S KH QD 2S AD TS JH", "QC", true, false}, // a pair
        {"4C5C 8D9S KH QD 2S AD TS 7H", "6D", true, false}, // a neighbour
        {"4C5C 8D9S KH QD 2S AD TS 7H", "3H", true, false}, // saves 7 points
        {"4C5C6C 8D8H8S KS 3D TH QC", "7S", false, false},  // saves 3
        {"AC2C3C 4D5D6D 2H2S 4S 6S", "KC", false, false},   // nothing
        {"5C6C7C 9D9H9S 2D3H AS 4D", "8C", true, true},     // lengthens a run and saves 4
        {"5C6C7C 9D9H9S AS 2D 3H AD", "8C", true, false},   // saves 3
        {"5C6C7C 9D9H9S JDJHJS AS", "8C", true, true},      // gin
        {"5C6C7C 9D9H9S JDJHJS TC", "KH", false, false},    // nothing
    };
    GinPlayer player = opened("champion-rules");
    const GinPart *part = gin_player_part(&player, GIN_COLUMN_DRAW);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (GinPhase phase = GIN_FIRST_OFFER; phase <= GIN_DRAW; phase++) {
            Scene scene;
            set_scene(&scene, cases[i].hand, cases[i].upcard, NULL);
            scene.table.phase = (uint8_t)phase;
            bool expected = phase == GIN_DRAW ? cases[i].later : cases[i].first;
            if (part->policy->take(&part->mind, &scene.view, NULL) != expected)
                fail_msg("%s to %s in phase %d", cases[i].upcard, cases[i].hand, (int)phase);
        }
    }
    gin_player_close(&player);
}

static void knocks_up_to_a_turn_by_the_number_of_loose_cards(void **state) {
    (void)state;
    static const struct {
        const char *hand; // the king goes
        int last;         // own turn to knock in
    } cases[] = {
        {"5C6C7C8C 9D9H9S JDJHJS KD", 99}, // gin
        {"5C6C7C8C 9D9H9S9C AS4H KD", 4},
        {"5C6C7C8C 9D9H9S AS4H2D KD", 5},
        {"5C6C7C 9D9H9S AS4H2D3C KD", 6},
    };
    GinPlayer player = opened("champion-rules");
    const GinPart *part = gin_player_part(&player, GIN_COLUMN_KNOCK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int turn = 1; turn < 20; turn++) {
            Scene scene;
            set_scene(&scene, cases[i].hand, NULL, NULL);
            scene.table.phase = GIN_DISCARD;
            scene.table.turns[0] = (uint8_t)turn;
            int deadwood = gin_deadwood(scene.view.hand & ~set_of(card("KD")));
            bool knocks = part->policy->knock(&part->mind, &scene.view, NULL, card("KD"), deadwood);
            if (knocks != (turn <= cases[i].last)) fail_msg("%s in turn %d", cases[i].hand, turn);
        }
    }
    gin_player_close(&player);
}

static void sheds_what_is_of_least_use_to_either_side(void **state) {
    (void)state;
    static const struct {
        const char *player, *hand, *took, *buried, *sheds;
    } cases[] = {
        // Pairs and neighbours stay, whatever they cost; a lone king completes fewer melds than a lone nine.
        {"champion-rules", "AC2C3C 7D7H 9S TCJC 4S5S KD", "", "", "KD"},
        {"champion-rules", "AC2C3C 7D7H TCJC 4S5S KD QH", "", "", "KD"},
        // Fewer still where the others of its rank are dead.
        {"champion-rules", "AC2C3C 7D7H TCJC 4S5S KD QH", "", "QS QD", "QH"},
        // What the opponent collects stays.
        {"champion-rules", "AC2C3C 7D7H TCJC 4S5S KD QH", "KS", "", "QH"},
        {"champion-rules", "AC2C3C 7D7H TCJC 4S5S KD QH", "JD", "", "QH"},
        // Melds stay; gin comes before all.
        {"champion-rules", "AC2C3C4C 7D7H7S 4S5S6S 9D", "", "", "9D"},
        {"mix:discard=by-kind,pair=0,next=0,gap=0,out=0,danger=0,low=0", "AC2C3C 7D7H 4H 5S KDKS 2D 9S", "", "",
         "KD KS 9S"},
        {"mix:discard=by-kind,pair=-50,next=0,gap=0,out=0,danger=0,low=0", "AC2C3C 7D7H 4H 5S KD QS 2D 9S", "", "",
         "7D 7H"},
        {"mix:discard=by-kind,pair=0,next=-50,gap=0,out=0,danger=0,low=0", "AC2C3C 7D7H 4H 5S KD QS JS 9S", "", "",
         "QS JS"},
        {"mix:discard=by-kind,pair=0,next=0,gap=-50,out=0,danger=0,low=0", "AC2C3C 7D7H 4H 5S KD QS 2D TS", "", "",
         "QS TS"},
        {"mix:discard=by-kind,pair=0,next=0,gap=0,out=-50,danger=0,low=0", "AC2C3C 7D 8H 5S 9D KD QH QS JC", "", "",
         "QH QS"},
        {"mix:discard=by-kind,pair=0,next=0,gap=0,out=0,danger=0,low=-50", "AC2C3C 7D 8H 2D 9S KD QH QS AH", "", "",
         "2D AH"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        GinPlayer player = opened(cases[i].player);
        const GinPart *part = gin_player_part(&player, GIN_COLUMN_DISCARD);
        Scene scene;
        CardSet shed = 0;
        set_scene(&scene, cases[i].hand, NULL, NULL);
        scene.table.phase = GIN_DISCARD;
        scene.table.known[1] = cards(cases[i].took);
        scene.table.buried = cards(cases[i].buried);
        for (uint64_t seed = 0; seed < 60; seed++) { // ties are broken by chance: all of them are seen
            Rng rng = rng_for(1, 0, seed, 0);
            shed |= set_of(part->policy->discard(&part->mind, &scene.view, &rng).card);
        }
        if (shed != cards(cases[i].sheds)) fail_msg("case %zu: %s", i, cases[i].hand);
        gin_player_close(&player);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_a_partner_first_and_melds_that_save_points_later),
        cmocka_unit_test(knocks_up_to_a_turn_by_the_number_of_loose_cards),
        cmocka_unit_test(sheds_what_is_of_least_use_to_either_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
