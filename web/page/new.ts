// SPDX-License-Identifier: MIT
// The screen that begins a game: who plays, by which rules, how it is scored.
import { randomSeed, type App, type ListedGame, type ListedRules, type Screen } from './app';
import { button, h, toast } from './draw/dom';
import { playing } from './engine';
import { engineTarget } from './gin/hollywood';
import { GAME_TITLES } from './home';
import type { GameName } from './store';
import { failureOf } from './table';

const option = (value: string, text: string, selected = false): HTMLElement => h('option', { value, selected }, text);
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface Field<T> {
    field: HTMLElement;
    value(): T;
}

// ---- Players ----

const COMPOSERS = ['mix', 'search']; // names of families; 'other' takes their parameters

function playerField(game: ListedGame, id: string, label: string, usual: string): Field<string> {
    const listed = game.players.filter((player) => !COMPOSERS.includes(player.name)).reverse();
    const about = h('p', { class: 'hint', id: `${id}-about` });
    const select = h('select', { id, 'data-key': id, 'aria-describedby': `${id}-about` },
        h('optgroup', { label: 'Levels' }, game.levels.map((level, i) => option(level.name, `${i + 1}. ${upper(level.title)}`, level.name === usual))),
        h('optgroup', { label: 'Players of the program' }, listed.map((player) => option(player.name, upper(player.name)))),
        option('other', 'Another…'));
    const other = h('input', {
        type: 'text', id: `${id}-other`, 'aria-label': `${label}: any player the program knows`, placeholder: 'champion:search=10',
        autocapitalize: 'off', spellcheck: 'false', hidden: true,
    });
    const changed = (): void => {
        other.toggleAttribute('hidden', select.value !== 'other');
        const level = game.levels.find((each) => each.name === select.value);
        const player = level ?? listed.find((each) => each.name === select.value);
        const behind = level ? Math.round(game.levels.at(-1)!.elo - level.elo) : 0;
        const elo = behind > 0 ? ` ${behind} Elo below the highest level.` : '';
        about.textContent = player ? `${upper(player.about)}.${elo}` : 'Any player that `deadwood players` knows, with its parameters.';
    };
    select.addEventListener('change', changed);
    changed();
    return {
        field: h('div', { class: 'field' }, h('label', { for: id }, label), select, other, about),
        value: () => (select.value === 'other' ? other.value.trim() : select.value),
    };
}

// Not the champion: whoever is new wants to win now and then.
function defaultOpponent(game: ListedGame): string {
    return (game.levels.find((level) => level.newcomers) ?? game.levels[0]!).name;
}

// ---- Rules ----

function optionField(rule: ListedRules['keys'][number], changed: () => void): Field<string> {
    const id = `key-${rule.key}`;
    const yesNo = rule.value === 'yes' || rule.value === 'no';
    const input = yesNo
        ? h('select', { id, onchange: changed }, ['no', 'yes'].map((word) => option(word, word, word === rule.value)))
        : h('input', { type: 'text', id, value: rule.value, autocapitalize: 'off', spellcheck: 'false', oninput: changed });
    return {
        field: h('div', { class: 'field' }, h('label', { for: id }, `${rule.key} `, h('span', { class: 'hint' }, rule.meaning)), input),
        value: () => input.value.trim(),
    };
}

function rulesField(game: ListedGame): Field<string> & { target: HTMLElement; targetValue(): string } {
    const source = h('p', { class: 'hint', id: 'rules-source' });
    const wrong = h('p', { class: 'wrong', role: 'alert' });
    const select = h('select', { id: 'rules', 'data-key': 'rules', 'aria-describedby': 'rules-source' },
        game.rules.map((rules) => option(rules.name, upper(rules.name))));
    const target = h('input', { type: 'text', id: 'key-target', inputmode: 'numeric', autocomplete: 'off' });
    const options = h('div', { class: 'form columns' });
    let fields = new Map<string, { field: Field<string>; usual: string }>();
    const value = (): string => {
        const changes = [...fields].map(([key, { field, usual }]) => ({ key, now: field.value(), usual }));
        return [select.value, ...changes.filter(({ now, usual }) => now !== usual).map(({ key, now }) => `${key}=${now}`)].join(',');
    };
    // The engine says at once what is wrong with an option.
    const check = (): void => void playing().call('rules', game.name, value()).then(
        () => (wrong.textContent = ''),
        (error: Error) => (wrong.textContent = error.message));
    const fill = (): void => {
        const rules = game.rules.find((each) => each.name === select.value)!;
        source.textContent = `${upper(rules.source)}.`;
        const made = rules.keys.filter((rule) => rule.key !== 'target').map((rule) => [rule, optionField(rule, check)] as const);
        const usual = rules.keys.find((rule) => rule.key === 'target')?.value ?? '';
        target.value = usual;
        fields = new Map([['target', { field: { field: target, value: () => target.value.trim() }, usual }],
            ...made.map(([rule, field]) => [rule.key, { field, usual: rule.value }] as const)]);
        options.replaceChildren(...made.map(([, field]) => field.field));
        check();
    };
    select.addEventListener('change', fill);
    target.addEventListener('input', check);
    fill();
    return {
        field: h('div', { class: 'field' }, h('label', { for: 'rules' }, 'Rules'), select, source,
            h('details', { id: 'rule-options' }, h('summary', {}, 'All options of these rules'), options), wrong),
        target: h('div', { class: 'field' }, h('label', { for: 'key-target' }, 'Points that end the game'), target),
        value,
        targetValue: () => target.value.trim(),
    };
}

// ---- Scoring ----

const MATCHES: [string, string][] = [['1', 'One game'], ['3', 'Best of three games'], ['5', 'Best of five games'], ['7', 'Best of seven games']];

function matchField(game: GameName): Field<string> {
    const choices: [string, string][] = game === 'gin' ? [...MATCHES, ['hollywood', 'Hollywood: three games scored at once']] : MATCHES;
    const about = h('p', { class: 'hint', id: 'match-about' });
    const select = h('select', { id: 'match', 'data-key': 'match', 'aria-describedby': 'match-about' }, choices.map(([value, text]) => option(value, text)));
    const changed = (): void => {
        about.textContent = select.value === 'hollywood'
            ? 'Your first hand won counts in the first game, your second in the first two, later ones in all three.'
            : select.value === '1' ? '' : 'Whoever wins more than half of them wins the match.';
    };
    select.addEventListener('change', changed);
    return { field: h('div', { class: 'field' }, h('label', { for: 'match' }, 'Match'), select, about), value: () => select.value };
}

// ---- The screen ----

export function newScreen(app: App, name: string): Screen | null {
    if (name !== 'gin' && name !== 'hearts') return null;
    const game = app.gameNamed(name);
    const usual = defaultOpponent(game);
    const seats = name === 'gin' ? ['Opponent'] : ['West, to your left', 'North, opposite', 'East, to your right'];
    const players = seats.map((label, i) => playerField(game, `player-${i + 1}`, label, usual));
    const rules = rulesField(game);
    const match = matchField(name);
    const seed = h('input', { type: 'text', id: 'seed', inputmode: 'numeric', placeholder: 'by chance' });
    const begin = async (): Promise<void> => {
        try {
            const text = seed.value.trim();
            if (text && !/^\d{1,15}$/.test(text)) throw new Error(`the number of a deal is a whole number of up to 15 digits, not '${text}'`);
            const opponents = players.map((each) => each.value());
            await app.begin(name, { opponents, seed: text || randomSeed(), ...scoring(app, name, rules.value(), match.value()) });
        } catch (error) {
            toast(whyNot(error), true);
        }
    };
    const form = h('form', { class: 'form', onsubmit: (event: Event) => { event.preventDefault(); void begin(); } },
        h('div', { class: 'columns' }, players.map((each) => each.field)),
        h('div', { class: 'columns' }, match.field, rules.target), rules.field,
        h('details', { id: 'deal' }, h('summary', {}, 'A deal you know'),
            h('div', { class: 'field' }, h('label', { for: 'seed' }, 'Number of the deal'), seed, h('p', { class: 'hint' }, 'The same number gives the same cards.'))),
        h('div', { class: 'row' }, h('button', { type: 'submit', class: 'btn first', 'data-key': 'begin' }, 'Deal'), button('Back', () => app.go(''), { class: 'btn' })));
    const root = h('main', { class: 'page', id: 'main', tabindex: -1 }, h('h1', {}, `A new game of ${GAME_TITLES[name]}`),
        app.hasGame(name) ? h('p', { class: 'soft' }, 'The game on the table is kept among your games; you can take it up again.') : null, form);
    return { root, title: `New: ${GAME_TITLES[name]}`, open: () => undefined, close: () => undefined };
}

// A page cannot carry all weights; who brings a file gets its player.
function whyNot(error: unknown): string {
    const why = failureOf(error);
    const model = /player '([^']+)': there is no model (\S+)/.exec(why);
    return model ? `The weights of ${model[1]} are too large for this page. Drop ${model[2]}, from the models folder of the program, onto the page; then deal.` : why;
}

// What the match makes of rules and score.
function scoring(app: App, game: GameName, rules: string, match: string): Pick<Parameters<App['begin']>[1], 'rules' | 'match' | 'hollywood'> {
    if (match !== 'hollywood') {
        const seats = game === 'gin' ? 2 : 4;
        const best = Number(match);
        return { rules, match: best > 1 ? { best, won: Array.from({ length: seats }, () => 0) } : undefined };
    }
    const values = app.ruleValues(game, rules);
    const key = (name: string): number => Number(values.get(name)?.value ?? 0);
    const target = key('target');
    if (!Number.isInteger(target) || target < 1) throw new Error(`the points that end a game are a whole number, not '${values.get('target')?.value}'`);
    const long = engineTarget(target, key, values.get('spades-double')?.value === 'yes');
    const others = rules.split(',').filter((each) => !each.startsWith('target='));
    return { rules: [...others, `target=${long}`].join(','), hollywood: target };
}
