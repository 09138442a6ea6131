// SPDX-License-Identifier: MIT
// Drills, as `deadwood drill` has them: the same positions, the same grades, the same rule of repetition (src/coach). The
// page keeps the same text that the program keeps in a file, so that both go on with it.
import { adviceView, percent, type Advice } from './advice';
import type { Screen } from '../app';
import { announce, button, download, h, toast } from '../draw/dom';
import { advising, playing } from '../engine';
import { withSigns } from '../draw/faces';
import { picture, type AnyState } from '../draw/picture';
import { loadDrills, loadProgress, saveDrills, setAside, type GameName } from '../store';
import { failureOf } from '../table';

// Of the set that comes along.
interface ListedDrill {
    game: GameName;
    kind: string;
    idea: string;
    difficulty: number; // from 1 to 5; 0: not measured
}

interface Drill extends ListedDrill {
    own: boolean;
    step: number;
    due: number; // seconds since 1970
    right: number;
    wrong: number;
}

interface Next {
    book: string;
    drill: (Drill & { position: string }) | null;
    fresh: boolean;
    next: number; // when something will be due; 0: never
}

interface Task extends Drill {
    position: string;
    fresh: boolean;
    state: AnyState;
}

const WRONG = 0;
const RIGHT = 1;
const SKIPPED = 2;
const KNOWN_STEP = 3; // solved so often in a row a drill is known

const now = (): number => Math.floor(Date.now() / 1000);

// What the engine cannot read is set aside, and a new book begun.
async function withBook<T extends { book?: string }>(name: string, ...args: unknown[]): Promise<T> {
    try {
        await playing().call('drillList', loadDrills());
    } catch (error) {
        setAside('drills', loadDrills(), failureOf(error));
    }
    const answer = await playing().call<T>(name, loadDrills(), ...args);
    if (answer.book !== undefined) saveDrills(answer.book);
    return answer;
}

// A mistake in a game of one's own. `records` end at the decision.
export async function addDrill(game: GameName, records: string, kind: string, idea: string, cost: number): Promise<void> {
    const position = records.trim().split('\n').at(-1)!;
    await withBook('drillAdd', `drill/1 game=${game} kind=${kind} idea=${idea || 'none'} difficulty=0 cost=${cost.toFixed(4)} own=1 step=0 due=0 right=0 wrong=0 position=${position}\n`);
}

// Lines that `deadwood drill` keeps. Returns how many were new.
export const mergeDrills = async (lines: string): Promise<number> => (await withBook<{ book: string; added: number }>('drillAdd', lines)).added;

export class Drills implements Screen {
    readonly title = 'Drills';
    readonly root = h('main', { class: 'page wide', id: 'main', tabindex: -1 });
    private all: Record<GameName, ListedDrill[]> = { gin: [], hearts: [] };
    private book: Drill[] = [];
    private task: Task | null = null;
    private game: GameName = 'gin';
    private wish = { kind: '', idea: '', difficulty: 0, own: false };
    private chosen: string[] = [];
    private answer: { right: boolean; words: string; comes: string; panel: HTMLElement } | null = null;
    private asking = false;
    private judging = false;
    private said = '';
    private session = { right: 0, asked: 0 };
    private alive = true;

    async open(): Promise<void> {
        for (const game of ['gin', 'hearts'] as const) this.all[game] = await playing().call<ListedDrill[]>('drills', game);
        await this.readBook();
        this.draw();
        this.root.focus({ preventScroll: true });
    }

    close(): void {
        this.alive = false;
    }

    private async readBook(): Promise<void> {
        this.book = await playing().call<Drill[]>('drillList', loadDrills()).catch(() => []);
    }

    // ---- Tasks ----

    // As the program chooses: mistakes of one's own that are due, what else is due, then a new one, the easiest first.
    private async next(): Promise<void> {
        if (this.asking || this.judging) return;
        this.asking = true;
        if (this.task && !this.answer) await withBook('drillAnswered', this.task.position, SKIPPED, now());
        this.task = this.answer = null;
        this.chosen = [];
        try {
            const { drill, fresh, next } = await withBook<Next>('drillNext', { game: this.game, ...this.wish }, now());
            this.said = drill ? '' : `Nothing is due that you wish for${next > now() ? `; the next drill comes ${inTime(next - now())}` : ''}.`;
            if (drill) this.task = { ...drill, fresh, state: await stateOf(drill) };
        } catch (error) {
            toast(failureOf(error), true);
        }
        await this.readBook();
        this.asking = false;
        this.draw();
        announce(this.task ? `${this.about(this.task)} ${this.prompt(this.task)}` : this.said);
    }

    private prompt({ state }: Task): string {
        const { legal } = state;
        if (legal.some((move) => move.startsWith('draw'))) return 'Take the upcard, or not?';
        if (legal[0]?.startsWith('pass ')) return `Which ${legal[0].slice(5)} cards do you pass?`;
        if (state.game === 'hearts') return 'Which card do you play?';
        return legal.some((move) => move.startsWith('knock')) ? 'Which card goes, and do you knock?' : 'Which card goes?';
    }

    private about({ kind, difficulty, own, fresh }: Task): string {
        return `${capital(kind)}${difficulty ? `, difficulty ${difficulty} of 5` : ''}${own ? ', from a game of yours' : fresh ? ', new' : ''}.`;
    }

    // `move` null: the person wants to be told, which counts as wrong.
    private async give(move: string | null): Promise<void> {
        const { task } = this;
        if (!task || this.answer || this.judging) return;
        this.judging = true;
        this.draw();
        try {
            const advice = await advising().call<Advice>('advise', task.position, move);
            const right = advice.grade?.right ?? false;
            const { due } = await withBook<{ book: string; due: number }>('drillAnswered', task.position, right ? RIGHT : WRONG, now());
            const view = adviceView(advice);
            const words = advice.grade ? withSigns(advice.grade.text.split('\n')[0]!) : `Best: ${view.best.words}.`;
            this.answer = { right, words, comes: `It comes again ${inTime(due - now())}.`, panel: view.panel };
            this.session.asked++;
            if (right) this.session.right++;
            announce(`${words} ${view.reasons.slice(0, 2).join(' ')} ${this.answer.comes}`);
        } catch (error) {
            toast(failureOf(error), true);
        }
        await this.readBook();
        this.judging = false;
        this.draw();
    }

    // ---- The picture ----

    private draw(): void {
        if (!this.alive) return;
        const focus = (document.activeElement as HTMLElement | null)?.dataset['key'];
        this.root.replaceChildren(h('h1', {}, 'Drills'), this.head(), this.task ? this.question(this.task) : this.empty(), this.progress());
        const same = focus ? this.root.querySelector<HTMLElement>(`[data-key="${CSS.escape(focus)}"]:not([disabled])`) : null;
        (this.root.querySelector<HTMLElement>('[data-focus]') ?? same)?.focus({ preventScroll: true });
    }

    private choice(key: string, label: string, values: [string, string][], value: string, change: (value: string) => void): HTMLElement {
        const select = h('select', { 'aria-label': label, 'data-key': key, class: 'narrow', onchange: () => { change(select.value); this.draw(); } },
            values.map(([name, words]) => h('option', { value: name, selected: name === value }, words)));
        return select;
    }

    private head(): HTMLElement {
        const set = this.all[this.game];
        const words = (of: 'kind' | 'idea'): string[] => [...new Set([...set, ...this.book.filter((each) => each.game === this.game)].map((each) => each[of]))].sort();
        const { wish } = this;
        return h('div', { class: 'row' },
            this.choice('drill-game', 'Game', [['gin', 'Gin Rummy'], ['hearts', 'Hearts']], this.game, (value) => {
                this.game = value as GameName;
                this.wish = { ...wish, kind: '', idea: '' };
            }),
            this.choice('drill-kind', 'Kind of decision', [['', 'all decisions'], ...words('kind').map((each): [string, string] => [each, each])], wish.kind, (value) => { wish.kind = value; }),
            this.choice('drill-idea', 'Idea', [['', 'all ideas'], ...words('idea').map((each): [string, string] => [each, each.replaceAll('-', ' ')])], wish.idea, (value) => { wish.idea = value; }),
            this.choice('drill-difficulty', 'Difficulty', [['0', 'any difficulty'], ...['1', '2', '3', '4', '5'].map((each): [string, string] => [each, `difficulty ${each}`])], String(wish.difficulty), (value) => { wish.difficulty = Number(value); }),
            h('label', { class: 'check' }, h('input', { type: 'checkbox', 'data-key': 'drill-own', checked: wish.own, onchange: () => { wish.own = !wish.own; } }), 'only my mistakes'),
            button(this.task && !this.answer ? 'Another one' : 'A position', () => void this.next(), { class: 'btn first', 'data-key': 'drill-next', disabled: this.asking || this.judging }));
    }

    private empty(): HTMLElement {
        if (this.said) return h('p', { class: 'note', 'data-key': 'drill-none' }, this.said);
        return h('div', { class: 'soft' },
            h('p', {}, `Each of ${this.all.gin.length} positions of gin and ${this.all.hearts.length} of Hearts has one best move. Find it; the coach says why. Mistakes that reviews of your games find join them, and come first.`),
            h('p', {}, 'What you get wrong comes again after ten minutes; what you get right after 1, 3, 7, 21 and 60 days. Difficulty is measured: how many of the levels below the champion get it wrong.'));
    }

    private question(task: Task): HTMLElement {
        const { state } = task;
        const legal = (move: string): boolean => state.legal.includes(move);
        const pass = /^pass (\d)/.exec(state.legal[0] ?? '')?.[1];
        const closed = this.answer !== null || this.judging;
        const toggle = (card: string): void => {
            if (closed) return;
            this.chosen = this.chosen.includes(card) ? this.chosen.filter((each) => each !== card) : pass ? [...this.chosen, card].slice(-Number(pass)) : [card];
            this.draw();
        };
        const offers: [string, string][] = [];
        for (const move of state.legal) if (/^draw|^pass$|^biggin/.test(move)) offers.push([move, move === 'draw up' ? 'Take the upcard' : move === 'draw stock' ? 'Draw from the stock' : move === 'pass' ? 'Pass' : 'Big gin']);
        const card = this.chosen[0];
        if (card) for (const verb of ['discard', 'knock', 'play']) if (legal(`${verb} ${card}`)) offers.push([`${verb} ${card}`, withSigns(`${capital(verb)} ${card}`)]);
        if (pass && this.chosen.length === Number(pass)) offers.push([`pass ${this.chosen.join(' ')}`, withSigns(`Pass ${this.chosen.join(' ')}`)]);
        return h('div', { class: 'halves' },
            h('section', { 'aria-label': 'The position' }, h('p', { class: 'soft' }, this.about(task)), h('p', {}, h('strong', {}, this.prompt(task))),
                h('div', { class: 'table still' }, picture(state, closed ? { chosen: this.chosen } : { cards: toggle, chosen: this.chosen })),
                h('div', { class: 'row answers' }, offers.map(([move, label]) => button(label, () => void this.give(move), { class: 'btn', 'data-key': `answer-${move}`, disabled: closed })),
                    button('Show me', () => void this.give(null), { class: 'btn', 'data-key': 'drill-why', disabled: closed }))),
            h('section', { 'aria-label': 'The coach' }, this.answer
                ? h('div', {}, h('p', { class: this.answer.right ? 'right' : 'note' }, h('strong', {}, this.answer.words)), h('p', { class: 'soft' }, this.answer.comes), this.answer.panel,
                    button('Next', () => void this.next(), { class: 'btn first', 'data-key': 'drill-on', 'data-focus': true }))
                : h('p', { class: 'soft' }, this.judging ? 'Looking at hundreds of hands…' : 'Choose, then the coach answers.')));
    }

    // ---- Progress ----

    private progress(): HTMLElement {
        const mine = this.book.filter((each) => each.game === this.game);
        const { costs } = loadProgress();
        const judged = costs.filter((each) => each.game === this.game);
        const kinds = [...new Set([...mine.map((each) => each.kind), ...judged.map((each) => each.kind)])].sort();
        const due = mine.filter((each) => each.due <= now());
        const fresh = this.all[this.game].length - mine.filter((each) => !each.own).length;
        const sum = `${this.session.asked ? `${this.session.right} of ${this.session.asked} right today. ` : ''}${due.length} due, ${due.filter((each) => each.own).length} of them your mistakes; ${fresh} of the set are new.`;
        const row = (kind: string): HTMLElement => {
            const of = mine.filter((each) => each.kind === kind);
            const right = of.reduce((all, each) => all + each.right, 0);
            const tries = right + of.reduce((all, each) => all + each.wrong, 0);
            return h('tr', {}, h('td', {}, kind), h('td', {}, tries ? `${right} of ${tries}` : ''), h('td', {}, of.length ? `${of.filter((each) => each.step >= KNOWN_STEP).length} of ${of.length}` : ''), h('td', {}, costOf(judged, kind)));
        };
        const heads = ['Kind of decision', 'Answers right', 'Known', 'Chance to win lost a decision, in games judged'];
        return h('section', {}, h('h2', {}, 'Progress'), h('p', {}, sum),
            kinds.length ? h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Progress by kind of decision' }, h('table', {}, h('thead', {}, h('tr', {}, heads.map((each) => h('th', { scope: 'col' }, each)))), h('tbody', {}, kinds.map(row)))) : null,
            h('p', { class: 'row below' },
                button('Download my drills', () => download('drills.txt', loadDrills()), { class: 'btn small', 'data-key': 'drill-download', disabled: !this.book.length }),
                h('span', { class: 'soft' }, 'A file of ', h('code', {}, 'deadwood drill --file'), '; dropped onto the page, what is in such a file joins these.')));
    }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

async function stateOf({ position, game }: { position: string; game: GameName }): Promise<AnyState> {
    const handle = await playing().call<number>('load', position, Array.from({ length: game === 'gin' ? 2 : 4 }, () => null));
    try {
        const { state } = await playing().call<{ state: AnyState }>('look', handle, -1);
        return (await playing().call<{ state: AnyState }>('look', handle, state.to_move)).state;
    } finally {
        await playing().call('close', handle);
    }
}

// "in 10 minutes", "in 3 days"
function inTime(seconds: number): string {
    const [size, unit] = seconds >= 86400 ? [86400, 'day'] as const : seconds >= 3600 ? [3600, 'hour'] as const : [60, 'minute'] as const;
    const count = Math.max(1, Math.round(seconds / size));
    return `in ${count} ${unit}${count === 1 ? '' : 's'}`;
}

// All days, and the last one there is something of.
function costOf(costs: { when: string; kind: string; decisions: number; cost: number }[], kind: string): string {
    const all = costs.filter((each) => each.kind === kind);
    const mean = (some: typeof all): string => percent(some.reduce((sum, each) => sum + each.cost, 0) / Math.max(1, some.reduce((sum, each) => sum + each.decisions, 0)), 2);
    return all.length ? `${mean(all)} (last: ${mean(all.slice(-1))})` : '';
}
