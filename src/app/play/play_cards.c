// SPDX-License-Identifier: MIT
#include "app/play/play_cards.h"

#include "analysis/gin/analysis_words.h"

// Frames: corners, sides, and the pattern of a back.
typedef struct Frame {
    const char *top, *side, *bottom, *back;
} Frame;

static const Frame *frame_of(const PlayLook *look) {
    static const Frame symbols = {"╭───╮", "│", "╰───╯", "░░░"}, letters = {".---.", "|", "'---'", ":::"};
    return look->symbols ? &symbols : &letters;
}

void play_face(const PlayLook *look, Canvas *canvas, int row, int column, Card card, Ink frame_ink, unsigned how) {
    const Frame *frame = frame_of(look);
    Text face = {0};
    bool red = card_suit(card) == 1 || card_suit(card) == 2;
    if (look->symbols)
        card_symbol(&face, card);
    else
        card_letters(&face, card);
    canvas_put(canvas, row, column, frame_ink, frame->top);
    for (int i = 1; i <= 2; i++) {
        canvas_put(canvas, row + i, column, frame_ink, frame->side);
        canvas_put(canvas, row + i, column + 1, INK_PLAIN, "   ");
        canvas_put(canvas, row + i, column + PLAY_CARD_WIDTH - 1, frame_ink, frame->side);
    }
    canvas_put(canvas, row + 1, column + 1, how & PLAY_CARD_PALE ? INK_SOFT : red ? INK_RED : INK_BOLD, face.data);
    if (how & PLAY_CARD_FRESH) canvas_put(canvas, row + 2, column + 1, INK_SOFT, "new");
    canvas_put(canvas, row + 3, column, frame_ink, frame->bottom);
    text_free(&face);
}

void play_back(const PlayLook *look, Canvas *canvas, int row, int column, int tall) {
    const Frame *frame = frame_of(look);
    canvas_put(canvas, row, column, INK_BACK, frame->top);
    for (int i = 1; i < tall - 1; i++) {
        canvas_put(canvas, row + i, column, INK_BACK, frame->side);
        canvas_put(canvas, row + i, column + 1, INK_BACK, frame->back);
        canvas_put(canvas, row + i, column + PLAY_CARD_WIDTH - 1, INK_BACK, frame->side);
    }
    canvas_put(canvas, row + tall - 1, column, INK_BACK, frame->bottom);
}

void play_line(const PlayLook *look, Canvas *canvas, int row) {
    for (int column = PLAY_LEFT; column < canvas->columns - PLAY_LEFT; column++)
        canvas_put(canvas, row, column, INK_SOFT, look->symbols ? "─" : "-");
}

int play_key(Canvas *canvas, int column, const char *key, const char *word) {
    column = canvas_put(canvas, PLAY_KEY_ROW, column, INK_ACCENT, key);
    column = canvas_put(canvas, PLAY_KEY_ROW, column + 1, INK_SOFT, word);
    return column + 2;
}
