// SPDX-License-Identifier: MIT
// Elements, pictures that replace each other without losing the focus, moves of cards, and the live region.

type Child = Node | string | null | undefined | false;
type Props = Record<string, unknown>;

export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    props: Props = {},
    ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(props)) setProp(element, key, value);
    for (const child of children.flat()) if (child || child === '') element.append(child);
    return element;
}

function setProp(element: HTMLElement, key: string, value: unknown): void {
    if (value === undefined || value === null || value === false) return;
    if (key === 'html') element.innerHTML = value as string;
    else if (key.startsWith('on')) element.addEventListener(key.slice(2), value as EventListener);
    else if (key === 'value') (element as HTMLInputElement).value = String(value);
    else element.setAttribute(key, value === true ? '' : String(value));
}

export function button(label: string, onclick: () => void, props: Props = {}): HTMLButtonElement {
    return h('button', { type: 'button', onclick, ...props }, label);
}

export const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

// Replaces what `root` shows. The focus stays on the element with the same data-key, or comes back to it as soon as it
// can be used again; else it goes to the one marked data-focus. Cards (data-card) glide from where they were.
let wanted = '';
export function show(root: HTMLElement, picture: HTMLElement, glide = true): void {
    const focused = document.activeElement;
    const inside = focused instanceof HTMLElement && root.contains(focused);
    if (inside && focused !== root) wanted = focused.dataset['key'] ?? '';
    const before = glide && !reducedMotion() ? places(root) : new Map<string, DOMRect>();
    root.replaceChildren(picture);
    if (before.size) glideFrom(root, before);
    if (!inside) return;
    const same = wanted ? root.querySelector<HTMLElement>(`[data-key="${CSS.escape(wanted)}"]:not([disabled])`) : null;
    (same ?? root.querySelector<HTMLElement>('[data-focus]:not([disabled])') ?? root).focus({ preventScroll: true });
}

function places(root: HTMLElement): Map<string, DOMRect> {
    const found = new Map<string, DOMRect>();
    for (const card of root.querySelectorAll<HTMLElement>('[data-card]'))
        found.set(card.dataset['card']!, card.getBoundingClientRect());
    return found;
}

function glideFrom(root: HTMLElement, before: Map<string, DOMRect>): void {
    for (const card of root.querySelectorAll<HTMLElement>('[data-card]')) {
        const name = card.dataset['card']!;
        const from = before.get(name) ?? before.get(card.dataset['from'] ?? '');
        if (!from) continue;
        const to = card.getBoundingClientRect();
        const x = from.left - to.left;
        const y = from.top - to.top;
        if (Math.abs(x) + Math.abs(y) < 3 || !to.width) continue;
        card.animate(
            [{ transform: `translate(${x}px, ${y}px)`, zIndex: 5 }, { transform: 'none', zIndex: 5 }],
            { duration: 220, easing: 'ease-out' },
        );
    }
}

// Tells what happened to who does not see it. Repeated words are told again.
let region: HTMLElement | null = null;
export function liveRegion(): HTMLElement {
    region = h('div', { class: 'unseen', role: 'status', 'aria-live': 'polite', id: 'live' });
    return region;
}
export function announce(text: string): void {
    if (!region || !text) return;
    region.append(h('p', {}, text));
    while (region.childElementCount > 6) region.firstElementChild?.remove();
}

// What was said on another screen is no longer of use; what is serious stays its time.
export function dropToasts(): void {
    for (const note of document.querySelectorAll('.toast:not(.serious)')) note.remove();
}

// Short messages at the foot of the screen, for who sees and who hears.
export function toast(text: string, serious = false): void {
    let stack = document.querySelector('.toasts');
    if (!stack) document.body.append((stack = h('div', { class: 'toasts' })));
    const note = h('div', { class: serious ? 'toast serious' : 'toast' }, text);
    stack.append(note);
    while (stack.childElementCount > 3) stack.firstElementChild?.remove();
    announce(text);
    setTimeout(() => note.remove(), serious ? 9000 : 4000);
}

export const wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

export function download(name: string, text: string): void {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = h('a', { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// A dialog that keeps the focus and gives it back. Resolves with what `fill`'s buttons close it with; null: left.
export function dialog<T>(title: string, fill: (close: (value: T | null) => void) => Child[]): Promise<T | null> {
    return new Promise((done) => {
        const box = document.createElement('dialog');
        let answer: T | null = null;
        const close = (value: T | null): void => {
            answer = value;
            box.close();
        };
        box.setAttribute('aria-label', title);
        box.append(h('h2', {}, title), ...(fill(close).filter(Boolean) as Node[]));
        box.addEventListener('close', () => {
            box.remove();
            done(answer);
        });
        document.body.append(box);
        box.showModal();
    });
}
