// SPDX-License-Identifier: MIT
// The frame around all screens: settings, what the engine lists, where one is, and the way back.
import { announce, button, h, liveRegion, toast } from './draw/dom';
import { playing } from './engine';
import { symbolSheet } from './draw/faces';
import { setTitles } from './names';
import {
    dropSitting, loadProgress, loadSettings, loadSitting, saveProgress, saveSettings, saveSitting, takeNotices,
    type GameName, type Settings, type Sitting,
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
        const dark = this.settings.theme === 'dark' || (this.settings.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
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

    // The points that end a game, as the listed rules have it where the text does not say.
    target(game: GameName, rules: string): string {
        const preset = rules.split(',')[0]!;
        const found = this.gameNamed(game).rules.find((each) => each.name === preset);
        return found?.keys.find((key) => key.key === 'target')?.value ?? '';
    }

    async begin(game: GameName, rules: string, opponents: string[], seed: string, best = 1, won?: number[]): Promise<void> {
        const handle = await playing().call<number>('newGame', game, rules, [null, ...opponents], seed);
        const look = await playing().call<{ record: string }>('look', handle, 0);
        await playing().call('close', handle);
        const sitting: Sitting = { version: 1, game, records: look.record };
        if (best > 1) sitting.match = { best, won: won ?? [0, 0] };
        saveSitting(sitting);
        this.go(game);
    }

    // The same opponents and rules once more, in a match of several games with the score carried on.
    again(sitting: Sitting): void {
        const { game, match } = sitting;
        const last = sitting.records.trim().split('\n').at(-1)!;
        void (async (): Promise<void> => {
            const { rules, players } = await playing().call<{ rules: string; players: string[] }>('recordJson', last);
            const open = match && Math.max(...match.won) * 2 < match.best ? match : null;
            dropSitting(game);
            await this.begin(game, rules, players.slice(1), randomSeed(), open?.best ?? match?.best ?? 1, open?.won);
        })();
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
        this.reviewed = records;
        this.go('review');
    }

    reviewed = '';
    dropped = ''; // records that wait for their screen
    takeFiles: (files: File[]) => Promise<void> = async () => undefined;

    say(text: string): void {
        announce(text);
    }
}

export function randomSeed(): string {
    const words = crypto.getRandomValues(new Uint32Array(2));
    return String((BigInt(words[0]!) << 16n) | (BigInt(words[1]!) & 0xffffn)); // 48 bits: short enough to be told to others
}
