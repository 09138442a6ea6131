// SPDX-License-Identifier: MIT
// Faults: what a player can do wrong, in any game. Referees, the bot host, records and statistics share this list. A
// game's rules say what a fault costs: the game in gin [G22], the hand in Hearts [H19].
#ifndef DEADWOOD_BASE_FAULT_H
#define DEADWOOD_BASE_FAULT_H

// A player that cannot go on resigns and puts the fault where the card would be. Digests contain the numbers, so they
// must not change.
typedef enum {
    FAULT_NONE,
    FAULT_ILLEGAL, // a move that the rules do not allow
    FAULT_RESIGN,
    FAULT_CRASH, // this and all below: players in processes of their own
    FAULT_EXIT,
    FAULT_TIMEOUT,
    FAULT_STALL,
    FAULT_GARBAGE,
    FAULT_HANDSHAKE,
    FAULT_KINDS,
} Fault;

const char *fault_name(Fault fault); // "none", "illegal move", ...

// The fault behind a refused action. A player may resign with any fault except an illegal move; everything else counts
// as an illegal move.
static inline Fault fault_of_refused(int resigned, unsigned fault) {
    return resigned && fault > FAULT_ILLEGAL && fault < FAULT_KINDS ? (Fault)fault : FAULT_ILLEGAL;
}

#endif
