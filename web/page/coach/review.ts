// SPDX-License-Identifier: MIT
// A game after the game: step by step, judged move by move, with the curve of the chance to win and its turning points.
// Any decision can be played again from where it stood.
import type { App, Screen } from '../app';
import { announce, button, download, h, toast } from '../draw/dom';
import type { CardName } from '../draw/faces';
import { lastWords, picture, type AnyState } from '../draw/picture';
import { advising, playing } from '../engine';
import { shortName, type HeartsState } from '../hearts/state';
import { playerName } from '../names';
import { loadReviewed, saveSitting, type GameName } from '../store';
import { failureOf } from '../table';
import { adviceView, moveWords, percent, type Advice, type AdviceView } from './advice';
import { curveView, sums, turningPoints, type Judged } from './curve';
import { addDrill } from './drills';
import { Guesser, type Guess } from './guess';
import { linkOf, toldOf } from './told';

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

interface Record {
    rules: string;
    players: string[];
    winner?: number | null;
}

const NOBODY = { gin: [null, null], hearts: [null, null, null, null] };
const STRONG: { [game in GameName]: string } = { gin: 'champion', hearts: 'solver' };

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
    private open_: AnyState | null = null; // with all cards
    private end: number | null = null; // of the game, for who looks: 1 won, 0 lost, null not over or drawn
    private judging = false;
    private alive = true;
    private readonly guesser = new Guesser();

    constructor(private readonly app: App, private readonly records: string) {}

    async open(): Promise<void> {
        this.lines = this.records.split('\n').filter((line) => /^(gin|hearts)\/1 /.test(line));
        if (!this.lines.length) throw new Error('these records hold no game');
        const first = await playing().call<Record>('recordJson', this.lines[0]!);
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

    private get game(): GameName {
        return this.lines[0]!.startsWith('gin') ? 'gin' : 'hearts';
    }

    private async list(): Promise<void> {
        for (const [hand, line] of this.lines.entries()) {
            const steps = await playing().call<Step[]>('steps', line);
            this.places.push(...steps.map((step, at) => ({ hand, at, step })), { hand, at: steps.length, step: null });
        }
    }

    // ---- Where we are ----

    private get place(): Place {
        return this.places[this.now]!;
    }

    private async upTo(place: Place): Promise<string> {
        const line = this.lines[place.hand]!;
        const cut = place.step ? await playing().call<string>('cut', line, place.at) : line;
        return [...this.lines.slice(0, place.hand), cut.trim()].join('\n') + '\n';
    }

    private async stateAt(place: Place, seat: number): Promise<AnyState> {
        const game = await playing().call<number>('load', await this.upTo(place), NOBODY[this.game]);
        try {
            const { state } = await playing().call<{ state: AnyState }>('look', game, seat);
            return { ...state, players: this.players } as AnyState; // nobody plays here, but the names are those of the record
        } finally {
            await playing().call('close', game);
        }
    }

    private async goTo(now: number): Promise<void> {
        const before = this.places[this.now];
        this.now = Math.max(0, Math.min(this.places.length - 1, now));
        const place = this.place;
        const state = await this.stateAt(place, this.seat);
        const open = await this.stateAt(place, -1);
        if (this.place !== place) return; // gone on meanwhile
        this.open_ = open;
        this.state = this.all ? ({ ...state, cards: open.cards } as AnyState) : state;
        this.guesser.forget(before?.hand !== place.hand);
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
        this.draw();
        for (const [i, place] of places.entries()) {
            if (!this.alive) return;
            if (place.advice) continue;
            try {
                const records = await this.upTo(place);
                const advice = await advising().call<Advice>('advise', records, place.step!.move);
                place.advice = adviceView(advice);
                this.app.noteCost(this.game, place.advice.kind, place.advice.cost);
                const { kind, ideas, price, mistake } = place.advice;
                if (mistake) await addDrill(this.game, records, kind, ideas[0] ?? '', price);
            } catch (error) {
                place.advice = failureOf(error);
            }
            if (i % 4 === 3) this.draw();
        }
        if (places.length > 1) this.end = await this.endOfGame();
        this.judging = false;
        this.draw();
        announce(this.summary());
    }

    private async endOfGame(): Promise<number | null> {
        const { turn, winner } = await this.stateAt(this.places.at(-1)!, this.seat);
        return turn !== 'game-over' || winner === null ? null : Number(winner === this.seat);
    }

    private judged(): Judged[] {
        return this.places.flatMap((place, index) => (typeof place.advice === 'object' ? [{ index, hand: place.hand, advice: place.advice }] : []));
    }

    private summary(): string {
        const judged = this.judged();
        if (judged.length < 2) return '';
        const { cost, luck } = sums(judged, this.end);
        const wrong = judged.filter((each) => each.advice.cost > 0).length;
        return `${judged.length} decisions judged, ${wrong} of them surely not the best. They cost ${percent(cost)} of the chance to win in all, ` +
            `${percent(cost / judged.length, 2)} a decision; cards and the others' play brought ${luck >= 0 ? '+' : '−'}${percent(Math.abs(luck))}.`;
    }

    // ---- The picture ----

    private draw(): void {
        if (!this.alive || !this.state) return;
        const focus = (document.activeElement as HTMLElement | null)?.dataset['key'];
        const own = this.places.filter((each) => this.own(each));
        const done = own.filter((each) => each.advice).length;
        const judged = this.judged();
        this.root.replaceChildren(
            h('h1', {}, `${this.game === 'gin' ? 'Gin Rummy' : 'Hearts'}: ${this.players.map((name) => playerName(name)).join(', ')}`),
            h('div', { class: 'row' },
                button(this.judging ? `Judging ${done} of ${own.length}…` : 'Judge every move', () => void this.judge(own), { class: 'btn first', 'data-key': 'judge', disabled: this.judging || done === own.length }),
                button('Download', () => download(`deadwood-${this.game}.rec`, this.lines.join('\n') + '\n'), { class: 'btn', 'data-key': 'download' }),
                this.seatChoice(),
                h('label', { class: 'check' }, h('input', { type: 'checkbox', 'data-key': 'all-open', checked: this.all, onchange: () => { this.all = !this.all; void this.goTo(this.now); } }), 'All hands open')),
            h('p', { 'data-key': 'summary', class: 'summary' }, this.summary() || (this.judging ? 'The coach looks at hundreds of hands for each decision.' : 'Step through with the arrow keys, or let the coach judge every decision.')),
            curveView(judged, this.end, this.now, (index) => void this.goTo(index)) ?? '',
            h('div', { class: 'halves' },
                h('section', { 'aria-label': 'The position' }, this.position()),
                h('section', { 'aria-label': 'The coach' }, this.verdict(), this.turns(judged), this.mistakes(judged), this.guess())));
        if (focus) this.root.querySelector<HTMLElement>(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    }

    private seatChoice(): HTMLElement {
        const seen = (name: string, seat: number): string => (name === 'you' ? 'your eyes' : `the eyes of ${playerName(name)}${this.players.length > 2 ? ` (seat ${seat + 1})` : ''}`);
        const select = h('select', {
            'aria-label': 'Whose eyes', 'data-key': 'eyes', class: 'narrow', onchange: () => {
                this.seat = Number(select.value);
                for (const place of this.places) delete place.advice;
                void this.goTo(this.now);
            },
        }, this.players.map((name, seat) => h('option', { value: seat, selected: seat === this.seat }, `Through ${seen(name, seat)}`)));
        return select;
    }

    private nameOf(seat: number): string {
        const spec = this.players[seat]!;
        if (spec === 'you' || this.game === 'gin') return playerName(spec);
        return seat === this.seat ? playerName(spec) : `${shortName(this.state as HeartsState, seat)} (${playerName(spec)})`;
    }

    private position(): HTMLElement {
        const { hand, step } = this.place;
        const go = (label: string, words: string, key: string, to: number): HTMLElement =>
            button(label, () => void this.goTo(to), { class: 'btn small', 'aria-label': words, title: words, 'data-key': key });
        return h('div', {},
            h('div', { class: 'row stepper' }, go('«', 'to the beginning', 'first', 0), go('‹', 'back', 'back', this.now - 1), go('›', 'on', 'on', this.now + 1), go('»', 'to the end', 'last', this.places.length - 1),
                h('span', { class: 'where' }, `Hand ${hand + 1}, ${step ? `then ${this.nameOf(step.seat)}: ${moveWords(step.move)}` : 'over'}`)),
            h('p', { class: 'soft' }, lastWords(this.state!)),
            h('div', { class: 'table still' }, picture(this.state!)));
    }

    private verdict(): HTMLElement {
        const { advice, step } = this.place;
        const decides = step !== null && step.choice && step.seat === this.seat;
        const row = h('div', { class: 'row below' },
            decides && !advice ? button('Judge this move', () => void this.judge([this.place]), { class: 'btn', 'data-key': 'judge-one', disabled: this.judging }) : null,
            decides ? button('Play on from here', () => void this.playOn(), { class: 'btn', 'data-key': 'play-on' }) : null,
            decides ? button('To the board', () => this.app.go(linkOf(toldOf(this.state!))), { class: 'btn', 'data-key': 'to-board' }) : null);
        const said = typeof advice === 'object' ? advice.panel
            : typeof advice === 'string' ? h('p', { class: 'note' }, advice)
            : decides ? null : h('p', { class: 'soft' }, 'Nothing was to be decided here by this seat.');
        return h('div', {}, said, row);
    }

    // The same cards once more, with the tutor at hand; the others are those of the record.
    private async playOn(): Promise<void> {
        try {
            const players = this.players.map((name, seat) => (seat === this.seat ? null : name === 'you' ? STRONG[this.game] : name));
            const handle = await playing().call<number>('load', await this.upTo(this.place), players);
            const { record } = await playing().call<{ record: string }>('look', handle, this.seat);
            await playing().call('close', handle);
            saveSitting({ version: 1, game: this.game, records: record, trial: true });
            this.app.go('trial');
        } catch (error) {
            toast(failureOf(error), true);
        }
    }

    private link(index: number, words: string, key: string): HTMLElement {
        return h('li', {}, button(words, () => void this.goTo(index), { class: 'link', 'data-key': key }));
    }

    private turns(judged: Judged[]): HTMLElement | null {
        const turns = judged.length > 1 ? turningPoints(judged, this.end) : [];
        if (!turns.length) return null;
        const told = (change: number): string => `${change >= 0 ? '+' : '−'}${percent(Math.abs(change))}`;
        return h('div', {}, h('h2', {}, 'Turning points'), h('ul', { class: 'turns' }, turns.map((turn) => {
            const move = moveWords(this.places[turn.index]!.step!.move);
            const words = turn.own ? `you: ${move} instead of ${turn.judged.advice.best.words}` : `after ${move}: the cards and the others`;
            return this.link(turn.index, `Hand ${turn.hand + 1}, ${words}: ${told(turn.change)}`, `turn-${turn.index}-${turn.own}`);
        })));
    }

    private mistakes(judged: Judged[]): HTMLElement | null {
        const worst = judged.filter((each) => each.advice.cost > 0).sort((a, b) => b.advice.cost - a.advice.cost).slice(0, 12);
        if (!worst.length) return null;
        return h('div', {}, h('h2', {}, 'What cost most'), h('ol', {}, worst.map(({ advice, index, hand }) =>
            this.link(index, `Hand ${hand + 1}: ${moveWords(this.places[index]!.step!.move)} cost ${percent(advice.cost)}; better ${advice.best.words}`, `worst-${index}`))));
    }

    // The others' hands as they could be guessed here, beside what they were.
    private guess(): HTMLElement | null {
        if (!this.own(this.place)) return null;
        const seats = this.players.map((_, seat) => ({ seat, name: this.nameOf(seat) })).filter(({ seat }) => seat !== this.seat);
        const held = (seat: number): CardName[] => (this.open_!.cards[seat] ?? '').split(' ').filter(Boolean);
        const panel = this.guesser.panel({
            seats, seen: new Set(), actual: held, redraw: () => this.draw(), failed: (why) => toast(why),
            ask: async () => advising().call<Guess>('guess', await this.upTo(this.place)),
        });
        return h('details', { open: this.guessing, ontoggle: (event: Event) => { this.guessing = (event.target as HTMLDetailsElement).open; } }, h('summary', {}, 'Guess the hand'), panel);
    }
    private guessing = false;

    private onKey(event: KeyboardEvent): void {
        const { target } = event;
        if (target instanceof HTMLSelectElement || target instanceof HTMLInputElement || (target as HTMLElement).closest('.guess')) return;
        const to = { ArrowLeft: this.now - 1, ArrowRight: this.now + 1, Home: 0, End: this.places.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        void this.goTo(to);
    }
}

export function reviewScreen(app: App): Screen | null {
    const records = loadReviewed();
    if (records) return new Review(app, records);
    toast('Choose a game to review first.');
    return null;
}
