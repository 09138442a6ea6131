// SPDX-License-Identifier: MIT
// The first screen, and the one that begins a game.
import { randomSeed, type App, type ListedGame, type Screen } from './app';
import { cardView } from './draw/cards';
import { button, h, toast } from './draw/dom';
import { loadDone, type GameName } from './store';

const tile = (cards: string[], title: string, about: string, ...buttons: HTMLElement[]): HTMLElement =>
    h('li', { class: 'tile' },
        cards.length ? h('div', { class: 'fan', 'aria-hidden': 'true' }, cards.map((card) => cardView(card))) : null,
        h('h2', {}, title), h('p', {}, about), h('div', { class: 'row' }, buttons));

export const GAME_TITLES: Record<GameName, string> = { gin: 'Gin Rummy', hearts: 'Hearts' };

function gameTile(app: App, game: GameName, cards: string[], about: string): HTMLElement {
    const there = app.hasGame(game);
    return tile(cards, GAME_TITLES[game], about,
        there ? button('Continue', () => app.go(game), { class: 'btn first', 'data-key': `continue-${game}` }) : null!,
        button('New game', () => app.go(`new/${game}`), { class: there ? 'btn' : 'btn first', 'data-key': `new-${game}` }),
        button('Learn by playing', () => app.go(`learn/${game}`), { class: 'btn', 'data-key': `learn-${game}` }));
}

function doneList(app: App): HTMLElement | null {
    const done = loadDone().slice(0, 8);
    if (!done.length) return null;
    const row = (each: (typeof done)[number]): HTMLElement => h('tr', {},
        h('td', {}, GAME_TITLES[each.game]), h('td', {}, each.when.slice(0, 10)), h('td', {}, each.against),
        h('td', {}, each.won === null ? 'drawn' : each.won ? 'won' : 'lost'),
        h('td', {}, button('Review', () => app.review(each.records), { class: 'btn small', 'aria-label': `Review the game against ${each.against} of ${each.when.slice(0, 10)}` })));
    return h('section', {}, h('h2', {}, 'Your games'), h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Your games' }, h('table', {},
        h('thead', {}, h('tr', {}, ...['Game', 'Day', 'Against', 'Result', ''].map((each) => each ? h('th', { scope: 'col' }, each) : h('td', {})))), h('tbody', {}, done.map(row)))));
}

export function homeScreen(app: App): Screen {
    const root = h('main', { class: 'page', id: 'main', tabindex: -1 },
        h('h1', {}, 'Gin Rummy and Hearts, against the champion'),
        h('p', { class: 'soft' }, 'The strongest players known, and a coach that says why. All of it is in this page; nothing is sent anywhere.'),
        h('ul', { class: 'tiles' },
            gameTile(app, 'gin', ['7H', '8H', '9H', 'KS', 'KD', 'KC'], 'Two players, ten cards each: melds, deadwood, and when to knock.'),
            gameTile(app, 'hearts', ['QS', '2H', 'JH', 'AH', '2C'], 'Four players: leave the hearts and the queen of spades to the others, or take them all.'),
            tile([], 'Drills', 'Positions to solve, from a set that comes along and from your own mistakes; what went wrong comes again.', button('Practise', () => app.go('drills'), { class: 'btn', 'data-key': 'drills' })),
            tile([], 'Analysis board', 'Set up or paste any position of gin, ask the coach, and share it as a link.', button('Open the board', () => app.go('board'), { class: 'btn', 'data-key': 'board' })),
            tile([], 'Records', 'Step through games of your own or of matches, analyse them, take yours with you.', button('Open records', () => app.go('records'), { class: 'btn', 'data-key': 'records' }))),
        doneList(app),
        h('footer', { class: 'soft' }, h('p', {}, `Deadwood ${app.version}. Drop a file of records anywhere onto this page to look at it.`)));
    return { root, title: 'Deadwood', open: () => undefined, close: () => undefined };
}

// ---- A new game ----

const option = (value: string, text: string, selected = false): HTMLElement => h('option', { value, selected }, text);

function playerSelect(game: ListedGame, id: string, label: string, usual: string): { field: HTMLElement; value: () => string } {
    const listed = game.players.filter((player) => !['mix', 'search'].includes(player.name));
    const select = h('select', { id, 'data-key': id }, 
        h('optgroup', { label: 'Levels' }, game.levels.map((level) => option(level.name, `${level.title} – ${level.about}`.slice(0, 90), level.name === usual))),
        h('optgroup', { label: 'Players' }, [...listed].reverse().map((player) => option(player.name, `${player.name} – ${player.about}`.slice(0, 90)))), option('other', 'other…'));
    const other = h('input', { type: 'text', id: `${id}-other`, 'aria-label': `${label}: any player the program knows`, placeholder: 'champion:search=10', hidden: true });
    select.addEventListener('change', () => other.toggleAttribute('hidden', select.value !== 'other'));
    return {
        field: h('div', { class: 'field' }, h('label', { for: id }, label), select, other),
        value: () => (select.value === 'other' ? other.value.trim() : select.value),
    };
}

function rulesFields(game: ListedGame): { field: HTMLElement; value: () => string } {
    const select = h('select', { id: 'rules', 'data-key': 'rules' }, game.rules.map((rules) => option(rules.name, `${rules.name} – ${rules.source}`)));
    const keys = h('div', { class: 'form' });
    const inputs = new Map<string, { input: HTMLInputElement; usual: string }>();
    const fill = (): void => {
        const rules = game.rules.find((each) => each.name === select.value)!;
        inputs.clear();
        keys.replaceChildren(...rules.keys.map(({ key, value, meaning }) => {
            const input = h('input', { type: 'text', id: `key-${key}`, value });
            inputs.set(key, { input, usual: value });
            return h('div', { class: 'field' }, h('label', { for: `key-${key}` }, `${key}: `, h('span', { class: 'hint' }, meaning)), input);
        }));
    };
    select.addEventListener('change', fill);
    fill();
    return {
        field: h('div', { class: 'field' }, h('label', { for: 'rules' }, 'Rules'), select,
            h('details', {}, h('summary', {}, 'All options of these rules'), keys)),
        value: () => [select.value, ...[...inputs].filter(([, each]) => each.input.value.trim() !== each.usual).map(([key, each]) => `${key}=${each.input.value.trim()}`)].join(','),
    };
}

export function newScreen(app: App, name: string): Screen | null {
    if (name !== 'gin' && name !== 'hearts') return null;
    const game = app.gameNamed(name);
    const usual = defaultOpponent(game);
    const seats = name === 'gin' ? ['Opponent'] : ['To your left', 'Opposite', 'To your right'];
    const players = seats.map((label, i) => playerSelect(game, `player-${i + 1}`, label, usual));
    const rules = rulesFields(game);
    const best = h('select', { id: 'best' }, [1, 3, 5, 7].map((count) => option(String(count), count === 1 ? 'one game' : `best of ${count} games`)));
    const seed = h('input', { type: 'text', id: 'seed', inputmode: 'numeric', placeholder: 'by chance' });
    const begin = async (): Promise<void> => {
        try {
            const text = seed.value.trim();
            if (text && !/^\d{1,18}$/.test(text)) throw new Error(`the deal's number is a whole number, not '${text}'`);
            await app.begin(name, rules.value(), players.map((each) => each.value()), text || randomSeed(), Number(best.value));
        } catch (error) {
            toast(error instanceof Error ? error.message : String(error), true);
        }
    };
    const form = h('form', { class: 'form', onsubmit: (event: Event) => { event.preventDefault(); void begin(); } },
        players.map((each) => each.field), rules.field,
        name === 'gin' ? h('div', { class: 'field' }, h('label', { for: 'best' }, 'Match'), best) : null,
        h('details', {}, h('summary', {}, 'A deal you know'), h('div', { class: 'field' }, h('label', { for: 'seed' }, 'Number of the deal ', h('span', { class: 'hint' }, 'the same number gives the same cards')), seed)),
        h('div', { class: 'row' }, h('button', { type: 'submit', class: 'btn first', 'data-key': 'begin' }, 'Deal'),
            button('Back', () => app.go(''), { class: 'btn' })));
    const root = h('main', { class: 'page', id: 'main', tabindex: -1 }, h('h1', {}, `A new game of ${GAME_TITLES[name]}`),
        app.hasGame(name) ? h('p', { class: 'soft' }, 'The game on the table ends with this; it stays among your records only if it is over.') : null, form);
    return { root, title: `New: ${GAME_TITLES[name]}`, open: () => undefined, close: () => undefined };
}

// Not the champion: whoever is new wants to win now and then.
function defaultOpponent(game: ListedGame): string {
    return (game.levels.find((level) => level.newcomers) ?? game.levels[0]!).name;
}
