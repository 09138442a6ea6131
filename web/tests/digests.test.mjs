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

const DECISIONS = 1000;
const QUESTIONS = [['gin', 'champion'], ['gin', 'champion:search=10'], ['hearts', 'solver']];
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

const native = (models, question) => execFileSync(join(folder, 'build/web/native'), [...question, String(DECISIONS)], {
    env: { ...process.env, DEADWOOD_MODELS: models }, encoding: 'utf8',
}).split(' ')[0];

const inNode = async (models) => {
    const library = await Library.open(readFileSync(join(folder, 'build-web/deadwood.wasm')), models);
    return (question) => library.answer('web_digest_text', ...question, DECISIONS).split(' ')[0];
};

function carried() {
    const html = readFileSync(new URL(PAGE), 'utf8');
    const text = /id="models">([^<]*)</.exec(html)[1];
    return unpack(new Uint8Array(gunzipSync(Buffer.from(text, 'base64'))));
}

test('champion, search and solver choose alike in native, node and Chromium', async () => {
    const ask = await inNode(carried());
    for (const question of QUESTIONS) {
        const expected = native(join(out, 'models'), question);
        assert.match(expected, /^[0-9a-f]{16}$/);
        assert.equal(ask(question), expected, `${question[1]} in node`);
        const chromium = await page.page.evaluate(([game, spec, count]) => globalThis.deadwood('digest', game, spec, count), [...question, DECISIONS]);
        assert.equal(chromium.split(' ')[0], expected, `${question[1]} in Chromium`);
    }
    await page.done();
});

test('the page with weights that are not rounded chooses in Chromium as the native engine with the shipped files', async () => {
    const place = join(folder, 'build-web/exact/deadwood.html');
    execFileSync('node', [join(folder, 'web/tools/page.mjs'), join(folder, 'build-web/deadwood.wasm'), join(folder, 'models'), place, '--exact']);
    const exact = await openPage(browser, undefined, '', {}, pathToFileURL(place).href);
    for (const question of QUESTIONS) {
        const answer = await exact.page.evaluate(([game, spec, count]) => globalThis.deadwood('digest', game, spec, count), [...question, DECISIONS]);
        assert.equal(answer.split(' ')[0], native(join(folder, 'models'), question), question[1]);
    }
    await exact.done();
});

test('the pack is what the native engine is given', () => {
    for (const [name, bytes] of carried()) assert.ok(Buffer.from(bytes).equals(readFileSync(join(out, 'models', `${name}.safetensors`))), name);
});

test('two builds of the page give the same bytes', () => {
    const place = (name) => join(folder, 'build-web', name, 'deadwood.html');
    for (const name of ['first', 'second'])
        execFileSync('node', [join(folder, 'web/tools/page.mjs'), join(folder, 'build-web/deadwood.wasm'), join(folder, 'models'), place(name)], { cwd: name === 'first' ? folder : '/' });
    assert.ok(readFileSync(place('first')).equals(readFileSync(place('second'))));
    assert.ok(readFileSync(place('first')).length <= 5e6, 'at most 5 MB');
});
