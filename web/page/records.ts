// SPDX-License-Identifier: MIT
// Records: pasted, dropped or kept. Files dropped anywhere onto the page come here; weights go to the engine.
import type { App, Screen } from './app';
import { button, download, h, toast } from './draw/dom';
import { both, playing } from './engine';
import { playerName } from './names';
import { loadDone, loadSitting } from './store';

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
        const pick = h('input', { type: 'file', id: 'records-file', accept: '.gin,.hearts,.txt,.records,.safetensors', multiple: true, class: 'unseen', onchange: () => void this.app.takeFiles([...(pick.files ?? [])]) });
        this.root.replaceChildren(h('h1', {}, 'Records'),
            h('p', {}, 'Drop a file onto the page, choose one, or paste lines as ', h('code', {}, 'deadwood match --log'), ' and this page write them.'),
            this.text,
            h('div', { class: 'row', style: 'margin: .6rem 0 1rem' }, button('Read them', () => void this.read(this.text.value), { class: 'btn first', 'data-key': 'records-read' }),
                h('label', { class: 'btn', for: 'records-file', style: 'display: inline-grid; place-items: center' }, 'Choose a file'), pick,
                button('Download all of mine', () => this.mine(), { class: 'btn', 'data-key': 'records-mine' })),
            this.list);
        const dropped = this.app.dropped;
        this.app.dropped = '';
        if (dropped) {
            this.text.value = dropped;
            void this.read(dropped);
        }
    }

    close(): void {}

    private mine(): void {
        const all = [...loadDone().map((each) => each.records), ...(['gin', 'hearts'] as const).map((game) => loadSitting(game)).filter((each) => each && !each.finished).map((each) => each!.records)];
        if (!all.length) return toast('There are no games of yours yet.');
        download('deadwood-games.records', all.join(''));
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

export async function takeFiles(app: App, files: File[]): Promise<void> {
    for (const file of files) {
        if (file.name.endsWith('.safetensors')) {
            await both('addModel', file.name.replace(/\.safetensors$/, ''), new Uint8Array(await file.arrayBuffer()));
            toast(`The model ${file.name} is there until the page is closed.`);
        } else if (/\.(zst|gz|zip)$/.test(file.name)) toast(`${file.name} is compressed; unpack it first (zstd -d).`, true);
        else {
            app.dropped = await file.text();
            app.go('records');
        }
    }
}
