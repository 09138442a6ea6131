// SPDX-License-Identifier: MIT
// The same choices, to the bit, from the native engine, from WebAssembly in node, and from the page in Chromium; the
// page's weights are rounded to float16, so the native engine is given the same ones. The page with weights that are not
// rounded is built as well, and answers as the native engine does with the shipped files.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { PAGE, folder, openBrowser, openPage } from './browser.mjs';

const QUESTIONS = [['gin', 'champion', 1000], ['gin', 'champion:search=10', 1000], ['hearts', 'solver', 1000]];
// What hangs on weights, with those that are not rounded; the solver has none.
const EXACT = [['gin', 'champion', 1000], ['gin', 'champion:search=10', 200]];
const out = join(folder, 'out/web');

let browser;
let page;
let Library;
let unpack;
before(async () => {
    const entry = `export { Library } from './page/worker/library'; export { unpack } from './page/worker/pack';`;
    const outfile = join(folder, 'build-web/library.mjs');
    await build({ stdin: { contents: entry, resolveDir: join(folder, 'web') }, bundle: true, outfile, format: 'esm' });
    ({ Library, unpack } = await import(outfile));
    browser = await openBrowser();
    page = await openPage(browser);
});
after(() => browser.close());

const native = (models, question) => execFileSync(join(folder, 'build/web/native'), question.map(String), {
    env: { ...process.env, DEADWOOD_MODELS: models }, encoding: 'utf8',
}).split(' ')[0];

const inChromium = async ({ page }, question) => (await page.evaluate((asked) => globalThis.deadwood('digest', ...asked), question)).split(' ')[0];

const inNode = async (models) => {
    const library = await Library.open(readFileSync(join(folder, 'build-web/deadwood.wasm')), models);
    return (question) => library.answer('web_digest_text', ...question).split(' ')[0];
};

function carried() {
    const html = readFileSync(new URL(PAGE), 'utf8');
    const text = /id="models">([^<]*)</.exec(html)[1];
    return unpack(new Uint8Array(gunzipSync(Buffer.from(text, 'base64'))));
}

test('champion, search and solver choose alike in native, node and Chromium', async () => {
    const ask = await inNode(carried());
    for (const question of QUESTIONS) {
        const chromium = inChromium(page, question); // meanwhile
        const expected = native(join(out, 'models'), question);
        assert.match(expected, /^[0-9a-f]{16}$/);
        assert.equal(ask(question), expected, `${question[1]} in node`);
        assert.equal(await chromium, expected, `${question[1]} in Chromium`);
    }
    await page.done();
});

test('the page with weights that are not rounded chooses in Chromium as the native engine with the shipped files', async () => {
    const place = join(folder, 'build-web/exact/deadwood.html');
    execFileSync('node', [join(folder, 'web/tools/page.mjs'), join(folder, 'build-web/deadwood.wasm'), join(folder, 'models'), place, '--exact']);
    const exact = await openPage(browser, undefined, '', {}, pathToFileURL(place).href);
    for (const question of EXACT) assert.equal(await inChromium(exact, question), native(join(folder, 'models'), question), question[1]);
    await exact.done();
});

test('the pack is what the native engine is given', () => {
    for (const [name, bytes] of carried()) assert.ok(Buffer.from(bytes).equals(readFileSync(join(out, 'models', `${name}.safetensors`))), name);
});

test('another build of the page, from another folder, gives the same bytes', () => {
    const place = join(folder, 'build-web/again/deadwood.html');
    execFileSync('node', [join(folder, 'web/tools/page.mjs'), join(folder, 'build-web/deadwood.wasm'), join(folder, 'models'), place], { cwd: '/' });
    const again = readFileSync(place);
    assert.ok(again.equals(readFileSync(new URL(PAGE))));
    assert.ok(again.length <= 5e6, 'at most 5 MB');
});
