// SPDX-License-Identifier: MIT
// Gin's score sheet: hand by hand, with what the rules pay at the end of a game; for Hollywood three games side by side.
import { h } from '../draw/dom';
import type { Hollywood } from './hollywood';
import type { GinResult } from './state';

const END_WORDS: Record<GinResult['end'], string> = { 'cancelled': 'cancelled', 'knock': 'knock', 'gin': 'gin', 'big-gin': 'big gin', 'undercut': 'undercut' };

function table(heads: string[], rows: HTMLElement[], none: string): HTMLElement {
    const body = rows.length ? rows : [h('tr', {}, h('td', { colspan: heads.length }, none))];
    return h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Score' }, h('table', {},
        h('thead', {}, h('tr', {}, heads.map((each) => h('th', { scope: 'col' }, each)))), h('tbody', {}, body)));
}

export interface Bonus {
    box: number;
    game: number; // already doubled where the rules say so
    winner: number | null;
}

export function plainSheet(hands: GinResult[], seat: number, theirs: string, bonus: Bonus | null): HTMLElement {
    const totals = [0, 0];
    const boxes = [0, 0];
    const rows = hands.map((hand, i): HTMLElement => {
        if (hand.winner >= 0) {
            totals[hand.winner]! += hand.points;
            boxes[hand.winner]!++;
        }
        const cell = (who: number): HTMLElement => h('td', {}, hand.winner === who ? h('span', {}, h('small', {}, `+${hand.points} `), String(totals[who])) : '');
        return h('tr', {}, h('td', {}, `${i + 1}. ${END_WORDS[hand.end]}`), cell(seat), cell(1 - seat));
    });
    const line = (name: string, values: number[], kind = ''): HTMLElement => h('tr', { class: kind }, h('td', {}, name), h('td', {}, String(values[seat])), h('td', {}, String(values[1 - seat])));
    if (bonus && bonus.winner !== null && (bonus.box || bonus.game)) {
        const paid = [0, 1].map((who) => (who === bonus.winner ? bonus.game : 0));
        const boxed = boxes.map((count) => count * bonus.box);
        rows.push(line('Boxes', boxed), line('Game', paid), line('Total', [0, 1].map((who) => totals[who]! + boxed[who]! + paid[who]!), 'best'));
    }
    return table(['Hand', 'You', theirs], rows, 'The first hand is on the table.');
}

export function hollywoodSheet(state: Hollywood, seat: number, theirs: string): HTMLElement {
    const name = (who: number): string => (who === seat ? 'You' : theirs);
    const games = state.games.map((game, i) => {
        const rows = game.rows.map((row) => h('tr', {}, h('td', {}, String(row.hand + 1)), [seat, 1 - seat].map((who) => h('td', {}, row.seat === who ? String(row.sum) : ''))));
        const end = game.winner >= 0 ? `${name(game.winner)} ${game.winner === seat ? 'win' : 'wins'} by ${game.margin}.` : 'Under way.';
        return h('section', {}, h('h3', {}, `Game ${i + 1}`), table(['Hand', 'You', theirs], rows, '–'), h('p', { class: 'soft' }, end));
    });
    return h('div', { class: 'hollywood' }, games, h('p', {}, h('strong', {}, `Won so far: you ${state.totals[seat]}, ${theirs} ${state.totals[1 - seat]}.`)));
}
