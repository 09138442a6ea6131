// SPDX-License-Identifier: MIT
// An analysed hand as text.
#include <inttypes.h>
#include <string.h>

#include "analysis/gin/analysis_report.h"

enum { REASON_WORLDS = 200 };

int analysis_guess(const AnalysisStep *step, Card guess[ANALYSIS_GUESSES]) {
    const float *probability = step->verdict.probability;
    CardSet left = SET_DECK;
    double sum = 0, unknown = 0;
    for (int i = 0; i < CARD_COUNT; i++) {
        bool open = probability[i] > 0 && probability[i] < 1;
        sum += open ? (double)probability[i] : 0;
        unknown += open;
    }
    double usual = unknown > 0 ? 1.05 * sum / unknown : 0;
    int count = 0;
    while (count < ANALYSIS_GUESSES) {
        Card best = CARD_NONE;
        for (CardSet rest = left; rest; rest = set_rest(rest)) {
            float p = probability[card_index(set_first(rest))];
            if ((double)p > usual && (best == CARD_NONE || p > probability[card_index(best)])) best = set_first(rest);
        }
        if (best == CARD_NONE) break;
        guess[count++] = best;
        left &= ~set_of(best);
    }
    return count;
}

void analysis_state_at(const AnalysisHand *hand, const AnalysisStep *step, GinState *state, GinHistory *history) {
    gin_record_deal(hand->record, state, history);
    for (int i = 0; i < step->action; i++) gin_apply(state, history, &hand->record->action[i]);
}

void analysis_add_reasons(Text *text, CardWriter write, const AnalysisHand *hand, const AnalysisStep *step,
                          const GinAction *action) {
    if (step->table.phase == GIN_DEFEND) {
        text_add(text, "leaves less after layoffs");
        return;
    }
    GinState state;
    GinHistory history;
    analysis_state_at(hand, step, &state, &history);
    GinReasons reasons = gin_reasons(&state, &history, step->verdict.probability, step->verdict.tilt, action,
                                     REASON_WORLDS, (uint64_t)step->action);
    words_reasons(text, write, action, &reasons);
}

static void text_add_guess(Text *text, CardWriter write, const AnalysisStep *step) {
    Card guess[ANALYSIS_GUESSES];
    int count = analysis_guess(step, guess), right = 0;
    text_add(text, "          opponent held ");
    words_hand(text, write, step->opponent);
    text_add(text, "\n          guess was ");
    for (int i = 0; i < count; i++) {
        text_add(text, i ? " " : "");
        write(text, guess[i]);
        bool held = set_has(step->opponent, guess[i]);
        right += held;
        if (held) text_add(text, "*");
    }
    if (count)
        text_addf(text, " (%d of %d right)\n", right, count);
    else
        text_add(text, "nothing: no card more likely than another\n");
}

static void add_move_line(Text *text, CardWriter write, const AnalysisHand *hand, const AnalysisStep *step,
                          const GinAction *action) {
    text_add(text, "          ");
    words_move(text, write, &step->table, action);
    text_add(text, ": ");
    analysis_add_reasons(text, write, hand, step, action);
    const GinVerdict *verdict = &step->verdict;
    words_champion(text, &verdict->candidate[action == &step->played ? verdict->played : 0]);
    text_add(text, "\n");
}

static void text_add_step(Text *text, CardWriter write, const AnalysisHand *hand, const AnalysisStep *step) {
    const GinVerdict *verdict = &step->verdict;
    bool bad = step->grade != GRADE_FINE;
    text_addf(text, "    %3d.  %s: ", step->turn, hand->record->player[step->seat]);
    words_move(text, write, &step->table, &step->played);
    if (bad) {
        text_addf(text, " -- %s, costs %.1f +- %.1f points, %.1f +- %.1f%% of the game\n",
                  analysis_grade_name(step->grade), verdict->cost.points, verdict->gap_error.points,
                  100 * verdict->cost.win, 100 * verdict->gap_error.win);
    } else {
        text_addf(text, "%s; worth %+.1f points, %.1f%% to win; luck ", verdict->played > 0 ? " (as good as any)" : "",
                  verdict->level.points, 100 * verdict->level.win);
        words_points(text, step->luck.points);
        text_add(text, "\n");
    }
    if (!bad) return;
    text_add(text, "          with ");
    words_hand(text, write, step->hand);
    if (step->table.upcard != CARD_NONE) {
        text_add(text, ", upcard ");
        write(text, step->table.upcard);
    }
    text_addf(text, ", stock %d\n          better:\n", step->table.stock);
    add_move_line(text, write, hand, step, &verdict->candidate[0].action);
    if (step->table.phase != GIN_DEFEND) {
        text_add(text, "          than:\n");
        add_move_line(text, write, hand, step, &step->played);
    }
    text_add_guess(text, write, step);
}

static void add_result(Text *text, const AnalysisHand *hand) {
    const GinRecord *record = hand->record;
    static const char *const ends[] = {"cancelled", "knock", "gin", "big gin", "undercut"};
    if (record->faulty >= 0)
        text_addf(text, "    forfeited by %s: %s\n", record->player[record->faulty], fault_name(record->fault));
    else if (record->unfinished)
        text_add(text, "    unfinished; worth as far as it went:\n");
    else if (record->result.end == GIN_CANCELLED)
        text_add(text, "    cancelled: nobody scores\n");
    else
        text_addf(text, "    %s: %s scores %d\n", ends[record->result.end], record->player[record->result.winner],
                  record->result.points);
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        const AnalysisSeat *it = &hand->seat[seat], *other = &hand->seat[seat ^ 1];
        if (!it->judged) continue;
        text_addf(text, "    %s %+.0f points = %+.1f expected %+.1f skill %+.1f opponent's skill %+.1f luck",
                  record->player[seat], it->result.points, it->expected.points, it->skill.points,
                  0 - other->skill.points, it->luck.points);
        text_addf(text, "; %.1f%% -> %.1f%% to win\n", 100 * it->expected.win, 100 * it->result.win);
    }
}

void analysis_hand_text(Text *text, CardWriter write, const AnalysisHand *hand, bool all) {
    const GinRecord *record = hand->record;
    text_addf(text, "Game %" PRIu64 ", hand %" PRIu32 ": %s %d, %s %d; %s starts\n", record->game, record->hand,
              record->player[0], record->score[0], record->player[1], record->score[1],
              record->player[record->starter]);
    for (int i = 0; i < hand->count; i++)
        if (all || hand->step[i].grade != GRADE_FINE) text_add_step(text, write, hand, &hand->step[i]);
    add_result(text, hand);
    text_add(text, "\n");
}
