// SPDX-License-Identifier: MIT
// pictures.mjs [FOLDER]: the pictures of the page in the documents, docs/figures/web-*.png, taken from out/web. Needs what
// web/test needs.
import { join } from 'node:path';
import { DESKTOP, beginGame, folder, openBrowser, openPage, playOn } from '../tests/browser.mjs';

const out = process.argv[2] ?? join(folder, 'docs/figures');
const browser = await openBrowser();

async function picture(name, options, settings, take) {
    const { page, done } = await openPage(browser, options, '', settings);
    await take(page);
    await page.screenshot({ path: join(out, `web-${name}.png`) });
    await done();
}

const hint = async (page) => {
    await page.click('[data-key=hint]');
    await page.waitForSelector('.hint table');
};

await picture('gin', DESKTOP, {}, async (page) => {
    await beginGame(page, 'gin', { opponent: 'champion', seed: '12' });
    await playOn(page, { decisions: 11 });
    await playOn(page, { until: '[data-key=discard]' });
    await hint(page);
});

await picture('hearts', DESKTOP, { theme: 'dark' }, async (page) => {
    await beginGame(page, 'hearts', { opponent: 'solver', seed: '4' });
    await playOn(page, { decisions: 4 });
    await hint(page);
});

await picture('review', { ...DESKTOP, viewport: { width: 1280, height: 940 } }, {}, async (page) => {
    await beginGame(page, 'gin', { opponent: 'champion', seed: '7' });
    await playOn(page);
    await page.click('[data-key=review]');
    await page.click('[data-key=judge]');
    await page.waitForTimeout(500);
    await page.waitForFunction(() => /^Judge every/.test(document.querySelector('[data-key=judge]').textContent), null, { timeout: 600000 });
    await page.click('ol .link >> nth=0');
    await page.waitForSelector('.hint table, section table');
    await page.waitForTimeout(300);
});

await browser.close();
