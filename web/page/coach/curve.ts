// SPDX-License-Identifier: MIT
// The chance to win over a game that was judged: its curve, and where it turned. Between two decisions of one's own
// lies what the cards and the others did; it is told apart from what one's own choices cost.
import { h } from '../draw/dom';
import type { AdviceView } from './advice';

export interface Judged {
    index: number; // among the places of the review
    hand: number;
    advice: AdviceView;
}

export interface Turn {
    index: number;
    hand: number;
    change: number; // of the chance to win
    own: boolean; // by one's own choice; else by the cards and the others
    judged: Judged;
}

const TURN = 0.03; // a change of the chance to win that is called a turning point
const MOST_TURNS = 8;

// What came after a decision until the next one, or the end of the game (`end`: 1 won, 0 lost, null: not over).
function fate(all: Judged[], i: number, end: number | null): number | null {
    const { win, cost } = all[i]!.advice;
    const next = all[i + 1]?.advice.win ?? end;
    return next === null ? null : next - (win - cost);
}

export function turningPoints(all: Judged[], end: number | null): Turn[] {
    const turns = all.flatMap((judged, i): Turn[] => {
        const { index, hand, advice } = judged;
        const change = fate(all, i, end);
        return [
            { index, hand, change: -advice.cost, own: true, judged },
            ...(change === null ? [] : [{ index, hand, change, own: false, judged }]),
        ];
    });
    return turns.filter((turn) => Math.abs(turn.change) >= TURN)
        .sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, MOST_TURNS)
        .sort((a, b) => a.index - b.index || Number(b.own) - Number(a.own));
}

export interface Sums {
    cost: number;
    luck: number;
}

export function sums(all: Judged[], end: number | null): Sums {
    return {
        cost: all.reduce((sum, { advice }) => sum + advice.cost, 0),
        luck: all.reduce((sum, _, i) => sum + (fate(all, i, end) ?? 0), 0),
    };
}

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [180, 46, 12, 10, 22];
const width = (): number => (innerWidth < 620 ? 400 : 900); // a phone's curve is as high, so that its words can be read

// Dots are mistakes, rings turns of luck; a press goes to the nearest decision.
export function curveView(all: Judged[], end: number | null, now: number, go: (index: number) => void): HTMLElement | null {
    if (all.length < 2) return null;
    const wide = width();
    const last = all.length - 1 + (end === null ? 0 : 1);
    const x = (i: number): number => LEFT + (i * (wide - LEFT - RIGHT)) / last;
    const y = (win: number): number => TOP + (1 - win) * (HEIGHT - TOP - BOTTOM);
    const at = (i: number, win: number): string => `${x(i).toFixed(1)} ${y(win).toFixed(1)}`;
    const points = all.map(({ advice }, i) => at(i, advice.win)).concat(end === null ? [] : [at(last, end)]);
    const grid = [0, 0.5, 1].map((win) =>
        `<path d="M${LEFT} ${y(win)}H${wide - RIGHT}" class="grid"/><text x="${LEFT - 6}" y="${y(win) + 4}" text-anchor="end">${win * 100}%</text>`);
    const hands = all.flatMap(({ hand }, i) => (i === 0 || hand !== all[i - 1]!.hand
        ? [`<path d="M${x(i).toFixed(1)} ${TOP}V${HEIGHT - BOTTOM}" class="grid"/><text x="${(x(i) + 4).toFixed(1)}" y="${HEIGHT - 6}">${hand + 1}</text>`] : []));
    const turns = turningPoints(all, end);
    const rings = turns.filter((turn) => !turn.own).map((turn) => {
        const i = all.indexOf(turn.judged);
        return `<circle cx="${x(i).toFixed(1)}" cy="${y(turn.judged.advice.win).toFixed(1)}" r="9" class="ring"/>`;
    });
    const dots = all.flatMap(({ advice }, i) => (advice.cost >= 0.01
        ? [`<circle cx="${x(i).toFixed(1)}" cy="${y(advice.win).toFixed(1)}" r="${Math.min(9, 3.5 + advice.cost * 60).toFixed(1)}" class="dot"/>`] : []));
    const here = all.findIndex((each) => each.index >= now);
    const mark = here >= 0 ? `<path d="M${x(here).toFixed(1)} ${TOP}V${HEIGHT - BOTTOM}" class="here"/>` : '';
    const svg = `<svg viewBox="0 0 ${wide} ${HEIGHT}" role="img" aria-label="Chance to win at each decision; dots are mistakes, rings turns of luck, numbers hands">` +
        `${grid.join('')}${hands.join('')}${mark}<path d="M${points.join('L')}" class="win"/>${rings.join('')}${dots.join('')}</svg>`;
    const figure = h('figure', { class: 'curve', html: svg });
    figure.addEventListener('click', (event) => {
        const box = figure.getBoundingClientRect();
        const place = ((event.clientX - box.left) / box.width) * wide;
        const nearest = Math.round(((place - LEFT) * last) / (wide - LEFT - RIGHT));
        const hit = all[Math.max(0, Math.min(all.length - 1, nearest))];
        if (hit) go(hit.index);
    });
    return figure;
}
