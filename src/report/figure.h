// SPDX-License-Identifier: MIT
// Figures: a data file and a script that are kept, and gnuplot to draw them.
#ifndef DEADWOOD_REPORT_FIGURE_H
#define DEADWOOD_REPORT_FIGURE_H

#include "base/error.h"
#include "base/text/text.h"

typedef struct LabPaper LabPaper; // lab.h
typedef struct LabRun LabRun;

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

// A new figure of the paper at work.
LabFigure *lab_figure(LabRun *run, const char *name, const char *where, int width, int height, const char *title);
void lab_figure_caption(LabFigure *figure, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Writes the figure's files and calls gnuplot. Without gnuplot run->missing says so and the files stay.
bool lab_figure_draw(LabRun *run, LabFigure *figure, Error *err);

#endif
