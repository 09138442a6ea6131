// SPDX-License-Identifier: MIT
// What stands beside the table of either game: tabs, the hint, the rules, and the keys as a dialog.
import type { App } from './app';
import type { AdviceView } from './coach/advice';
import { button, dialog, h } from './draw/dom';
import type { GameName } from './store';

export type Tab = [name: string, label: string, panel: () => HTMLElement];
export type HintState = 'none' | 'asked' | 'there' | { failed: string };

// Arrow keys go from tab to tab, as screen readers expect.
export function tabbed(tabs: Tab[], wanted: string, choose: (name: string) => void): HTMLElement {
    const current = tabs.find(([name]) => name === wanted) ?? tabs[0]!;
    const at = tabs.indexOf(current);
    const buttons = tabs.map(([name, label]) => h('button', {
        type: 'button', role: 'tab', id: `tab-${name}`, 'aria-selected': String(name === current[0]), 'aria-controls': 'side-panel',
        'data-key': `tab-${name}`, tabindex: name === current[0] ? 0 : -1, onclick: () => choose(name),
    }, label));
    const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Beside the table' }, buttons);
    list.addEventListener('keydown', (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!step) return;
        const [name] = tabs[(at + step + tabs.length) % tabs.length]!;
        list.querySelector<HTMLElement>(`#tab-${name}`)?.focus();
        choose(name);
        event.preventDefault();
        event.stopPropagation();
    });
    return h('aside', { class: 'side', 'aria-label': 'Beside the table' }, list,
        h('div', { role: 'tabpanel', id: 'side-panel', 'aria-labelledby': `tab-${current[0]}`, tabindex: 0 }, current[2]()));
}

export function hintPanel(hint: AdviceView | null, state: HintState, yourTurn: boolean, ask: () => void): HTMLElement {
    const panel = h('div', { class: 'hint' });
    if (hint) panel.append(hint.panel);
    else if (state === 'asked') panel.append(h('p', { class: 'soft' }, 'Looking at hundreds of hands…'));
    else if (typeof state === 'object') panel.append(h('p', { class: 'note' }, state.failed));
    else panel.append(h('p', { class: 'soft' }, yourTurn ? 'A hint ranks your moves and says why the best one is best.' : 'Hints are for your own decisions.'));
    if (yourTurn && !hint && state !== 'asked') panel.append(button('Give me a hint', ask, { class: 'btn', 'data-key': 'hint-side' }));
    return panel;
}

// All options of the rules in force; those that differ from the preset's are marked.
export function rulesPanel(app: App, game: GameName, rules: string, hollywood: number | undefined): HTMLElement {
    const preset = app.gameNamed(game).rules.find((each) => each.name === rules.split(',')[0]);
    const rows = [...app.ruleValues(game, rules)].map(([key, { value, meaning, changed }]) => {
        const shown = key === 'target' && hollywood ? `${hollywood} in each game` : value;
        return h('tr', { class: changed && !(key === 'target' && hollywood) ? 'played' : '' }, h('td', {}, h('b', {}, key), ` ${meaning}`), h('td', {}, shown));
    });
    return h('div', { class: 'rules' }, h('p', {}, h('strong', {}, preset?.name ?? rules), preset ? `: ${preset.source}` : ''),
        hollywood ? h('p', {}, 'Hollywood: the first hand you win counts in the first game, the second in the first two, later ones in all three. Hints look at a long game, in which points count as they do here.') : null,
        h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Rule'), h('th', { scope: 'col' }, 'Here'))), h('tbody', {}, rows)),
        h('p', { class: 'soft' }, `Deadwood ${app.version}`));
}

export async function keysDialog(keys: [string, string][]): Promise<void> {
    const common: [string, string][] = [['h', 'hint'], ['z', 'undo, within this hand'], ['n', 'next hand'], ['r', 'review of the hand'], ['?', 'these keys']];
    await dialog<void>('Keys', (close) => [
        h('table', { class: 'keys' }, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Key'), h('th', { scope: 'col' }, 'What it does'))),
            h('tbody', {}, [...keys, ...common].map(([key, what]) => h('tr', {}, h('td', {}, h('kbd', {}, key)), h('td', {}, what))))),
        h('div', { class: 'row' }, button('Close', () => close(null), { class: 'btn first', autofocus: true })),
    ]);
}
