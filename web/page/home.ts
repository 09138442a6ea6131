// SPDX-License-Identifier: MIT
// The first screen: the games, what else there is, and one's own games.
import type { App, Screen } from './app';
import { cardView } from './draw/cards';
import { button, h } from './draw/dom';
import { loadDone, type Done, type GameName } from './store';

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

const SHOWN = 10;

const result = ({ left, won }: Done): string => (left ? 'left' : won === null ? 'drawn' : won ? 'won' : 'lost');

function doneRow(app: App, each: Done): HTMLElement {
    const day = each.when.slice(0, 10);
    const told = `the game of ${GAME_TITLES[each.game]} against ${each.against} of ${day}`;
    return h('tr', {}, h('td', {}, GAME_TITLES[each.game]), h('td', {}, day), h('td', {}, each.against), h('td', {}, result(each)),
        h('td', {}, h('div', { class: 'row end' },
            each.left ? button('Take up', () => void app.takeUp(each), { class: 'btn small', 'aria-label': `Take up ${told}` }) : null,
            button('Review', () => app.review(each.records), { class: 'btn small', 'aria-label': `Review ${told}` }))));
}

function doneList(app: App): HTMLElement | null {
    const done = loadDone();
    if (!done.length) return null;
    const heads = ['Game', 'Day', 'Against', 'Result'].map((each) => h('th', { scope: 'col' }, each));
    const table = (all: Done[]): HTMLElement => h('table', { class: 'games' }, h('thead', {}, h('tr', {}, heads, h('td', {}))), h('tbody', {}, all.map((each) => doneRow(app, each))));
    const scroll = h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Your games' }, table(done.slice(0, SHOWN)));
    const more = button(`All ${done.length} games`, () => { scroll.replaceChildren(table(done)); more.remove(); }, { class: 'btn small' });
    return h('section', {}, h('h2', {}, 'Your games'), scroll, done.length > SHOWN ? more : null);
}

export function homeScreen(app: App): Screen {
    const root = h('main', { class: 'page', id: 'main', tabindex: -1 },
        h('h1', {}, 'Gin Rummy and Hearts, against the champion'),
        h('p', { class: 'soft' }, 'The strongest players known, and a coach that says why. All of it is in this page; nothing is sent anywhere.'),
        h('ul', { class: 'tiles' },
            gameTile(app, 'gin', ['7H', '8H', '9H', 'KS', 'KD', 'KC'], 'Two players, ten cards each: melds, deadwood, and when to knock.'),
            gameTile(app, 'hearts', ['QS', '2H', 'JH', 'AH', '2C'], 'Four players: leave the hearts and the queen of spades to the others, or take them all.'),
            tile([], 'Drills', 'Positions to solve, from a set that comes along and from your own mistakes; what went wrong comes again.', button('Practise', () => app.go('drills'), { class: 'btn', 'data-key': 'drills' })),
            tile([], 'Analysis board', 'Set up or paste any position of either game, ask the coach, and share it as a link.', button('Open the board', () => app.go('board'), { class: 'btn', 'data-key': 'board' })),
            tile([], 'Records', 'Step through games of your own or of matches, analyse them, take yours with you.', button('Open records', () => app.go('records'), { class: 'btn', 'data-key': 'records' }))),
        doneList(app),
        h('footer', { class: 'soft' }, h('p', {}, `Deadwood ${app.version}. Drop a file of records anywhere onto this page to look at it.`)));
    return { root, title: 'Deadwood', open: () => undefined, close: () => undefined };
}
