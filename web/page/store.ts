// SPDX-License-Identifier: MIT
// What survives closing the page: settings, the games on the table, games that are over, progress. Everything lies in
// localStorage under names of our own. What cannot be read is set aside, never thrown away.

const PREFIX = 'deadwood.';
const ASIDE = 'deadwood-aside.';

export interface Settings {
    theme: 'auto' | 'light' | 'dark';
    fourColours: boolean;
    pace: 'instant' | 'quick' | 'calm';
    sort: 'melds' | 'suit' | 'rank' | 'own';
    tutor: number; // chance to win lost, in percent, from which the tutor warns; 0: it is silent
    deadwood: boolean; // show the count of one's own
    melding: 'auto' | 'own'; // who puts melds together when cards are laid down
}

export const DEFAULTS: Settings = {
    theme: 'auto', fourColours: true, pace: 'quick', sort: 'melds', tutor: 0, deadwood: true, melding: 'auto',
};

const WORDS: { [K in keyof Settings]?: readonly Settings[K][] } = {
    theme: ['auto', 'light', 'dark'], pace: ['instant', 'quick', 'calm'], sort: ['melds', 'suit', 'rank', 'own'],
    melding: ['auto', 'own'],
};

export type GameName = 'gin' | 'hearts';

// A game on the table: the records say everything but what is a matter of looks.
export interface Sitting {
    version: 1;
    game: GameName;
    records: string;
    order?: string[]; // of the hand, where it is sorted by hand
    match?: { best: number; won: number[] };
    hollywood?: number; // points that end each of three games scored at once
    finished?: boolean;
    trial?: boolean; // a decision tried again from a review: not among one's games
}

export interface Done {
    game: GameName;
    when: string;
    records: string;
    won: boolean | null; // null: drawn, or left before its end
    against: string;
    left?: Sitting; // left before its end: it can be taken up again
}

export interface Progress {
    version: 1;
    costs: { when: string; game: GameName; kind: string; decisions: number; cost: number }[];
    guided: Record<string, boolean>;
}

type Check<T> = (value: unknown) => value is T;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

// What an older version did not have yet is as usual; what is there has to be right.
const isSettings: Check<Partial<Settings>> = (value): value is Partial<Settings> =>
    isObject(value) && !Array.isArray(value) &&
    Object.entries(DEFAULTS).every(([key, usual]) => {
        const words: readonly unknown[] | undefined = WORDS[key as keyof Settings];
        return !(key in value) || (typeof value[key] === typeof usual && (!words || words.includes(value[key])));
    });
export const isSitting: Check<Sitting> = (value): value is Sitting =>
    isObject(value) && value['version'] === 1 && typeof value['records'] === 'string' &&
    (value['game'] === 'gin' || value['game'] === 'hearts');
const isDone: Check<Done[]> = (value): value is Done[] =>
    Array.isArray(value) && value.every((each) => isObject(each) && typeof each['records'] === 'string');
const isProgress: Check<Progress> = (value): value is Progress =>
    isObject(value) && value['version'] === 1 && Array.isArray(value['costs']) && isObject(value['guided']);

let notices: string[] = [];

// What was found wrong with the saved state since this was last asked.
export function takeNotices(): string[] {
    const all = notices;
    notices = [];
    return all;
}

function storage(): Storage | null {
    try {
        return localStorage;
    } catch {
        return null; // a browser may forbid it
    }
}

export function setAside(name: string, text: string, why: string): void {
    const store = storage();
    try {
        store?.setItem(`${ASIDE}${name}.${new Date().toISOString()}`, text);
        store?.removeItem(PREFIX + name);
        notices.push(`The saved ${name} could not be read (${why}). It was set aside; Settings can download it.`);
    } catch {
        notices.push(`The saved ${name} could not be read (${why}) and there is no room to set it aside; it stays where it is.`);
    }
}

function read<T>(name: string, check: Check<T>, usual: T): T {
    const text = storage()?.getItem(PREFIX + name) ?? null;
    if (text === null) return usual;
    try {
        const value: unknown = JSON.parse(text);
        if (check(value)) return value;
        setAside(name, text, 'it is of another version, or damaged');
    } catch (error) {
        setAside(name, text, error instanceof Error ? error.message : 'damaged');
    }
    return usual;
}

let warned = false;

function write(name: string, value: unknown): void {
    try {
        const store = storage();
        if (!store) throw new Error('this browser keeps nothing for pages opened like this');
        store.setItem(PREFIX + name, JSON.stringify(value));
    } catch (error) {
        if (!warned) notices.push(`Nothing can be saved: ${error instanceof Error ? error.message : String(error)}`);
        warned = true;
    }
}

export const loadSettings = (): Settings => ({ ...DEFAULTS, ...read<Partial<Settings>>('settings', isSettings, {}) });
export const saveSettings = (settings: Settings): void => write('settings', settings);

export const loadSitting = (game: GameName): Sitting | null =>
    read<Sitting | null>(`game-${game}`, isSitting as Check<Sitting | null>, null);
export const saveSitting = (sitting: Sitting): void => write(sitting.trial ? 'trial' : `game-${sitting.game}`, sitting);
export const loadTrial = (): Sitting | null => read<Sitting | null>('trial', isSitting as Check<Sitting | null>, null);
export function dropSitting(game: GameName): void {
    storage()?.removeItem(`${PREFIX}game-${game}`);
}

const MOST_DONE = 400; // about a megabyte and a half, of the five that browsers give
export const loadDone = (): Done[] => read('games', isDone, []);
export function addDone(done: Done): void {
    const all = [done, ...loadDone()];
    if (all.length > MOST_DONE) notices.push(`Only the last ${MOST_DONE} games are kept: the oldest one has left the list. Records downloads them.`);
    write('games', all.slice(0, MOST_DONE));
}

// The records under review, so that a reload shows them again.
const isText: Check<string> = (value): value is string => typeof value === 'string';
export const loadReviewed = (): string => read('review', isText, '');
export const saveReviewed = (records: string): void => write('review', records);

// Tells when another window of this browser has changed the game on the table.
export function onOtherWindow(game: GameName, act: () => void): () => void {
    const heard = (event: StorageEvent): void => {
        if (event.key === `${PREFIX}game-${game}`) act();
    };
    addEventListener('storage', heard);
    return () => removeEventListener('storage', heard);
}

export const removeDone = (done: Done): void =>
    write('games', loadDone().filter((each) => each.when !== done.when || each.records !== done.records));

export const loadProgress = (): Progress => read('progress', isProgress, { version: 1, costs: [], guided: {} });
export const saveProgress = (progress: Progress): void => write('progress', progress);

// The book of drills, as `deadwood drill` keeps it in a file.
export const loadDrills = (): string => read('drills', isText, '');
export const saveDrills = (book: string): void => write('drills', book);

// What was set aside, for download: names and texts.
export function asides(): [string, string][] {
    const store = storage();
    if (!store) return [];
    return Object.keys(store)
        .filter((key) => key.startsWith(ASIDE))
        .map((key) => [key.slice(ASIDE.length), store.getItem(key) ?? '']);
}
export function dropAside(name: string): void {
    storage()?.removeItem(ASIDE + name);
}
