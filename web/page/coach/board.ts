// SPDX-License-Identifier: MIT
// The analysis board: a decision somebody tells, judged by the coach, and shared as a link. What is told goes to the
// engine as it stands; it says what is wrong with it.
import { adviceView, type Advice } from './advice';
import { defencePanel, type Defence } from './defence';
import { guessGrid } from './guess';
import type { App, Screen } from '../app';
import { GAME_TITLES } from '../home';
import { failureOf } from '../table';
import { linkOf, readPosition, type Told } from './told';
import { announce, button, h, toast } from '../draw/dom';
import { advising, playing } from '../engine';
import { allCards, cardSign, cardWords, type CardName } from '../draw/faces';
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
        { key: 'knock', label: 'They knock', hint: 'their melds, for your best defence: 7H 8H 9H / KC KD KS', cards: true },
        { key: 'left', label: 'Their deadwood', hint: 'points of theirs, after a knock', cards: false },
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
    private told: Told;
    private active = 'hand';
    private asked = 0;
    private readonly answer = h('section', { 'aria-label': 'The coach', class: 'hint' });
    private readonly picker = h('div', { class: 'picker', role: 'group' });
    private readonly pickerTitle = h('h2', { id: 'picker-title' });
    private readonly inputs = new Map<string, HTMLInputElement>();
    private readonly strips = new Map<string, HTMLElement>();

    constructor(private readonly app: App, private readonly game: GameName, text: string) {
        this.told = Object.fromEntries(new URLSearchParams(text));
    }

    open(): void {
        const shared = Object.keys(this.told).length > 0;
        if (!shared) this.told = { ...EXAMPLES[this.game] };
        this.root.replaceChildren(h('h1', {}, `Analysis board: ${GAME_TITLES[this.game]}`), this.paste(),
            h('div', { class: 'halves' }, this.form(), this.answer));
        this.answer.replaceChildren(h('p', { class: 'soft' }, 'Set up a decision, then ask: the coach ranks the moves and says why. This is an example.'));
        this.draw();
        if (shared) void this.ask();
    }

    close(): void {
        this.asked++;
    }

    // ---- The form ----

    private paste(): HTMLElement {
        const other = this.game === 'gin' ? 'hearts' : 'gin';
        const text = h('input', {
            type: 'text', id: 'board-paste', autocomplete: 'off', spellcheck: 'false', 'aria-label': 'Paste a position',
            placeholder: 'Paste a link, an advise command, a record, or cards',
        });
        const read = async (): Promise<void> => {
            try {
                this.app.go(linkOf(await readPosition(text.value, this.game)));
            } catch (error) {
                toast(failureOf(error), true);
            }
        };
        return h('form', { class: 'row paste', onsubmit: (event: Event) => { event.preventDefault(); void read(); } }, text,
            h('button', { type: 'submit', class: 'btn', 'data-key': 'board-read' }, 'Set it up'),
            button(`The board of ${GAME_TITLES[other]}`, () => this.app.go(`board/${other}`), { class: 'btn', 'data-key': 'board-other' }));
    }

    private field(field: Field): HTMLElement {
        const { key, label, hint } = field;
        const input = h('input', {
            type: 'text', id: `board-${key}`, value: this.told[key] ?? '', autocapitalize: 'characters', spellcheck: 'false', autocomplete: 'off',
            'aria-describedby': `board-${key}-hint`, onfocus: () => field.cards && this.activate(key), oninput: () => this.tell(key, input.value),
        });
        const strip = h('p', { class: 'strip', 'aria-hidden': 'true' });
        this.inputs.set(key, input);
        this.strips.set(key, strip);
        return h('div', { class: 'field', 'data-field': key }, h('label', { for: `board-${key}` }, label),
            h('p', { class: 'hint', id: `board-${key}-hint` }, hint), input, field.cards ? strip : null);
    }

    private form(): HTMLElement {
        const [hand, ...others] = FIELDS[this.game].map((field) => this.field(field));
        const passed = h('input', { type: 'checkbox', id: 'board-passed', checked: Boolean(this.told['passed']), onchange: () => this.tell('passed', passed.checked ? '1' : '') });
        return h('section', { 'aria-label': 'The position' },
            hand!, this.pickerTitle, this.picker,
            h('div', { class: 'columns' }, others),
            this.game === 'gin' ? h('label', { class: 'check', for: 'board-passed' }, passed, 'The opponent has passed on the first upcard') : null,
            h('div', { class: 'row below' }, button('Ask the coach', () => void this.ask(), { class: 'btn first', 'data-key': 'board-ask' }),
                button('Copy the link', () => void this.share(), { class: 'btn', 'data-key': 'board-share' }),
                button('Clear', () => this.clear(), { class: 'btn', 'data-key': 'board-clear' })));
    }

    private activate(key: string): void {
        this.active = key;
        this.draw();
    }

    // The address always says what is on the board, so that a reload keeps it.
    private tell(key: string, value: string): void {
        this.told[key] = value;
        history.replaceState(null, '', `#${this.link()}`);
        this.draw();
    }

    private clear(): void {
        this.told = {};
        for (const input of this.inputs.values()) input.value = '';
        this.answer.replaceChildren();
        this.tell('hand', '');
        this.inputs.get('hand')!.focus();
    }

    private cardsIn(key: string): string[] {
        return (this.told[key] ?? '').toUpperCase().split(/[\s,/]+/).filter(Boolean);
    }

    // ---- Cards ----

    // A card goes to the field that was touched last, or out of it.
    private press(card: CardName): void {
        const now = (this.told[this.active] ?? '').toUpperCase().replaceAll('/', ' / ').split(/[\s,]+/).filter(Boolean);
        const next = (now.includes(card) ? now.filter((each) => each !== card) : [...now, card]).join(' ');
        this.inputs.get(this.active)!.value = next;
        this.tell(this.active, next);
    }

    private draw(): void {
        const fields = FIELDS[this.game].filter((field) => field.cards);
        const used = new Set(fields.flatMap((field) => this.cardsIn(field.key)));
        const here = new Set(this.cardsIn(this.active));
        const active = fields.find((field) => field.key === this.active)!;
        const focus = (document.activeElement as HTMLElement | null)?.dataset['key'];
        this.pickerTitle.textContent = `Cards for: ${active.label}`;
        this.picker.setAttribute('aria-labelledby', 'picker-title');
        this.picker.replaceChildren(...allCards().map((card) => h('button', {
            type: 'button', class: `suit-${card[1]} ${used.has(card) && !here.has(card) ? 'elsewhere' : ''}`, 'data-key': `pick-${card}`,
            'aria-pressed': String(here.has(card)), 'aria-label': cardWords(card), onclick: () => this.press(card),
        }, cardSign(card))));
        for (const [key, strip] of this.strips) {
            const cards = this.cardsIn(key);
            const known = cards.filter((card) => /^[A2-9TJQK][CDHS]$/.test(card));
            strip.replaceChildren(...known.map((card) => h('span', { class: `suit-${card[1]}` }, cardSign(card))), cards.length > 1 ? h('small', {}, String(cards.length)) : '');
        }
        for (const place of this.root.querySelectorAll<HTMLElement>('[data-field]')) place.classList.toggle('active', place.dataset['field'] === this.active);
        if (focus?.startsWith('pick-')) this.picker.querySelector<HTMLElement>(`[data-key="${focus}"]`)?.focus();
    }

    // ---- The coach ----

    private link(): string {
        return linkOf({ game: this.game, told: this.told });
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

    // Against a knock there is nothing to guess: the best melds are counted.
    private async defend(number: number): Promise<void> {
        const knock = this.told['knock']!.toUpperCase().split('/').map((each) => each.replaceAll(',', ' ').trim()).filter(Boolean);
        const found = await playing().call<Defence>('defend', this.told['hand'] ?? '', knock);
        if (number !== this.asked) return;
        const panel = defencePanel(found, this.told['left'] ?? '');
        this.answer.replaceChildren(panel);
        announce(panel.textContent ?? '');
    }

    private async ask(): Promise<void> {
        const number = ++this.asked;
        history.replaceState(null, '', `#${this.link()}`);
        this.answer.replaceChildren(h('p', { class: 'soft' }, 'Looking at hundreds of hands…'));
        try {
            if (this.game === 'gin' && this.told['knock']?.trim()) return await this.defend(number);
            const advice = await advising().call<Advice>(this.game === 'gin' ? 'adviseGin' : 'adviseHearts', this.told['rules']?.trim() ?? '', this.told);
            if (number !== this.asked) return;
            const view = adviceView(advice);
            const guess = advice.advice === 'gin/1' && advice.guess ? [h('h2', {}, 'What the opponent may hold, in percent'), guessGrid(advice.guess)] : [];
            this.answer.replaceChildren(view.panel, ...guess);
            announce(view.spoken);
        } catch (error) {
            if (number === this.asked) this.answer.replaceChildren(h('p', { class: 'note', role: 'alert' }, failureOf(error)));
        }
    }
}

export function boardScreen(app: App, rest: string): Screen {
    const [game, ...text] = rest.split('/');
    return new Board(app, game === 'hearts' ? 'hearts' : 'gin', text.join('/').replace(/^\?/, ''));
}
