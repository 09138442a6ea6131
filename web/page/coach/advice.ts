// SPDX-License-Identifier: MIT
// What the coach says of a decision (docs/FORMATS.md), as a table, as a warning and as a sentence.
import { h } from '../draw/dom';
import { cardSign, withSigns } from '../draw/faces';

interface Worth {
    win: number;
    points: number;
}

interface Idea {
    idea: string;
    text: string;
}

// How `deadwood drill` judges the move that was played.
interface Grade {
    right: boolean;
    text: string;
}

interface GinMove {
    move: string;
    card: string | null;
    worth: Worth;
    behind: Worth;
    behind_error: Worth;
    as_good: boolean;
    champion: number | null;
}

export interface GinAdvice {
    advice: 'gin/1';
    seat: number;
    decision: string;
    worth: Worth;
    error: Worth;
    moves: GinMove[];
    champion: number | null; // which of the moves the champion makes
    played?: number;
    cost?: Worth;
    grade?: Grade;
    ideas: Idea[];
    guess?: number[]; // that the opponent holds a card, by 13*suit + rank
}

interface HeartsMove {
    move: 'pass' | 'play';
    cards: string[];
    points: number;
    behind: number;
    behind_error: number;
    win: number;
    win_error: number;
    as_good: boolean;
    champion: number | null;
}

export interface HeartsAdvice {
    advice: 'hearts/1';
    seat: number;
    decision: string;
    win: number;
    win_error: number;
    moves: HeartsMove[];
    champion: number | null;
    played: number | string[]; // a number where a move was to be measured, else the cards played so far
    cost?: number; // points
    grade?: Grade;
    ideas: Idea[];
}

export type Advice = GinAdvice | HeartsAdvice;

// One move, whichever the game.
export interface Line {
    words: string; // "discard 7♥"
    move: string; // of the protocol: "discard 7H"
    win: number;
    behind: number;
    error: number;
    points: number;
    asGood: boolean;
    champion: number | null;
}

export interface AdviceView {
    kind: string;
    win: number; // with the best move
    cost: number; // chance to win lost by the move that was played; 0 where that is not sure
    price: number; // the same as drills count it: in Hearts points
    mistake: boolean; // it costs 2% of games, in Hearts a point, or more
    best: Line;
    lines: Line[];
    warning: string;
    reasons: string[];
    ideas: string[];
    spoken: string;
    panel: HTMLElement;
}

export const percent = (chance: number, digits = 1): string => `${(100 * chance).toFixed(digits)}%`;

const GIN_MOVES: Record<string, string> = { 'take': 'draw up', 'stock': 'draw stock', 'big-gin': 'biggin', 'pass': 'pass' };

function ginLine(move: GinMove): Line {
    const card = move.card ? cardSign(move.card) : '';
    const words = { 'take': `take ${card}`, 'stock': 'draw from the stock', 'big-gin': 'big gin' }[move.move] ?? `${move.move} ${card}`.trim();
    return {
        words, move: GIN_MOVES[move.move] ?? `${move.move} ${move.card ?? ''}`.trim(), win: move.worth.win, behind: move.behind.win,
        error: move.behind_error.win, points: move.worth.points, asGood: move.as_good, champion: move.champion,
    };
}

function heartsLine(move: HeartsMove, best: HeartsMove): Line {
    return {
        words: `${move.move} ${move.cards.map(cardSign).join(' ')}`, move: `${move.move} ${move.cards.join(' ')}`, win: move.win,
        behind: best.win - move.win, error: move.win_error, points: move.points, asGood: move.as_good, champion: move.champion,
    };
}

// A move of the protocol as people say it.
export function moveWords(move: string): string {
    if (move === 'draw up') return 'take the upcard';
    if (move === 'draw stock') return 'draw from the stock';
    if (move === 'biggin') return 'big gin';
    return withSigns(move.replace(/ melds .*/, '').replace(/^melds.*/, 'lay down the melds'));
}

const sentence = (text: string): string => {
    const signs = withSigns(text);
    return signs.charAt(0).toUpperCase() + signs.slice(1) + (/[.!?]$/.test(signs) ? '' : '.');
};

function table(lines: Line[], champion: number | null, played: number): HTMLElement {
    const rows = lines.map((line, i) => ({ line, i })).filter(({ i }) => i < 8 || i === played || i === champion).map(({ line, i }) =>
        h('tr', { class: `${i === 0 ? 'best' : ''} ${i === played ? 'played' : ''}` },
            h('td', {}, `${line.words}${i === champion ? ' ★' : ''}${i === played ? ' (yours)' : ''}`),
            h('td', {}, percent(line.win)),
            h('td', {}, i === 0 ? '' : `${(100 * line.behind).toFixed(1)} ±${(100 * line.error).toFixed(1)}`),
            h('td', {}, line.points.toFixed(1)),
            h('td', {}, line.champion === null ? '' : percent(line.champion, 0))));
    return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Moves by their worth' }, h('table', {},
        h('thead', {}, h('tr', {}, ...['Move', 'Wins', 'Behind', 'Points', '★'].map((each) => h('th', { scope: 'col' }, each)))),
        h('tbody', {}, rows)));
}

export function adviceView(advice: Advice): AdviceView {
    const gin = advice.advice === 'gin/1';
    const lines = gin ? advice.moves.map(ginLine) : advice.moves.map((move) => heartsLine(move, advice.moves[0]!));
    const best = lines[0]!;
    const played = typeof advice.played === 'number' ? advice.played : -1;
    const own = lines[played];
    const cost = gin ? advice.cost?.win ?? 0 : own && advice.cost ? Math.max(0, own.behind) : 0;
    const price = gin ? cost : (typeof advice.played === 'number' && advice.cost) || 0;
    const reasons = advice.ideas.map((each) => sentence(each.text));
    const same = lines.slice(1).filter((line) => line.asGood);
    const summary = `Best: ${best.words}. It wins ${percent(best.win)} of games from here.`;
    const panel = h('div', {},
        h('p', {}, h('strong', {}, summary)),
        same.length ? h('p', { class: 'soft' }, `As good, as far as can be told: ${same.slice(0, 3).map((line) => line.words).join('; ')}.`) : null,
        h('ul', {}, reasons.map((each) => h('li', {}, each))),
        table(lines, advice.champion, played),
        h('p', { class: 'soft' }, `“Behind” is the chance to win lost, in percent, with its standard error.${advice.champion === null ? '' : ' ★: the champion’s move, and how often it would play each.'}`));
    return {
        kind: advice.decision, win: best.win, cost, price, mistake: price >= (gin ? 0.02 : 1), best, lines, reasons, panel, ideas: advice.ideas.map((each) => each.idea),
        warning: own ? `To ${own.words} costs ${percent(cost)} of your chance to win. Better: ${best.words}.` : summary,
        spoken: [summary, ...reasons.slice(0, 3)].join(' '),
    };
}
