// SPDX-License-Identifier: MIT
// What a player did wrong, in every game: referees, the host of programs, records and statistics have one list and one
// word for it. A game's rules say what a fault costs: the game in gin [G22], the hand in Hearts [H19].
#ifndef DEADWOOD_BASE_FAULT_H
#define DEADWOOD_BASE_FAULT_H

// A player that cannot go on resigns with the fault in the place of a card. The numbers are part of digests.
typedef enum {
    FAULT_NONE,
    FAULT_ILLEGAL, // a move that the rules do not allow
    FAULT_RESIGN,
    FAULT_CRASH, // these are for players in processes of their own
    FAULT_EXIT,
    FAULT_TIMEOUT,
    FAULT_STALL,
    FAULT_GARBAGE,
    FAULT_HANDSHAKE,
    FAULT_KINDS,
} Fault;

const char *fault_name(Fault fault); // "none", "illegal move", ...

// What a refused action tells: a player may resign from any fault but an illegal move; all else is one.
static inline Fault fault_of_refused(int resigned, unsigned fault) {
    return resigned && fault > FAULT_ILLEGAL && fault < FAULT_KINDS ? (Fault)fault : FAULT_ILLEGAL;
}

#endif
