// SPDX-License-Identifier: MIT
// page.mjs MODULE.wasm MODELS-FOLDER OUT.html [--exact]: puts the page together, one file that needs nothing else. The
// same inputs give the same bytes: nothing depends on the time, the folder or the order in a folder.
import { build } from 'esbuild';
import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { pack, rounded } from './pack.mjs';

const here = join(dirname(fileURLToPath(import.meta.url)), '..');
const [module, models, out, ...flags] = process.argv.slice(2);
const exact = flags.includes('--exact');
const most = exact ? 40e6 : 5e6; // bytes of the page

// What the page carries: the champion and its critic, the estimator that hints ask, and small models of players.
// The smallest of the learners of Hearts need no rounding.
const HALVES = ['champion', 'champion-critic', 'mishra', 'card-nguyen', 'knock-nguyen', 'bayes-nguyen', 'td-queen-3', 'td-hearts-3'];
// Without rounding the page is not for sending around: it also carries what the search knows of other types of players,
// and the largest learners, so that everybody who is listed plays as natively.
const LARGE = [
    'champion-knock', 'champion-knock-critic', 'champion-plain', 'champion-plain-critic', 'td-queen-4', 'td-full-self', 'td-full-expert',
];
const WHOLE = ['td-queen-1', 'td-queen-2', 'td-hearts-1', 'td-hearts-2'];

const read = (name) => ({ name, bytes: readFileSync(join(models, `${name}.safetensors`)) });
const squeeze = (bytes) => gzipSync(bytes, { level: 9 }).toString('base64'); // node writes no time into it

async function script(entry) {
    const { outputFiles } = await build({
        entryPoints: [join(here, 'page', entry)], bundle: true, minify: true, write: false, format: 'iife',
        target: 'es2022', charset: 'utf8', legalComments: 'none', absWorkingDir: here,
    });
    return outputFiles[0].text.trim();
}

// Halves first, then what is left as it is: one pack.
function packAll() {
    return pack([...HALVES.map((name) => ({ ...read(name), exact })), ...[...WHOLE, ...(exact ? LARGE : [])].map((name) => ({ ...read(name), exact: true }))]);
}

const parts = {
    STYLE: readFileSync(join(here, 'page', 'style.css'), 'utf8').replace(/\/\*.*?\*\/|\s+/gs, (found) => (found.startsWith('/*') ? '' : ' ')),
    WORKER: await script('worker/worker.ts'),
    MODULE: squeeze(readFileSync(module)),
    MODELS: squeeze(packAll()),
    MAIN: await script('main.ts'),
};
const template = readFileSync(join(here, 'page', 'index.html'), 'utf8');
const page = template.replace(/\/\*([A-Z]+)\*\//g, (_, name) => parts[name]);
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, page);

// The same models for a native engine: tests hold it against the page.
if (!exact) {
    const folder = join(dirname(out), 'models');
    mkdirSync(folder, { recursive: true });
    for (const name of HALVES) writeFileSync(join(folder, `${name}.safetensors`), rounded(read(name).bytes, name));
    for (const name of WHOLE) writeFileSync(join(folder, `${name}.safetensors`), read(name).bytes);
}

const size = Buffer.byteLength(page);
console.log(`${out}: ${(size / 1e6).toFixed(2)} MB`);
for (const [name, text] of Object.entries(parts)) console.log(`  ${name.toLowerCase().padEnd(7)} ${(Buffer.byteLength(text) / 1e6).toFixed(3)} MB`);
if (size > most) {
    console.error(`page: ${size} bytes are more than the ${most} that the page may have`);
    process.exit(1);
}
