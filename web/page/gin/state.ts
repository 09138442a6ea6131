// SPDX-License-Identifier: MIT
// A state of gin as the engine tells it (docs/API.md), and how it is said.
import { cardWords, type CardName } from '../draw/faces';
import { playerName } from '../names';
import type { State } from '../table';

export interface GinEvent {
    seat: number;
    what: 'pass' | 'take' | 'stock' | 'discard' | 'knock' | 'biggin' | 'melds';
    card: CardName | null;
}

export interface GinResult {
    end: 'cancelled' | 'knock' | 'gin' | 'big-gin' | 'undercut';
    winner: number;
    knocker: number;
    points: number;
    deadwood?: number[];
    laid_off?: string;
    melds?: string[][];
}

export interface GinState extends State {
    phase: 'first-offer' | 'second-offer' | 'draw' | 'discard' | 'defend' | 'over';
    starter: number;
    knock_limit: number;
    factor: number;
    stock: number;
    upcard: CardName | null;
    first_upcard: CardName;
    taken: CardName | null;
    buried: string;
    known: string[];
    scores_before: number[];
    hand: string;
    drawn: CardName | null;
    deadwood: number;
    melds: string[];
    cards: (string | null)[];
    knock?: string[];
    events: GinEvent[];
    result: GinResult[];
    hands: GinResult[];
}

export const cardsOf = (text: string | null | undefined): CardName[] => (text ? text.split(' ').filter(Boolean) : []);

// The discard pile, oldest card first.
export function pileOf(state: GinState): CardName[] {
    const pile = [state.first_upcard];
    for (const { what, card } of state.events) {
        if (what === 'take') pile.pop();
        else if ((what === 'discard' || what === 'knock') && card) pile.push(card);
    }
    return pile;
}

const who = (state: GinState, seat: number): string => (seat === state.seat ? 'You' : playerName(state.players[seat] ?? null));
const verb = (state: GinState, seat: number, you: string, other: string): string => (seat === state.seat ? you : other);

export function eventWords(state: GinState, event: GinEvent, name: (card: CardName) => string = cardWords): string {
    const subject = who(state, event.seat);
    const say = (you: string, other: string): string => verb(state, event.seat, you, other);
    const card = event.card ? name(event.card) : '';
    switch (event.what) {
        case 'pass': return `${subject} ${say('pass', 'passes')}.`;
        case 'take': return `${subject} ${say('take', 'takes')} the ${card}.`;
        case 'stock': return `${subject} ${say('draw', 'draws')} ${card ? `the ${card}` : 'from the stock'}.`;
        case 'discard': return `${subject} ${say('discard', 'discards')} the ${card}.`;
        case 'knock': return `${subject} ${say('knock', 'knocks')}, discarding the ${card}.`;
        case 'biggin': return `${subject} ${say('show', 'shows')} big gin: eleven melded cards.`;
        case 'melds': return `${subject} ${say('show', 'shows')} the melds.`;
    }
}

export function resultWords(state: GinState, result: GinResult): string {
    if (result.end === 'cancelled') return 'The stock ran out: nobody scores this hand.';
    const points = `${result.points} ${result.points === 1 ? 'point' : 'points'}`;
    const winner = who(state, result.winner);
    const gets = `${winner} ${verb(state, result.winner, 'score', 'scores')} ${points}.`;
    const [own, theirs] = [result.deadwood?.[result.knocker] ?? 0, result.deadwood?.[1 - result.knocker] ?? 0];
    switch (result.end) {
        case 'gin': return `${who(state, result.knocker)} ${verb(state, result.knocker, 'have', 'has')} gin. ${gets}`;
        case 'big-gin': return `${who(state, result.knocker)} ${verb(state, result.knocker, 'have', 'has')} big gin. ${gets}`;
        case 'undercut': return `Undercut! ${own} against ${theirs}. ${gets}`;
        default: return `${who(state, result.knocker)} ${verb(state, result.knocker, 'knock', 'knocks')} with ${own} against ${theirs}. ${gets}`;
    }
}
