// SPDX-License-Identifier: MIT
// The defence against a knock: the melds and lay-offs that leave least, counted by the engine.
import { cardView } from '../draw/cards';
import { h } from '../draw/dom';
import { cardSign } from '../draw/faces';

export interface Defence {
    melds: string[];
    laidOff: string;
    loose: string;
    left: number; // points of what is loose
    alone: number; // points without laying off
}

const cardsOf = (text: string): string[] => text.split(' ').filter(Boolean);
const row = (cards: string[]): HTMLElement => h('span', {}, cards.map((card) => cardView(card)));

// `theirs`: the knocker's points, as text; it may be empty.
export function defencePanel({ melds, laidOff, loose, left, alone }: Defence, theirs: string): HTMLElement {
    const off = cardsOf(laidOff);
    const gain = alone - left;
    const shown = (title: string, groups: string[]): (HTMLElement | null)[] =>
        groups.length ? [h('h3', {}, title), h('div', { class: 'examples' }, groups.map((each) => row(cardsOf(each))))] : [];
    return h('div', {},
        h('p', {}, h('strong', {}, `You are left with ${left}. `), outcome(left, theirs)),
        ...shown('Your melds', melds), ...shown('Laid off on theirs', off.length ? [laidOff] : []), ...shown('Left over', loose ? [loose] : []),
        h('p', { class: 'soft' }, off.length
            ? `${off.map(cardSign).join(' ')} ${off.length === 1 ? 'is' : 'are'} worth laying off: without that ${alone} points are left, ${gain} more.`
            : `Nothing of yours is worth laying off: ${alone} points are left either way.`),
        h('p', { class: 'soft' }, 'All ways to meld and lay off were counted; none leaves less. Nothing is laid off on gin.'));
}

function outcome(left: number, theirs: string): string {
    const points = Number(theirs);
    if (!theirs.trim() || !Number.isInteger(points) || points < 0) return '';
    if (points === 0) return `They have gin: they win the ${left} points and the bonus for gin.`;
    if (left <= points) return `You undercut them: you win ${points - left} points and the bonus for it.`;
    return `They win ${left - points} points.`;
}
