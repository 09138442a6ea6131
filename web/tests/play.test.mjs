// SPDX-License-Identifier: MIT
// Whole games in a real browser: by mouse, by keyboard alone, by touch on a phone; reloads; a broken store.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
    DESKTOP, PHONE, folder, beginGame, byKeyboard, byMouse, byTouch, decide, openBrowser, openPage, playOn, ready, stored, wholeGame,
} from './browser.mjs';

let browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

const lines = async (page, game) => JSON.parse(await stored(page, `game-${game}`)).records.trim().split('\n');

test('a whole game of gin is played by clicks', async () => {
    const { page, done } = await openPage(browser);
    await beginGame(page, 'gin', { opponent: 'simple', rules: { target: 40 } });
    const hands = await wholeGame(page, byMouse);
    assert.ok(hands > 1);
    const records = await lines(page, 'gin');
    assert.equal(records.length, hands);
    assert.match(records.at(-1), / over=won,[01]/);
    assert.match(await page.textContent('.say'), /wins? the game/);
    // The program reads it, and finds every action and score right.
    await page.evaluate(() => (location.hash = 'records'));
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('[data-key=records-match-0]')]);
    const said = execFileSync(join(folder, 'build/deadwood'), ['verify', await file.path()], { encoding: 'utf8' });
    assert.match(said, new RegExp(`right: 1 whole games of ${hands} hands`));
    await done();
});

test('a whole game of Hearts is played by clicks', async () => {
    const { page, done } = await openPage(browser);
    await beginGame(page, 'hearts', { opponent: 'ducker', rules: { target: 20 } });
    const hands = await wholeGame(page, byMouse);
    assert.ok(hands > 1);
    const records = await lines(page, 'hearts');
    assert.equal(records.length, hands);
    assert.match(records.at(-1), / over=(yes|won|drawn)/);
    await done();
});

test('gin is played by the keyboard alone, against the champion', async () => {
    const { page, done } = await openPage(browser);
    await beginGame(page, 'gin', { opponent: 'champion', rules: { target: 10 } });
    await wholeGame(page, byKeyboard);
    await done();
});

test('a hand of Hearts is played by the keyboard alone', async () => {
    const { page, done } = await openPage(browser);
    await beginGame(page, 'hearts', { opponent: 'ducker', rules: { target: 5 } });
    await wholeGame(page, byKeyboard);
    await done();
});

test('gin is played by touch on a phone, nothing is cut off', async () => {
    const { page, done } = await openPage(browser, PHONE);
    await beginGame(page, 'gin', { opponent: 'simple', rules: { target: 10 } });
    await wholeGame(page, byTouch);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no scrolling sideways');
    await done();
});

test('Hearts is played by touch on a phone, nothing is cut off', async () => {
    const { page, done } = await openPage(browser, PHONE);
    await beginGame(page, 'hearts', { opponent: 'ducker', rules: { target: 5 } });
    await wholeGame(page, byTouch);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no scrolling sideways');
    await done();
});

test('cards are dragged: from the stock pile to the discards, and into another order', async () => {
    const { page, done } = await openPage(browser);
    await beginGame(page, 'gin', { opponent: 'simple' });
    await playOn(page, { until: '[data-key=discard]' });
    const centre = async (selector) => {
        const box = await page.locator(selector).boundingBox();
        return [box.x + 10, box.y + box.height / 2];
    };
    const drag = async (from, to) => {
        await page.mouse.move(...from);
        await page.mouse.down();
        await page.mouse.move(from[0] + 20, from[1] - 10, { steps: 2 });
        await page.mouse.move(...to, { steps: 6 });
        await page.mouse.up();
    };
    const order = () => page.$$eval('.hand button.card', (all) => all.map((each) => each.dataset.card));
    const cards = await order();
    await drag(await centre(`.hand [data-card="${cards[9]}"]`), await centre(`.hand [data-card="${cards[2]}"]`));
    assert.equal((await order()).indexOf(cards[9]), 2, 'the card lies where it was put');
    const card = await page.$eval('.hand button.card:not([aria-disabled]):not(.fresh)', (each) => each.dataset.card);
    const before = (await lines(page, 'gin')).at(-1);
    await drag(await centre(`.hand [data-card="${card}"]`), await centre('.pile[data-drop=discard]'));
    await ready(page);
    assert.ok((await lines(page, 'gin')).at(-1).includes(`-${card}`) && !before.includes(`-${card}`), 'the card was discarded');
    await done();
});

test('a game goes on after a reload where it was, and undo takes a move back', async () => {
    const { page, done } = await openPage(browser);
    await beginGame(page, 'gin', { opponent: 'champion' });
    assert.equal(await playOn(page, { decisions: 5 }), 'yours');
    const before = [await stored(page, 'game-gin'), await page.textContent('.hand .count'), await page.textContent('.say')];
    await page.reload();
    await page.waitForSelector('.hand');
    await ready(page);
    assert.deepEqual([await stored(page, 'game-gin'), await page.textContent('.hand .count'), await page.textContent('.say')], before);
    await page.keyboard.press('z');
    await page.waitForFunction((old) => localStorage.getItem('deadwood.game-gin') !== old, before[0]);
    await ready(page);
    assert.notEqual(await stored(page, 'game-gin'), before[0]);
    await done();
});

test('broken and old saved state is set aside with a message, and can be downloaded', async () => {
    const { page, done } = await openPage(browser);
    const broken = { 'game-gin': '{"version":1,"game":"gin","records":"gin/1 rules=nonsense"}', 'game-hearts': '{"version":', settings: '[]', progress: '{"version":99}' };
    await page.evaluate((all) => Object.entries(all).forEach(([key, text]) => localStorage.setItem(`deadwood.${key}`, text)), broken);
    await page.reload();
    await page.waitForSelector('.tiles');
    await page.focus('[data-key=continue-gin]');
    await page.keyboard.press('Enter'); // it leads back here at once, which a click of the test's would wait for in vain
    await page.waitForSelector('.toast.serious:text("game-gin")');
    await page.click('[data-key=settings]');
    await page.waitForSelector('text=Set aside');
    const names = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('deadwood-aside.')));
    for (const key of ['game-gin', 'game-hearts', 'settings']) assert.ok(names.some((name) => name.includes(`${key}.`)), `${key} was set aside`);
    const kept = await page.evaluate((name) => localStorage.getItem(name), names.find((name) => name.includes('game-hearts')));
    assert.equal(kept, broken['game-hearts']);
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('button:text("Download")')]);
    assert.match(file.suggestedFilename(), /^deadwood-.*\.txt$/);
    await done();
});

test('nothing jumps between drawing and discarding', async () => {
    for (const options of [DESKTOP, PHONE]) {
        const { page, done } = await openPage(browser, options);
        await beginGame(page, 'gin', { opponent: 'simple' });
        const places = new Set();
        for (let i = 0; i < 8; i++) {
            const tops = await page.$$eval('.piles, .hand, .actions, .side', (all) => all.map((each) => Math.round(each.getBoundingClientRect().top + scrollY)).join());
            places.add(tops);
            if ((await playOn(page, { decisions: 1 })) !== 'yours') break;
        }
        assert.equal(places.size, 1, [...places].join(' / '));
        await done();
    }
});
