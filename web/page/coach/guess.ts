// SPDX-License-Identifier: MIT
// The others' hands as they could be guessed by what was seen. One may mark cards first, as training, and then compare;
// once the cards lie open, those that were there are framed.
import { h, button } from '../draw/dom';
import { allCards, cardSign, cardWords, type CardName } from '../draw/faces';

export type Guess = (number[] | null)[]; // by seat: the chance that it holds a card, by 13*suit + rank

const percent = (chance: number): string => (chance >= 0.995 ? '✓' : chance < 0.005 ? '·' : String(Math.round(100 * chance)));

export interface GridLook {
    marks?: ReadonlySet<CardName>;
    actual?: readonly CardName[] | null | undefined; // framed
    onpress?: (card: CardName) => void;
    seen?: ReadonlySet<CardName>; // cannot be there
}

// 52 cells, darker where it is likelier. null: nothing is said yet.
export function guessGrid(chances: number[] | null, look: GridLook = {}): HTMLElement {
    const cells = allCards().map((card, i) => {
        const chance = chances?.[i] ?? 0;
        const marked = look.marks?.has(card) ?? false;
        const there = look.actual?.includes(card) ?? false;
        const classes = `suit-${card[1]} ${there ? 'there' : ''} ${look.seen?.has(card) ? 'seen' : ''} ${card[0] === 'T' ? 'ten' : ''}`;
        const style = chances ? `background: color-mix(in srgb, var(--gold) ${Math.round(85 * chance)}%, var(--paper))` : undefined;
        const inside = [cardSign(card), h('small', {}, chances ? percent(chance) : ' ')];
        const words = `${cardWords(card)}${chances ? `, ${Math.round(100 * chance)} percent` : ''}${there ? ', it was there' : ''}`;
        if (!look.onpress) return h('span', { class: classes, style, title: words }, inside);
        return h('button', {
            type: 'button', class: classes, style, 'aria-label': words, 'aria-pressed': String(marked), 'data-key': `guess-${card}`,
            disabled: look.seen?.has(card), onclick: () => look.onpress!(card),
        }, inside);
    });
    return h('div', { class: 'guess', role: look.onpress ? 'group' : 'img', 'aria-label': 'How likely each card is in that hand' }, cells);
}

// What the marks are worth by the guess: how many of them are to be expected, and how many of the likeliest.
function worthOf(marks: ReadonlySet<CardName>, chances: number[]): string {
    const cards = allCards();
    const own = cards.reduce((sum, card, i) => sum + (marks.has(card) ? chances[i]! : 0), 0);
    const best = [...chances].sort((a, b) => b - a).slice(0, marks.size).reduce((sum, each) => sum + each, 0);
    return `Of your ${marks.size} marked cards ${own.toFixed(1)} are to be expected there; of the ${marks.size} likeliest ${best.toFixed(1)}.`;
}

export interface GuessScene {
    seats: { seat: number; name: string }[]; // whose hands there are to guess
    seen: ReadonlySet<CardName>;
    actual: (seat: number) => CardName[] | null; // once the cards lie open
    ask: () => Promise<Guess>;
    redraw: () => void;
    failed: (why: string) => void;
}

export class Guesser {
    private marks = new Map<number, Set<CardName>>();
    private guess: Guess | null = null;
    private seat = -1;
    private asked = 0;

    // The position is another one: marks stay as long as the hand does.
    forget(newHand: boolean): void {
        this.asked++;
        this.guess = null;
        if (newHand) this.marks.clear();
    }

    panel(scene: GuessScene): HTMLElement {
        if (!scene.seats.some(({ seat }) => seat === this.seat)) this.seat = scene.seats[0]?.seat ?? -1;
        const marks = this.marks.get(this.seat) ?? new Set<CardName>();
        const chances = this.guess?.[this.seat] ?? null;
        const actual = scene.actual(this.seat);
        const toggle = (card: CardName): void => {
            if (!marks.delete(card)) marks.add(card);
            this.marks.set(this.seat, marks);
            scene.redraw();
        };
        const there = actual && marks.size ? ` ${[...marks].filter((card) => actual.includes(card)).length} of them were there.` : '';
        const words = chances && marks.size ? worthOf(marks, chances) + there
            : chances ? `In percent, by all that could be seen${actual ? '; framed is what was there' : ''}.`
            : 'As training, mark the cards you think are there; then compare. Or look at once.';
        return h('div', {}, this.choice(scene), h('p', { role: 'status' }, words),
            guessGrid(chances, { marks, actual: chances ? actual : null, onpress: toggle, seen: scene.seen }),
            h('div', { class: 'row below' },
                chances ? null : button(marks.size ? 'Compare' : 'Look', () => void this.look(scene), { class: 'btn', 'data-key': 'guess' }),
                marks.size ? button('Clear marks', () => { marks.clear(); scene.redraw(); }, { class: 'btn', 'data-key': 'guess-clear' }) : null));
    }

    private choice(scene: GuessScene): HTMLElement | null {
        if (scene.seats.length < 2) return null;
        const select = h('select', {
            'aria-label': 'Whose hand', 'data-key': 'guess-seat',
            onchange: () => { this.seat = scene.seats[select.selectedIndex]!.seat; scene.redraw(); },
        }, scene.seats.map(({ seat, name }) => h('option', { selected: seat === this.seat }, name)));
        return select;
    }

    private async look(scene: GuessScene): Promise<void> {
        const number = ++this.asked;
        try {
            const guess = await scene.ask();
            if (number === this.asked) this.guess = guess;
        } catch (error) {
            scene.failed(error instanceof Error ? error.message : String(error));
        }
        scene.redraw();
    }
}
