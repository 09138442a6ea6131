// SPDX-License-Identifier: MIT
// Settings, and what was set aside.
import type { App, Screen } from './app';
import { button, download, h } from './draw/dom';
import { GAME_TITLES } from './home';
import { asides, dropAside, type Settings } from './store';

type Choices<K extends keyof Settings> = [Settings[K], string][];

function choice<K extends keyof Settings>(app: App, key: K, label: string, choices: Choices<K>): HTMLElement {
    const select = h('select', { id: `set-${key}`, 'data-key': `set-${key}`, onchange: () => app.changeSettings({ [key]: choices[select.selectedIndex]![0] }) },
        choices.map(([value, text]) => h('option', { selected: app.settings[key] === value }, text)));
    return h('div', { class: 'field' }, h('label', { for: `set-${key}` }, label), select);
}

function tick(app: App, key: 'fourColours' | 'deadwood', label: string): HTMLElement {
    const box = h('input', { type: 'checkbox', id: `set-${key}`, checked: app.settings[key], onchange: () => app.changeSettings({ [key]: box.checked }) });
    return h('label', { class: 'check', for: `set-${key}` }, box, label);
}

function asideList(redraw: () => void): HTMLElement | null {
    const all = asides();
    if (!all.length) return null;
    return h('section', {}, h('h2', {}, 'Set aside'),
        h('p', {}, 'Saved state that could not be read. Download it before you remove it.'),
        h('ul', {}, all.map(([name, text]) => h('li', {}, h('div', { class: 'row' }, h('span', {}, name),
            button('Download', () => download(`deadwood-${name.replace(/[^\w.-]/g, '_')}.txt`, text), { class: 'btn small' }),
            button('Remove', () => { dropAside(name); redraw(); }, { class: 'btn small' }))))));
}

// What this page is made of: the program's version, and the presets of rules it knows.
function versions(app: App): HTMLElement {
    const rules = app.games.map((game) => `${GAME_TITLES[game.name]}: ${game.rules.map((each) => each.name).join(', ')}`).join('. ');
    return h('section', {}, h('h2', {}, 'About'), h('p', {}, `Deadwood ${app.version}. Rules of ${rules}.`),
        h('p', { class: 'soft' }, 'All of it is in this page: nothing is loaded and nothing is sent. Games, drills and settings lie in this browser; clearing its data removes them, so download your games under Records.'));
}

export function settingsScreen(app: App): Screen {
    const root = h('main', { class: 'page', id: 'main', tabindex: -1 });
    const draw = (): void => root.replaceChildren(h('h1', {}, 'Settings'), h('div', { class: 'form columns' },
        choice(app, 'theme', 'Colours of the page', [['auto', 'as the system has it'], ['light', 'light'], ['dark', 'dark']]),
        choice(app, 'pace', 'Pace of the others', [['instant', 'at once'], ['quick', 'quick'], ['calm', 'calm']]),
        choice(app, 'sort', 'Cards in the hand', [['melds', 'melds first'], ['suit', 'by suit'], ['rank', 'by rank'], ['own', 'as I lay them']]),
        choice(app, 'melding', 'Melds, when cards are laid down', [['auto', 'put together for me, as well as can be'], ['own', 'I put them together']]),
        choice(app, 'tutor', 'The tutor warns', [[0, 'never'], [1, 'before moves that cost 1% of the chance to win or more'], [2, 'from 2% on'], [5, 'from 5% on'], [10, 'from 10% on']]),
        tick(app, 'fourColours', 'Four colours for four suits'),
        tick(app, 'deadwood', 'Show deadwood and mark melds')),
    asideList(draw) ?? '', versions(app),
    button('Back', () => history.back(), { class: 'btn' }));
    return { root, title: 'Settings', open: draw, close: () => undefined };
}
