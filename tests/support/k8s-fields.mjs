// SPDX-License-Identifier: MIT
// k8s-fields.mjs MODELS FILE...: holds manifests against the schema of the Kubernetes API, as the models of
// @kubernetes/client-node have it, which are generated from its OpenAPI description: every field must be known, have
// its type, and be there where it is required.
import {existsSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';

const [models, ...files] = process.argv.slice(2);
const wrong = [];

async function fieldsOf(type) {
    const file = resolve(join(models, `${type}.js`));
    if (!existsSync(file)) return null;
    const required = [...readFileSync(file.replace(/js$/, 'd.ts'), 'utf8').matchAll(/^ {4}'(\w+)': /gm)].map((m) => m[1]);
    return {map: (await import(file))[type].attributeTypeMap, required};
}

async function check(value, type, where) {
    const list = /^(?:Array|Set)<(.*)>$/.exec(type), table = /^\{ \[key: string\]: (.*); \}$/.exec(type);
    if (type === 'any') return;
    if (list) {
        if (!Array.isArray(value)) return wrong.push(`${where}: is no list`);
        for (const [i, item] of value.entries()) await check(item, list[1], `${where}[${i}]`);
        return;
    }
    if (table) {
        for (const [key, item] of Object.entries(value)) await check(item, table[1], `${where}.${key}`);
        return;
    }
    if (['string', 'number', 'boolean'].includes(type)) {
        if (typeof value !== type) wrong.push(`${where}: is a ${typeof value}, not a ${type}`);
        return;
    }
    const fields = await fieldsOf(type);
    if (!fields) return wrong.push(`${where}: the schema has no type ${type}`);
    for (const name of fields.required) if (!(name in value)) wrong.push(`${where}.${name}: is missing`);
    for (const [key, item] of Object.entries(value)) {
        const field = fields.map.find((f) => f.baseName === key);
        if (!field) wrong.push(`${where}.${key}: there is no such field in ${type}`);
        else await check(item, field.type, `${where}.${key}`);
    }
}

for (const file of files) await check(JSON.parse(readFileSync(file, 'utf8')), 'V1Job', file);
if (wrong.length) console.error(wrong.join('\n'));
process.exit(wrong.length ? 1 : 0);
