// SPDX-License-Identifier: MIT
// A canvas as an SVG picture: what a terminal shows, cell by cell, for pages and READMEs.
#ifndef DEADWOOD_APP_PLAY_CANVAS_SVG_H
#define DEADWOOD_APP_PLAY_CANVAS_SVG_H

#include "app/play/terminal.h"

// Light, dark, or as the reader's screen prefers.
typedef enum { THEME_AUTO, THEME_LIGHT, THEME_DARK } SvgTheme;

// Adds a whole SVG file. Text keeps its columns in any font; frames of cards are drawn as lines, so they close. `title`
// is what a screen reader says.
void canvas_svg(const Canvas *canvas, SvgTheme theme, const char *title, Text *out);

#endif
