// SPDX-License-Identifier: MIT
// Matches and rules: Hollywood, best of n, every preset and an option that is wrong, melds by hand, games left and taken
// up again, a second window.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { DESKTOP, beginGame, byMouse, decide, folder, openBrowser, openPage, playOn, ready, stored } from './browser.mjs';

let browser;
let hollywood;
let engineTarget;
before(async () => {
    const outfile = join(folder, 'build-web/hollywood.mjs');
    await build({ entryPoints: [join(folder, 'web/page/gin/hollywood.ts')], bundle: true, outfile, format: 'esm' });
    ({ hollywood, engineTarget } = await import(outfile));
    browser = await openBrowser();
});
after(() => browser.close());

const PLAIN = { target: 100, box: 0, game: 0, shutoutDoubles: false };
const sitting = async (page, game = 'gin') => JSON.parse(await stored(page, `game-${game}`));

test('Hollywood counts the first hand in one game, the second in two, later ones in three', () => {
    const hands = [[0, 30], [0, 20], [1, 15], [-1, 0], [0, 60], [1, 40], [0, 50]].map(([winner, points]) => ({ winner, points }));
    const { games, over, totals } = hollywood(hands, PLAIN);
    assert.deepEqual(games.map((game) => game.scores), [[110, 15], [130, 40], [110, 0]]);
    assert.deepEqual(games.map((game) => game.winner), [0, 0, 0]);
    assert.ok(over);
    assert.deepEqual(totals, [95 + 90 + 110, 0]);
    assert.deepEqual(games[0].rows.map((row) => row.hand), [0, 1, 2, 4], 'what comes after its end is not written into a game');
});

test('Hollywood pays boxes and the game in each game, doubled against a shutout where the rules say so', () => {
    const hands = [[0, 60], [0, 60], [0, 60], [0, 60]].map(([winner, points]) => ({ winner, points }));
    const { games, totals } = hollywood(hands, { target: 100, box: 20, game: 100, shutoutDoubles: true });
    assert.deepEqual(games.map((game) => game.margin), [120 + 40 + 200, 120 + 40 + 200, 120 + 40 + 200]);
    assert.deepEqual(totals, [1080, 0]);
    assert.ok(engineTarget(100, () => 25, false) > 100 + 2 * 123, 'the engine cannot end first');
});

test('a Hollywood match is played to its end, its three games on the score sheet', async () => {
    const { page, done } = await openPage(browser);
    await beginGame(page, 'gin', { opponent: 'simple', match: 'hollywood', rules: { target: 10 } });
    assert.match(await page.textContent('.facts'), /Hollywood, games to 10/);
    assert.equal(await playOn(page, { hands: Infinity }), 'game-over');
    assert.match(await page.textContent('.say'), /Hollywood match|match is drawn/);
    await page.click('#tab-score');
    const sheet = await page.textContent('.hollywood');
    for (const part of ['Game 1', 'Game 2', 'Game 3', 'Won so far']) assert.ok(sheet.includes(part), part);
    assert.ok((await sitting(page)).finished);
    assert.equal(JSON.parse(await stored(page, 'games')).length, 1);
    assert.equal(await page.textContent('[data-key=next] >> nth=0'), 'New gameN');
    await done();
});

test('best of three carries its score from game to game', async () => {
    const { page, done } = await openPage(browser);
    await beginGame(page, 'gin', { opponent: 'random', match: '3', rules: { target: 1 } });
    for (let game = 0; game < 3; game++) {
        assert.equal(await playOn(page, { hands: Infinity }), 'game-over');
        const { best, won } = (await sitting(page)).match;
        assert.equal(won[0] + won[1], game + 1);
        if (Math.max(...won) * 2 > best) break;
        await byMouse(page, 'next');
        await page.waitForFunction(() => JSON.parse(localStorage.getItem('deadwood.game-gin') ?? '{"finished":true}').finished !== true);
        assert.equal(await ready(page), 'yours');
    }
    assert.match(await page.textContent('.say'), /You win the match!|The match is lost/);
    await done();
});

test('every preset deals, an option that is wrong is told at once, and the rules in force are shown', async () => {
    const { page, done } = await openPage(browser);
    for (const [game, preset] of [['gin', 'contest'], ['gin', 'heisenbot'], ['gin', 'pagat'], ['gin', 'oklahoma'], ['hearts', 'standard']]) {
        await beginGame(page, game, { opponent: game === 'gin' ? 'simple' : 'ducker', rules: { preset, target: 77 } });
        await page.click('#tab-rules');
        assert.match(await page.textContent('.rules'), new RegExp(`^${preset}: .*77.*Deadwood \\d`));
    }
    await page.evaluate(() => (location.hash = 'new/gin'));
    await page.click('#rule-options summary');
    await page.fill('#key-knock', '999');
    await page.waitForSelector('.wrong:not(:empty)');
    assert.match(await page.textContent('.wrong'), /knock: '999' is out of range/);
    await page.click('[data-key=begin]');
    assert.match(await (await page.waitForSelector('.toast.serious')).textContent(), /knock/);
    await page.fill('#key-knock', '7');
    await page.selectOption('#key-upcard-knock', 'yes');
    await page.waitForSelector('.wrong:empty', { state: 'attached' });
    await page.click('[data-key=begin]');
    await page.waitForSelector('.hand');
    assert.match((await sitting(page)).records, /rules=contest,knock=7,upcard-knock=yes/);
    await done();
});

test('melds are put together by hand, and the engine says what is none', async () => {
    const { page, done } = await openPage(browser, DESKTOP, '', { melding: 'own' });
    await beginGame(page, 'gin', { opponent: 'always-draw', seed: '3' });
    const knock = '[data-key=knock]:not([disabled])';
    await playOn(page, { until: knock });
    await page.click(knock);
    await page.waitForSelector(`${knock}:text("Knock with")`); // the card is chosen
    await page.click(knock);
    const dialog = page.locator('dialog');
    await dialog.waitFor();
    assert.equal(await dialog.locator('.loose button').count(), 10);
    await dialog.locator('.loose button').first().click({ position: { x: 8, y: 20 } });
    await dialog.locator('[data-key=meld-make]').click();
    await dialog.locator('text=is no meld').waitFor();
    await dialog.locator('[data-key=meld-auto]').click();
    await page.waitForSelector('main.table[data-turn$=over]'); // it stays the person's turn until the engine begins
    assert.match((await sitting(page)).records.trim().split('\n').at(-1), / result=| points=|over=|winner=/);
    await done();
});

test('a game that is left stays among the games and is taken up again', async () => {
    const { page, done } = await openPage(browser);
    await beginGame(page, 'hearts', { opponent: 'ducker' });
    await decide(page);
    const first = await sitting(page, 'hearts');
    await beginGame(page, 'hearts', { opponent: 'random', seed: '9' });
    await page.evaluate(() => (location.hash = ''));
    await page.click('button:text("Take up")');
    await page.waitForSelector('.hand');
    await ready(page);
    assert.deepEqual((await sitting(page, 'hearts')).records, first.records);
    assert.equal(JSON.parse(await stored(page, 'games')).length, 1, 'the other one was left in its place');
    await done();
});

test('a game moved on in another window is not overwritten', async () => {
    const { page, done } = await openPage(browser);
    await beginGame(page, 'gin', { opponent: 'simple' });
    const before = await stored(page, 'game-gin');
    await decide(page);
    const after = await page.textContent('.say');
    const { records } = await sitting(page);
    // Chromium keeps the storage of two file:// windows of a test apart, so what another one would do is done here.
    await page.evaluate((text) => {
        localStorage.setItem('deadwood.game-gin', text);
        dispatchEvent(new StorageEvent('storage', { key: 'deadwood.game-gin' }));
    }, before);
    await page.click('dialog button:text("Show it as it is now")');
    await page.waitForFunction((old) => (document.querySelector('.say')?.textContent ?? old) !== old, after);
    assert.equal(await ready(page), 'yours');
    assert.notEqual((await sitting(page)).records, records);
    await done();
});
