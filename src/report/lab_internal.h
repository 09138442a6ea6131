// SPDX-License-Identifier: MIT
#ifndef DEADWOOD_REPORT_LAB_INTERNAL_H
#define DEADWOOD_REPORT_LAB_INTERNAL_H

#include <stdarg.h>

#include "report/lab.h"

// Writes to a text with room for so many bytes. What does not fit is a mistake of who writes the paper's file.
void lab_fill(char *to, size_t room, const char *format, va_list args);

#endif
