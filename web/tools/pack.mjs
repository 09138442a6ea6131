// SPDX-License-Identifier: MIT
// Models for the page: float32 files of named arrays (safetensors) become float16, half the bytes. The page expands
// them again, so the engine reads what `rounded` returns: float32 files whose numbers are those of float16, with a
// checksum of their own. A model marked `exact` is not rounded.
//
// A pack: four bytes N (little-endian), N bytes of JSON [{name, head, halves, tail}..], then for each model `head`
// bytes as they are (length and header), the high bytes of `halves` float16 numbers, their low bytes, and `tail` bytes
// as they are. High and low bytes apart compress better.
import { createHash } from 'node:crypto';

const LENGTH = 8; // of a safetensors header's length

// Nearest float16, ties to even; JavaScript has no Float16Array yet.
export function toHalf(value) {
    const float = new Float32Array([value]);
    const bits = new Uint32Array(float.buffer)[0];
    const sign = (bits >>> 16) & 0x8000;
    const exponent = (bits >>> 23) & 0xff;
    let mantissa = bits & 0x7fffff;
    if (exponent === 255) throw new Error('a weight is not finite');
    const shifted = exponent - 127 + 15;
    if (shifted >= 31) throw new Error(`a weight of ${value} is too large for float16`);
    if (shifted <= 0) {
        if (shifted < -10) return sign;
        mantissa |= 0x800000;
        return sign | roundShift(mantissa, 14 - shifted);
    }
    return sign + ((shifted << 10) + roundShift(mantissa, 13)); // a carry goes to the exponent, as it should
}

function roundShift(mantissa, by) {
    const half = 1 << (by - 1);
    const rest = mantissa & ((1 << by) - 1);
    const whole = mantissa >>> by;
    return whole + (rest > half || (rest === half && whole & 1) ? 1 : 0);
}

export function fromHalf(half) {
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half >> 10) & 31;
    const mantissa = half & 1023;
    return sign * (exponent ? 2 ** (exponent - 15) * (1 + mantissa / 1024) : 2 ** -14 * (mantissa / 1024));
}

// Where the float32 arrays lie: they come first, one behind the other, and what follows is left as it is.
function floats(bytes, name) {
    const size = Number(bytes.readBigUInt64LE(0));
    const header = JSON.parse(bytes.subarray(LENGTH, LENGTH + size).toString());
    const start = LENGTH + size;
    const spans = Object.entries(header)
        .filter(([key]) => key !== '__metadata__')
        .map(([, tensor]) => tensor)
        .sort((a, b) => a.data_offsets[0] - b.data_offsets[0]);
    let end = 0;
    for (const { dtype, data_offsets: [from, to] } of spans) {
        if (dtype !== 'F32') break;
        if (from !== end) throw new Error(`${name}: its arrays do not lie one behind the other`);
        end = to;
    }
    return { start, count: end / 4, sum: header.__metadata__?.sha256 };
}

// The same file with float16's numbers, and with the checksum that goes with them.
export function rounded(bytes, name) {
    const copy = Buffer.from(bytes);
    const { start, count, sum } = floats(copy, name);
    for (let i = 0; i < count; i++) {
        const at = start + 4 * i;
        copy.writeFloatLE(fromHalf(toHalf(copy.readFloatLE(at))), at);
    }
    if (sum) {
        const at = copy.indexOf(sum);
        copy.fill('0', at, at + sum.length);
        copy.write(createHash('sha256').update(copy).digest('hex'), at);
    }
    return copy;
}

export function pack(models) {
    const parts = [];
    const index = [];
    for (const { name, bytes, exact } of models) {
        const file = exact ? bytes : rounded(bytes, name);
        const { start, count } = exact ? { start: file.length, count: 0 } : floats(file, name);
        const high = Buffer.alloc(count);
        const low = Buffer.alloc(count);
        for (let i = 0; i < count; i++) {
            const half = toHalf(file.readFloatLE(start + 4 * i));
            high[i] = half >> 8;
            low[i] = half & 255;
        }
        const tail = file.subarray(start + 4 * count);
        index.push({ name, head: start, halves: count, tail: tail.length });
        parts.push(file.subarray(0, start), high, low, tail);
    }
    const text = Buffer.from(JSON.stringify(index));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(text.length);
    return Buffer.concat([size, text, ...parts]);
}
