// SPDX-License-Identifier: MIT
// Melds put together by hand: who likes to lay the cards down alone gets a dialog for it. The engine says what is a
// meld and what is left over.
import { cardView } from '../draw/cards';
import { button, dialog, h } from '../draw/dom';
import { withSigns, type CardName } from '../draw/faces';
import { playing } from '../engine';

const points = (cards: CardName[]): Promise<number> => playing().call<number>('points', cards.join(' '));
// Cards of which nothing is left over are one meld, or several.
const isMeld = async (cards: CardName[]): Promise<boolean> => (await playing().call<number>('deadwood', cards.join(' '))) === 0;

interface Plan {
    title: string;
    about: string;
    done: string; // what the last button says
}

// The melds as the protocol writes them, "AC2C3C/7D7H7S"; '-': as the engine would; null: not now.
export function meldByHand(hand: CardName[], plan: Plan): Promise<string | null> {
    let melds: CardName[][] = [];
    let chosen: CardName[] = [];
    return dialog<string>(plan.title, (close) => {
        const box = h('div', { class: 'melding' });
        const words = h('p', { role: 'status' });
        const loose = (): CardName[] => hand.filter((card) => !melds.some((meld) => meld.includes(card)));
        // The engine answers later; what was said meanwhile stays.
        let said = 0;
        const tell = (text: string): void => {
            said++;
            words.textContent = text;
        };
        const say = async (): Promise<void> => {
            const number = ++said;
            const left = loose();
            const count = await points(left);
            if (number === said) tell(`${left.length} loose cards, ${count} points.`);
        };
        const toggle = (card: CardName): void => {
            chosen = chosen.includes(card) ? chosen.filter((each) => each !== card) : [...chosen, card];
            draw(card);
        };
        const make = async (): Promise<void> => {
            const asked = chosen;
            const good = asked.length >= 3 && (await isMeld(asked));
            if (chosen !== asked) return; // another choice by now
            if (good) {
                melds = [...melds, asked];
                chosen = [];
                return draw();
            }
            tell(withSigns(`${chosen.join(' ') || 'Nothing'} is no meld: three or four of a rank, or three and more of a suit in a row.`));
        };
        const meldView = (meld: CardName[], i: number): HTMLElement => h('div', { class: `made meld-${i}` },
            meld.map((card) => cardView(card)), button('Undo', () => { melds = melds.filter((each) => each !== meld); draw(); }, { class: 'btn small', 'aria-label': withSigns(`Take apart ${meld.join(' ')}`) }));
        const draw = (focus?: CardName): void => {
            box.replaceChildren(
                h('div', { class: 'melds' }, melds.map(meldView)),
                h('div', { class: 'loose' }, loose().map((card) => cardView(card, { key: `meld-${card}`, pressed: chosen.includes(card), onpress: () => toggle(card) }))));
            if (focus) box.querySelector<HTMLElement>(`[data-key="meld-${focus}"]`)?.focus();
            void say();
        };
        draw();
        return [
            h('p', {}, plan.about), box, words,
            h('div', { class: 'row' },
                button('These are a meld', () => void make(), { class: 'btn', 'data-key': 'meld-make' }),
                button('Meld for me', () => close('-'), { class: 'btn', 'data-key': 'meld-auto' }),
                button(plan.done, () => close(melds.map((meld) => meld.join('')).join('/') || '-'), { class: 'btn first', 'data-key': 'meld-done' }),
                button('Not now', () => close(null), { class: 'btn', 'data-key': 'meld-not' })),
        ];
    });
}
