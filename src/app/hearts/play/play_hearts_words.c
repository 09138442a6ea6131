// SPDX-License-Identifier: MIT
#include "app/hearts/play/play_hearts_words.h"

#include <string.h>

#include "app/play/play_typed.h"

const char *sitting_seat(int seat) {
    static const char *const names[HEARTS_SEATS] = {"you", "West", "North", "East"};
    return names[seat];
}

const char *sitting_subject(int seat) { return seat == SITTING_YOU ? "You" : sitting_seat(seat); }

int sitting_arrange(CardSet cards, Card list[HEARTS_HAND_SIZE]) {
    // Black and red by turns, so that neighbours are told apart.
    static const int suits[CARD_SUITS] = {HEARTS_CLUBS, HEARTS_DIAMONDS, HEARTS_SPADES, HEARTS_SUIT};
    int count = 0;
    for (int i = 0; i < CARD_SUITS; i++)
        for (CardSet rest = hearts_order(cards & set_suit(suits[i])); rest && count < HEARTS_HAND_SIZE;
             rest = set_rest(rest))
            list[count++] = set_first(hearts_from_order(rest & -rest));
    return count;
}

void sitting_cards(Text *text, CardWriter write, CardSet cards) {
    Card list[HEARTS_HAND_SIZE];
    int count = sitting_arrange(cards, list);
    for (int i = 0; i < count; i++) {
        if (i) text_add(text, " ");
        write(text, list[i]);
    }
}

// ---- Tricks ----

bool sitting_trick(const Sitting *game, int number, SittingTrick *trick) {
    int first = HEARTS_SEATS * number;
    CardSet cards = 0;
    if (number < 0 || first + HEARTS_SEATS > game->log.count) return false;
    *trick = (SittingTrick){.leader = game->log.seat[first]};
    for (int i = first; i < first + HEARTS_SEATS; i++) {
        trick->card[game->log.seat[i]] = game->log.card[i];
        cards |= set_of(game->log.card[i]);
    }
    trick->winner = hearts_trick_winner(trick->card, trick->leader);
    trick->points = hearts_points_of(&game->rules, cards);
    return true;
}

void sitting_trick_words(const SittingTrick *trick, CardWriter write, Text *text) {
    text_addf(text, "%s took the trick with ", sitting_subject(trick->winner));
    write(text, trick->card[trick->winner]);
    if (trick->points) text_addf(text, ": %d point%s", trick->points, trick->points == 1 ? "" : "s");
    text_add(text, ".");
}

void sitting_ending(const Sitting *game, Text *text) {
    const HeartsState *state = &game->state;
    int best = 0;
    if (state->moon >= 0) {
        text_addf(text, "%s shot the moon!", sitting_subject(state->moon));
        return;
    }
    for (int seat = 1; seat < HEARTS_SEATS; seat++)
        if (set_has(state->table.taken[seat], HEARTS_QUEEN)) best = seat;
    int own = state->points[SITTING_YOU];
    text_addf(text, "You took %d point%s", own, own == 1 ? "" : "s");
    if (game->rules.queen_points) text_addf(text, "; the queen of spades went to %s", sitting_seat(best));
    text_add(text, ".");
}

// ---- Hints ----

int sitting_hint_count(const HeartsVerdict *verdict) {
    return verdict->count == 1 ? 0 : verdict->count < SITTING_HINTS ? verdict->count : SITTING_HINTS;
}

void sitting_hint_head(const Sitting *game, const HeartsVerdict *verdict, Text *text) {
    bool passing = game->state.table.phase == HEARTS_PASSING;
    if (verdict->count == 1)
        text_add(text, "There is only one card to play.");
    else
        text_addf(text, "Hint: points to expect from this hand, by what you %s:", passing ? "pass" : "play");
}

// What playouts saw, in the order of what matters.
static void hearts_words_add_reasons(const Sitting *game, const HeartsChoice *choice, Text *text) {
    CardSet hand = game->state.hand[SITTING_YOU], suit = hand & set_suit(card_suit(choice->card));
    bool queen_out = game->rules.queen_points && !set_has(game->state.table.played, HEARTS_QUEEN);
    if (choice->takes < 0.005)
        text_add(text, "; cannot take the trick");
    else if (choice->takes >= 0.995)
        text_add(text, "; takes the trick");
    else
        text_addf(text, "; takes the trick %.0f%%", 100 * choice->takes);
    if (choice->takes >= 0.005 && choice->trick >= 0.05) text_addf(text, " (%.1f in it)", choice->trick);
    if (choice->card == HEARTS_QUEEN && choice->takes < 0.005)
        text_add(text, ", rids you of the queen");
    else if (queen_out && choice->queen >= 0.005)
        text_addf(text, ", you get the queen %.0f%%", 100 * choice->queen);
    bool empties = suit == set_of(choice->card) && hand != suit;
    if (choice->moon >= 0.02)
        text_addf(text, ", a moon %.0f%%", 100 * choice->moon);
    else if (choice->against >= 0.05)
        text_addf(text, ", another's moon %.0f%%", 100 * choice->against);
    else if (empties)
        text_add(text, ", empties the suit");
}

// What a pass leaves: suits gone, high cards, and how safe the high spades are.
static void add_pass_reasons(const Sitting *game, CardSet give, Text *text) {
    static const char *const suits[CARD_SUITS] = {"clubs", "diamonds", "hearts", "spades"};
    CardSet kept = game->state.hand[SITTING_YOU] & ~give,
            high = set_rank(0) | set_rank(10) | set_rank(11) | set_rank(12);
    CardSet spades = kept & set_suit(HEARTS_SPADES);
    text_addf(text, "; keeps %d above ten", set_count(kept & high));
    for (int suit = 0; suit < CARD_SUITS; suit++)
        if ((give & set_suit(suit)) && !(kept & set_suit(suit))) text_addf(text, ", no %s", suits[suit]);
    if (set_has(give, HEARTS_QUEEN)) text_add(text, ", rids you of the queen");
    if (set_has(spades, HEARTS_QUEEN)) text_addf(text, ", the queen among %d spades", set_count(spades));
}

void sitting_hint_line(const Sitting *game, const HeartsVerdict *verdict, int which, CardWriter write, Text *text) {
    const HeartsChoice *choice = &verdict->choice[which];
    bool passing = choice->card == CARD_NONE;
    if (passing)
        sitting_cards(text, write, choice->give);
    else
        write(text, choice->card);
    text_addf(text, ": %.1f", choice->points);
    if (which > 0 && (choice->behind < 2 * choice->behind_error || choice->behind < 0.1))
        text_add(text, ", about as good");
    else if (which > 0)
        text_addf(text, ", %.1f worse", choice->behind);
    if (passing)
        add_pass_reasons(game, choice->give, text);
    else
        hearts_words_add_reasons(game, choice, text);
}

// ---- What was typed ----

// All words from `at` on as cards.
static bool hearts_words_read_cards(const char *at, CardSet *cards, int *count) {
    char word[16];
    Card card;
    *cards = 0;
    for (*count = 0;; ++*count) {
        at = play_next_word(at, word);
        if (!*word) return true;
        if (!play_word_card(word, &card) || set_has(*cards, card)) return false;
        *cards |= set_of(card);
    }
}

static bool understand_cards(const HeartsState *state, const char *at, HeartsAction *action, Error *why) {
    CardSet cards;
    int count;
    if (!hearts_words_read_cards(at, &cards, &count))
        return error_set(why, "Cards are written 7H, TD or 10D, AS, each once, with spaces.");
    if (state->table.phase == HEARTS_PASSING) {
        *action = (HeartsAction){.move = HEARTS_GIVE, .card = CARD_NONE, .give = cards};
        int wanted = state->rules->pass_count;
        return (count == wanted && !(cards & ~state->hand[state->table.to_act])) ||
               error_set(why, "Pass %d cards of your hand, such as: pass QS KS AH.", wanted);
    }
    if (count != 1) return error_set(why, "Play one card: play 7H, or just 7H.");
    *action = (HeartsAction){.move = HEARTS_PLAY, .card = set_first(cards)};
    return true;
}

bool sitting_understand(const HeartsState *state, const char *line, const char *words, HeartsAction *action,
                        Error *why) {
    static const char *const verbs[] = {"play", "pass", "p", NULL};
    char verb[16];
    Card card;
    const char *rest = play_next_word(line, verb);
    if (play_is_word(verb, verbs)) return understand_cards(state, rest, action, why);
    if (play_word_card(verb, &card)) return understand_cards(state, line, action, why);
    return error_set(why, "I do not understand that. Words: %s.", words);
}

bool sitting_typed_move(PlayTable *table, const char *line, Error *why) {
    Sitting *game = (Sitting *)table;
    HeartsAction action;
    static const char words[] = "play 7H, pass QS KS AH, hint, undo, show, review, help, quit";
    if (!sitting_understand(&game->state, line, words, &action, why)) return false;
    if (sitting_hand_over(game)) return error_set(why, "The hand is over: Enter for the next.");
    return sitting_move(game, &action, why);
}
