// SPDX-License-Identifier: MIT
// The page's side of the engine: calls go to a Worker and come back as promises. Two Workers: one plays, one advises,
// so that a bot never waits behind a review.

interface Waiting {
    done: (value: never) => void;
    failed: (error: Error) => void;
}

export class Engine {
    private readonly worker: Worker;
    private readonly waiting = new Map<number, Waiting>();
    private next = 1;
    readonly ready: Promise<string>; // the library's version

    constructor(script: string, code: string, models: string) {
        const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
        this.worker = new Worker(address);
        this.worker.onmessage = (event): void => this.hear(event.data as Answer);
        this.worker.onerror = (event): void => this.failAll(new Error(`the engine stopped: ${event.message}`));
        this.ready = this.call<string>('start', code, models);
    }

    call<T>(name: string, ...args: unknown[]): Promise<T> {
        const id = this.next++;
        return new Promise<T>((done, failed) => {
            this.waiting.set(id, { done: done as (value: never) => void, failed });
            this.worker.postMessage({ id, name, args });
        });
    }

    private hear({ id, value, error }: Answer): void {
        const who = this.waiting.get(id);
        this.waiting.delete(id);
        if (error === undefined) who?.done(value as never);
        else who?.failed(new Error(error));
    }

    private failAll(error: Error): void {
        for (const who of this.waiting.values()) who.failed(error);
        this.waiting.clear();
    }
}

interface Answer {
    id: number;
    value?: unknown;
    error?: string;
}

const held = (id: string): string => document.getElementById(id)?.textContent?.trim() ?? '';

const openOne = (): Engine => new Engine(held('worker'), held('module'), held('models'));

let player: Engine | null = null;
let adviser: Engine | null = null;

export const playing = (): Engine => (player ??= openOne());
export const advising = (): Engine => (adviser ??= openOne());

// Every Worker that is there or will be asked now: a model that was dropped onto the page.
export async function both<T>(name: string, ...args: unknown[]): Promise<T> {
    await advising().call<T>(name, ...args);
    return playing().call<T>(name, ...args);
}
