// SPDX-License-Identifier: MIT
// A game on the table, whichever it is: whose turn it is, moves, bots, undo, saving, hints, the tutor. What it looks
// like is the games' own (gin/, hearts/). The rules are the engine's: a move is legal if the state lists it.
import { adviceView, guessView, type Advice } from './coach/advice';
import { announce, button, dialog, h, show, toast, wait } from './draw/dom';
import { advising, playing } from './engine';
import { addDone, saveSitting, type Settings, type Sitting } from './store';
import type { App } from './app';
import { playerName } from './names';

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
    notice: string | null;
}

export interface Look<S> {
    state: S;
    record: string;
    move?: string;
}

const PACES: Record<Settings['pace'], number> = { instant: 0, quick: 450, calm: 1100 };

export abstract class Table<S extends State> {
    protected look!: Look<S>;
    protected game = 0;
    protected selected: string[] = [];
    protected tab = 'hint';
    protected saves = true; // a lesson is no game to be continued
    protected hint: Advice | null = null;
    private guess: number[] | null = null;
    protected hintState: 'none' | 'asked' | 'there' | string = 'none';
    protected readonly seat = 0;
    private alive = true;
    private turnNumber = 0; // what was begun for an earlier one no longer counts
    private running = false; // a call is under way, or the others move
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
    protected abstract tabs(): [string, string, () => HTMLElement][];
    protected abstract key(key: string): boolean; // true if it meant something
    protected abstract tell(before: S | null, after: S): string; // what happened between two states, in words
    protected abstract ask(): string; // what the person is to do now, in words
    protected abstract forced(): string | null; // a move in which there is no choice
    protected abstract wait(): number; // a share of the pace: some moves need less time

    // ---- Beginning and ending ----

    async open(): Promise<void> {
        this.game = await playing().call<number>('load', this.sitting.records, null);
        this.look = await playing().call<Look<S>>('look', this.game, this.seat);
        this.draw(false);
        this.root.focus({ preventScroll: true });
        announce(`${this.ask()}`);
        void this.goOn();
    }

    close(): void {
        this.alive = false;
        this.turnNumber++;
        void playing().call('close', this.game);
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
            if (this.app.settings.tutor > 0 && !(await this.tutorAllows(move))) return;
            await this.change('move', move);
        } finally {
            this.setRunning(false);
        }
        void this.goOn();
    }

    // While something is under way nothing else begins.
    private setRunning(running: boolean): void {
        this.running = running;
        this.root.dataset['turn'] = running ? 'busy' : this.state.turn;
    }

    // One call that changes the game; what it did is drawn, told and saved.
    private async change(name: string, ...args: unknown[]): Promise<boolean> {
        const before = this.look.state;
        try {
            const look = await playing().call<Look<S>>(name, this.game, this.seat, ...args);
            if (!this.alive) return false;
            this.turnNumber++;
            this.look = look;
            this.selected = [];
            this.hint = this.guess = null;
            this.hintState = 'none';
            this.save();
            this.draw();
            announce(this.tell(name === 'move' || name === 'step' ? before : null, this.state));
            if (this.state.notice) toast(this.state.notice, true);
            return true;
        } catch (error) {
            toast(error instanceof Error ? error.message : String(error), true);
            return false;
        }
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
        if (this.state.turn === 'game-over') this.finish();
    }

    protected async undo(): Promise<void> {
        if (this.running) return;
        this.setRunning(true);
        let back = await this.change('undo');
        // A decision in which there was no choice is none to come back to.
        while (back && this.forced() !== null) back = await this.change('undo');
        this.setRunning(false);
        if (back) announce(`Taken back. ${this.ask()}`);
        void this.goOn();
    }

    protected async next(): Promise<void> {
        if (this.state.turn === 'game-over') return this.app.again(this.sitting);
        if (this.state.turn !== 'hand-over' || this.running) return;
        delete this.sitting.order;
        this.setRunning(true);
        await this.change('next');
        this.setRunning(false);
        void this.goOn();
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
        const { game, winner, players } = this.state;
        if (this.sitting.match && winner !== null) this.sitting.match.won[winner]!++;
        saveSitting(this.sitting);
        const against = players.filter((each) => each !== null).map((each) => playerName(each)).join(', ');
        addDone({
            game, when: new Date().toISOString(), records: this.look.record, against,
            won: winner === null ? null : winner === this.seat,
        });
    }

    // ---- Advice ----

    protected async askHint(): Promise<void> {
        if (!this.yourTurn || this.hintState === 'asked') return;
        const number = this.turnNumber;
        this.tab = 'hint';
        this.hintState = 'asked';
        this.draw();
        const got = await this.advise(null);
        if (number !== this.turnNumber) return;
        this.hint = typeof got === 'string' ? null : got;
        this.hintState = typeof got === 'string' ? got : 'there';
        this.draw();
        if (this.hint) announce(adviceView(this.hint).spoken);
    }

    private async advise(played: string | null): Promise<Advice | string> {
        try {
            return await advising().call<Advice>('advise', this.look.record, played);
        } catch (error) {
            return error instanceof Error ? error.message : String(error);
        }
    }

    // True if the move is to be played: it costs little, or the person wants it all the same.
    private async tutorAllows(move: string): Promise<boolean> {
        if (this.forced() !== null || this.state.legal.length < 2) return true;
        this.draw(false);
        const advice = await this.advise(move);
        if (typeof advice === 'string') return true; // the tutor has nothing to say here
        const view = adviceView(advice);
        this.app.noteCost(this.state.game, view.kind, view.cost);
        if (view.cost * 100 < this.app.settings.tutor) return true;
        const answer = await dialog<'play' | 'back'>('The tutor would think again', (close) => [
            h('p', {}, view.warning),
            ...view.reasons.map((each) => h('p', {}, each)),
            h('div', { class: 'row' },
                button('Take it back', () => close('back'), { class: 'btn first', autofocus: true }),
                button('Play it all the same', () => close('play'), { class: 'btn' })),
        ]);
        if (answer === 'play') return true;
        this.selected = [];
        this.hint = advice;
        this.hintState = 'there';
        this.tab = 'hint';
        return false;
    }

    // Where the opponent's cards may be, by what this seat has seen.
    protected guessPanel(): HTMLElement {
        if (this.guess) return h('div', {}, h('p', { class: 'soft' }, 'How likely the opponent holds each card, in percent, by all that you have seen.'), guessView(this.guess));
        return h('div', {}, h('p', { class: 'soft' }, 'A guess of the opponent’s hand, card by card, by all that you have seen.'),
            this.yourTurn ? button('Guess', () => void this.askGuess(), { class: 'btn', 'data-key': 'guess' }) : null);
    }

    private async askGuess(): Promise<void> {
        const number = this.turnNumber;
        try {
            const guess = await advising().call<number[]>('guess', this.look.record);
            if (number === this.turnNumber) this.guess = guess;
        } catch (error) {
            toast(error instanceof Error ? error.message : String(error));
        }
        this.draw(false);
    }

    protected hintPanel(): HTMLElement {
        const panel = h('div', { class: 'hint' });
        if (this.hintState === 'there' && this.hint) panel.append(adviceView(this.hint).panel);
        else if (this.hintState === 'asked') panel.append(h('p', { class: 'soft' }, 'Looking at hundreds of hands…'));
        else if (this.hintState !== 'none') panel.append(h('p', { class: 'note' }, this.hintState));
        else panel.append(h('p', { class: 'soft' }, this.state.turn === 'yours' ? 'A hint ranks your moves and says why the best one is best.' : 'Hints are for your own decisions.'));
        if (this.yourTurn && this.hintState !== 'there' && this.hintState !== 'asked')
            panel.append(button('Give me a hint', () => void this.askHint(), { class: 'btn', 'data-key': 'hint-side' }));
        return panel;
    }

    // ---- Drawing ----

    draw(glide = true): void {
        if (!this.alive) return;
        this.root.dataset['turn'] = this.running ? 'busy' : this.state.turn;
        const picture = h('div', { style: 'display: contents' }, this.cloth(), this.side());
        show(this.root, picture, glide);
    }

    private side(): HTMLElement {
        const tabs = this.tabs();
        const current = tabs.find(([name]) => name === this.tab) ?? tabs[0]!;
        const buttons = tabs.map(([name, label]) =>
            h('button', {
                type: 'button', role: 'tab', id: `tab-${name}`, 'aria-selected': String(name === current[0]),
                'aria-controls': 'side-panel', 'data-key': `tab-${name}`,
                onclick: () => {
                    this.tab = name;
                    this.draw(false);
                },
            }, label));
        return h('aside', { class: 'side', 'aria-label': 'Beside the table' },
            h('div', { class: 'tabs', role: 'tablist' }, buttons),
            h('div', { role: 'tabpanel', id: 'side-panel', 'aria-labelledby': `tab-${current[0]}`, tabindex: 0 }, current[2]()));
    }

    private onKey(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
        const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
        const common: Record<string, () => Promise<void>> = { h: () => this.askHint(), z: () => this.undo() };
        if (/over/.test(this.state.turn)) common['n'] = (): Promise<void> => this.next();
        if (key in common) void common[key]!();
        else if (!this.key(key)) return;
        event.preventDefault();
    }
}
