// SPDX-License-Identifier: MIT
// The models of a pack (tools/pack.mjs says how it is laid out), expanded to the files that the engine reads.

interface Entry {
    name: string;
    head: number;
    halves: number;
    tail: number;
}

function halfTable(): Float32Array {
    const table = new Float32Array(65536);
    for (let half = 0; half < 65536; half++) {
        const sign = half & 0x8000 ? -1 : 1;
        const exponent = (half >> 10) & 31;
        const mantissa = half & 1023;
        table[half] = sign * (exponent ? 2 ** (exponent - 15) * (1 + mantissa / 1024) : 2 ** -14 * (mantissa / 1024));
    }
    return table;
}

export function unpack(pack: Uint8Array): Map<string, Uint8Array> {
    const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength);
    const size = view.getUint32(0, true);
    const index = JSON.parse(new TextDecoder().decode(pack.subarray(4, 4 + size))) as Entry[];
    const table = halfTable();
    const files = new Map<string, Uint8Array>();
    let at = 4 + size;
    for (const { name, head, halves, tail } of index) {
        const file = new Uint8Array(head + 4 * halves + tail);
        file.set(pack.subarray(at, at + head));
        const floats = new DataView(file.buffer, head);
        const high = at + head;
        const low = high + halves;
        for (let i = 0; i < halves; i++)
            floats.setFloat32(4 * i, table[(pack[high + i]! << 8) | pack[low + i]!]!, true);
        file.set(pack.subarray(low + halves, low + halves + tail), head + 4 * halves);
        at = low + halves + tail;
        files.set(name, file);
    }
    return files;
}
