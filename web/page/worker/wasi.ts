// SPDX-License-Identifier: MIT
// The system calls (WASI preview 1) that the engine makes, over files held in memory. It only ever reads: there are no
// arguments, no environment, nothing to write to but stderr, and one open folder, "/".

const OK = 0;
const BAD_FILE = 8;
const INVALID = 28;
const NO_ENTRY = 44;
const ROOT = 3;
const DIRECTORY = 3;
const REGULAR = 4;
const ALL_RIGHTS = 0xffffffffffffffffn;

interface OpenFile {
    bytes: Uint8Array;
    at: number;
}

export class Wasi {
    private memory!: WebAssembly.Memory;
    private readonly open = new Map<number, OpenFile>();
    private next = ROOT + 1;
    private heard = ''; // on stdout and stderr, up to the end of a line

    // Paths without the leading slash: "deadwood/models/champion.safetensors".
    constructor(private readonly files: Map<string, Uint8Array>) {}

    readonly imports = {
        environ_sizes_get: (count: number, size: number): number => this.write32([count, 0], [size, 0]),
        environ_get: (): number => OK,
        clock_time_get: (_clock: number, _precision: bigint, to: number): number => {
            this.view().setBigUint64(to, BigInt(Math.round(performance.now() * 1e6)), true);
            return OK;
        },
        random_get: (to: number, size: number): number => {
            crypto.getRandomValues(new Uint8Array(this.memory.buffer, to, size));
            return OK;
        },
        fd_prestat_get: (fd: number, to: number): number => (fd === ROOT ? this.write32([to, 0], [to + 4, 1]) : BAD_FILE),
        fd_prestat_dir_name: (fd: number, to: number): number => {
            if (fd !== ROOT) return BAD_FILE;
            this.view().setUint8(to, '/'.charCodeAt(0));
            return OK;
        },
        fd_fdstat_get: (fd: number, to: number): number => {
            if (fd > ROOT && !this.open.has(fd)) return BAD_FILE;
            this.view().setUint8(to, fd === ROOT ? DIRECTORY : REGULAR);
            this.view().setUint16(to + 2, 0, true);
            this.view().setBigUint64(to + 8, ALL_RIGHTS, true);
            this.view().setBigUint64(to + 16, ALL_RIGHTS, true);
            return OK;
        },
        fd_fdstat_set_flags: (): number => OK,
        fd_filestat_get: (fd: number, to: number): number => {
            const file = this.open.get(fd);
            return file ? this.stat(to, file.bytes.length) : BAD_FILE;
        },
        path_filestat_get: (_fd: number, _flags: number, path: number, size: number, to: number): number => {
            const name = this.path(path, size).replace(/\/$/, '');
            const file = this.files.get(name);
            if (file) return this.stat(to, file.length);
            const folder = [...this.files.keys()].some((each) => each.startsWith(`${name}/`));
            return folder ? this.stat(to, 0, DIRECTORY) : NO_ENTRY;
        },
        // prettier-ignore
        path_open: (_fd: number, _look: number, path: number, size: number, _flags: number, _base: bigint,
                    _inherit: bigint, _fdFlags: number, to: number): number => {
            const bytes = this.files.get(this.path(path, size));
            if (!bytes) return NO_ENTRY;
            this.open.set(this.next, { bytes, at: 0 });
            return this.write32([to, this.next++]);
        },
        fd_read: (fd: number, vectors: number, count: number, to: number): number => {
            const file = this.open.get(fd);
            if (!file) return BAD_FILE;
            let total = 0;
            for (const part of this.vectors(vectors, count)) {
                const piece = file.bytes.subarray(file.at, file.at + part.length);
                part.set(piece);
                file.at += piece.length;
                total += piece.length;
            }
            return this.write32([to, total]);
        },
        fd_write: (_fd: number, vectors: number, count: number, to: number): number => {
            let total = 0;
            for (const part of this.vectors(vectors, count)) {
                this.heard += new TextDecoder().decode(part.slice());
                total += part.length;
            }
            const lines = this.heard.split('\n');
            this.heard = lines.pop() ?? '';
            for (const line of lines) console.warn(line);
            return this.write32([to, total]);
        },
        fd_seek: (fd: number, offset: bigint, whence: number, to: number): number => {
            const file = this.open.get(fd);
            if (!file) return BAD_FILE;
            const from = whence === 0 ? 0 : whence === 1 ? file.at : file.bytes.length;
            const at = from + Number(offset);
            if (at < 0) return INVALID;
            file.at = at;
            this.view().setBigUint64(to, BigInt(at), true);
            return OK;
        },
        fd_close: (fd: number): number => (this.open.delete(fd) ? OK : BAD_FILE),
        poll_oneoff: (): number => INVALID,
        sched_yield: (): number => OK,
        proc_exit: (code: number): never => {
            throw new Error(`the engine ended with ${code}`);
        },
    };

    // What else a module asks for is answered with "not supported".
    importsOf(module: WebAssembly.Module): WebAssembly.Imports {
        const all: Record<string, CallableFunction> = { ...this.imports };
        for (const { name, kind } of WebAssembly.Module.imports(module))
            if (kind === 'function') all[name] ??= (): number => 58;
        return { wasi_snapshot_preview1: all as WebAssembly.ModuleImports };
    }

    start(memory: WebAssembly.Memory): void {
        this.memory = memory;
    }

    private view(): DataView {
        return new DataView(this.memory.buffer); // memory may have grown since
    }

    private write32(...pairs: [number, number][]): number {
        const view = this.view();
        for (const [to, value] of pairs) view.setUint32(to, value, true);
        return OK;
    }

    private path(at: number, size: number): string {
        return new TextDecoder().decode(new Uint8Array(this.memory.buffer, at, size)).replace(/^\/+/, '');
    }

    private stat(to: number, size: number, kind = REGULAR): number {
        new Uint8Array(this.memory.buffer, to, 64).fill(0);
        this.view().setUint8(to + 16, kind);
        this.view().setBigUint64(to + 32, BigInt(size), true);
        return OK;
    }

    private *vectors(at: number, count: number): Generator<Uint8Array> {
        const view = this.view();
        for (let i = 0; i < count; i++)
            yield new Uint8Array(this.memory.buffer, view.getUint32(at + 8 * i, true), view.getUint32(at + 8 * i + 4, true));
    }
}
