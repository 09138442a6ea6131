// SPDX-License-Identifier: MIT
// Cards as things on the table: to press, to drag, to reach by arrow keys.
import type { Settings } from '../store';
import { button, h, reducedMotion } from './dom';
import { backFace, cardWords, faceOf, rankOf, suitOf, type CardName } from './faces';

export interface CardLook {
    key?: string; // for the focus; by default the card
    label?: string; // what is said besides its name
    classes?: string;
    pressed?: boolean;
    disabled?: boolean;
    onpress?: () => void;
    ondrop?: (target: string, x: number) => void; // dragged onto an element with data-drop, and how far to the right
    style?: string;
    tabindex?: number;
}

// A card that can be pressed; a picture of it where nothing can be done.
export function cardView(card: CardName, look: CardLook = {}): HTMLElement {
    const words = look.label ? `${cardWords(card)}, ${look.label}` : cardWords(card);
    const classes = `card ${look.classes ?? ''}`;
    if (!look.onpress)
        return h('span', { class: classes, role: 'img', 'aria-label': words, 'data-card': card, html: faceOf(card), style: look.style });
    const element = h('button', {
        type: 'button', class: classes, 'aria-label': words, 'data-card': card, 'data-key': look.key ?? card,
        'aria-pressed': look.pressed === undefined ? undefined : String(look.pressed),
        'aria-disabled': look.disabled ? 'true' : undefined, style: look.style, tabindex: look.tabindex,
        html: faceOf(card), onclick: look.onpress,
    });
    if (look.ondrop) makeDraggable(element, look.ondrop);
    return element;
}

export function cardBack(classes = '', name?: string): HTMLElement {
    return h('span', { class: `card down ${classes}`, html: backFace(), 'aria-hidden': 'true', 'data-card': name });
}

const DRAG_FROM = 8; // pixels that make a press a drag

// Pointer events serve mouse, pen and touch alike. What is dragged is a copy; the card itself stays in its place.
export function makeDraggable(element: HTMLElement, ondrop: (target: string, x: number) => void): void {
    element.addEventListener('pointerdown', (down) => {
        if (down.button !== 0) return;
        let ghost: HTMLElement | null = null;
        let over: HTMLElement | null = null;
        const box = element.getBoundingClientRect();
        const move = (event: PointerEvent): void => {
            const x = event.clientX - down.clientX;
            const y = event.clientY - down.clientY;
            if (!ghost && Math.abs(x) + Math.abs(y) < DRAG_FROM) return;
            ghost ??= lift(element, box);
            ghost.style.transform = `translate(${x}px, ${y}px) rotate(${reducedMotion() ? 0 : x / 60}deg)`;
            const target = dropAt(event.clientX, event.clientY);
            if (target !== over) over?.classList.remove('target');
            over = target;
            over?.classList.add('target');
        };
        const end = (event: PointerEvent): void => {
            removeEventListener('pointermove', move);
            removeEventListener('pointerup', end);
            removeEventListener('pointercancel', end);
            over?.classList.remove('target');
            if (!ghost) return;
            ghost.remove();
            element.classList.remove('lifted');
            // The click that follows a drag is none.
            addEventListener('click', swallow, { capture: true, once: true });
            setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50);
            const target = event.type === 'pointerup' ? dropAt(event.clientX, event.clientY) : null;
            if (target) ondrop(target.dataset['drop']!, event.clientX);
        };
        addEventListener('pointermove', move);
        addEventListener('pointerup', end);
        addEventListener('pointercancel', end);
    });
    element.addEventListener('dragstart', (event) => event.preventDefault());
}

function swallow(event: Event): void {
    event.stopPropagation();
    event.preventDefault();
}

function lift(element: HTMLElement, box: DOMRect): HTMLElement {
    const ghost = element.cloneNode(true) as HTMLElement;
    ghost.className = `${element.className} ghost`;
    ghost.removeAttribute('data-card');
    ghost.removeAttribute('data-key');
    ghost.setAttribute('aria-hidden', 'true');
    Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    document.body.append(ghost);
    element.classList.add('lifted');
    return ghost;
}

const dropAt = (x: number, y: number): HTMLElement | null =>
    document.elementsFromPoint(x, y).find((each) => each instanceof HTMLElement && each.closest('[data-drop]') && !each.closest('.ghost'))
        ?.closest<HTMLElement>('[data-drop]') ?? null;

// ---- Order in the hand ----

const bySuit = (a: CardName, b: CardName): number => suitOf(a) - suitOf(b) || rankOf(a) - rankOf(b);
const byRank = (a: CardName, b: CardName): number => rankOf(a) - rankOf(b) || suitOf(a) - suitOf(b);

export const sortBySuit = (hand: CardName[]): CardName[] => [...hand].sort(bySuit);
export const sortByRank = (hand: CardName[]): CardName[] => [...hand].sort(byRank);

// As the person laid them; new cards go to the right.
export function sortByOwn(hand: CardName[], order: CardName[]): CardName[] {
    const known = order.filter((card) => hand.includes(card));
    return [...known, ...hand.filter((card) => !known.includes(card))];
}

export function moveCard(order: CardName[], card: CardName, before: CardName): CardName[] {
    if (card === before) return order;
    const forward = order.indexOf(card) < order.indexOf(before);
    const rest = order.filter((each) => each !== card);
    rest.splice(rest.indexOf(before) + (forward ? 1 : 0), 0, card);
    return rest;
}

// The card of a hand at this place.
export function cardAt(root: HTMLElement, x: number): CardName | null {
    const cards = [...root.querySelectorAll<HTMLElement>('.hand button.card')];
    return (cards.filter((each) => each.getBoundingClientRect().left <= x).at(-1) ?? cards[0])?.dataset['card'] ?? null;
}

// Arrow keys go from card to card within an element; with shift they move the card.
export function arrowKeys(group: HTMLElement, shift?: (card: CardName, step: number) => void): void {
    group.addEventListener('keydown', (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1, Home: -99, End: 99 }[event.key];
        if (!step) return;
        const cards = [...group.querySelectorAll<HTMLElement>('button.card')];
        const at = cards.indexOf(document.activeElement as HTMLElement);
        const to = Math.max(0, Math.min(cards.length - 1, Math.abs(step) > 1 ? (step > 0 ? cards.length : 0) : at + step));
        if (event.shiftKey && shift && at >= 0) shift(cards[at]!.dataset['card']!, step);
        else cards[to]?.focus();
        event.preventDefault();
    });
}

const SORTS: [Settings['sort'], string][] = [['melds', 'melds first'], ['suit', 'by suit'], ['rank', 'by rank'], ['own', 'as I lay them']];

// How the hand is sorted; pressing goes to the next way.
export function sortButton(app: { settings: Settings; changeSettings(change: Partial<Settings>): void }, redraw: () => void, without: Settings['sort'][] = []): HTMLElement {
    const ways = SORTS.filter(([way]) => !without.includes(way));
    const at = Math.max(0, ways.findIndex(([way]) => way === app.settings.sort));
    const next = ways[(at + 1) % ways.length]!;
    return button(`Sorted: ${ways[at]![1]}`, () => {
        app.changeSettings({ sort: next[0] });
        redraw();
    }, { class: 'quiet', 'data-key': 'sort', 'aria-label': `Cards are sorted ${ways[at]![1]}; press for: ${next[1]}` });
}
