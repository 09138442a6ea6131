// SPDX-License-Identifier: MIT
// The laboratory: what a paper claims, beside what we measure.
//
// A paper is one file with one row in lab.c's table. Its `run` plays experiments and leaves two kinds of things in
// the LabRun: claims (a number of the paper, ours, an interval) and figures (a data file and a gnuplot script).
// Verdicts, tables, JSON and the page are made from those alone, so a new paper brings no new output code.
#ifndef DEADWOOD_LAB_LAB_H
#define DEADWOOD_LAB_LAB_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "contest/match.h"
#include "gin/gin.h"

typedef struct LabRun LabRun;

// A paper the lab knows. `run` fails only when nothing sensible can be said; interrupted work is not a failure.
typedef struct LabPaper {
    const char *name;   // on the command line: "heisenbot"
    const char *title;  // as published
    const char *source; // authors and year
    bool (*run)(LabRun *run, Error *err);
    // Makes the paper's models anew in a folder that is there, from nothing; NULL for a paper without models.
    bool (*train)(const LabRun *run, const char *folder, Error *err);
} LabPaper;

const LabPaper *const *lab_papers(int *count);
const LabPaper *lab_find_paper(const char *name, Error *err);

// ---- Claims ----

typedef enum {
    LAB_EQUAL,     // the paper prints a number
    LAB_AT_LEAST,  // the paper says "more than"
    LAB_RANGE,     // the paper prints an interval of its own
    LAB_STATEMENT, // the paper says something in words; `holds` answers it
} LabKind;

typedef enum { LAB_UNDECIDED, LAB_HOLDS, LAB_FAILS } LabAnswer;

typedef enum { LAB_AGREES, LAB_CLOSE, LAB_DIFFERS, LAB_OPEN, LAB_VERDICTS } LabVerdict;

// One row. Neighbouring rows with the same `where` and `text` are readings of one claim.
typedef struct LabClaim {
    const LabPaper *paper;
    char where[24];   // "Figure 3", "Results"
    char text[112];   // what is claimed
    char reading[96]; // how it was understood, where the paper leaves that open; or empty
    char unit[12];    // "%", "turns", "points", ""
    LabKind kind;
    double published;      // the paper's number; of a LAB_RANGE the lower end
    double published_high; // of a LAB_RANGE the upper end
    double error;          // half of its own 95% interval, from the games behind it; 0 where the paper does not say
    double rounding;       // half a unit of its last printed digit; 0: exact
    double ours;           // our number
    double low, high;      // its 95% interval; all three equal for what was counted, not sampled
    int confidence;        // of low and high, in %, where it is not 95: that of a paper's own intervals; else 0
    LabAnswer holds;       // of a LAB_STATEMENT
    bool incomparable;     // the numbers stand for different things; `note` says why
    uint64_t count;        // how many games, hands or whatever are behind it
    char counted[24];      // "games"
    char command[512];     // prints this number again
    char note[480];        // one or two sentences, or empty
} LabClaim;

// The one rule for verdicts.
//   agrees   the paper's number lies in the 95% interval of the difference, that is ours joined with the paper's own
//            sampling error (in quadrature: the two samples are independent), widened by the paper's rounding;
//            "more than X": our interval reaches X; an interval: ours and the paper's, widened by its rounding, share
//            a number; a statement: it holds.
//   close    not so, but our number is within 3 points of the paper's (or of the nearer end of its interval) for a
//            percentage, within a tenth of the paper's number for anything else.
//   differs  otherwise.
//   open     the numbers cannot be compared, or our sample is too small to tell: it would call numbers equal that are
//            not even close, or does not decide the statement.
LabVerdict lab_verdict(const LabClaim *claim);
const char *lab_verdict_name(LabVerdict verdict);

// Half the 95% interval of a percentage that was measured over so many games.
double lab_percent_error(double percent, double games);

// ---- Figures and tables ----

enum { LAB_MAX_CLAIMS = 400, LAB_MAX_FIGURES = 64, LAB_MAX_TABLES = 32, LAB_MAX_COLUMNS = 16 };

// A figure: `data` and `script` go to data/NAME.dat and figures/NAME.gp; gnuplot makes figures/NAME.svg and .png.
typedef struct LabFigure {
    const LabPaper *paper;
    char name[48];
    char where[24]; // "Figure 1"
    char title[112];
    char caption[720];
    int width, height; // of the drawing, in pixels
    Text data;         // rows and a comment line that names the columns
    Text script;       // plot commands only; `data` names the data file, terminal and output are set around them
    bool drawn;        // the SVG is there
    bool png;          // so is the PNG
} LabFigure;

// A table of what we measured or used that answers no single number of the paper: lines of cells with tabs between
// them, the names of the columns first. The first column is words, the others are numbers or short words.
typedef struct LabTable {
    const LabPaper *paper;
    char title[112];
    char about[480]; // one or two sentences, or empty
    Text rows;
} LabTable;

// ---- A run ----

struct LabRun {
    // what was asked for
    bool full;  // at the size of the paper's own experiments
    bool train; // models are made anew, in the folder's models/, instead of read from where they lie
    bool quiet;
    uint64_t seed;
    uint64_t games; // if not 0, instead of every experiment's own number
    int threads;
    Store *store; // where the games of matches are kept and found again, or NULL
    GinRules rules;
    const char *folder; // where everything goes; NULL: nothing is written
    // what came out
    const LabPaper *paper; // the one at work
    uint64_t ran;          // bit i: paper i of the list was begun
    bool interrupted;
    char missing[160]; // why there are no figures, or empty
    int claim_count, figure_count, table_count;
    LabClaim claims[LAB_MAX_CLAIMS];
    LabFigure figures[LAB_MAX_FIGURES];
    LabTable tables[LAB_MAX_TABLES];
};

// The caller ends it with lab_close.
LabRun *lab_open(void);
void lab_close(LabRun *run);

// Makes the folders, makes the models if that is asked for (and lets models be found where they lie), runs one
// paper, draws its figures. False with err set on failure; what was done stays in `run`.
bool lab_run_paper(LabRun *run, const LabPaper *paper, Error *err);

// True once the paper was begun in this run.
bool lab_was_run(const LabRun *run, const LabPaper *paper);

// A new claim of the paper at work, all else zero; good until the run is closed.
LabClaim *lab_claim(LabRun *run, const char *where, const char *unit, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void lab_claim_reading(LabClaim *claim, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lab_claim_note(LabClaim *claim, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lab_claim_command(LabClaim *claim, const char *format, ...) __attribute__((format(printf, 2, 3)));

// A new figure of the paper at work.
LabFigure *lab_figure(LabRun *run, const char *name, const char *where, int width, int height, const char *title);
void lab_figure_caption(LabFigure *figure, const char *format, ...) __attribute__((format(printf, 2, 3)));

// A new table of the paper at work; `columns` are the names with tabs between them. Rows are added to table->rows, each
// ended by a newline.
LabTable *lab_table(LabRun *run, const char *title, const char *columns);
void lab_table_about(LabTable *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Calls `cell` for every cell of a table; row 0 holds the names of the columns. The text is good during the call.
void lab_table_cells(const LabTable *table, void *context,
                     void (*cell)(void *context, int row, int column, const char *text));

// The command that repeats one paper of this run, options included.
void lab_command(const LabRun *run, const LabPaper *paper, Text *text);

// " --rules R" as every command needs it, or nothing for the default rules.
void lab_rules_option(const LabRun *run, Text *text);

// `full` or `quick` units of work, as asked for; --games goes before both.
uint64_t lab_size(const LabRun *run, uint64_t quick, uint64_t full);

// A match with the seed and the threads of the run, which goes on with the games that its store holds.
MatchPlan lab_match(const LabRun *run, const char *first, const char *second, uint64_t games);

// ---- Experiments ----

// Something played `count` times on all threads, each time adding whole numbers to `words` sums: the sums do not depend
// on threads. `open` makes what one thread needs.
typedef struct LabTrial {
    const char *label, *unit; // for the progress line
    uint64_t count;
    int words;
    const void *config;
    void *(*open)(const void *config, Error *err);
    void (*play)(void *worker, uint64_t index, int64_t *sums);
    void (*close)(void *worker);
} LabTrial;

// Adds to `sums`; *done is less than the count after Ctrl-C.
bool lab_trial_run(const LabRun *run, const LabTrial *trial, int64_t *sums, uint64_t *done, Error *err);

// ---- Output (figure.c, report.c, page.c) ----

// Makes a folder and those it lies in, unless they are there; the folders that figures need.
bool lab_make_folder(const char *path, Error *err);

// How much of a path is there before lab_make_folder; with it the folders that were made and are still empty go away
// again, for a command that is refused should leave nothing behind.
size_t lab_folder_there(const char *path);
void lab_remove_folder(const char *path, size_t there);

bool lab_make_folders(const LabRun *run, Error *err);

// Writes the figure's files and calls gnuplot. Without gnuplot run->missing says so and the files stay.
bool lab_figure_draw(LabRun *run, LabFigure *figure, Error *err);

// The claims of one paper as a table of at most 100 columns, then its other tables.
void lab_print_table(const LabRun *run, const LabPaper *paper, Text *text);

// Those other tables alone.
void lab_print_tables(const LabRun *run, const LabPaper *paper, Text *text);

// How many claims there are and how many have each verdict, a claim with several readings counted by its best.
int lab_count_verdicts(const LabRun *run, const LabPaper *paper, int verdicts[LAB_VERDICTS]);

// The numbers as the tables show them: the paper's, ours, and the interval.
enum { LAB_NUMBER_TEXT = 48 };
void lab_print_published(const LabClaim *claim, char text[LAB_NUMBER_TEXT]);
void lab_print_ours(const LabClaim *claim, char text[LAB_NUMBER_TEXT]);
void lab_print_interval(const LabClaim *claim, char text[LAB_NUMBER_TEXT]);

// 1234567 as "1,234,567"; returns `text`.
const char *lab_print_count(uint64_t count, char text[LAB_NUMBER_TEXT]);

// Everything as one JSON object.
void lab_print_json(const LabRun *run, Json *json);

// Adds the text as HTML, `& < > " '` escaped.
void lab_escape(Text *html, const char *text);

// The page with tables and figures, complete in itself.
bool lab_print_page(const LabRun *run, Text *html, Error *err);

// Writes index.html and claims.json to the run's folder.
bool lab_write_report(const LabRun *run, Error *err);

#endif
