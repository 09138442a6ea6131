// SPDX-License-Identifier: MIT
// A position as it is told to the analysis board: the fields of `deadwood advise`. They come from a state, or from text
// that somebody pastes: a link of the board, a command line, records, or cards alone.
import type { AnyState } from '../draw/picture';
import { playing } from '../engine';
import { cardsOf, pileOf, type GinState } from '../gin/state';
import type { HeartsState } from '../hearts/state';
import type { GameName } from '../store';

export type Told = Record<string, string>;

export interface Position {
    game: GameName;
    told: Told;
}

const without = (cards: string[], gone: string | null): string => cards.filter((card) => card !== gone).join(' ');

function ginTold(state: GinState): Told {
    const { seat, taken, known, scores_before: scores } = state;
    const pile = pileOf(state);
    if (state.phase === 'defend') return { hand: state.hand, knock: (state.knock ?? []).join(' / ') };
    const passed = state.events.some((event) => event.what === 'pass' && event.seat !== seat);
    return {
        hand: state.hand,
        upcard: taken ?? pile.at(-1) ?? '', // one just taken stands for the pile's top
        seen: (taken ? pile : pile.slice(0, -1)).join(' '),
        took: known[1 - seat] ?? '',
        shown: without(cardsOf(known[seat]), taken),
        score: `${scores[seat]}-${scores[1 - seat]}`,
        rules: state.rules,
        passed: passed && /offer/.test(state.phase) ? '1' : '',
    };
}

function heartsTold(state: HeartsState): Told {
    const { seat, events, scores_before: scores } = state;
    const cards = events.map((event) => event.card);
    const whole = cards.length - (cards.length % 4);
    return {
        hand: state.hand,
        trick: cards.slice(whole).join(' '),
        seen: cards.slice(0, whole).join(' '),
        given: state.given,
        received: state.received,
        way: state.pass,
        score: [0, 1, 2, 3].map((place) => scores[(seat + place) % 4]).join('-'),
        rules: state.rules,
    };
}

export function toldOf(state: AnyState): Position {
    const told = state.game === 'gin' ? ginTold(state as GinState) : heartsTold(state as HeartsState);
    return { game: state.game, told };
}

export const linkOf = ({ game, told }: Position): string =>
    `board/${game}/?${new URLSearchParams(Object.entries(told).filter(([, value]) => value.trim()))}`;

// ---- Pasted ----

function fromLink(text: string): Position | null {
    const found = /board\/(gin|hearts)\/\?(\S*)/.exec(text);
    return found ? { game: found[1] as GameName, told: Object.fromEntries(new URLSearchParams(found[2])) } : null;
}

// Words of a command line; quotes hold some together.
const words = (text: string): string[] => [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((found) => found[1] ?? found[2] ?? found[3]!);

const OPTIONS: Record<string, string> = { '--pass': 'way' }; // what the board calls otherwise

function fromCommand(text: string): Position | null {
    if (!/(^|\s)advise(\s|$)/.test(text)) return null;
    const said = words(text.replace(/\\\n/g, ' '));
    const told: Told = {};
    let game: GameName = 'gin';
    for (let i = said.indexOf('advise') + 1; i < said.length; i++) {
        const word = said[i]!;
        if (!word.startsWith('--')) told['hand'] = `${told['hand'] ?? ''} ${word}`.trim();
        else if (word === '--passed') told['passed'] = '1';
        else if (word === '--all' || word === '--json') continue;
        else {
            const value = said[++i] ?? '';
            if (word === '--game') game = value === 'hearts' ? 'hearts' : 'gin';
            else told[OPTIONS[word] ?? word.slice(2)] = value;
        }
    }
    return { game, told };
}

async function fromRecords(text: string): Promise<Position | null> {
    const lines = text.split('\n').map((line) => line.trim()).filter((line) => /^(gin|hearts)\/\d+ /.test(line));
    const last = lines.at(-1);
    if (!last) return null;
    const seats = last.startsWith('gin') ? 2 : 4;
    const records = lines.filter((line) => line.split('/')[0] === last.split('/')[0]).join('\n') + '\n';
    const handle = await playing().call<number>('load', records, Array.from({ length: seats }, () => null));
    try {
        const { state } = await playing().call<{ state: AnyState }>('look', handle, -1);
        if (state.to_move < 0) throw new Error('This hand is over: step through it under Records, and open the decision you mean from there.');
        const own = await playing().call<{ state: AnyState }>('look', handle, state.to_move);
        return toldOf(own.state);
    } finally {
        await playing().call('close', handle);
    }
}

// `usual`: the game that cards alone are of.
export async function readPosition(text: string, usual: GameName): Promise<Position> {
    const found = fromLink(text) ?? fromCommand(text) ?? (await fromRecords(text));
    if (found) return found;
    const cards = text.toUpperCase().replace(/10/g, 'T').replace(/♣/g, 'C').replace(/♦/g, 'D').replace(/♥/g, 'H').replace(/♠/g, 'S');
    if (/^[\sA23456789TJQKCDHS,]+$/.test(cards) && cards.trim()) return { game: usual, told: { hand: cards.trim() } };
    throw new Error('That is no position: paste a link of this board, a `deadwood advise` command, a record, or cards such as 7H 8H 9H.');
}
