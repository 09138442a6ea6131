// SPDX-License-Identifier: MIT
// What the tests of the page share: a browser without a network, and hands that play by what they see.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ARGUMENTS = [
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync',
];
export const PAGE = new URL(process.env.DEADWOOD_PAGE ?? '../../out/web/deadwood.html', import.meta.url).href;

export async function openBrowser() {
    const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
    return chromium.launch({ executablePath, args: ARGUMENTS });
}

export const DESKTOP = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' };
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2, reducedMotion: 'reduce' };

const SETTINGS = { theme: 'light', fourColours: true, pace: 'instant', sort: 'melds', tutor: 0, deadwood: true, melding: 'auto' };

// A page of its own storage. What it asks of the network and what goes wrong in it are kept, and `done` refuses both.
export async function openPage(browser, options = DESKTOP, where = '', settings = {}, address = PAGE) {
    const context = await browser.newContext(options);
    // Only the page itself has a storage, an empty one has none.
    await context.addInitScript((text) => location.protocol === 'file:' && (localStorage.getItem('deadwood.settings') ?? localStorage.setItem('deadwood.settings', text)), JSON.stringify({ ...SETTINGS, ...settings }));
    const page = await context.newPage();
    page.setDefaultTimeout(60000); // machines of tests are busy
    const asked = [];
    const wrong = [];
    page.on('request', (request) => /^(file|blob|data):/.test(request.url()) || asked.push(request.url()));
    page.on('pageerror', (error) => wrong.push(error.message));
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
    await page.goto(address + (where ? `#${where}` : ''));
    await page.waitForSelector('main');
    return {
        page,
        wrong,
        async done() {
            await context.close();
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
    await ready(page);
}

// Until it is the person's turn, or the hand is over. Returns what it is.
export async function ready(page) {
    const handle = await page.waitForFunction(() => {
        const turn = document.querySelector('main.table')?.dataset.turn;
        return turn && turn !== 'busy' && turn !== 'ours' ? turn : null;
    }, null, { timeout: 60000 });
    return handle.jsonValue();
}

const enabled = (page, key) => page.$(`[data-key="${key}"]:not([disabled]):not([aria-disabled=true])`);

// One decision of gin by a simple plan: never the upcard, knock at once, else away with the highest loose card.
// `press` is how a thing is pressed: by mouse, by touch, by keyboard.
export async function ginDecision(page, press) {
    for (const key of ['pass', 'draw', 'knock']) {
        if (!(await enabled(page, key))) continue;
        await press(page, key);
        if (key === 'knock' && (await ready(page)) === 'yours' && (await enabled(page, 'knock'))) await press(page, 'knock');
        return;
    }
    if (await enabled(page, 'take')) return press(page, 'take');
    const card = await page.$$eval('.hand button.card:not([aria-disabled])', (all) => all.filter((each) => !/fresh/.test(each.className)).at(-1).dataset.key);
    await press(page, card);
    await press(page, 'discard');
}

// One decision of Hearts: the first three cards are passed, and always the first that may be played goes.
export async function heartsDecision(page, press) {
    if (await page.$('[data-key=pass]')) {
        const cards = await page.$$eval('.hand button.card', (all) => all.slice(0, 3).map((each) => each.dataset.key));
        for (const card of cards) await press(page, card);
        return press(page, 'pass');
    }
    const card = await page.$eval('.hand button.card:not([aria-disabled])', (each) => each.dataset.key);
    await press(page, card);
    await press(page, 'play');
}

// A whole game. Returns the hands it took.
export async function wholeGame(page, decision, press) {
    for (let step = 0, hands = 1; step < 3000; step++) {
        const turn = await ready(page);
        if (turn === 'game-over') return hands;
        if (turn === 'hand-over') {
            hands++;
            await press(page, 'next');
        } else await decision(page, press);
    }
    throw new Error('the game does not end');
}

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
