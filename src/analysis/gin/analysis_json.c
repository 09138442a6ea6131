// SPDX-License-Identifier: MIT
// An analysed hand as JSON.
#include "analysis/gin/analysis_report.h"

static void analysis_json_card(Json *json, const char *key, Card card) {
    Text text = {0};
    card_letters(&text, card);
    json_string(json, key, text.data);
    text_free(&text);
}

static void analysis_json_cards(Json *json, const char *key, CardSet cards) {
    json_array(json, key);
    for (CardSet rest = cards; rest; rest = set_rest(rest)) analysis_json_card(json, NULL, set_first(rest));
    json_end_array(json);
}

static void analysis_json_worth(Json *json, const char *key, GinWorth worth) {
    json_object(json, key);
    json_double(json, "points", worth.points);
    json_double(json, "win", worth.win);
    json_end(json);
}

static void analysis_json_move(Json *json, const char *key, const GinAction *action) {
    static const char *const names[] = {"pass", "take", "stock", "discard", "knock", "big-gin", "show", "resign"};
    json_object(json, key);
    json_string(json, "move", names[action->move]);
    if (action->move == GIN_DROP || action->move == GIN_KNOCK) analysis_json_card(json, "card", action->card);
    json_end(json);
}

static void json_candidates(Json *json, const GinVerdict *verdict) {
    json_array(json, "candidates");
    for (int i = 0; i < verdict->count; i++) {
        const GinCandidate *candidate = &verdict->candidate[i];
        json_object(json, NULL);
        analysis_json_move(json, "action", &candidate->action);
        analysis_json_worth(json, "worth", candidate->worth);
        analysis_json_worth(json, "behind", candidate->behind);
        analysis_json_worth(json, "behind_error", candidate->behind_error);
        json_int(json, "worlds", candidate->worlds);
        if (candidate->policy >= 0) json_double(json, "policy", candidate->policy);
        json_end(json);
    }
    json_end_array(json);
}

static void json_guess(Json *json, const AnalysisStep *step) {
    Card guess[ANALYSIS_GUESSES];
    int count = analysis_guess(step, guess);
    json_object(json, "opponent");
    analysis_json_cards(json, "held", step->opponent);
    json_array(json, "guess");
    for (int i = 0; i < count; i++) {
        json_object(json, NULL);
        analysis_json_card(json, "card", guess[i]);
        json_double(json, "probability", (double)step->verdict.probability[card_index(guess[i])]);
        json_bool(json, "held", set_has(step->opponent, guess[i]));
        json_end(json);
    }
    json_end_array(json);
    json_end(json);
}

static void gin_json_step(Json *json, const AnalysisStep *step) {
    static const char *const phases[] = {"first-offer", "second-offer", "draw", "discard", "defend", "over"};
    const GinVerdict *verdict = &step->verdict;
    json_object(json, NULL);
    json_int(json, "action", step->action);
    json_int(json, "turn", step->turn);
    json_int(json, "seat", step->seat);
    json_string(json, "phase", phases[step->table.phase]);
    analysis_json_cards(json, "hand", step->hand);
    if (step->table.upcard != CARD_NONE) analysis_json_card(json, "upcard", step->table.upcard);
    json_int(json, "stock", step->table.stock);
    analysis_json_move(json, "played", &step->played);
    analysis_json_move(json, "best", &verdict->candidate[verdict->sure ? 0 : verdict->played].action);
    json_string(json, "grade", analysis_grade_name(step->grade));
    json_bool(json, "sure", verdict->sure);
    analysis_json_worth(json, "cost", verdict->cost);
    analysis_json_worth(json, "gap", verdict->gap);
    analysis_json_worth(json, "gap_error", verdict->gap_error);
    analysis_json_worth(json, "skill", verdict->skill);
    analysis_json_worth(json, "worth", verdict->level);
    analysis_json_worth(json, "worth_error", verdict->error);
    analysis_json_worth(json, "luck", step->luck);
    json_string(json, "luck_from", analysis_luck_name(step->source));
    json_int(json, "worlds", verdict->worlds);
    json_candidates(json, verdict);
    json_guess(json, step);
    json_end(json);
}

void analysis_seat_json(Json *json, const AnalysisSeat *seat) {
    static const char *const grades[GRADES] = {"fine", "inaccuracies", "mistakes", "blunders"};
    json_bool(json, "judged", seat->judged);
    json_int(json, "decisions", seat->decisions);
    for (int i = 0; i < GRADES; i++) json_int(json, grades[i], seat->grade[i]);
    analysis_json_worth(json, "expected", seat->expected);
    analysis_json_worth(json, "result", seat->result);
    analysis_json_worth(json, "skill", seat->skill);
    analysis_json_worth(json, "cost", seat->cost);
    analysis_json_worth(json, "luck", seat->luck);
    json_object(json, "luck_from");
    for (int i = 0; i < LUCKS; i++) analysis_json_worth(json, analysis_luck_name((AnalysisLuck)i), seat->from[i]);
    json_end(json);
}

void analysis_hand_json(Json *json, const AnalysisHand *hand) {
    const GinRecord *record = hand->record;
    json_object(json, NULL);
    json_uint(json, "game", record->game);
    json_uint(json, "hand", record->hand);
    json_int(json, "starter", record->starter);
    json_bool(json, "unfinished", record->unfinished);
    json_array(json, "seats");
    for (int seat = 0; seat < GIN_SEATS; seat++) {
        json_object(json, NULL);
        json_string(json, "player", record->player[seat]);
        json_int(json, "score", record->score[seat]);
        analysis_seat_json(json, &hand->seat[seat]);
        json_end(json);
    }
    json_end_array(json);
    json_array(json, "decisions");
    for (int i = 0; i < hand->count; i++) gin_json_step(json, &hand->step[i]);
    json_end_array(json);
    json_end(json);
}
