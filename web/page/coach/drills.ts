// SPDX-License-Identifier: MIT
// Drills: positions with one best move. Some come from games the champion plays against itself, found while you wait;
// some from your own mistakes (reviews put them here). What went wrong comes again soon, what went right later.
import { adviceView, percent, type Advice, type AdviceView } from './advice';
import { randomSeed, type Screen } from '../app';
import { announce, button, h } from '../draw/dom';
import { advising } from '../engine';
import { withSigns } from '../draw/faces';
import { picture, type AnyState } from '../draw/picture';
import { loadDrills, loadProgress, saveDrills, saveProgress, type Drill, type GameName } from '../store';

const MOST = 150;
const CLEAR = 0.02; // the best move is ahead of the next by so much of the chance to win, and surely

export function addDrill(game: GameName, records: string, advice: AdviceView): void {
    const line = records.trim().split('\n').at(-1)!;
    const drills = loadDrills();
    if (drills.some((each) => each.line === line)) return;
    saveDrills([{ game, line, kind: advice.kind, idea: advice.ideas[0] ?? '', cost: advice.cost, step: 0, due: Date.now() }, ...drills].slice(0, MOST));
}

interface Task {
    game: GameName;
    line: string;
    view: AdviceView;
    state: AnyState;
    own: Drill | null;
}

const nobody = (game: GameName): null[] => Array.from({ length: game === 'gin' ? 2 : 4 }, () => null);

async function task(game: GameName, line: string, own: Drill | null): Promise<Task> {
    const advice = await advising().call<Advice>('advise', line, null);
    const handle = await advising().call<number>('load', line, nobody(game));
    const look = await advising().call<{ state: AnyState }>('look', handle, advice.seat);
    await advising().call('close', handle);
    return { game, line, view: adviceView(advice), state: look.state, own };
}

const isClear = (view: AdviceView): boolean => {
    const next = view.lines[1];
    return next !== undefined && next.behind >= CLEAR && next.behind > 3 * next.error;
};

// A position from a game of strong players: the first decision from a point by chance on with one clear answer.
export async function findTask(game: GameName, seed: string, alive: () => boolean): Promise<Task | null> {
    const strong = game === 'gin' ? ['champion', 'champion'] : ['ducker', 'ducker', 'ducker', 'ducker'];
    const handle = await advising().call<number>('newGame', game, game === 'gin' ? 'contest' : 'standard', strong, seed);
    try {
        let look = await advising().call<{ state: AnyState; record: string }>('look', handle, 0);
        const skip = Number(BigInt(seed) % 9n);
        for (let step = 0; step < 160 && alive(); step++) {
            if (look.state.turn === 'hand-over' || look.state.turn === 'game-over') return null;
            const open = look.state.legal.length > 1 && look.state.phase !== 'defend';
            if (step >= skip && open) {
                const found = await task(game, look.record.trim().split('\n').at(-1)!, null).catch(() => null);
                if (found && isClear(found.view)) return found;
            }
            look = await advising().call<{ state: AnyState; record: string }>('step', handle, 0);
        }
        return null;
    } finally {
        void advising().call('close', handle);
    }
}

export class Drills implements Screen {
    readonly title = 'Drills';
    readonly root = h('main', { class: 'page wide', id: 'main', tabindex: -1 });
    private task: Task | null = null;
    private game: GameName = 'gin';
    private chosen: string[] = [];
    private answer: { right: boolean; words: string } | null = null;
    private searching = false;
    private alive = true;

    open(): void {
        this.draw();
        this.root.focus({ preventScroll: true });
    }

    close(): void {
        this.alive = false;
    }

    private due(): Drill[] {
        return loadDrills().filter((drill) => drill.due <= Date.now());
    }

    // ---- Tasks ----

    private async next(own: boolean): Promise<void> {
        if (this.searching) return;
        this.searching = true;
        this.task = this.answer = null;
        this.chosen = [];
        this.draw();
        const mine = own ? this.due()[0] : undefined;
        if (mine) {
            this.game = mine.game;
            this.task = await task(mine.game, mine.line, mine).catch(() => null);
        }
        for (let i = 0; i < 20 && !this.task && this.alive; i++) this.task = await findTask(this.game, randomSeed(), () => this.alive);
        this.searching = false;
        this.draw();
        if (this.task) announce(`What do you do? ${this.prompt(this.task)}`);
    }

    private prompt({ state }: Task): string {
        const { legal } = state;
        if (legal.some((move) => move.startsWith('draw'))) return 'Take the upcard, or not?';
        if (legal[0]?.startsWith('pass ')) return `Which ${legal[0].slice(5)} cards do you pass?`;
        return legal.some((move) => move.startsWith('knock')) ? 'Which card goes, and do you knock?' : 'Which card goes?';
    }

    private give(move: string): void {
        if (!this.task || this.answer) return;
        const { view, own } = this.task;
        const sorted = (text: string): string => text.split(' ').sort().join(' ');
        const found = view.lines.find((line) => sorted(line.move) === sorted(move));
        const right = found === view.lines[0] || found?.asGood === true;
        const behind = found ? percent(found.behind) : 'more than any listed move';
        this.answer = { right, words: right ? 'Right.' : `Not the best: it costs ${behind}. Better: ${view.best.words}.` };
        const progress = loadProgress();
        const entry = (progress.drills[view.kind] ??= { right: 0, wrong: 0 });
        entry[right ? 'right' : 'wrong']++;
        saveProgress(progress);
        if (own) void this.schedule(own, right);
        else if (!right) addDrill(this.task.game, this.task.line, { ...view, cost: found?.behind ?? 0 });
        this.draw();
        announce(`${this.answer.words} ${view.reasons.slice(0, 2).join(' ')}`);
    }

    // By the library's rule, as `deadwood drill` has it.
    private async schedule(drill: Drill, right: boolean): Promise<void> {
        const { step, seconds } = await advising().call<{ step: number; seconds: number }>('drillWait', drill.step, right);
        const due = Date.now() + 1000 * seconds;
        saveDrills(loadDrills().map((each) => (each.line === drill.line ? { ...each, step, due } : each)));
        this.draw(); // how many are due
    }

    // ---- The picture ----

    private draw(): void {
        if (!this.alive) return;
        this.root.replaceChildren(h('h1', {}, 'Drills'), this.head(), this.task ? this.question(this.task) : this.empty(), this.progress() ?? '');
        this.root.querySelector<HTMLElement>('[data-focus]')?.focus({ preventScroll: true });
    }

    private head(): HTMLElement {
        const due = this.due().length;
        const select = h('select', { 'aria-label': 'Game', 'data-key': 'drill-game', style: 'width: auto', onchange: () => { this.game = select.value as GameName; } },
            h('option', { value: 'gin', selected: this.game === 'gin' }, 'Gin Rummy'), h('option', { value: 'hearts', selected: this.game === 'hearts' }, 'Hearts'));
        return h('div', { class: 'row' }, select,
            button(this.searching ? 'Looking for a position…' : 'A position', () => void this.next(false), { class: 'btn first', 'data-key': 'drill-next', disabled: this.searching }),
            button(`Your mistakes (${due} due)`, () => void this.next(true), { class: 'btn', 'data-key': 'drill-own', disabled: this.searching || !due }));
    }

    private empty(): HTMLElement {
        return h('p', { class: 'soft' }, this.searching ? 'The champion plays until there is one clear best move.' : 'Each position has one best move. Find it; the coach says why. Mistakes of your reviews come here too.');
    }

    private question(drill: Task): HTMLElement {
        const { state } = drill;
        const legal = (move: string): boolean => state.legal.includes(move);
        const pass = /^pass (\d)/.exec(state.legal[0] ?? '')?.[1];
        const toggle = (card: string): void => {
            if (this.answer) return;
            const one = !pass;
            this.chosen = this.chosen.includes(card) ? this.chosen.filter((each) => each !== card) : one ? [card] : [...this.chosen, card].slice(-Number(pass));
            this.draw();
        };
        const offers: [string, string][] = [];
        for (const move of state.legal) if (/^draw|^pass$|^biggin/.test(move)) offers.push([move, move === 'draw up' ? 'Take the upcard' : move === 'draw stock' ? 'Draw from the stock' : move === 'pass' ? 'Pass' : 'Big gin']);
        const card = this.chosen[0];
        if (card) for (const verb of ['discard', 'knock', 'play']) if (legal(`${verb} ${card}`)) offers.push([`${verb} ${card}`, withSigns(`${verb.charAt(0).toUpperCase()}${verb.slice(1)} ${card}`)]);
        if (pass && this.chosen.length === Number(pass)) offers.push([`pass ${this.chosen.join(' ')}`, withSigns(`Pass ${this.chosen.join(' ')}`)]);
        return h('div', { class: 'halves' },
            h('section', { 'aria-label': 'The position' }, h('p', {}, h('strong', {}, this.prompt(drill))),
                h('div', { class: 'table still' }, picture(state, { cards: toggle, chosen: this.chosen })),
                h('div', { class: 'row answers' }, offers.map(([move, label]) => button(label, () => this.give(move), { class: 'btn', 'data-key': `answer-${move}`, disabled: this.answer !== null })))),
            h('section', { 'aria-label': 'The coach' }, this.answer
                ? h('div', {}, h('p', { class: this.answer.right ? 'right' : 'note' }, h('strong', {}, this.answer.words)), drill.view.panel,
                    button('Next', () => void this.next(drill.own !== null), { class: 'btn first', 'data-key': 'drill-on', 'data-focus': true }))
                : h('p', { class: 'soft' }, 'Choose, then the coach answers.')));
    }

    private progress(): HTMLElement | null {
        const { drills, costs } = loadProgress();
        const rows = Object.entries(drills).map(([kind, { right, wrong }]) => h('tr', {}, h('td', {}, kind), h('td', {}, `${right} of ${right + wrong}`), h('td', {}, this.costOf(costs, kind))));
        if (!rows.length && !costs.length) return null;
        return h('section', {}, h('h2', {}, 'Progress'), h('table', {}, h('thead', {}, h('tr', {}, ['Kind of decision', 'Drills right', 'Chance to win lost a decision, in games judged'].map((each) => h('th', { scope: 'col' }, each)))),
            h('tbody', {}, rows, [...new Set(costs.map((each) => each.kind))].filter((kind) => !(kind in drills)).map((kind) => h('tr', {}, h('td', {}, kind), h('td', {}, ''), h('td', {}, this.costOf(costs, kind)))))));
    }

    // All days, and the last one there is something of.
    private costOf(costs: { when: string; kind: string; decisions: number; cost: number }[], kind: string): string {
        const all = costs.filter((each) => each.kind === kind);
        const mean = (some: typeof all): string => percent(some.reduce((sum, each) => sum + each.cost, 0) / Math.max(1, some.reduce((sum, each) => sum + each.decisions, 0)), 2);
        return all.length ? `${mean(all)} (last: ${mean(all.slice(-1))})` : '';
    }
}
