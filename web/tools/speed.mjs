// SPDX-License-Identifier: MIT
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { folder, openBrowser, openPage, PAGE } from '../tests/browser.mjs';

const DECISIONS = 1000;
const QUESTIONS = [['gin', 'champion', 0.1], ['gin', 'champion:search=10', NaN], ['hearts', 'solver', 10]];
const milliseconds = (answer) => (Number(answer.split(' ')[1]) / 1e6).toFixed(3);
const row = (name, ...cells) => console.log(name.padEnd(34) + cells.map((cell) => String(cell).padStart(12)).join(''));

const browser = await openBrowser();
const { page } = await openPage(browser);
row(`ms a decision, mean of ${DECISIONS}`, 'native', 'Chromium', 'at most');
for (const [game, spec, most] of QUESTIONS) {
    const native = execFileSync(join(folder, 'build/web/native'), [game, spec, String(DECISIONS)], { encoding: 'utf8', env: { ...process.env, DEADWOOD_MODELS: join(folder, 'out/web/models') } });
    const web = await page.evaluate(([...question]) => globalThis.deadwood('digest', ...question), [game, spec, DECISIONS]);
    row(spec, milliseconds(native), milliseconds(web), Number.isNaN(most) ? '' : most);
}
const hint = await page.evaluate(async () => {
    const told = { hand: 'AC 2C 3C 7D 7H 7S KD QH 9C 4S', upcard: '4C', score: '40-25' };
    const times = [];
    for (let i = 0; i < 11; i++) {
        const begin = performance.now();
        await globalThis.deadwood('adviseGin', '', told);
        times.push(performance.now() - begin);
    }
    return [times[0], times.slice(1).sort((a, b) => a - b)[5]];
});
row('hint of 800 worlds, median of 10', '', hint[1].toFixed(0), 300);
row('the first hint (solves the game)', '', hint[0].toFixed(0), '');
const times = [];
for (let i = 0; i < 5; i++) {
    const begin = performance.now();
    await page.goto('about:blank');
    await page.goto(PAGE);
    await page.waitForSelector('.tiles');
    times.push(performance.now() - begin);
}
row('from the address to the first screen', '', times.sort((a, b) => a - b)[2].toFixed(0), 1500);
await browser.close();
