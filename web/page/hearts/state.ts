// SPDX-License-Identifier: MIT
// A state of Hearts as the engine tells it (docs/API.md), and how it is said.
import { cardWords, type CardName } from '../draw/faces';
import { playerName } from '../names';
import type { State } from '../table';

export interface HeartsResult {
    points: number[];
    moon: number;
}

export interface HeartsState extends State {
    phase: 'passing' | 'playing' | 'over';
    pass: 'left' | 'right' | 'across' | 'hold' | string;
    pass_count: number;
    leader: number;
    tricks: number;
    broken: boolean;
    trick: (CardName | null)[];
    taken: string[];
    points: number[];
    tricks_taken: number[];
    out_of: string[];
    scores_before: number[];
    hand: string;
    start: string;
    given: string;
    received: string;
    events: { seat: number; what: 'play'; card: CardName }[];
    cards: (string | null)[];
    result: HeartsResult[];
    hands: HeartsResult[];
}

const SEAT_WORDS = ['You', 'West', 'North', 'East']; // clockwise from who looks, in the south

// Where a seat sits, seen by the one who looks: 0 south, 1 west, 2 north, 3 east.
export const placeOf = (state: HeartsState, seat: number): number => (seat - Math.max(0, state.seat) + 4) % 4;

export const shortName = (state: HeartsState, seat: number): string => SEAT_WORDS[placeOf(state, seat)]!;

export const seatName = (state: HeartsState, seat: number): string =>
    seat === state.seat ? 'You' : `${shortName(state, seat)} (${playerName(state.players[seat] ?? null)})`;

export function playWords(state: HeartsState, event: { seat: number; card: CardName }, name: (card: CardName) => string = cardWords): string {
    const who = shortName(state, event.seat);
    return `${who} ${event.seat === state.seat ? 'play' : 'plays'} the ${name(event.card)}.`;
}

export function resultWords(state: HeartsState, result: HeartsResult): string {
    const moon = result.moon >= 0 ? `${shortName(state, result.moon)} ${result.moon === state.seat ? 'shoot' : 'shoots'} the moon! ` : '';
    return moon + result.points.map((points, seat) => `${shortName(state, seat)} ${points}`).join(', ') + '.';
}

// The trick that was last finished: its cards by seat, in the order they fell. Four cards are a trick.
export function lastTrick(state: HeartsState): { seat: number; card: CardName }[] {
    const whole = state.events.length - (state.events.length % 4);
    return whole ? state.events.slice(whole - 4, whole) : [];
}
