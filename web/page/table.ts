// SPDX-License-Identifier: MIT
// A game on the table, whichever it is: whose turn it is, moves, bots, undo, saving, hints, the tutor. What it looks
// like is the games' own (gin/, hearts/). The rules are the engine's: a move is legal if the state lists it.
import type { App } from './app';
import { hintPanel, keysDialog, rulesPanel, tabbed, type HintState, type Tab } from './beside';
import { adviceView, type Advice, type AdviceView } from './coach/advice';
import { Guesser, type Guess, type GuessScene } from './coach/guess';
import type { CardName } from './draw/faces';
import { announce, button, dialog, dropToasts, h, show, toast, wait } from './draw/dom';
import { advising, playing } from './engine';
import { playerName } from './names';
import { addDone, onOtherWindow, saveSitting, type Settings, type Sitting } from './store';

// What every state has (docs/API.md).
export interface State {
    game: 'gin' | 'hearts';
    rules: string;
    hand_number: number;
    seat: number;
    turn: 'yours' | 'ours' | 'hand-over' | 'game-over';
    to_move: number;
    players: (string | null)[];
    scores: number[];
    winner: number | null;
    legal: string[];
    hand: string;
    cards: (string | null)[];
    events: { seat: number }[];
    notice: string | null;
}

export interface Look<S> {
    state: S;
    record: string;
    move?: string;
}

export type AddButton = (label: string, key: string, shortcut: string, on: () => void, first?: boolean, off?: boolean) => void;

interface Step {
    seat: number;
    choice: boolean;
}

const GAME_ENDED = 'The game is over, and written down. Its review plays any decision of yours again.';
const HAND_BEGINS = 'There is nothing to take back in this hand. Hands that are over stay as they are, since their cards were shown; the review plays any decision of theirs again.';
const PACES: Record<Settings['pace'], number> = { instant: 0, quick: 450, calm: 1100 };

export const lastLine = (records: string): string => records.trim().split('\n').at(-1)!;
export const failureOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export abstract class Table<S extends State> {
    protected look!: Look<S>;
    protected game = 0;
    protected seat = 0;
    protected selected: string[] = [];
    protected tab = 'hint';
    protected saves = true; // a lesson is no game to be continued
    protected hint: AdviceView | null = null;
    private hintState: HintState = 'none';
    protected readonly guesser = new Guesser();
    private alive = true;
    private turnNumber = 0; // what was begun for an earlier one no longer counts
    private running = false; // a call is under way, or the others move
    private unwatch: () => void = () => undefined;
    readonly root: HTMLElement;
    abstract readonly title: string;

    constructor(
        protected readonly app: App,
        protected readonly sitting: Sitting,
    ) {
        this.root = h('main', { class: 'table', id: 'main', tabindex: -1 });
        this.root.addEventListener('keydown', (event) => this.onKey(event));
    }

    get state(): S {
        return this.look.state;
    }

    // ---- What each game does for itself ----

    protected abstract cloth(): HTMLElement;
    protected abstract tabs(): Tab[];
    protected abstract key(key: string): boolean; // true if it meant something
    protected abstract keys(): [string, string][]; // what they mean
    protected abstract tell(before: S | null, after: S): string; // what happened between two states, in words
    protected abstract ask(): string; // what the person is to do now, in words
    protected abstract forced(): string | null; // a move in which there is no choice
    protected abstract wait(): number; // a share of the pace: some moves need less time
    protected abstract others(): GuessScene['seats'];
    protected abstract seen(): Set<CardName>; // cards that nobody else can hold

    // Whether the game is over, and who won it; a match may say otherwise than the engine.
    protected get ended(): boolean {
        return this.state.turn === 'game-over';
    }
    protected get winner(): number | null {
        return this.state.winner;
    }

    // ---- Beginning and ending ----

    async open(): Promise<void> {
        const { players } = await playing().call<{ players: string[] }>('recordJson', lastLine(this.sitting.records));
        this.seat = Math.max(0, players.indexOf('you'));
        this.game = await playing().call<number>('load', this.sitting.records, null);
        this.look = await playing().call<Look<S>>('look', this.game, this.seat);
        if (this.saves && !this.sitting.trial) this.unwatch = onOtherWindow(this.sitting.game, () => void this.movedElsewhere());
        this.draw(false);
        this.root.focus({ preventScroll: true });
        announce(this.ask());
        void this.goOn();
    }

    close(): void {
        this.alive = false;
        this.turnNumber++;
        this.unwatch();
        void playing().call('close', this.game);
    }

    private async movedElsewhere(): Promise<void> {
        if (!this.alive) return;
        this.close();
        await dialog<void>('This game goes on in another window', (close) => [
            h('p', {}, 'Another window of this browser has played on. Here it stands as it was.'),
            h('div', { class: 'row' }, button('Show it as it is now', () => close(null), { class: 'btn first', autofocus: true })),
        ]);
        this.app.go(this.sitting.game);
    }

    // ---- Playing ----

    protected get yourTurn(): boolean {
        return this.state.turn === 'yours' && !this.running;
    }

    protected legal(move: string): boolean {
        return this.yourTurn && this.state.legal.includes(move);
    }

    protected async play(move: string): Promise<void> {
        if (!this.yourTurn) return;
        this.setRunning(true);
        try {
            if (this.tutorFrom > 0 && !(await this.tutorAllows(move))) return;
            await this.change('move', move);
        } finally {
            this.setRunning(false);
        }
        void this.goOn();
    }

    // While something is under way nothing else begins.
    protected setRunning(running: boolean): void {
        this.running = running;
        this.root.dataset['turn'] = this.turnNow();
    }

    private turnNow(): string {
        return this.running ? 'busy' : this.ended ? 'game-over' : this.state.turn;
    }

    // One call that changes the game; what it did is drawn, told and saved.
    private async change(name: string, ...args: unknown[]): Promise<boolean> {
        const before = this.look.state;
        try {
            const look = await playing().call<Look<S>>(name, this.game, this.seat, ...args);
            if (!this.alive) return false;
            this.turnNumber++;
            this.look = look;
            dropToasts(); // of the decision before
            this.selected = [];
            this.forget(before);
            this.save();
            this.draw();
            announce(this.tell(name === 'move' || name === 'step' ? before : null, this.state));
            if (this.state.notice) toast(this.state.notice, true);
            return true;
        } catch (error) {
            toast(failureOf(error), true);
            return false;
        }
    }

    private forget(before: S): void {
        this.hint = null;
        this.hintState = 'none';
        this.guesser.forget(before.hand_number !== this.state.hand_number);
    }

    // Bots move, and what is forced is done, until the person has something to decide.
    private async goOn(): Promise<void> {
        if (this.running || !this.alive) return;
        this.setRunning(true);
        try {
            while (this.alive && (this.state.turn === 'ours' || this.forced() !== null)) {
                const forced = this.forced();
                this.draw();
                await wait(PACES[this.app.settings.pace] * this.wait());
                if (!this.alive || !(await (forced === null ? this.change('step') : this.change('move', forced)))) return;
            }
        } finally {
            if (this.alive) {
                this.setRunning(false);
                this.draw();
            }
        }
        if (this.state.turn === 'yours') announce(this.ask());
        if (this.ended) this.finish();
    }

    // Within a hand alone: the cards of one that is over have been seen, and its points are written down.
    protected async undo(): Promise<void> {
        if (this.running) return;
        if (this.ended || !this.mayUndo()) return toast(this.ended ? GAME_ENDED : HAND_BEGINS);
        this.setRunning(true);
        let back = await this.change('undo');
        // A decision in which there was no choice is none to come back to.
        while (back && this.forced() !== null) back = await this.change('undo');
        this.setRunning(false);
        if (back) announce(`Taken back. ${this.ask()}`);
        void this.goOn();
    }

    protected async next(): Promise<void> {
        if (this.running) return;
        if (this.ended) return this.sitting.trial ? this.app.go('review') : this.again();
        if (this.state.turn !== 'hand-over') return;
        delete this.sitting.order;
        this.setRunning(true);
        await this.change('next');
        this.setRunning(false);
        void this.goOn();
    }

    private async again(): Promise<void> {
        try {
            await this.app.again(this.sitting);
        } catch (error) {
            toast(failureOf(error), true);
        }
    }

    private save(): void {
        this.sitting.records = this.look.record;
        if (!this.saves) return;
        saveSitting(this.sitting);
        this.app.tellNotices();
    }

    private finish(): void {
        if (this.sitting.finished || !this.saves) return;
        this.sitting.finished = true;
        const { winner, sitting } = this;
        if (sitting.match && winner !== null) sitting.match.won[winner]!++;
        saveSitting(sitting);
        this.draw();
        if (sitting.trial) return;
        const against = this.state.players.filter((each) => each !== null).map((each) => playerName(each)).join(', ');
        const won = winner === null ? null : winner === this.seat;
        addDone({ game: this.state.game, when: new Date().toISOString(), records: this.look.record, against, won });
    }

    // What a match of several games stands at; nothing where there is none.
    protected matchWords(): string {
        const { match } = this.sitting;
        if (!match) return '';
        const own = match.won[this.seat]!;
        const most = Math.max(...match.won);
        if (most * 2 > match.best) return own === most ? 'You win the match!' : 'The match is lost.';
        return `Match, best of ${match.best}: ${match.won.join('–')}.`;
    }

    // ---- Advice ----

    protected async askHint(): Promise<void> {
        if (!this.yourTurn || this.hintState === 'asked') return;
        const number = this.turnNumber;
        this.tab = 'hint';
        this.hintState = 'asked';
        this.draw(false);
        const got = await this.advise(null);
        if (number !== this.turnNumber) return;
        this.hint = typeof got === 'string' ? null : adviceView(got);
        this.hintState = typeof got === 'string' ? { failed: got } : 'there';
        this.draw(false);
        announce(this.hint?.spoken ?? (got as string));
    }

    private async advise(played: string | null): Promise<Advice | string> {
        try {
            return await advising().call<Advice>('advise', this.look.record, played);
        } catch (error) {
            return failureOf(error);
        }
    }

    // Whether the hint's best move has to do with a card, or with a pile.
    protected hinted(what: string): string {
        return this.hint?.best.move.split(' ').includes(what) ? 'hinted' : '';
    }

    // From which cost on the tutor warns, in percent; who tries a decision again wants to know in any case.
    private get tutorFrom(): number {
        return this.app.settings.tutor || (this.sitting.trial ? 1 : 0);
    }

    // True if the move is to be played: it costs little, or the person wants it all the same.
    private async tutorAllows(move: string): Promise<boolean> {
        if (this.forced() !== null || (this.state.legal.length < 2 && !/^pass \d/.test(this.state.legal[0] ?? ''))) return true;
        this.draw(false);
        const advice = await this.advise(move);
        if (typeof advice === 'string') return true; // the tutor has nothing to say here
        const view = adviceView(advice);
        this.app.noteCost(this.state.game, view.kind, view.cost);
        if (view.cost * 100 < this.tutorFrom) return true;
        const answer = await dialog<'play' | 'back'>('The tutor would think again', (close) => [
            h('p', {}, view.warning),
            h('ul', {}, view.reasons.map((each) => h('li', {}, each))),
            h('div', { class: 'row' },
                button('Take it back', () => close('back'), { class: 'btn first', autofocus: true }),
                button('Play it all the same', () => close('play'), { class: 'btn' })),
        ]);
        if (answer === 'play') return true;
        this.hint = view;
        this.hintState = 'there';
        this.tab = 'hint';
        this.running = false;
        this.draw(false);
        return false;
    }

    // By what was seen up to one's last decision, where the hand is over.
    private async askGuess(): Promise<Guess> {
        const records = this.look.record;
        if (this.state.turn === 'yours') return advising().call<Guess>('guess', records);
        const line = lastLine(records);
        const steps = await playing().call<Step[]>('steps', line);
        const at = steps.map((step) => step.seat === this.seat && step.choice).lastIndexOf(true);
        if (at < 0) throw new Error('You had nothing to decide in this hand.');
        const cut = await playing().call<string>('cut', line, at);
        const before = records.trim().split('\n').slice(0, -1);
        return advising().call<Guess>('guess', [...before, cut.trim()].join('\n') + '\n');
    }

    protected guessPanel(): HTMLElement {
        const over = this.state.turn === 'hand-over' || this.state.turn === 'game-over';
        if (!over && !this.yourTurn) return h('p', { class: 'soft' }, 'Guess when it is your turn, or once the hand is over.');
        return this.guesser.panel({
            seats: this.others(), seen: over ? new Set() : this.seen(),
            actual: (seat) => (over && this.state.cards[seat] ? this.held(seat) : null),
            ask: () => this.askGuess(), redraw: () => this.alive && this.draw(false), failed: (why) => toast(why),
        });
    }

    // What a seat held at the end of a hand whose cards lie open.
    protected held(seat: number): CardName[] {
        return (this.state.cards[seat] ?? '').split(' ').filter(Boolean);
    }

    // ---- The hand's order ----

    protected abstract sorted(cards: CardName[]): CardName[];

    // The person lays the cards themselves from now on.
    protected reorder(order: CardName[]): void {
        if (this.app.settings.sort !== 'own') toast('Cards now lie as you put them. The button below them sorts them again.');
        this.sitting.order = order;
        this.app.changeSettings({ sort: 'own' });
        if (this.saves) saveSitting(this.sitting);
        this.draw();
    }

    // One place to the left or right, by the keyboard.
    protected shift(card: CardName, step: number): void {
        const order = this.sorted(this.state.hand.split(' '));
        const at = order.indexOf(card);
        const other = order[at + step];
        if (at < 0 || !other) return;
        [order[at], order[at + step]] = [other, card];
        this.reorder(order);
        announce(`Place ${at + step + 1} of ${order.length}.`);
    }

    // ---- Moves as buttons ----

    protected abstract moves(add: AddButton): void; // the games' own, while it is somebody's turn

    protected actions(): HTMLElement {
        const row = h('div', { class: 'actions', role: 'group', 'aria-label': 'Moves' });
        const add: AddButton = (label, key, shortcut, on, first = false, off = false) => {
            const made = button(label, on, { class: `btn ${first ? 'first' : ''}`, 'data-key': key, disabled: off, 'data-focus': first });
            made.append(h('kbd', { 'aria-hidden': 'true' }, shortcut));
            row.append(made);
        };
        if (/over/.test(this.state.turn)) {
            add(this.nextWords(), 'next', 'N', () => void this.next(), true);
            if (this.saves) add(this.sitting.trial ? 'Back to the review' : 'Review', 'review', 'R', () => this.toReview());
            if (!this.ended) add('Undo', 'undo', 'Z', () => void this.undo(), false, this.running || !this.mayUndo());
            return row;
        }
        this.moves(add);
        add('Hint', 'hint', 'H', () => void this.askHint(), false, !this.yourTurn);
        add('Undo', 'undo', 'Z', () => void this.undo(), false, !this.yourTurn);
        return row;
    }

    // A trial came from a review, and leads back to it.
    protected toReview(): void {
        if (!this.saves || !/over/.test(this.state.turn)) return;
        if (this.sitting.trial) this.app.go('review');
        else this.app.review(this.look.record);
    }

    protected mayUndo(): boolean {
        return this.state.events.some((event) => event.seat === this.seat);
    }

    private nextWords(): string {
        if (!this.ended) return 'Next hand';
        if (this.sitting.trial) return 'Enough';
        const { match } = this.sitting;
        return match && Math.max(...match.won) * 2 < match.best ? 'Next game' : 'New game';
    }

    // ---- Drawing ----

    draw(glide = true): void {
        if (!this.alive) return;
        this.root.dataset['turn'] = this.turnNow();
        show(this.root, h('div', { style: 'display: contents' }, this.cloth(), this.side()), glide);
    }

    private side(): HTMLElement {
        const all: Tab[] = [...this.tabs(),
            ['rules', 'Rules', () => rulesPanel(this.app, this.state.game, this.state.rules, this.sitting.hollywood)]];
        return tabbed(all, this.tab, (name) => {
            this.tab = name;
            this.draw(false);
        });
    }

    protected hintPanel(): HTMLElement {
        return hintPanel(this.hint, this.hintState, this.yourTurn, () => void this.askHint());
    }

    private onKey(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
        const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
        const common: Record<string, () => Promise<void>> = {
            'h': () => this.askHint(), 'z': () => this.undo(), '?': () => keysDialog(this.keys()),
        };
        if (/over/.test(this.state.turn)) common['n'] = (): Promise<void> => this.next();
        if (key in common) void common[key]!();
        else if (!this.key(key)) return;
        event.preventDefault();
    }
}
