// SPDX-License-Identifier: MIT
// Card faces, drawn here: indices, pips and court figures as SVG. A card is two letters, "7H", as the engine writes it.

export type CardName = string;

const RANK_WORDS: Record<string, string> = {
    A: 'ace', T: '10', J: 'jack', Q: 'queen', K: 'king',
};
const SUIT_WORDS: Record<string, string> = { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' };
const SUIT_SIGNS: Record<string, string> = { C: '♣', D: '♦', H: '♥', S: '♠' };

export const RANKS = 'A23456789TJQK';
export const SUITS = 'CDHS';

export const rankOf = (card: CardName): number => RANKS.indexOf(card[0]!);
export const suitOf = (card: CardName): number => SUITS.indexOf(card[1]!);
export const cardWords = (card: CardName): string =>
    `${RANK_WORDS[card[0]!] ?? card[0]!} of ${SUIT_WORDS[card[1]!]!}`;
export const cardSign = (card: CardName): string => `${card[0] === 'T' ? '10' : card[0]!}${SUIT_SIGNS[card[1]!]!}`;
export const allCards = (): CardName[] => [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));

// Moves of the protocol hold cards as two letters; people read "7♥".
export const withSigns = (text: string): string =>
    text.replace(/\b([A23456789TJQK])([CDHS])\b/g, (_, rank: string, suit: string) => cardSign(rank + suit));

const SYMBOLS: Record<string, string> = {
    C: 'M10 1.2a4.3 4.3 0 0 1 3.3 7 4.3 4.3 0 1 1-2.5 7.2c.3 1.6 1 2.7 2.2 3.6H7c1.2-.9 1.9-2 2.2-3.6a4.3 4.3 0 1 1-2.5-7.2A4.3 4.3 0 0 1 10 1.2z',
    D: 'M10 .8C12 4.3 14.2 7.3 17 10c-2.8 2.7-5 5.7-7 9.2C8 15.7 5.8 12.7 3 10c2.8-2.7 5-5.7 7-9.2z',
    H: 'M10 18.6C6.5 14.8 1.2 11.2 1.2 6.6A4.7 4.7 0 0 1 10 4.2a4.7 4.7 0 0 1 8.8 2.4c0 4.6-5.3 8.2-8.8 12z',
    S: 'M10 .8c3 3.9 8 6.6 8 10.7a4.1 4.1 0 0 1-7.1 2.8c.3 1.9 1 3.4 2.3 4.7H6.8c1.3-1.3 2-2.8 2.3-4.7A4.1 4.1 0 0 1 2 11.5C2 7.4 7 4.7 10 .8z',
};

// Put once into the page; the cards refer to it.
export function symbolSheet(): string {
    const symbols = Object.entries(SYMBOLS)
        .map(([suit, path]) => `<symbol id="pip-${suit}" viewBox="0 0 20 20"><path d="${path}"/></symbol>`)
        .join('');
    return `<svg width="0" height="0" style="position:absolute" aria-hidden="true" focusable="false"><defs>${symbols}</defs></svg>`;
}

const use = (suit: string, x: number, y: number, size: number, turned = false): string => {
    const turn = turned ? ` transform="rotate(180 ${x} ${y})"` : '';
    return `<use href="#pip-${suit}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}"${turn}/>`;
};

// Pips of the number cards: columns left, middle, right, as heights above the middle from 1 (top) to -1.
const PIPS: Record<string, [number, number][]> = {
    A: [[0, 0]],
    2: [[0, 1], [0, -1]],
    3: [[0, 1], [0, 0], [0, -1]],
    4: [[-1, 1], [1, 1], [-1, -1], [1, -1]],
    5: [[-1, 1], [1, 1], [0, 0], [-1, -1], [1, -1]],
    6: [[-1, 1], [1, 1], [-1, 0], [1, 0], [-1, -1], [1, -1]],
    7: [[-1, 1], [1, 1], [0, 0.5], [-1, 0], [1, 0], [-1, -1], [1, -1]],
    8: [[-1, 1], [1, 1], [0, 0.5], [-1, 0], [1, 0], [0, -0.5], [-1, -1], [1, -1]],
    9: [[-1, 1], [1, 1], [-1, 0.34], [1, 0.34], [0, 0], [-1, -0.34], [1, -0.34], [-1, -1], [1, -1]],
    T: [[-1, 1], [1, 1], [0, 0.67], [-1, 0.34], [1, 0.34], [-1, -0.34], [1, -0.34], [0, -0.67], [-1, -1], [1, -1]],
};

function pips(rank: string, suit: string): string {
    if (rank === 'A') return use(suit, 54, 72, 46);
    return PIPS[rank]!.map(([x, y]) => use(suit, 54 + 19 * x, 72 - 42 * y, 19, y < 0)).join('');
}

// The upper half of a court figure between x 32 and 88, y 16 and 70; the lower half is the same, turned.
const FACE = '<ellipse cx="60" cy="39" rx="9" ry="11" class="skin"/><path d="M56 38h1.5M62.5 38h1.5M60 40v4" class="line"/>';
const HEADS: Record<string, string> = {
    K:
        '<path d="M48 38c-1 10 0 20 3 24h18c3-4 4-14 3-24z" class="hair"/>' + FACE +
        '<path d="M51 42c0 13 5 17 9 17s9-4 9-17c-3 3-5 4-9 4s-6-1-9-4z" class="hair"/><path d="M57 47h6" class="lip"/>' +
        '<path d="M48 31l-3-14 8 6 7-8 7 8 8-6-3 14z" class="gold"/><path d="M48 31h24" class="line"/>',
    Q:
        '<path d="M60 24c-13 0-15 13-14 22 1 7-1 10-3 13 5 1 9-1 10-6V36h14v17c1 5 5 7 10 6-2-3-4-6-3-13 1-9-1-22-14-22z" class="hair"/>' + FACE +
        '<path d="M58 46.5q2 1.5 4 0" class="lip"/>' +
        '<path d="M49 29l-2-9 7 4 6-7 6 7 7-4-2 9z" class="gold"/><circle cx="60" cy="16.5" r="2" class="gold"/>' +
        '<circle cx="47" cy="19.5" r="1.7" class="gold"/><circle cx="73" cy="19.5" r="1.7" class="gold"/>',
    J:
        '<path d="M47 34c-1 9 0 15 2 19h22c2-4 3-10 2-19z" class="hair"/>' + FACE +
        '<path d="M58 46.5h4" class="lip"/>' +
        '<path d="M45 32c1-8 8-12 15-12s14 4 15 12c-5-3-25-3-30 0z" class="robe"/><path d="M45 32c5-3 25-3 30 0" class="line"/>' +
        '<path d="M71 26c6-3 9-8 8-12-5 1-9 6-8 12z" class="gold"/>',
};

function court(rank: string, suit: string): string {
    const robe =
        '<path d="M32 72V66c3-9 14-13 20-13l8 7 8-7c6 0 17 4 20 13v6z" class="robe"/>' +
        '<path d="M52 53l8 19 8-19-8 7z" class="gold"/><path d="M38 60l6 12M82 60l-6 12" class="trim"/>';
    const half = `${robe}${HEADS[rank]!}${use(suit, 40, 25, 13)}`;
    return (
        '<rect x="32" y="15" width="56" height="114" rx="3" class="frame"/>' +
        `<g>${half}</g><g transform="rotate(180 60 72)">${half}</g>`
    );
}

function corner(rank: string, suit: string): string {
    const text = rank === 'T' ? '10' : rank;
    const squeeze = rank === 'T' ? ' textLength="23" lengthAdjust="spacingAndGlyphs"' : '';
    return `<text x="16" y="30"${squeeze} class="index">${text}</text>${use(suit, 16, 45, 19)}`;
}

// The face as SVG. Its size is that of the box around it.
export function faceOf(card: CardName): string {
    const rank = card[0]!;
    const suit = card[1]!;
    const middle = PIPS[rank] ? pips(rank, suit) : court(rank, suit);
    return (
        `<svg viewBox="0 0 100 144" class="face suit-${suit}" aria-hidden="true" focusable="false">` +
        `${middle}${corner(rank, suit)}</svg>`
    );
}

export function backFace(): string {
    let lattice = '';
    for (let at = -132; at < 88; at += 11)
        lattice += `M${6 + at} 6l132 132M${94 - at} 6l-132 132`;
    return (
        '<svg viewBox="0 0 100 144" class="face back" aria-hidden="true" focusable="false">' +
        '<clipPath id="back-clip"><rect x="7" y="7" width="86" height="130" rx="6"/></clipPath>' +
        '<rect x="7" y="7" width="86" height="130" rx="6" class="back-field"/>' +
        `<path class="back-lines" clip-path="url(#back-clip)" d="${lattice}"/></svg>`
    );
}
