// SPDX-License-Identifier: MIT
// Claims: a number of a paper, ours beside it, and the one rule for verdicts.
#ifndef DEADWOOD_REPORT_CLAIM_H
#define DEADWOOD_REPORT_CLAIM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct LabPaper LabPaper; // lab.h
typedef struct LabRun LabRun;

typedef enum {
    LAB_EQUAL,     // the paper prints a number
    LAB_AT_LEAST,  // the paper says "more than"
    LAB_RANGE,     // the paper prints an interval of its own
    LAB_STATEMENT, // the paper says something in words; `holds` answers it
} LabKind;

typedef enum { LAB_UNDECIDED, LAB_HOLDS, LAB_FAILS } LabAnswer;

typedef enum { LAB_AGREES, LAB_CLOSE, LAB_DIFFERS, LAB_INCONSISTENT, LAB_OPEN, LAB_VERDICTS } LabVerdict;

// How far our number is independent of the paper's. Only a measured one can confirm it.
typedef enum {
    LAB_MEASURED,        // nothing was chosen by looking at this number
    LAB_FITTED,          // something was chosen to come near it
    LAB_BY_CONSTRUCTION, // it cannot come out otherwise
    LAB_BASES,
} LabBasis;

// One row. Adjacent rows with the same `id` are readings of one claim.
typedef struct LabClaim {
    const LabPaper *paper;
    char id[48];       // in the paper's claims file (claims.h)
    const char *words; // the paper's own, good until the run is closed
    LabBasis basis;
    const char *basis_says;    // what was fitted, or why it cannot fail; or ""
    const char *differs;       // why our number differs, as far as that is known; or ""
    const char *contradiction; // why the paper's number cannot be right by the paper itself; or ""
    int readings;              // how many readings of the claim were tried, those without a row included
    bool used_seed;            // the run plays the very deals by which something was chosen
    char where[24];            // "Figure 3", "Results"
    char text[112];            // what is claimed
    char reading[96];          // how it was understood, where the paper leaves that open; or empty
    char unit[12];             // "%", "turns", "points", ""
    LabKind kind;
    double published;      // the paper's number; of a LAB_RANGE the lower end
    double published_high; // of a LAB_RANGE the upper end
    double error;          // half of its own 95% interval, from the games behind it; 0 where the paper does not say
    uint64_t sample;       // how many games, hands or whatever are behind the paper's number; 0: it does not say
    const char *sampled;   // "games"
    double rounding;       // half a unit of its last printed digit; 0: exact
    double ours;           // our number
    double low, high;      // its 95% interval; all three equal for what was counted, not sampled
    int confidence;        // of low and high, in %, where it is not 95: that of a paper's own intervals; else 0
    LabAnswer holds;       // of a LAB_STATEMENT
    bool incomparable;     // the numbers stand for different things; `note` says why
    uint64_t count;        // how many games, hands or whatever are behind it
    char counted[24];      // "games"
    char recorded[48];     // when and how it was measured, if not in this run; or empty
    char command[512];     // prints this number again
    char note[480];        // one or two sentences, or empty
} LabClaim;

// The one rule for verdicts.
//   agrees   the paper's number lies in the 95% interval of the difference, and ours is precise. The interval is ours
//            joined with the paper's own sampling error (in quadrature: the two samples are independent), widened by
//            the paper's rounding. "More than X": our interval reaches X. An interval: ours and the paper's, widened
//            by its rounding, share a number. A statement: it holds.
//   close    our number is near the paper's, or near the nearer end of its interval: within a tenth of it or its
//            rounding; for a percentage within a tenth of it or of what it lacks to 100, and at most 3 points.
//   differs  otherwise.
//   inconsistent  the paper's number contradicts the paper itself; the claims file says how.
//   open     the numbers cannot be compared, our sample is too small to tell, or the run plays the deals by which
//            something was fitted.
// Precise: our half interval is at most half as wide again as the paper's own (its sampling error, its rounding, half
// its interval), or a third of what is near, whichever is wider. So a quick run agrees with nothing that a full run
// could not agree with: where it is not precise, it says close if all of its interval is near, and else open.
LabVerdict lab_verdict(const LabClaim *claim);
const char *lab_verdict_name(LabVerdict verdict);
const char *lab_basis_name(LabBasis basis);

// Half the 95% interval of a percentage that was measured over so many games.
double lab_percent_error(double percent, double games);

// A new row for the claim of this id of the paper at work: what the claims file says of it is filled in, our number is
// the caller's. Good until the run is closed. An id that the file does not know, which lab_audit would find, gives a
// row that says so.
LabClaim *lab_claim(LabRun *run, const char *id, ...) __attribute__((format(printf, 2, 3)));
void lab_claim_reading(LabClaim *claim, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lab_claim_note(LabClaim *claim, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lab_claim_command(LabClaim *claim, const char *format, ...) __attribute__((format(printf, 2, 3)));

// The numbers as the tables show them: the paper's, ours, and the interval.
enum { LAB_NUMBER_TEXT = 48 };
void lab_print_published(const LabClaim *claim, char text[LAB_NUMBER_TEXT]);
void lab_print_ours(const LabClaim *claim, char text[LAB_NUMBER_TEXT]);
void lab_print_interval(const LabClaim *claim, char text[LAB_NUMBER_TEXT]);

// What ours rests on: "1,500 games", "1 hand"; returns `text`.
const char *lab_print_counted(const LabClaim *claim, char text[LAB_NUMBER_TEXT]);

// 1234567 as "1,234,567"; returns `text`.
const char *lab_print_count(uint64_t count, char text[LAB_NUMBER_TEXT]);

#endif
