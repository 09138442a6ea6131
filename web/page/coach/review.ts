// SPDX-License-Identifier: MIT
// A game after the game: step by step, judged move by move, with the curve of the chance to win and its turning points.
import { adviceView, percent, type Advice, type AdviceView } from './advice';
import type { App, Screen } from '../app';
import { addDrill } from './drills';
import { announce, button, download, h, toast } from '../draw/dom';
import { advising, playing } from '../engine';
import { withSigns } from '../draw/faces';
import { playerName } from '../names';
import { lastWords, picture, type AnyState } from '../draw/picture';

interface Step {
    seat: number;
    move: string;
    choice: boolean;
}

interface Place {
    hand: number; // which line
    at: number; // actions before it
    step: Step | null; // what is done then; null: the end of the hand
    advice?: AdviceView | string;
}

const NOBODY = { gin: [null, null], hearts: [null, null, null, null] };

export class Review implements Screen {
    readonly title = 'Review';
    readonly root = h('main', { class: 'page wide', id: 'main', tabindex: -1 });
    private places: Place[] = [];
    private lines: string[] = [];
    private players: string[] = [];
    private seat = 0;
    private now = 0;
    private all = false; // show every hand
    private state: AnyState | null = null;
    private judging = false;
    private alive = true;

    constructor(private readonly app: App, private readonly records: string) {}

    async open(): Promise<void> {
        this.lines = this.records.split('\n').filter((line) => /^(gin|hearts)\/1 /.test(line));
        if (!this.lines.length) throw new Error('these records hold no game');
        const first = await playing().call<{ players: string[] }>('recordJson', this.lines[0]!);
        this.players = first.players;
        this.seat = Math.max(0, this.players.indexOf('you'));
        await this.list();
        this.root.addEventListener('keydown', (event) => this.onKey(event));
        await this.goTo(0);
        this.root.focus({ preventScroll: true });
    }

    close(): void {
        this.alive = false;
    }

    private get game(): 'gin' | 'hearts' {
        return this.lines[0]!.startsWith('gin') ? 'gin' : 'hearts';
    }

    private async list(): Promise<void> {
        for (const [hand, line] of this.lines.entries()) {
            const steps = await playing().call<Step[]>('steps', line);
            this.places.push(...steps.map((step, at) => ({ hand, at, step })), { hand, at: steps.length, step: null });
        }
    }

    // ---- Where we are ----

    private async upTo(place: Place): Promise<string> {
        const line = this.lines[place.hand]!;
        const cut = place.step ? await playing().call<string>('cut', line, place.at) : line;
        return [...this.lines.slice(0, place.hand), cut.trim()].join('\n') + '\n';
    }

    private async goTo(now: number): Promise<void> {
        this.now = Math.max(0, Math.min(this.places.length - 1, now));
        const place = this.places[this.now]!;
        const game = await playing().call<number>('load', await this.upTo(place), NOBODY[this.game]);
        const look = await playing().call<{ state: AnyState }>('look', game, this.seat);
        const open = this.all ? await playing().call<{ state: AnyState }>('look', game, -1) : look;
        await playing().call('close', game);
        this.state = { ...look.state, cards: open.state.cards } as AnyState;
        this.draw();
        announce(`${lastWords(this.state)} ${typeof place.advice === 'object' ? place.advice.warning : ''}`);
    }

    private own(place: Place): boolean {
        return place.step !== null && place.step.choice && place.step.seat === this.seat;
    }

    // ---- Judging ----

    private async judge(places: Place[]): Promise<void> {
        if (this.judging) return;
        this.judging = true;
        for (const [i, place] of places.entries()) {
            if (!this.alive) return;
            if (place.advice) continue;
            try {
                const records = await this.upTo(place);
                const advice = await advising().call<Advice>('advise', records, place.step!.move);
                place.advice = adviceView(advice);
                this.app.noteCost(this.game, place.advice.kind, place.advice.cost);
                if (place.advice.cost >= 0.02) addDrill(this.game, records, place.advice);
            } catch (error) {
                place.advice = error instanceof Error ? error.message : String(error);
            }
            if (i % 4 === 3 || i === places.length - 1) this.draw();
        }
        this.judging = false;
        this.draw();
        announce(this.summary());
    }

    private judged(): { place: Place; advice: AdviceView; index: number }[] {
        return this.places.flatMap((place, index) => (typeof place.advice === 'object' ? [{ place, advice: place.advice, index }] : []));
    }

    private summary(): string {
        const judged = this.judged();
        if (!judged.length) return '';
        const cost = judged.reduce((sum, each) => sum + each.advice.cost, 0);
        const wrong = judged.filter((each) => each.advice.cost > 0).length;
        return `${judged.length} decisions judged, ${wrong} of them surely not the best; ${percent(cost / judged.length, 2)} of the chance to win lost a decision.`;
    }

    // ---- The picture ----

    private draw(): void {
        if (!this.alive || !this.state) return;
        const focus = (document.activeElement as HTMLElement | null)?.dataset['key'];
        const place = this.places[this.now]!;
        const own = this.places.filter((each) => this.own(each));
        const done = own.filter((each) => each.advice).length;
        this.root.replaceChildren(
            h('h1', {}, `${this.game === 'gin' ? 'Gin Rummy' : 'Hearts'}: ${this.players.map((name) => playerName(name)).join(', ')}`),
            h('div', { class: 'row' },
                button(this.judging ? `Judging ${done} of ${own.length}…` : 'Judge every move', () => void this.judge(own), { class: 'btn first', 'data-key': 'judge', disabled: this.judging || done === own.length }),
                button('Download', () => download(`deadwood-${this.game}.${this.game}`, this.lines.join('\n') + '\n'), { class: 'btn' }),
                this.seatChoice(),
                h('label', { class: 'check' }, h('input', { type: 'checkbox', checked: this.all, onchange: () => { this.all = !this.all; void this.goTo(this.now); } }), 'All hands open')),
            h('p', { 'data-key': 'summary' }, this.summary()),
            this.curve() ?? '',
            h('div', { class: 'two' },
                h('section', { 'aria-label': 'The position' }, this.position(place)),
                h('section', { 'aria-label': 'The coach' }, this.verdict(place), this.mistakes())));
        if (focus) this.root.querySelector<HTMLElement>(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    }

    private seatChoice(): HTMLElement {
        const select = h('select', { 'aria-label': 'Whose eyes', style: 'width: auto', onchange: () => { this.seat = Number(select.value); for (const place of this.places) delete place.advice; void this.goTo(this.now); } },
            this.players.map((name, seat) => h('option', { value: seat, selected: seat === this.seat }, `seen by ${playerName(name)}${this.players.length > 2 ? ` (${['south', 'west', 'north', 'east'][seat]})` : ''}`)));
        return select;
    }

    private position(place: Place): HTMLElement {
        const go = (label: string, words: string, key: string, to: number): HTMLElement =>
            button(label, () => void this.goTo(to), { class: 'btn small', 'aria-label': words, 'data-key': key });
        return h('div', {},
            h('div', { class: 'row' }, go('|◀', 'to the beginning', 'first', 0), go('◀', 'back', 'back', this.now - 1), go('▶', 'on', 'on', this.now + 1), go('▶|', 'to the end', 'last', this.places.length - 1),
                h('span', {}, `hand ${place.hand + 1}, ${place.step ? `then: ${playerName(this.players[place.step.seat]!)} ${withSigns(place.step.move)}` : 'over'}`)),
            h('p', { class: 'soft' }, lastWords(this.state!)),
            h('div', { class: 'table still' }, picture(this.state!)));
    }

    private verdict(place: Place): HTMLElement {
        if (typeof place.advice === 'object') return place.advice.panel;
        if (typeof place.advice === 'string') return h('p', { class: 'note' }, place.advice);
        if (!this.own(place)) return h('p', { class: 'soft' }, 'Nothing was to be decided here by this seat.');
        return h('div', {}, button('Judge this move', () => void this.judge([place]), { class: 'btn', 'data-key': 'judge-one' }));
    }

    private mistakes(): HTMLElement | null {
        const worst = this.judged().filter((each) => each.advice.cost > 0).sort((a, b) => b.advice.cost - a.advice.cost).slice(0, 12);
        if (!worst.length) return null;
        return h('div', {}, h('h2', {}, 'What cost most'), h('ol', {}, worst.map(({ place, advice, index }) => h('li', {},
            button(`Hand ${place.hand + 1}: ${withSigns(place.step!.move)} cost ${percent(advice.cost)}; better ${advice.best.words}`, () => void this.goTo(index), { class: 'link', 'data-key': `worst-${index}` })))));
    }

    // The chance to win at every decision that was judged; a dot is a mistake, and can be pressed.
    private curve(): HTMLElement | null {
        const judged = this.judged();
        if (judged.length < 2) return null;
        const [width, height] = [900, 170];
        const x = (i: number): number => 46 + (i * (width - 56)) / (judged.length - 1);
        const y = (win: number): number => 8 + (1 - win) * (height - 28);
        const line = judged.map(({ advice }, i) => `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(advice.win).toFixed(1)}`).join('');
        const dots = judged.map(({ advice }, i) => advice.cost >= 0.01 ? `<circle cx="${x(i).toFixed(1)}" cy="${y(advice.win).toFixed(1)}" r="${Math.min(11, 4 + advice.cost * 80).toFixed(1)}" class="dot"/>` : '').join('');
        const hands = judged.flatMap(({ place }, i) => (i && place.hand !== judged[i - 1]!.place.hand ? [`<path d="M${((x(i) + x(i - 1)) / 2).toFixed(1)} 8V${height - 20}" class="grid"/>`] : [])).join('');
        const grid = [0, 0.5, 1].map((win) => `<path d="M46 ${y(win)}H${width - 10}" class="grid"/><text x="40" y="${y(win) + 4}" text-anchor="end">${win * 100}%</text>`).join('');
        const figure = h('figure', { class: 'curve', html: `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Chance to win at each decision; dots are mistakes">${grid}${hands}<path d="${line}" class="win"/>${dots}</svg>` });
        figure.addEventListener('click', (event) => {
            const box = figure.getBoundingClientRect();
            const at = Math.round((((event.clientX - box.left) / box.width) * width - 46) / ((width - 56) / (judged.length - 1)));
            const hit = judged[Math.max(0, Math.min(judged.length - 1, at))];
            if (hit) void this.goTo(hit.index);
        });
        return figure;
    }

    private onKey(event: KeyboardEvent): void {
        if (event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement) return;
        const to = { ArrowLeft: this.now - 1, ArrowRight: this.now + 1, Home: 0, End: this.places.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        void this.goTo(to);
    }
}

export function reviewScreen(app: App): Screen | null {
    if (app.reviewed) return new Review(app, app.reviewed);
    toast('Choose a game to review first.');
    return null;
}
