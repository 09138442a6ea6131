// SPDX-License-Identifier: MIT
// Claims and verdicts.
#include "report/claim.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arena/stats.h"
#include "report/claims.h"
#include "report/lab_internal.h"

static bool claim_is_percent(const LabClaim *claim) { return strcmp(claim->unit, "%") == 0; }

static const double HAIR = 1e-9; // so that 18 and 17.5 are not torn apart by how doubles round

// How far from the paper's number ours may be and still be near.
static double nearness(const LabClaim *claim) {
    double middle = claim->kind == LAB_RANGE ? (claim->published + claim->published_high) / 2 : claim->published;
    double tenth = fabs(middle) / 10;
    if (claim_is_percent(claim)) tenth = fmin(3, fabs(fmin(middle, 100 - middle)) / 10);
    return fmax(tenth, claim->rounding);
}

// What an interval of ours says of a number of the paper that is `gap` away: `own` half of ours, `theirs` half of the
// paper's, `reach` how far the two together excuse a gap.
static LabVerdict judge_gap(const LabClaim *claim, double gap, double own, double theirs, double reach) {
    double near = nearness(claim);
    bool precise = own <= fmax(1.5 * theirs, near / 3) + HAIR;
    if (gap > reach + HAIR) return gap <= near + HAIR ? LAB_CLOSE : LAB_DIFFERS;
    if (precise) return LAB_AGREES;
    return fmax(gap, 0) + own <= near + HAIR ? LAB_CLOSE : LAB_OPEN;
}

// An interval against an interval. Both are the same kind of thing, so that nothing is joined in quadrature.
static LabVerdict range_verdict(const LabClaim *claim) {
    double gap = fmax(claim->published - claim->ours, claim->ours - claim->published_high);
    double own = (claim->high - claim->low) / 2;
    double theirs = claim->error > 0 ? claim->error : (claim->published_high - claim->published) / 2 + claim->rounding;
    double reach =
        claim->rounding + (claim->published > claim->ours ? claim->high - claim->ours : claim->ours - claim->low);
    return judge_gap(claim, gap, own, theirs, reach);
}

LabVerdict lab_verdict(const LabClaim *claim) {
    if (claim->contradiction && *claim->contradiction) return LAB_INCONSISTENT;
    if (claim->incomparable || claim->used_seed) return LAB_OPEN;
    if (claim->kind == LAB_STATEMENT)
        return claim->holds == LAB_HOLDS ? LAB_AGREES : claim->holds == LAB_FAILS ? LAB_DIFFERS : LAB_OPEN;
    if (!isfinite(claim->ours)) return LAB_OPEN;
    if (claim->kind == LAB_RANGE) return range_verdict(claim);
    double gap = claim->published - claim->ours; // what ours would have to move by
    if (claim->kind == LAB_AT_LEAST && claim->low >= claim->published)
        return LAB_AGREES; // it is more, whatever the sample
    double own = gap > 0 ? claim->high - claim->ours : claim->ours - claim->low;
    return judge_gap(claim, fabs(gap), own, hypot(claim->error, claim->rounding),
                     hypot(own, claim->error) + claim->rounding);
}

const char *lab_verdict_name(LabVerdict verdict) {
    static const char *const names[LAB_VERDICTS] = {"agrees", "close", "differs", "inconsistent", "open"};
    return names[verdict];
}

const char *lab_basis_name(LabBasis basis) {
    static const char *const names[LAB_BASES] = {"measured", "fitted", "by construction"};
    return names[basis];
}

double lab_percent_error(double percent, double games) {
    return games > 0 ? stats_normal_quantile(0.975) * sqrt(percent * (100 - percent) / games) : 0;
}

static void fill_in(LabClaim *claim, const LabSaid *said) {
    text_copy(claim->where, sizeof claim->where, said->where);
    text_copy(claim->text, sizeof claim->text, said->text);
    text_copy(claim->unit, sizeof claim->unit, said->unit);
    claim->words = said->words;
    claim->basis = said->basis;
    claim->basis_says = said->basis_says;
    claim->differs = said->differs;
    claim->contradiction = said->contradiction;
    claim->readings = said->readings;
    claim->kind = said->kind;
    claim->published = said->published;
    claim->published_high = said->published_high;
    claim->error = said->error;
    claim->rounding = said->rounding;
    claim->confidence = said->confidence;
    claim->sample = said->sample;
    claim->sampled = said->sampled;
}

LabClaim *lab_claim(LabRun *run, const char *id, ...) {
    assert(run->claim_count < LAB_MAX_CLAIMS);
    LabClaim *claim = &run->claims[run->claim_count++];
    *claim = (LabClaim){.paper = run->paper,
                        .words = "",
                        .basis_says = "",
                        .differs = "",
                        .contradiction = "",
                        .sampled = "",
                        .readings = 1};
    va_list args;
    va_start(args, id);
    lab_fill(claim->id, sizeof claim->id, id, args);
    va_end(args);
    const LabSaid *said = lab_said(run, claim->id);
    if (said) {
        fill_in(claim, said);
        claim->used_seed = lab_was_fitted_on(said, run->seed);
        if (claim->used_seed)
            lab_claim_note(claim, "Fitted on seed %" PRIu64 ": take another seed for a verdict.", run->seed);
    } else {
        claim->kind = LAB_STATEMENT;
        text_copy(claim->text, sizeof claim->text, claim->id);
        lab_claim_note(claim, "The claims file does not know this id.");
    }
    Text command = {0};
    lab_command(run, run->paper, &command);
    text_copy(claim->command, sizeof claim->command, command.data);
    text_free(&command);
    return claim;
}

void lab_claim_reading(LabClaim *claim, const char *format, ...) {
    va_list args;
    va_start(args, format);
    lab_fill(claim->reading, sizeof claim->reading, format, args);
    va_end(args);
}

void lab_claim_note(LabClaim *claim, const char *format, ...) {
    va_list args;
    va_start(args, format);
    lab_fill(claim->note, sizeof claim->note, format, args);
    va_end(args);
}

void lab_claim_command(LabClaim *claim, const char *format, ...) {
    va_list args;
    va_start(args, format);
    lab_fill(claim->command, sizeof claim->command, format, args);
    va_end(args);
}

// ---- Numbers ----

// Digits after the point that the paper prints.
static int published_digits(const LabClaim *claim) {
    if (claim->rounding <= 0) return claim->published == floor(claim->published) ? 0 : 1;
    return claim->rounding > 0.4 ? 0 : claim->rounding > 0.04 ? 1 : 2;
}

static bool is_exact(const LabClaim *claim) { return !(claim->low < claim->high); }

void lab_print_published(const LabClaim *claim, char text[LAB_NUMBER_TEXT]) {
    if (claim->kind == LAB_STATEMENT)
        snprintf(text, LAB_NUMBER_TEXT, "stated");
    else if (claim->kind == LAB_RANGE)
        snprintf(text, LAB_NUMBER_TEXT, "%.*f-%.*f", published_digits(claim), claim->published, published_digits(claim),
                 claim->published_high);
    else
        snprintf(text, LAB_NUMBER_TEXT, "%s%.*f", claim->kind == LAB_AT_LEAST ? "> " : "", published_digits(claim),
                 claim->published);
}

void lab_print_ours(const LabClaim *claim, char text[LAB_NUMBER_TEXT]) {
    static const char *const answers[] = {"undecided", "holds", "fails"};
    int digits = is_exact(claim) ? published_digits(claim) : published_digits(claim) + (claim->rounding > 0.4);
    if (claim->kind == LAB_STATEMENT)
        snprintf(text, LAB_NUMBER_TEXT, "%s", answers[claim->holds]);
    else if (isfinite(claim->ours))
        snprintf(text, LAB_NUMBER_TEXT, "%.*f", digits, claim->ours);
    else
        snprintf(text, LAB_NUMBER_TEXT, "none");
}

void lab_print_interval(const LabClaim *claim, char text[LAB_NUMBER_TEXT]) {
    int digits = published_digits(claim) + (claim->rounding > 0.4);
    if (claim->kind == LAB_STATEMENT || !isfinite(claim->ours))
        text[0] = '\0';
    else if (is_exact(claim))
        snprintf(text, LAB_NUMBER_TEXT, "exact");
    else
        snprintf(text, LAB_NUMBER_TEXT, "%.*f to %.*f", digits, claim->low, digits, claim->high);
}

// One thing loses the s of its word.
const char *lab_print_counted(const LabClaim *claim, char text[LAB_NUMBER_TEXT]) {
    char count[LAB_NUMBER_TEXT];
    size_t word = strcspn(claim->counted, " "), shown = word;
    if (claim->count == 1 && word > 1 && claim->counted[word - 1] == 's') shown--;
    snprintf(text, LAB_NUMBER_TEXT, "%s %.*s%s", lab_print_count(claim->count, count), (int)shown, claim->counted,
             claim->counted + word);
    return text;
}

const char *lab_print_count(uint64_t count, char text[LAB_NUMBER_TEXT]) {
    char digits[24];
    int size = snprintf(digits, sizeof digits, "%" PRIu64, count), at = 0;
    for (int i = 0; i < size; i++) {
        if (i && (size - i) % 3 == 0) text[at++] = ',';
        text[at++] = digits[i];
    }
    text[at] = '\0';
    return text;
}
