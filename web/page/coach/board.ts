// SPDX-License-Identifier: MIT
// The analysis board: a decision somebody tells, judged by the coach, and shared as a link. What is told goes to the
// engine as it stands; it says what is wrong with it.
import { adviceView, guessView, type Advice } from './advice';
import type { App, Screen } from '../app';
import { announce, button, h, toast } from '../draw/dom';
import { advising } from '../engine';
import { allCards, cardSign, cardWords } from '../draw/faces';
import type { GameName } from '../store';

interface Field {
    key: string;
    label: string;
    hint: string;
    cards: boolean;
}

const FIELDS: Record<GameName, Field[]> = {
    gin: [
        { key: 'hand', label: 'Your hand', hint: 'ten cards before a draw, eleven before a discard', cards: true },
        { key: 'upcard', label: 'Upcard', hint: 'top of the discard pile; with eleven cards also the one you just took', cards: true },
        { key: 'seen', label: 'Below it', hint: 'the pile below the upcard, oldest first', cards: true },
        { key: 'took', label: 'They took', hint: 'cards the opponent took from the pile and holds', cards: true },
        { key: 'shown', label: 'You took', hint: 'cards of your hand that came from the pile', cards: true },
        { key: 'score', label: 'Score', hint: 'yours first: 40-25', cards: false },
        { key: 'rules', label: 'Rules', hint: 'contest, pagat, oklahoma, or with options: pagat,target=150', cards: false },
    ],
    hearts: [
        { key: 'hand', label: 'Your cards', hint: 'all you still hold', cards: true },
        { key: 'trick', label: 'On the table', hint: 'cards of this trick as they fell', cards: true },
        { key: 'seen', label: 'Tricks before', hint: 'all cards of earlier tricks as they fell', cards: true },
        { key: 'given', label: 'You passed', hint: 'cards you gave away', cards: true },
        { key: 'received', label: 'You got', hint: 'cards that came to you', cards: true },
        { key: 'way', label: 'Passing', hint: 'left, right, across or hold', cards: false },
        { key: 'score', label: 'Scores', hint: 'clockwise from you: 12-30-5-40', cards: false },
        { key: 'rules', label: 'Rules', hint: 'standard, or with options', cards: false },
    ],
};

const EXAMPLES: Record<GameName, Record<string, string>> = {
    gin: { hand: 'AC 2C 3C 7D 7H 7S KD QH 9C 4S', upcard: '4C', score: '40-25' },
    hearts: { hand: 'AS KS QS 3S KH 9H 4H 2H JD TD 8C 5C 4C', way: 'left' },
};

export class Board implements Screen {
    readonly title = 'Analysis board';
    readonly root = h('main', { class: 'page wide', id: 'main', tabindex: -1 });
    private readonly told: Record<string, string>;
    private active = 'hand';
    private readonly answer = h('section', { 'aria-label': 'The coach', class: 'hint' });
    private readonly picker = h('div', { class: 'picker', role: 'group', 'aria-label': 'Cards for the chosen field' });
    private readonly inputs = new Map<string, HTMLInputElement>();

    constructor(private readonly app: App, private readonly game: GameName, text: string) {
        this.told = Object.fromEntries(new URLSearchParams(text));
    }

    open(): void {
        if (!Object.keys(this.told).length) Object.assign(this.told, EXAMPLES[this.game]);
        const other = this.game === 'gin' ? 'hearts' : 'gin';
        this.root.replaceChildren(h('h1', {}, `Analysis board: ${this.game === 'gin' ? 'Gin Rummy' : 'Hearts'}`),
            h('div', { class: 'two' }, this.form(), this.answer),
            h('p', {}, button(`The board of ${other === 'gin' ? 'Gin Rummy' : 'Hearts'}`, () => this.app.go(`board/${other}`), { class: 'btn', 'data-key': 'board-other' })));
        this.answer.replaceChildren(h('p', { class: 'soft' }, 'The coach answers here.'));
        this.drawPicker();
        if (location.hash.includes('?')) void this.ask();
    }

    close(): void {}

    private form(): HTMLElement {
        const fields = FIELDS[this.game].map((field) => {
            const input = h('input', { type: 'text', id: `board-${field.key}`, value: this.told[field.key] ?? '', autocapitalize: 'characters', spellcheck: 'false', autocomplete: 'off', onfocus: () => this.activate(field), oninput: () => { this.told[field.key] = input.value; this.drawPicker(); } });
            this.inputs.set(field.key, input);
            return h('div', { class: 'field' }, h('label', { for: `board-${field.key}` }, `${field.label} `, h('span', { class: 'hint' }, field.hint)), input);
        });
        const passed = h('input', { type: 'checkbox', id: 'board-passed', checked: Boolean(this.told['passed']), onchange: () => { this.told['passed'] = passed.checked ? '1' : ''; } });
        return h('section', { 'aria-label': 'The position' },
            h('div', { class: 'form' }, fields, this.game === 'gin' ? h('label', { class: 'check', for: 'board-passed' }, passed, 'The opponent has passed on the first upcard') : null),
            this.picker,
            h('div', { class: 'row', style: 'margin-top: .8rem' }, button('Ask the coach', () => void this.ask(), { class: 'btn first', 'data-key': 'board-ask' }),
                button('Copy the link', () => void this.share(), { class: 'btn', 'data-key': 'board-share' }),
                button('Clear', () => this.clear(), { class: 'btn', 'data-key': 'board-clear' })));
    }

    private activate(field: Field): void {
        this.active = field.cards ? field.key : this.active;
        this.drawPicker();
    }

    private clear(): void {
        for (const [key, input] of this.inputs) {
            this.told[key] = '';
            input.value = '';
        }
        this.drawPicker();
    }

    // A card goes to the field that was touched last, or out of it.
    private drawPicker(): void {
        const words = (key: string): string[] => (this.told[key] ?? '').toUpperCase().split(/[\s,]+/).filter(Boolean);
        const used = new Set(FIELDS[this.game].filter((field) => field.cards).flatMap((field) => words(field.key)));
        const focus = (document.activeElement as HTMLElement | null)?.dataset['key'];
        this.picker.replaceChildren(...allCards().map((card) => h('button', {
            type: 'button', class: `suit-${card[1]}`, 'data-key': `pick-${card}`, 'aria-pressed': String(used.has(card)), 'aria-label': `${cardWords(card)}, ${this.active}`,
            onclick: () => {
                const now = words(this.active);
                const next = now.includes(card) ? now.filter((each) => each !== card) : [...now, card];
                this.told[this.active] = next.join(' ');
                this.inputs.get(this.active)!.value = this.told[this.active]!;
                this.drawPicker();
            },
        }, cardSign(card))));
        if (focus?.startsWith('pick-')) this.picker.querySelector<HTMLElement>(`[data-key="${focus}"]`)?.focus();
    }

    private link(): string {
        const said = Object.entries(this.told).filter(([, value]) => value.trim());
        return `board/${this.game}/?${new URLSearchParams(said)}`;
    }

    private async share(): Promise<void> {
        history.replaceState(null, '', `#${this.link()}`);
        try {
            await navigator.clipboard.writeText(location.href);
            toast('The link is in the clipboard.');
        } catch {
            toast('The link stands in the address bar: copy it from there.');
        }
    }

    private async ask(): Promise<void> {
        history.replaceState(null, '', `#${this.link()}`);
        this.answer.replaceChildren(h('p', { class: 'soft' }, 'Looking at hundreds of hands…'));
        try {
            const advice = await advising().call<Advice>(this.game === 'gin' ? 'adviseGin' : 'adviseHearts', this.told['rules']?.trim() ?? '', this.told);
            const view = adviceView(advice);
            this.answer.replaceChildren(view.panel, ...(advice.advice === 'gin/1' && advice.guess ? [h('h3', {}, 'What the opponent may hold, in percent'), guessView(advice.guess)] : []));
            announce(view.spoken);
        } catch (error) {
            this.answer.replaceChildren(h('p', { class: 'note', role: 'alert' }, error instanceof Error ? error.message : String(error)));
        }
    }
}

export function boardScreen(app: App, rest: string): Screen {
    const [game, ...text] = rest.split('/');
    return new Board(app, game === 'hearts' ? 'hearts' : 'gin', text.join('/').replace(/^\?/, ''));
}
