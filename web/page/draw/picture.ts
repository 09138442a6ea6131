// SPDX-License-Identifier: MIT
// A position as a picture that nobody can touch: for reviews, drills and the board.
import { cardBack, cardView } from './cards';
import { h } from './dom';
import { cardSign } from './faces';
import { cardsOf, eventWords, type GinState } from '../gin/state';
import { spread } from '../gin/table';
import { placeOf, playWords, shortName, type HeartsState } from '../hearts/state';

export type AnyState = GinState | HeartsState;

export interface Pressing {
    cards?: ((card: string) => void) | undefined;
    upcard?: (() => void) | undefined;
    stock?: (() => void) | undefined;
    chosen?: string[];
}

const row = (cards: string[], press: Pressing = {}): HTMLElement => spread(cards.map((card) =>
    cardView(card, press.cards ? { onpress: () => press.cards!(card), pressed: press.chosen?.includes(card) ?? false } : {})));

function ginPicture(state: GinState, press: Pressing): HTMLElement {
    const other = 1 - state.seat;
    const open = cardsOf(state.cards[other]);
    const known = cardsOf(state.known[other]);
    const theirs = open.length ? row(open) : spread([...known.map((card) => cardView(card)), ...Array.from({ length: 10 - known.length }, () => cardBack())]);
    const up = state.upcard
        ? cardView(state.upcard, press.upcard ? { onpress: press.upcard, key: 'upcard', label: 'take it' } : {})
        : h('span', { class: 'place' });
    const stock = press.stock
        ? h('button', { type: 'button', class: 'card down ready', 'aria-label': 'draw from the stock', 'data-key': 'stock', html: cardBack().innerHTML, onclick: press.stock })
        : cardBack();
    return h('div', { class: 'cloth still' },
        h('div', { class: 'them' }, theirs),
        h('div', { class: 'piles' }, h('div', { class: 'pile' }, stock, h('small', {}, `stock ${state.stock}`)),
            h('div', { class: 'pile' }, up, h('small', {}, `below: ${cardsOf(state.buried).map(cardSign).join(' ') || 'nothing'}`))),
        h('div', { class: 'hand' }, row(cardsOf(state.hand), press), h('p', { class: 'count' }, `Deadwood ${state.deadwood}. Score ${state.scores[state.seat]} to ${state.scores[other]}.`)));
}

function heartsPicture(state: HeartsState, press: Pressing): HTMLElement {
    const trick = state.trick.flatMap((card, seat) => (card ? [cardView(card, { classes: `trick-${placeOf(state, seat)}`, label: `from ${shortName(state, seat)}` })] : []));
    const last = state.events.slice(-4).map((event) => playWords(state, event, cardSign)).join(' ');
    return h('div', { class: 'cloth hearts still' },
        h('p', { class: 'say' }, h('span', {}, state.phase === 'passing' ? `Passing ${state.pass}` : `Points taken: ${state.points.map((points, seat) => `${shortName(state, seat)} ${points}`).join(', ')}`), h('small', {}, last)),
        h('div', { class: 'felt' }, h('div', { class: 'trick' }, trick)),
        h('div', { class: 'hand' }, row(cardsOf(state.hand), press), h('p', { class: 'count' }, `Scores before: ${state.scores_before.join(', ')}.`)));
}

export const picture = (state: AnyState, press: Pressing = {}): HTMLElement =>
    state.game === 'gin' ? ginPicture(state as GinState, press) : heartsPicture(state as HeartsState, press);

export function lastWords(state: AnyState): string {
    const event = state.events.at(-1);
    if (!event) return 'The hand was dealt.';
    return state.game === 'gin' ? eventWords(state as GinState, event as GinState['events'][number], cardSign) : playWords(state as HeartsState, event as HeartsState['events'][number], cardSign);
}
