// SPDX-License-Identifier: MIT
// The engine in its Worker. A message asks for one call; the answer carries its number.
import { Calls } from './calls';
import { Library } from './library';
import { unpack } from './pack';

declare const self: {
    onmessage: ((event: MessageEvent) => void) | null;
    postMessage(message: unknown): void;
};

// The page hands over what it carries, compressed and as base64, as it stands in its text.
async function inflate(base64: string): Promise<Uint8Array> {
    const letters = atob(base64);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

let calls: Promise<Calls> | null = null;

async function start(code: string, models: string): Promise<Calls> {
    const [module, pack] = await Promise.all([inflate(code), inflate(models)]);
    return new Calls(await Library.open(module as Uint8Array<ArrayBuffer>, unpack(pack)));
}

self.onmessage = (event): void => {
    const { id, name, args } = event.data as { id: number; name: string; args: unknown[] };
    if (name === 'start') calls = start(args[0] as string, args[1] as string);
    void (async (): Promise<void> => {
        try {
            if (!calls) throw new Error('the engine was not started');
            const ready = await calls;
            self.postMessage({ id, value: name === 'start' ? ready.version() : ready.run(name, args) });
        } catch (error) {
            self.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
        }
    })();
};
