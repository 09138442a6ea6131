// SPDX-License-Identifier: MIT
// The frame around all screens: settings, what the engine lists, where one is, and the way back.
import { announce, button, dropToasts, h, liveRegion, toast } from './draw/dom';
import { playing } from './engine';
import { symbolSheet } from './draw/faces';
import { playerName, setTitles } from './names';
import {
    addDone, dropSitting, loadProgress, loadSettings, loadSitting, removeDone, saveProgress, saveReviewed, saveSettings,
    saveSitting, setAside, takeNotices, type Done, type GameName, type Settings, type Sitting,
} from './store';

export interface ListedPlayer {
    name: string;
    source: string;
    about: string;
}

// An opponent for people; the weakest comes first.
export interface ListedLevel {
    name: string;
    title: string;
    about: string;
    elo: number;
    newcomers: boolean; // whom to begin with
}

export interface ListedRules {
    name: string;
    source: string;
    text: string;
    keys: { key: string; value: string; meaning: string }[];
}

export interface ListedGame {
    name: GameName;
    seats: number;
    players: ListedPlayer[];
    levels: ListedLevel[];
    rules: ListedRules[];
}

export interface Screen {
    root: HTMLElement;
    title: string;
    open(): Promise<void> | void;
    close(): void;
}

export interface RuleValue {
    value: string;
    meaning: string;
    changed: boolean; // from the preset's
}

// A game to be begun.
export interface Plan {
    rules: string;
    opponents: string[];
    seed: string;
    match?: Sitting['match'] | undefined;
    hollywood?: number | undefined;
}

type Opener = (app: App, rest: string) => Promise<Screen | null> | Screen | null;

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export class App {
    settings: Settings = loadSettings();
    games: ListedGame[] = [];
    version = '';
    private screen: Screen | null = null;
    private readonly place = h('div', { id: 'screen' });
    private readonly title = h('span', { class: 'name' });
    private routes: Record<string, Opener> = {};

    constructor(private readonly root: HTMLElement) {
        addEventListener('hashchange', () => void this.route());
    }

    async start(routes: Record<string, Opener>): Promise<void> {
        this.routes = routes;
        this.dress();
        const bar = h('header', { class: 'bar' },
            button('☰ Menu', () => this.go(''), { class: 'btn', 'data-key': 'menu' }), this.title,
            button('Settings', () => this.go('settings'), { class: 'btn', 'data-key': 'settings' }));
        const sheet = h('div', { html: symbolSheet() });
        this.root.replaceChildren(sheet, bar, this.place, liveRegion());
        this.place.append(h('p', { class: 'page' }, 'The engine is starting…'));
        try {
            this.version = await playing().ready;
            this.games = (await playing().call<{ games: ListedGame[] }>('list')).games;
        } catch (error) {
            this.place.replaceChildren(this.failed(error));
            return;
        }
        setTitles(this.titles());
        await this.route();
        this.tellNotices();
    }

    private failed(error: unknown): HTMLElement {
        return h('main', { class: 'page' },
            h('h1', {}, 'The engine did not start'),
            h('p', { class: 'note' }, error instanceof Error ? error.message : String(error)),
            h('p', {}, 'This page needs WebAssembly with SIMD and DecompressionStream: Chrome 91 or later with streams (103), Firefox 113, Safari 16.4.'));
    }

    private titles(): Record<string, string> {
        const all: Record<string, string> = {};
        for (const game of this.games) {
            for (const { name } of game.players) all[name] = capital(name);
            for (const { name, title } of game.levels) all[name] = capital(title);
        }
        return all;
    }

    // ---- Where one is ----

    go(where: string): void {
        if (location.hash.slice(1) === where) void this.route();
        else location.hash = where;
    }

    private async route(): Promise<void> {
        const [name, ...rest] = location.hash.slice(1).split('/');
        const open = this.routes[name ?? ''] ?? this.routes['']!;
        let screen: Screen | null = null;
        try {
            screen = await open(this, rest.join('/'));
        } catch (error) {
            toast(error instanceof Error ? error.message : String(error), true);
        }
        if (!screen) return this.go('');
        if (this.screen) dropToasts();
        this.screen?.close();
        this.screen = screen;
        this.title.textContent = screen.title;
        document.title = screen.title === 'Deadwood' ? 'Deadwood' : `${screen.title} – Deadwood`;
        this.place.replaceChildren(screen.root);
        scrollTo(0, 0);
        try {
            await screen.open();
        } catch (error) {
            this.setAsideBroken(name ?? '', error);
        }
    }

    // A saved game that the engine refuses is kept for download.
    private setAsideBroken(name: string, error: unknown): void {
        const why = error instanceof Error ? error.message : String(error);
        const game = name === 'gin' || name === 'hearts' ? name : null;
        if (game && this.onBroken) this.onBroken(game, why);
        else toast(why, true);
        this.tellNotices();
        this.go('');
    }

    onBroken: ((game: GameName, why: string) => void) | null = null;

    // ---- Settings ----

    changeSettings(change: Partial<Settings>): void {
        this.settings = { ...this.settings, ...change };
        saveSettings(this.settings);
        this.dress();
        this.tellNotices();
    }

    private dress(): void {
        const dark =
            this.settings.theme === 'dark' ||
            (this.settings.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
        document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
        document.documentElement.dataset['suits'] = this.settings.fourColours ? 'four' : 'two';
    }

    watchTheme(): void {
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.dress());
    }

    tellNotices(): void {
        for (const notice of takeNotices()) toast(notice, true);
    }

    // ---- Games ----

    gameNamed(name: GameName): ListedGame {
        return this.games.find((game) => game.name === name)!;
    }

    // Every option of a rules text with its value: the preset's, or what the text says instead.
    ruleValues(game: GameName, rules: string): Map<string, RuleValue> {
        const [preset, ...changes] = rules.split(',');
        const listed = this.gameNamed(game).rules;
        const found = listed.find((each) => each.name === preset) ?? listed[0]!;
        const said = new Map(changes.map((each) => each.split('=') as [string, string]));
        return new Map(found.keys.map(({ key, value, meaning }) => {
            const now = said.get(key) ?? value;
            return [key, { value: now, meaning, changed: now !== value }];
        }));
    }

    target(game: GameName, rules: string): string {
        return this.ruleValues(game, rules).get('target')?.value ?? '';
    }

    async begin(game: GameName, plan: Plan): Promise<void> {
        const handle = await playing().call<number>('newGame', game, plan.rules, [null, ...plan.opponents], plan.seed);
        const look = await playing().call<{ record: string }>('look', handle, 0);
        await playing().call('close', handle);
        const sitting: Sitting = { version: 1, game, records: look.record };
        if (plan.match) sitting.match = plan.match;
        if (plan.hollywood) sitting.hollywood = plan.hollywood;
        await this.leave(game);
        saveSitting(sitting);
        this.go(game);
    }

    // A game that is left before its end stays among the games, and can be taken up again.
    private async leave(game: GameName): Promise<void> {
        const left = loadSitting(game);
        if (!left || left.finished) return;
        try {
            const { players } = await playing().call<{ players: string[] }>('recordJson', lastLine(left.records));
            const against = players.filter((each) => each !== 'you').map((each) => playerName(each)).join(', ');
            addDone({ game, when: new Date().toISOString(), records: left.records, won: null, against, left });
        } catch (error) {
            setAside(`game-${game}`, JSON.stringify(left), error instanceof Error ? error.message : String(error));
        }
    }

    async takeUp(done: Done): Promise<void> {
        await this.leave(done.game);
        removeDone(done);
        saveSitting(done.left!);
        this.go(done.game);
    }

    // The same opponents and rules once more, in a match of several games with the score carried on.
    async again(sitting: Sitting): Promise<void> {
        const { game, match, hollywood } = sitting;
        const { rules, players } = await playing().call<{ rules: string; players: string[] }>('recordJson', lastLine(sitting.records));
        const seats = players.length;
        const open = match && Math.max(...match.won) * 2 < match.best;
        const next = match && { best: match.best, won: open ? match.won : Array.from({ length: seats }, () => 0) };
        dropSitting(game);
        await this.begin(game, { rules, opponents: players.slice(1), seed: randomSeed(), match: next, hollywood });
    }

    hasGame(game: GameName): boolean {
        return loadSitting(game) !== null;
    }

    noteCost(game: GameName, kind: string, cost: number): void {
        const progress = loadProgress();
        const when = new Date().toISOString().slice(0, 10);
        const found = progress.costs.find((each) => each.when === when && each.game === game && each.kind === kind);
        if (found) {
            found.decisions++;
            found.cost += cost;
        } else progress.costs.push({ when, game, kind, decisions: 1, cost });
        progress.costs = progress.costs.slice(-2000);
        saveProgress(progress);
    }

    review(records: string): void {
        saveReviewed(records);
        this.go('review');
    }

    dropped = ''; // records that wait for their screen
    takeFiles: (files: File[]) => Promise<void> = async () => undefined;

    say(text: string): void {
        announce(text);
    }
}

const lastLine = (records: string): string => records.trim().split('\n').at(-1)!;

export function randomSeed(): string {
    const words = crypto.getRandomValues(new Uint32Array(2));
    return String((BigInt(words[0]!) << 16n) | (BigInt(words[1]!) & 0xffffn)); // 48 bits: short enough to be told to others
}
