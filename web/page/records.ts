// SPDX-License-Identifier: MIT
// Records: pasted, dropped or kept. Files dropped anywhere onto the page come here; weights go to the engine.
import type { App, Screen } from './app';
import { mergeDrills } from './coach/drills';
import { button, download, h, toast } from './draw/dom';
import { both, playing } from './engine';
import { playerName } from './names';
import { GAME_TITLES } from './home';
import { loadDone, loadSitting, type Done, type GameName } from './store';
import { failureOf, lastLine } from './table';

interface Kept {
    title: string;
    records: string;
}

const MOST_LINES = 5000;

// Hands of the same game, number and players after each other are one game. What cannot be read is said by line.
async function games(text: string): Promise<{ found: Kept[]; wrong: string[] }> {
    const found: Kept[] = [];
    const wrong: string[] = [];
    let last = '';
    const lines = text.split('\n').map((line) => line.trim());
    for (const [i, line] of lines.slice(0, MOST_LINES).entries()) {
        if (!line || line.startsWith('#')) continue;
        try {
            const { game, number, players, hand } = await playing().call<{ game: string; number: number; players: string[]; hand: number }>('recordJson', line);
            const name = `${game} ${number} ${players.join('|')}`;
            if (name === last && hand > 0) found.at(-1)!.records += `${line}\n`;
            else found.push({ title: `${game === 'gin' ? 'Gin' : 'Hearts'}, game ${number}: ${players.map((each) => playerName(each)).join(', ')}`, records: `${line}\n` });
            last = name;
        } catch (error) {
            wrong.push(`line ${i + 1}: ${error instanceof Error ? error.message : String(error)}`);
        }
    }
    if (lines.length > MOST_LINES) wrong.push(`only the first ${MOST_LINES} lines were read`);
    return { found, wrong };
}

export class Records implements Screen {
    readonly title = 'Records';
    readonly root = h('main', { class: 'page', id: 'main', tabindex: -1 });
    private readonly list = h('section', { 'aria-live': 'polite' });
    private readonly text = h('textarea', { id: 'records-text', 'aria-label': 'Records, a line a hand', spellcheck: 'false', placeholder: 'gin/1 rules=contest players=simple|greedy game=5 …' });

    constructor(private readonly app: App) {}

    open(): void {
        const pick = h('input', { type: 'file', id: 'records-file', accept: '.rec,.gin,.hearts,.txt,.records,.safetensors', multiple: true, class: 'unseen', onchange: () => void this.app.takeFiles([...(pick.files ?? [])]) });
        this.root.replaceChildren(h('h1', {}, 'Records'),
            h('p', {}, 'Drop a file onto the page, choose one, or paste lines as ', h('code', {}, 'deadwood match --records'), ' and this page write them.'),
            this.text,
            h('div', { class: 'row', style: 'margin: .6rem 0 1rem' }, button('Read them', () => void this.read(this.text.value), { class: 'btn first', 'data-key': 'records-read' }),
                h('label', { class: 'btn', for: 'records-file', style: 'display: inline-grid; place-items: center' }, 'Choose a file'), pick,
                (['gin', 'hearts'] as const).map((game) => button(`Download my ${GAME_TITLES[game]}`, () => this.mine(game), { class: 'btn', 'data-key': `records-mine-${game}` }))),
            this.matches() ?? '', this.list);
        const dropped = this.app.dropped;
        this.app.dropped = '';
        if (dropped) {
            this.text.value = dropped;
            void this.read(dropped);
        }
    }

    close(): void {}

    // A file a game, for `deadwood replay`, `analyze` and `verify`.
    private mine(game: GameName): void {
        const now = loadSitting(game);
        const done = loadDone().filter((each) => each.game === game).map((each) => each.records);
        const all = [...done, ...(now && !now.finished ? [now.records] : [])];
        if (!all.length) return toast(`There are no games of ${GAME_TITLES[game]} of yours yet.`);
        download(`deadwood-${game}.rec`, all.join(''));
    }

    // Whole games against the same players by the same rules, numbered as those of a match: `deadwood verify` reads them.
    private matches(): HTMLElement | null {
        const whole = loadDone().filter((each) => / over=/.test(lastLine(each.records))).reverse();
        const key = (done: Done): string => /^\S+ rules=\S+ players=\S+/.exec(done.records)?.[0] ?? '';
        const groups = [...new Set(whole.map(key))].filter(Boolean).map((each) => whole.filter((done) => key(done) === each));
        if (!groups.length) return null;
        return h('section', {}, h('h2', {}, 'Your whole games, as matches'), h('p', { class: 'soft' }, 'Against the same players by the same rules, numbered from 0: what ', h('code', {}, 'deadwood verify'), ' wants.'),
            h('ul', { class: 'games' }, groups.map((group, i) => h('li', {}, h('div', { class: 'row' },
                h('span', {}, `${group.length} ${group.length === 1 ? 'game' : 'games'} of ${GAME_TITLES[group[0]!.game]} against ${group[0]!.against}, rules ${/rules=(\S+)/.exec(key(group[0]!))![1]}`),
                button('Download', () => download(`deadwood-${group[0]!.game}-match.rec`, group.map((done, number) => done.records.replace(/ game=\d+ /g, ` game=${number} `)).join('')), { class: 'btn small', 'data-key': `records-match-${i}` }))))));
    }

    private async read(text: string): Promise<void> {
        const { found, wrong } = await games(text);
        this.list.replaceChildren(h('h2', {}, `${found.length} ${found.length === 1 ? 'game' : 'games'}`),
            ...wrong.slice(0, 5).map((each) => h('p', { class: 'note' }, each)),
            h('ul', { class: 'games' }, found.slice(0, 200).map((each) => h('li', {}, h('div', { class: 'row' }, h('span', {}, each.title),
                button('Step through', () => this.app.review(each.records), { class: 'btn small', 'aria-label': `Step through ${each.title}` }))))));
        if (found.length === 1 && !wrong.length) this.app.review(found[0]!.records);
    }
}

async function takeDrills(app: App, lines: string): Promise<void> {
    try {
        toast(`${await mergeDrills(lines)} new drills.`);
        app.go('drills');
    } catch (error) {
        toast(`These drills cannot be read: ${failureOf(error)}`, true);
    }
}

export async function takeFiles(app: App, files: File[]): Promise<void> {
    for (const file of files) {
        if (file.name.endsWith('.safetensors')) {
            await both('addModel', file.name.replace(/\.safetensors$/, ''), new Uint8Array(await file.arrayBuffer()));
            toast(`The model ${file.name} is there until the page is closed.`);
        } else if (/\.(zst|gz|zip)$/.test(file.name)) toast(`${file.name} is compressed; unpack it first (zstd -d).`, true);
        else {
            const text = await file.text();
            if (/^(drill|hand)\/1 /.test(text)) await takeDrills(app, text);
            else {
                app.dropped = text;
                app.go('records');
            }
        }
    }
}
