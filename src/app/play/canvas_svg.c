// SPDX-License-Identifier: MIT
#include "app/play/canvas_svg.h"

#include <string.h>

// Sizes in tenths of a pixel, so that everything below is whole numbers: the same bytes on every machine.
enum { CELL_WIDTH = 84, CELL_HEIGHT = 180, BASELINE = 132, PADDING = 160, FONT_SIZE = 14 };

// ---- Colours ----

typedef struct Palette {
    const char *ground, *edge, *ink[INKS];
} Palette;

static const Palette LIGHT = {
    "#ffffff", "#d1d9e0", {"#1f2328", "#59636e", "#1f2328", "#cf222e", "#1a7f37", "#8a5a00", "#0a6c78", "#0969da"}};
static const Palette DARK = {
    "#0d1117", "#30363d", {"#e6edf3", "#9198a1", "#f0f6fc", "#ff7b72", "#3fb950", "#d29922", "#39c5cf", "#4493f8"}};

static bool is_bold(int ink) { return ink == INK_BOLD || ink == INK_RED || ink == INK_ACCENT; }

// Class i<N> fills text, class l<N> strokes lines.
static void add_palette(Text *out, const Palette *palette) {
    text_addf(out, ".g{fill:%s;stroke:%s}", palette->ground, palette->edge);
    for (int ink = 0; ink < INKS; ink++) {
        text_addf(out, ".i%d{fill:%s%s}", ink, palette->ink[ink], is_bold(ink) ? ";font-weight:700" : "");
        text_addf(out, ".l%d{stroke:%s}", ink, palette->ink[ink]);
    }
}

static void add_style(Text *out, SvgTheme theme) {
    text_addf(out,
              "<style>text{font:%dpx ui-monospace,\"DejaVu Sans Mono\",Menlo,Consolas,monospace;white-space:pre}"
              "path{fill:none;stroke-width:1.3}",
              FONT_SIZE);
    add_palette(out, theme == THEME_DARK ? &DARK : &LIGHT);
    if (theme == THEME_AUTO) {
        text_add(out, "@media(prefers-color-scheme:dark){");
        add_palette(out, &DARK);
        text_add(out, "}");
    }
    text_add(out, "</style>\n");
}

// ---- Frames ----

static void add_number(Text *out, int tenths) { text_addf(out, "%d.%d", tenths / 10, tenths % 10); }

static void add_point(Text *out, const char *command, int x, int y) {
    text_add(out, command);
    add_number(out, x);
    text_add(out, " ");
    add_number(out, y);
}

// Lines of a cell: from the middles of its edges, left, right, top, bottom, to its centre, rounded at corners.
typedef struct Stroke {
    const char *glyph;
    bool left, right, up, down;
} Stroke;

static const Stroke STROKES[] = {{"─", true, true, false, false}, {"│", false, false, true, true},
                                 {"╭", false, true, false, true}, {"╮", true, false, false, true},
                                 {"╰", false, true, true, false}, {"╯", true, false, true, false}};
static const char BACK[] = "░"; // of a card that lies face down

static const Stroke *stroke_of(const char *glyph) {
    for (size_t i = 0; i < sizeof STROKES / sizeof *STROKES; i++)
        if (strcmp(STROKES[i].glyph, glyph) == 0) return &STROKES[i];
    return NULL;
}

static void add_stroke(Text *out, const Stroke *stroke, int x, int y) {
    int middle = x + CELL_WIDTH / 2, centre = y + CELL_HEIGHT / 2, right = x + CELL_WIDTH, bottom = y + CELL_HEIGHT;
    if (stroke->left && stroke->right) {
        add_point(out, "M", x, centre);
        add_point(out, "L", right, centre);
    } else if (stroke->up && stroke->down) {
        add_point(out, "M", middle, y);
        add_point(out, "L", middle, bottom);
    } else {
        add_point(out, "M", middle, stroke->up ? y : bottom);
        add_point(out, "Q", middle, centre);
        add_point(out, " ", stroke->left ? x : right, centre);
    }
}

// Two diagonals hatch a cell.
static void add_hatch(Text *out, int x, int y) {
    for (int half = 0; half < 2; half++) {
        int top = y + half * CELL_HEIGHT / 2;
        add_point(out, "M", x, top + CELL_HEIGHT / 2);
        add_point(out, "L", x + CELL_WIDTH, top);
    }
}

static void svg_add_lines(Text *out, const Canvas *canvas, int ink, bool hatched) {
    Text path = {0};
    for (int row = 0; row < CANVAS_ROWS; row++)
        for (int column = 0; column < canvas->columns; column++) {
            const char *glyph = canvas->glyph[row][column];
            const Stroke *stroke = stroke_of(glyph);
            int x = PADDING + column * CELL_WIDTH, y = PADDING + row * CELL_HEIGHT;
            if (canvas->ink[row][column] != ink) continue;
            if (!hatched && stroke) add_stroke(&path, stroke, x, y);
            if (hatched && strcmp(glyph, BACK) == 0) add_hatch(&path, x, y);
        }
    if (path.size)
        text_addf(out, "<path class=\"l%d\"%s d=\"%s\"/>\n", ink, hatched ? " opacity=\".55\"" : "", path.data);
    text_free(&path);
}

// ---- Text ----

static void svg_add_escaped(Text *out, const char *text) {
    for (; *text; text++) {
        if (*text == '&')
            text_add(out, "&amp;");
        else if (*text == '<')
            text_add(out, "&lt;");
        else if (*text == '>')
            text_add(out, "&gt;");
        else
            text_add_bytes(out, text, 1);
    }
}

// A suit symbol asks for its text form: some fonts would show a coloured picture of another width.
static void add_glyph(Text *out, const char *glyph) {
    svg_add_escaped(out, glyph);
    if (strncmp(glyph, "\xE2\x99", 2) == 0) text_add(out, "\xEF\xB8\x8E");
}

static bool is_text(const Canvas *canvas, int row, int column) {
    const char *glyph = canvas->glyph[row][column];
    return strcmp(glyph, " ") != 0 && strcmp(glyph, BACK) != 0 && !stroke_of(glyph);
}

// A word in one ink; its width is given, so columns hold in any font. Returns the column after it.
static int svg_add_word(Text *out, const Canvas *canvas, int row, int column) {
    int end = column, ink = canvas->ink[row][column];
    while (end < canvas->columns && canvas->ink[row][end] == ink && is_text(canvas, row, end)) end++;
    text_addf(out, "<text class=\"i%d\" x=\"", ink);
    add_number(out, PADDING + column * CELL_WIDTH);
    text_add(out, "\" y=\"");
    add_number(out, PADDING + row * CELL_HEIGHT + BASELINE);
    text_add(out, "\" textLength=\"");
    add_number(out, (end - column) * CELL_WIDTH);
    text_add(out, "\" lengthAdjust=\"spacingAndGlyphs\">");
    for (int i = column; i < end; i++) add_glyph(out, canvas->glyph[row][i]);
    text_add(out, "</text>\n");
    return end;
}

void canvas_svg(const Canvas *canvas, SvgTheme theme, const char *title, Text *out) {
    int width = (2 * PADDING + canvas->columns * CELL_WIDTH) / 10,
        height = (2 * PADDING + CANVAS_ROWS * CELL_HEIGHT) / 10;
    text_addf(
        out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">",
        width, height, width, height);
    text_add(out, "\n<title>");
    svg_add_escaped(out, title);
    text_add(out, "</title>\n");
    add_style(out, theme);
    text_addf(out, "<rect class=\"g\" x=\".5\" y=\".5\" width=\"%d\" height=\"%d\" rx=\"9\"/>\n", width - 1,
              height - 1);
    for (int ink = 0; ink < INKS; ink++) {
        svg_add_lines(out, canvas, ink, true);
        svg_add_lines(out, canvas, ink, false);
    }
    for (int row = 0; row < CANVAS_ROWS; row++)
        for (int column = 0; column < canvas->columns;)
            column = is_text(canvas, row, column) ? svg_add_word(out, canvas, row, column) : column + 1;
    text_add(out, "</svg>\n");
}
