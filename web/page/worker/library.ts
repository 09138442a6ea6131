// SPDX-License-Identifier: MIT
// The library (src/api/deadwood.h) as WebAssembly: text and handles go in, text comes out, failures become errors with
// the library's own sentence. Runs in the Worker, and in node for tests.
import { Wasi } from './wasi';

type Argument = string | null | number | bigint | readonly (string | null)[];
type Exports = Record<string, (...args: (number | bigint)[]) => number> & { memory: WebAssembly.Memory };

const ERROR_SIZE = 512; // deadwood_error: a number, and the sentence behind it
const FOLDER = 'deadwood/models';

export class EngineError extends Error {
    override readonly name = 'EngineError';
}

export class Library {
    private constructor(
        private readonly exports: Exports,
        private readonly files: Map<string, Uint8Array>,
    ) {}

    static async open(code: BufferSource, models: Map<string, Uint8Array>): Promise<Library> {
        const files = new Map<string, Uint8Array>();
        for (const [name, bytes] of models) files.set(`${FOLDER}/${name}.safetensors`, bytes);
        const wasi = new Wasi(files);
        const module = await WebAssembly.compile(code);
        const instance = await WebAssembly.instantiate(module, wasi.importsOf(module));
        const exports = instance.exports as unknown as Exports;
        wasi.start(exports.memory);
        exports['_initialize']!();
        return new Library(exports, files);
    }

    addModel(name: string, bytes: Uint8Array): void {
        this.files.set(`${FOLDER}/${name}.safetensors`, bytes);
    }

    // A function of the library that takes an error last and returns a handle, or a number.
    number(name: string, ...args: Argument[]): number {
        return this.call(name, args, true);
    }

    // One that cannot fail and takes no error.
    plain(name: string, ...args: Argument[]): number {
        return this.call(name, args, false);
    }

    // One that returns DEADWOOD_OK, or an error.
    done(name: string, ...args: Argument[]): void {
        this.call(name, args, true);
    }

    // One that returns text of the caller's.
    text(name: string, ...args: Argument[]): string {
        return this.take(this.call(name, args, true));
    }

    // One of engine/web.c: text, or a sentence behind '!'.
    answer(name: string, ...args: Argument[]): string {
        const at = this.call(name, args, false);
        if (!at) throw new EngineError('memory ran out');
        const text = this.take(at);
        if (text.startsWith('!')) throw new EngineError(text.slice(1));
        return text;
    }

    // Constant text, which stays the library's.
    borrowed(name: string): string {
        return this.read(this.call(name, [], false));
    }

    // A set of cards as the library's 64 bits.
    cards(text: string): bigint {
        const slot = this.room(8);
        try {
            this.done('deadwood_cards_parse', text, slot);
            return new DataView(this.exports.memory.buffer).getBigUint64(slot, true);
        } finally {
            this.exports['web_free']!(slot);
        }
    }

    private cardsText(cards: bigint): string {
        const room = this.room(160);
        try {
            this.done('deadwood_cards_print', cards, room);
            return this.read(room);
        } finally {
            this.exports['web_free']!(room);
        }
    }

    // The first way to meld a hand down to its least deadwood, as texts of cards.
    splits(hand: string): string[] {
        const melds = this.room(8 * 3);
        try {
            const count = this.number('deadwood_gin_melds', this.cards(hand), melds, 1);
            const view = new DataView(this.exports.memory.buffer);
            const sets = count > 0 ? [0, 1, 2].map((i) => view.getBigUint64(melds + 8 * i, true)) : [];
            return sets.filter((set) => set !== 0n).map((set) => this.cardsText(set));
        } finally {
            this.exports['web_free']!(melds);
        }
    }

    // The melds of a hand that leave least against a knock, and what of it is laid off; what is left without that, too.
    defend(hand: string, knock: string[]): { melds: string[]; laidOff: string; loose: string; left: number; alone: number } {
        if (knock.length > 3) throw new EngineError('a knock has at most three melds');
        const room = this.room(8 * 7); // three melds of theirs, three of ours, what is laid off
        try {
            const own = this.cards(hand);
            const theirs = knock.map((meld) => this.cards(meld));
            let view = new DataView(this.exports.memory.buffer);
            for (let i = 0; i < 3; i++) view.setBigUint64(room + 8 * i, theirs[i] ?? 0n, true);
            const left = this.number('deadwood_gin_defend', own, room, room + 24, room + 48);
            view = new DataView(this.exports.memory.buffer);
            const melds = [0, 1, 2].map((i) => view.getBigUint64(room + 24 + 8 * i, true)).filter((meld) => meld !== 0n);
            const laidOff = view.getBigUint64(room + 48, true);
            const loose = melds.reduce((rest, meld) => rest & ~meld, own & ~laidOff);
            const alone = this.plain('deadwood_gin_deadwood', own);
            return { melds: melds.map((meld) => this.cardsText(meld)), laidOff: this.cardsText(laidOff), loose: this.cardsText(loose), left, alone };
        } finally {
            this.exports['web_free']!(room);
        }
    }

    // deadwood_game_step: the move that was made.
    step(game: number): string {
        const slot = this.room(4);
        try {
            new DataView(this.exports.memory.buffer).setUint32(slot, 0, true);
            this.done('deadwood_game_step', game, slot);
            const at = new DataView(this.exports.memory.buffer).getUint32(slot, true);
            return at ? this.take(at) : '';
        } finally {
            this.exports['web_free']!(slot);
        }
    }

    private room(size: number): number {
        const at = this.exports['web_room']!(size);
        if (!at) throw new EngineError('memory ran out');
        return at;
    }

    private put(text: string, taken: number[]): number {
        const bytes = new TextEncoder().encode(text);
        const at = this.room(bytes.length + 1);
        taken.push(at);
        const memory = new Uint8Array(this.exports.memory.buffer);
        memory.set(bytes, at);
        memory[at + bytes.length] = 0;
        return at;
    }

    private read(at: number): string {
        const memory = new Uint8Array(this.exports.memory.buffer);
        const end = memory.indexOf(0, at);
        return new TextDecoder().decode(memory.slice(at, end));
    }

    private take(at: number): string {
        const text = this.read(at);
        this.exports['web_free']!(at);
        return text;
    }

    private putArgument(argument: Argument, taken: number[]): number | bigint {
        if (argument === null) return 0;
        if (typeof argument === 'string') return this.put(argument, taken);
        if (typeof argument !== 'object') return argument;
        const places = argument.map((each) => (each === null ? 0 : this.put(each, taken)));
        const at = this.room(4 * Math.max(places.length, 1));
        taken.push(at);
        const view = new DataView(this.exports.memory.buffer);
        places.forEach((place, i) => view.setUint32(at + 4 * i, place, true));
        return at;
    }

    private call(name: string, args: Argument[], fails: boolean): number {
        const found = this.exports[name];
        if (!found) throw new EngineError(`the engine has no ${name}`);
        const taken: number[] = [];
        try {
            const given = args.map((each) => this.putArgument(each, taken));
            if (!fails) return found(...given);
            const err = this.room(ERROR_SIZE);
            taken.push(err);
            new Uint8Array(this.exports.memory.buffer, err, ERROR_SIZE).fill(0);
            const answer = found(...given, err);
            const code = new DataView(this.exports.memory.buffer).getInt32(err, true);
            if (code !== 0) throw new EngineError(this.read(err + 4));
            return answer;
        } finally {
            for (const at of taken) this.exports['web_free']!(at);
        }
    }
}
