// SPDX-License-Identifier: MIT
// What the tests of the page share: a browser without a network, and hands that play by what they see. Everything here
// waits for states of the page, never for a time.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ARGUMENTS = [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--disable-extensions',
];
export const PAGE = new URL(process.env.DEADWOOD_PAGE ?? '../../out/web/deadwood.html', import.meta.url).href;
const BLANK = new URL('blank.html', import.meta.url).href;

export async function openBrowser() {
    const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
    return chromium.launch({ executablePath, args: ARGUMENTS });
}

export const DESKTOP = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' };
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, reducedMotion: 'reduce' };

const SETTINGS = { theme: 'light', fourColours: true, pace: 'instant', sort: 'melds', tutor: 0, deadwood: true, melding: 'auto' };
const IMPATIENT = 60000; // machines of tests are busy

// A window for each size, which a test takes over from the one before, with an empty storage: to make one takes longer
// than most tests.
const windows = new Map();

async function windowOf(browser, options) {
    const found = windows.get(options);
    if (found) return found;
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(IMPATIENT);
    const made = { page, asked: [], wrong: [] };
    page.on('request', (request) => /^(file|blob|data):/.test(request.url()) || made.asked.push(request.url()));
    page.on('pageerror', (error) => made.wrong.push(error.message));
    page.on('console', (message) => message.type() === 'error' && made.wrong.push(message.text()));
    windows.set(options, made);
    return made;
}

// The page as somebody finds it who was never here, but for settings. What it asks of the network and what goes wrong in
// it are kept, and `done` refuses both. The storage is filled from another document: a script that looks into it while
// the page only begins to load can see it as it was before the last document's writes.
export async function openPage(browser, options = DESKTOP, where = '', settings = {}, address = PAGE) {
    const { page, asked, wrong } = await windowOf(browser, options);
    await page.goto(BLANK);
    asked.length = wrong.length = 0;
    await page.evaluate((text) => {
        localStorage.clear();
        localStorage.setItem('deadwood.settings', text);
    }, JSON.stringify({ ...SETTINGS, ...settings }));
    await page.goto(address + (where ? `#${where}` : ''));
    await page.waitForSelector('main');
    return {
        page,
        wrong,
        async done() {
            await page.goto(BLANK);
            assert.deepEqual(asked, [], 'the page asks the network for nothing');
            assert.deepEqual(wrong, [], 'nothing goes wrong in the page');
        },
    };
}

export async function beginGame(page, game, { opponent, rules, match, seed = '7' } = {}) {
    await page.evaluate((where) => (location.hash = where), `new/${game}`);
    await page.waitForSelector('[data-key=begin]');
    if (opponent) for (const select of await page.$$('select[id^=player-]')) await select.selectOption(opponent);
    if (rules) await page.selectOption('#rules', rules.preset ?? (game === 'gin' ? 'contest' : 'standard'));
    if (rules?.target) await page.fill('#key-target', String(rules.target));
    if (match) await page.selectOption('#match', match);
    await page.click('#deal summary');
    await page.fill('#seed', seed);
    await page.click('[data-key=begin]');
    await page.waitForSelector('.hand');
    return ready(page);
}

// ---- A simple plan ----

// Runs in the page: whose turn it is and the things to press, in order; null: nobody's yet. The plan of gin: never the
// upcard, knock at once, else away with the highest loose card. Of Hearts: pass the first three, play the first card.
function planned() {
    const table = document.querySelector('main.table');
    const turn = table?.dataset.turn;
    if (!turn || turn === 'busy' || turn === 'ours') return null;
    const able = (key) => table.querySelector(`[data-key="${key}"]:not([disabled]):not([aria-disabled=true])`) !== null;
    const cards = (rest) => [...table.querySelectorAll(`.hand button.card${rest}`)].map((each) => each.dataset.key);
    const keys = () => {
        if (turn !== 'yours') return turn === 'hand-over' ? ['next'] : [];
        if (table.querySelector('.cloth.hearts'))
            return table.querySelector('[data-key=pass]') ? [...cards('').slice(0, 3), 'pass'] : [cards(':not([aria-disabled])')[0], 'play'];
        const key = ['pass', 'draw', 'knock', 'melds', 'take'].find(able);
        return key ? [key] : [cards(':not([aria-disabled]):not(.fresh)').at(-1), 'discard'];
    };
    return { turn, keys: keys() };
}

const plan = async (page) => (await page.waitForFunction(planned, null, { timeout: IMPATIENT })).jsonValue();

// Until it is the person's turn, or the hand is over. Returns what it is.
export const ready = async (page) => (await plan(page)).turn;

// One decision by the plan. `press` is how a thing is pressed: by mouse, by touch, by keyboard.
export async function decide(page, press = byMouse) {
    const { turn, keys } = await plan(page);
    if (turn === 'yours') for (const key of keys) await press(page, key);
    return ready(page);
}

// A whole game. Returns the hands it took.
export async function wholeGame(page, press) {
    for (let step = 0, hands = 1; step < 3000; step++) {
        const { turn, keys } = await plan(page);
        if (turn === 'game-over') return hands;
        if (turn === 'hand-over') hands++;
        for (const key of keys) await press(page, key);
    }
    throw new Error('the game does not end');
}

// The same plan without a hand on the mouse, where a game is but the way to something else: until so many decisions are
// made, or something is there to be pressed, or the hand or the game is over. Returns whose turn it is.
export function playOn(page, { decisions = 1000, until = '', hands = 1 } = {}) {
    const play = async (look, most, selector, count) => {
        const next = () => new Promise((done) => {
            const again = () => {
                const found = look();
                if (found) done(found);
                else setTimeout(again, 2);
            };
            again();
        });
        for (let made = 0, left = count; ;) {
            const { turn, keys } = await next();
            if (turn === 'game-over' || (selector && document.querySelector(selector))) return turn;
            if (turn === 'hand-over' && --left === 0) return turn;
            if (turn === 'yours' && made++ === most) return turn;
            for (const key of keys) document.querySelector(`main.table [data-key="${key}"]`).click();
        }
    };
    return page.evaluate(`(${play})(${planned}, ${decisions}, ${JSON.stringify(until)}, ${hands})`);
}

// ---- Hands ----

export const byMouse = (page, key) => page.click(`[data-key="${key}"]`, { position: { x: 9, y: 22 } });
export const byTouch = (page, key) => page.tap(`[data-key="${key}"]`, { position: { x: 9, y: 22 } });

// By keyboard alone: Tab until the thing has the focus, or the arrows within the hand; then Enter.
export async function byKeyboard(page, key) {
    const card = /^[A2-9TJQK][CDHS]$/.test(key);
    if (card) {
        await page.keyboard.press('ArrowDown'); // into the hand
        await page.keyboard.press('Home');
        for (let i = 0; i < 14 && (await focused(page)) !== key; i++) await page.keyboard.press('ArrowRight');
    } else for (let i = 0; i < 60 && (await focused(page)) !== key; i++) await page.keyboard.press('Tab');
    assert.equal(await focused(page), key, `${key} can be reached by the keyboard`);
    await page.keyboard.press('Enter');
}
const focused = (page) => page.evaluate(() => document.activeElement?.dataset?.key ?? '');

export const stored = (page, name) => page.evaluate((key) => localStorage.getItem(`deadwood.${key}`), name);
export const folder = fileURLToPath(new URL('../..', import.meta.url));
