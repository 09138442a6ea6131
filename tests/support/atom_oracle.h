// SPDX-License-Identifier: MIT
// The atoms of Hearts the slow way: an atom's name is read as a question and answered card by card.
#ifndef DEADWOOD_TESTS_ATOM_ORACLE_H
#define DEADWOOD_TESTS_ATOM_ORACLE_H

#include "hearts/hearts.h"

// Is the atom of that name true for the seat? Between two tricks. Fails the test on a name it does not understand.
bool oracle_atom(const HeartsState *state, Seat seat, const char *name);

#endif
