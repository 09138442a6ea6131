// SPDX-License-Identifier: MIT
// What players are called: the engine's specs, for people.

let titles: Record<string, string> = {};

export function setTitles(all: Record<string, string>): void {
    titles = all;
}

// null is the person.
export function playerName(spec: string | null): string {
    if (spec === null || spec === 'you') return 'You';
    const known = titles[spec];
    if (known) return known;
    const [name, rest] = spec.split(/:(.*)/s);
    const title = name!.charAt(0).toUpperCase() + name!.slice(1);
    return rest ? `${title} (${rest})` : title;
}
