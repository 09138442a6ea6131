// SPDX-License-Identifier: MIT
// The coach and the screens around the table: hint, tutor, guess, review, drills, board, records; accessibility; models.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DESKTOP, PHONE, beginGame, byMouse, decide, folder, openBrowser, openPage, playOn, ready, stored } from './browser.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser;
before(async () => (browser = await openBrowser()));
after(() => browser.close());

// Serious findings alone; says which element and which rule. `rules`: only these.
async function axe(page, where, rules) {
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
    const found = await page.evaluate(async (only) => (await globalThis.axe.run(document, { resultTypes: ['violations'], ...(only && { runOnly: only }) })).violations
        .filter((each) => ['serious', 'critical'].includes(each.impact))
        .map((each) => `${each.id}: ${each.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' | ')}`), rules);
    assert.deepEqual(found, [], `${where}: no serious findings of axe-core`);
}

const show = async (page, hash, selector) => {
    await page.evaluate((where) => (location.hash = where), hash);
    await page.waitForSelector(selector);
};

// Another theme is other colours, and nothing else.
for (const [name, options, theme, rules] of [['light', DESKTOP, 'light'], ['dark', DESKTOP, 'dark', ['color-contrast']], ['phone', PHONE, 'light']])
    test(`every screen is accessible: ${name}`, async () => {
        const { page, done } = await openPage(browser, options, '', { theme });
        await axe(page, 'the first screen', rules);
        for (const [hash, selector] of [['new/gin', '#rules'], ['new/hearts', '#rules'], ['settings', '#set-theme'], ['records', '#records-text'], ['board/gin', '.picker'], ['drills', '[data-key=drill-next]']]) {
            await show(page, hash, selector);
            await axe(page, hash, rules);
        }
        await beginGame(page, 'gin', { opponent: 'simple' });
        await axe(page, 'the table of gin', rules);
        await beginGame(page, 'hearts', { opponent: 'ducker' });
        await axe(page, 'the table of Hearts', rules);
        await done();
    });

test('a hint ranks the moves, says why, and a guess shows where the cards may be', async () => {
    const { page, done } = await openPage(browser);
    await beginGame(page, 'gin', { opponent: 'champion' });
    assert.equal(await playOn(page, { decisions: 3 }), 'yours');
    await page.keyboard.press('h');
    await page.waitForSelector('.hint table tbody tr', { timeout: 60000 });
    assert.match(await page.textContent('.hint'), /Best: .*It wins \d+\.\d% of games/);
    assert.ok((await page.$$('.hint li')).length > 0, 'there are reasons');
    assert.match(await page.textContent('#live'), /Best: /);
    await axe(page, 'a hint');
    await page.waitForSelector('.hand .hinted, .piles .hinted');
    await page.click('#tab-guess');
    await page.click('.guess button:not([disabled]) >> nth=0'); // as training: first one's own guess
    await page.click('[data-key=guess]');
    await page.waitForSelector('#side-panel p:text("to be expected there")');
    assert.equal((await page.$$('.guess button')).length, 52);
    await playOn(page);
    await page.click('[data-key=guess]');
    await page.waitForSelector('.guess .there');
    assert.equal((await page.$$('.guess .there')).length, 10, 'what was there is framed');
    await beginGame(page, 'hearts', { opponent: 'ducker' });
    await page.keyboard.press('h');
    await page.waitForSelector('.hint table tbody tr', { timeout: 60000 });
    assert.match(await page.textContent('.hint'), /Best: pass/);
    await page.click('#tab-guess');
    await page.click('[data-key=guess]');
    await page.waitForSelector('#side-panel p:text("In percent")');
    await done();
});

test('the tutor warns before a bad move and takes it back', async () => {
    const { page, done } = await openPage(browser, DESKTOP, '', { tutor: 1 });
    await beginGame(page, 'gin', { opponent: 'simple' });
    let warned = false;
    for (let i = 0; i < 12 && !warned; i++) {
        if (await page.$('[data-key=discard]')) {
            // The lowest card of a meld or the lowest of all: hardly ever right.
            await page.click('.hand button.card:not([aria-disabled])', { position: { x: 9, y: 22 } });
            await page.click('[data-key=discard]');
        } else await byMouse(page, (await page.$('[data-key=pass]:not([disabled])')) ? 'pass' : (await page.$('[data-key=draw]:not([disabled])')) ? 'draw' : 'take');
        await page.waitForFunction(() => document.querySelector('dialog') || document.querySelector('main.table')?.dataset.turn !== 'busy', null, { timeout: 60000 });
        warned = (await page.$('dialog')) !== null;
    }
    assert.ok(warned, 'the tutor spoke up');
    const before = await stored(page, 'game-gin');
    assert.match(await page.textContent('dialog'), /costs \d/);
    await axe(page, 'the tutor');
    await page.click('dialog button:text("Take it back")');
    await page.waitForSelector('dialog', { state: 'detached' });
    assert.equal(await stored(page, 'game-gin'), before, 'nothing was played');
    await done();
});

test('a game is reviewed: judged, stepped through by keys, its mistakes become drills', async () => {
    const { page, done } = await openPage(browser);
    await beginGame(page, 'gin', { opponent: 'simple' }); // rules the champion knows: it judges quickly
    await playOn(page);
    await page.click('[data-key=review]');
    await page.click('[data-key=judge]');
    await page.waitForFunction(() => /Judge every move/.test(document.querySelector('[data-key=judge]').textContent) && document.querySelector('[data-key=judge]').disabled, null, { timeout: 100000 });
    assert.match(await page.textContent('[data-key=summary]'), /\d+ decisions judged/);
    assert.ok(await page.$('.curve svg path.win'));
    await page.focus('#main');
    const place = () => page.textContent('.where');
    const first = await place();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction((old) => document.querySelector('.where').textContent !== old, first);
    assert.match(await page.textContent('.halves p.soft'), /^Simple /, 'the others have their names');
    await axe(page, 'a review');
    assert.ok(JSON.parse((await stored(page, 'progress')) ?? '{}').costs?.length, 'what decisions cost is kept');
    assert.match(JSON.parse(await stored(page, 'drills')), /^drill\/1 game=gin kind=\S+ idea=\S+ difficulty=0 cost=0\.\d+ own=1 .* position=gin\/1 /, 'a mistake is a drill');
    // A mistake is played again, from the same cards, and leaves the games as they are.
    const games = await stored(page, 'game-gin');
    await page.click('ol .link >> nth=0');
    await page.click('[data-key=play-on]');
    await page.waitForSelector('main.table .hand');
    assert.equal(await ready(page), 'yours');
    await page.keyboard.press('h');
    await page.waitForSelector('.hint table', { timeout: 60000 });
    assert.equal(await stored(page, 'game-gin'), games);
    // And a reload shows the review again.
    await show(page, 'review', '[data-key=judge]');
    await page.reload();
    await page.waitForSelector('[data-key=judge]');
    await page.click('[data-key=last]');
    await page.waitForSelector('.where:text("over")');
    await done();
});

test('a drill of the set is answered, graded, and comes again by the rule of the program', async () => {
    const { page, done } = await openPage(browser, DESKTOP, 'drills');
    await page.selectOption('[data-key=drill-kind]', 'draw');
    await page.click('[data-key=drill-next]');
    await page.waitForSelector('.table.still');
    await axe(page, 'a drill');
    const book = async () => JSON.parse(await stored(page, 'drills')).trim().split('\n');
    assert.match((await book())[0], /^drill\/1 game=gin kind=draw .* step=0 due=0 right=0 wrong=0 position=gin\/1 /);
    // The program would ask the same one first, and grades alike.
    const file = join(await mkdtemp(join(tmpdir(), 'deadwood-')), 'drills.txt');
    const ask = (answer) => execFileSync(join(folder, 'build/deadwood'), ['drill', '--kind', 'draw', '--ascii', '--count', '1', '--file', file], { input: `${answer}\n`, encoding: 'utf8' });
    const said = ask('stock');
    await page.click('[data-key="answer-draw stock"]');
    await page.waitForSelector('[data-key=drill-on]');
    const letters = (text) => text.replace(/([♣♦♥♠])/g, (sign) => 'CDHS'['♣♦♥♠'.indexOf(sign)]);
    const words = letters(await page.textContent('[aria-label="The coach"] p'));
    assert.match(words, /^(Right|No): /);
    assert.equal(words.split(/costs/)[0], /^(Right|No): .*$/m.exec(said)[0].split(/costs/)[0], 'another build has other errors of rounding, but the same words');
    assert.match(await page.textContent('main'), /It comes again in (1 day|10 minutes)\./);
    const row = (await book())[0];
    const due = Number(/ due=(\d+) /.exec(row)[1]) - Math.floor(Date.now() / 1000);
    if (words.startsWith('Right')) assert.ok(/ step=1 .* right=1 wrong=0 /.test(row) && Math.abs(due - 86400) < 60, row);
    else assert.ok(/ step=0 .* right=0 wrong=1 /.test(row) && Math.abs(due - 600) < 60, row);
    // The program reads the page's book, and the page the program's.
    const [mine] = await Promise.all([page.waitForEvent('download'), page.click('[data-key=drill-download]')]);
    execFileSync(join(folder, 'build/deadwood'), ['drill', '--progress', '--file', await mine.path()], { stdio: ['ignore', 'ignore', 'pipe'] });
    // A damaged book is set aside.
    await page.evaluate(() => localStorage.setItem('deadwood.drills', JSON.stringify('drill/1 game=whist\n')));
    await page.click('[data-key=drill-on]');
    await page.waitForSelector('[data-key=drill-why]');
    await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('deadwood-aside.drills')));
    await page.click('[data-key=drill-why]');
    await page.waitForSelector('[data-key=drill-on]');
    assert.match((await book())[0], / right=0 wrong=1 /, 'who is told has not known');
    await done();
});

test('a drill of Hearts is graded by what the page says of it', async () => {
    const { page, done } = await openPage(browser, DESKTOP, 'drills');
    await page.selectOption('[data-key=drill-game]', 'hearts');
    await page.click('[data-key=drill-next]');
    await page.waitForSelector('.table.still');
    await page.click('.hand button.card', { position: { x: 9, y: 22 } });
    await page.click('[data-key^=answer-], [data-key=drill-why]');
    await page.waitForSelector('[data-key=drill-on]');
    assert.match(await page.textContent('[aria-label="The coach"] p'), /^(Right|No|Best): /);
    await done();
});

test('the board judges what is told, says what is wrong, and its link opens the same position', async () => {
    const { page, done } = await openPage(browser, DESKTOP, 'board/gin');
    await page.click('[data-key=board-ask]');
    await page.waitForSelector('.hint table', { timeout: 60000 });
    const address = await page.evaluate(() => location.href);
    assert.match(address, /#board\/gin\/\?hand=/);
    const answer = await page.textContent('.hint p');
    await page.fill('#board-hand', 'AC AC');
    await page.click('[data-key=board-ask]');
    assert.match(await (await page.waitForSelector('.hint .note')).textContent(), /AC/);
    await page.goto('about:blank');
    await page.goto(address);
    await page.waitForSelector('.hint table', { timeout: 60000 });
    assert.equal(await page.textContent('.hint p'), answer);
    await done();
});

test('the board is set up by a command, a record or cards, for both games, and by pressing cards', async () => {
    const { page, done } = await openPage(browser, DESKTOP, 'board/gin');
    const paste = async (text) => {
        await page.fill('#board-paste', text);
        await page.click('[data-key=board-read]');
    };
    await paste('deadwood advise --game hearts QS KS 4S 3H 9H 2D 6C 7C JD KD AD 4H --seen "2C AC KC 5C" --trick "5S AS"');
    await page.waitForSelector('h1:text("Hearts")');
    await page.waitForSelector('.hint table', { timeout: 60000 });
    assert.match(await page.textContent('.hint p'), /Best: play/);
    assert.equal(await page.inputValue('#board-trick'), '5S AS');
    await beginGame(page, 'gin', { opponent: 'champion' });
    assert.equal(await playOn(page, { decisions: 6 }), 'yours');
    const { records } = JSON.parse(await stored(page, 'game-gin'));
    await show(page, 'board/hearts', '#board-paste');
    await paste(records.trim().split('\n').at(-1));
    await page.waitForSelector('h1:text("Gin")');
    await page.waitForSelector('.hint table', { timeout: 60000 });
    await page.click('[data-key=board-clear]');
    for (const card of ['AC', '2C', '3C']) await page.click(`[data-key=pick-${card}]`);
    assert.equal(await page.inputValue('#board-hand'), 'AC 2C 3C');
    assert.match(page.url(), /hand=AC\+2C\+3C/);
    await paste('what is this?');
    assert.match(await (await page.waitForSelector('.toast.serious')).textContent(), /That is no position/);
    await done();
});

test('records come in by drag and drop, and go out as the program reads them', async () => {
    const { page, done } = await openPage(browser);
    await beginGame(page, 'hearts', { opponent: 'ducker' });
    assert.equal(await playOn(page, { decisions: 4 }), 'yours');
    await show(page, 'records', '#records-text');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('[data-key=records-mine-hearts]')]);
    const text = readFileSync(await file.path(), 'utf8');
    for (const command of ['replay', 'analyze'])
        execFileSync(join(folder, 'build/deadwood'), [command, await file.path()], { stdio: ['ignore', 'ignore', 'pipe'] });
    assert.match(text, /^hearts\/1 rules=standard players=you\|/);
    await page.evaluate((content) => {
        const data = new DataTransfer();
        data.items.add(new File([content], 'games.hearts'));
        dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, text);
    await page.waitForSelector('[data-key=on]');
    assert.match(await page.textContent('h1'), /Hearts: You/);
    await show(page, 'records', '#records-text');
    await page.fill('#records-text', 'gin/1 rules=contest nonsense');
    await page.click('[data-key=records-read]');
    assert.match(await (await page.waitForSelector('.note')).textContent(), /^line 1: /);
    await done();
});

test('a player whose weights are too large for the page says so, and plays once they are dropped', async () => {
    const { page, done } = await openPage(browser, DESKTOP, 'new/hearts');
    for (const select of await page.$$('select[id^=player-]')) await select.selectOption('td-queen-4');
    await page.click('[data-key=begin]');
    assert.match(await (await page.waitForSelector('.toast')).textContent(), /too large for this page.*td-queen-4\.safetensors/);
    const bytes = readFileSync(join(folder, 'models/td-queen-4.safetensors'), 'base64');
    await page.evaluate((content) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], 'td-queen-4.safetensors'));
        dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, bytes);
    await page.waitForSelector('.toast:text("is there")', { timeout: 60000 });
    await page.click('[data-key=begin]');
    await page.waitForSelector('.hand');
    await done();
});

test('a newcomer is led through a first hand of both games', async () => {
    const { page, done } = await openPage(browser, DESKTOP, 'learn/gin');
    await page.waitForSelector('.lesson');
    await ready(page);
    const lessons = new Set();
    for (let i = 0; i < 60; i++) {
        lessons.add(await page.textContent('.lesson h2'));
        if ((await playOn(page, { decisions: 1 })) !== 'yours') break;
    }
    for (const title of ['Melds', 'Draw a card', 'Discard a card', 'The hand is over']) assert.ok([...lessons, await page.textContent('.lesson h2')].includes(title), `${title}: ${[...lessons]}`);
    await show(page, 'learn/hearts', '.felt');
    await page.click('[data-key=lesson-skip]');
    assert.equal(await page.textContent('.lesson h2'), 'Pass three cards');
    await decide(page);
    await page.waitForSelector('.lesson .comment', { timeout: 60000 });
    assert.equal(await stored(page, 'game-gin'), null, 'a lesson is no game to be continued');
    await done();
});

test('the board counts the defence against a knock, lay-offs and all', async () => {
    const { page, done } = await openPage(browser, DESKTOP, 'board/gin');
    await page.click('[data-key=board-clear]');
    await page.fill('#board-hand', 'TH 6H 2C 3C 4C KS QD 5D 9S JH');
    await page.fill('#board-knock', '7H 8H 9H / AC AD AS');
    await page.fill('#board-left', '8');
    await page.click('[data-key=board-ask]');
    // 6H TH JH go to the run; 2C 3C 4C is a meld; K 10, Q 10, 5 and 9 are left: 34. Alone: those and 6, 10, 10.
    await page.waitForSelector('.hint strong:text("You are left with 34.")');
    const said = await page.textContent('[aria-label="The coach"]');
    assert.match(said, /They win 26 points\./);
    assert.match(said, /6♥ 10♥ J♥ are worth laying off: without that 60 points are left, 26 more\./);
    await page.fill('#board-knock', '7H 8H 9D');
    await page.click('[data-key=board-ask]');
    assert.match(await (await page.waitForSelector('.hint .note')).textContent(), /no disjoint melds/);
    await done();
});

test('undo goes back to the beginning of a hand, and says why not further', async () => {
    const { page, done } = await openPage(browser);
    await beginGame(page, 'gin', { opponent: 'simple' });
    const first = await stored(page, 'game-gin');
    await page.keyboard.press('z');
    await page.waitForSelector('.toast:text("nothing to take back in this hand")');
    assert.equal(await playOn(page), 'hand-over');
    const over = await stored(page, 'game-gin');
    await page.click('[data-key=undo]'); // the hand's last decision is still to be had back
    assert.equal(await ready(page), 'yours');
    assert.notEqual(await stored(page, 'game-gin'), over);
    for (let i = 0; i < 40 && (await stored(page, 'game-gin')) !== first; i++) {
        const before = await stored(page, 'game-gin');
        await page.keyboard.press('z');
        await page.waitForFunction((old) => localStorage.getItem('deadwood.game-gin') !== old, before);
        await ready(page);
    }
    assert.equal(await stored(page, 'game-gin'), first);
    await done();
});
