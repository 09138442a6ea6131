// SPDX-License-Identifier: MIT
// Write a Gin Rummy or Hearts bot in ten lines. One file, no dependencies, Node.js 16 or later: copy it beside your bot.
//
//   import {discards, meldsWith, play} from './deadwood_bot.mjs';
//
//   function gin(game) {
//     if (game.legal.includes('draw:up') && meldsWith(game.hand, game.upcard)) return 'draw:up';
//     if (game.phase === 'offer') return game.legal[0];
//     if (game.phase === 'draw') return 'draw:stock';
//     if (game.phase === 'defend') return 'melds'; // the host finds the best ones
//     const card = discards(game.hand, game.taken)[0];
//     return game.legal.includes('knock:' + card) ? 'knock ' + card : 'discard ' + card;
//   }
//
//   play('My bot', {gin});
//
// Look at it with `deadwood check node mybot.mjs`, play with `deadwood match exec:"node mybot.mjs" simple`.
//
// `play` speaks the Card Game Protocol (docs/PROTOCOL.md). For every decision it calls your function with a Game, which
// holds all your seat may know, and sends the move you return (or a promise of one): a word of `game.legal` as it stands
// ('discard:KD'), or the same with spaces and with what may follow ('discard KD', 'knock 9C melds AC2C3C/7D7H7S',
// 'pass KC AH QH'). What your bot logs goes to stderr, so that it cannot disturb the conversation.
//
// Cards are two characters, rank then suit: '7H', 'TD', 'AC'. Lists of cards are in the order clubs, diamonds, hearts,
// spades, ace first, unless said otherwise.
import {once} from 'node:events';
import {createInterface} from 'node:readline';

export const RANKS = 'A23456789TJQK', SUITS = 'CDHS';
export const DECK = [...SUITS].flatMap(suit => [...RANKS].map(rank => rank + suit));
const PLACE = new Map(DECK.map((card, i) => [card, i]));

// ---- Cards ----

// 0 for an ace to 12 for a king.
export const rank = card => RANKS.indexOf(card[0]);

// 'C', 'D', 'H' or 'S'.
export const suit = card => card[1];

// A new list, sorted: clubs, diamonds, hearts, spades, ace first.
export const inOrder = cards => [...cards].sort((a, b) => PLACE.get(a) - PLACE.get(b));

// The cards of a packed word: 'AC2C3C' -> ['AC', '2C', '3C']; '-' -> [].
export const unpack = text => text === '-' ? [] : text.match(/../g) || [];

// 'AC2C3C/7D7H7S' -> [['AC', '2C', '3C'], ['7D', '7H', '7S']]; '-' -> [].
export const unpackMelds = text => text === '-' ? [] : text.split('/').map(unpack);

// The reverse of unpack and unpackMelds: what stands behind `melds` in a move.
export const pack = cards => cards.join('') || '-';
export const packMelds = melds => melds.map(pack).join('/') || '-';

// ---- Gin: melds and deadwood ----

// What cards count as deadwood: a card, or any number of them. Ace 1, court cards 10.
export const points = cards =>
  (typeof cards === 'string' ? [cards] : cards).reduce((sum, card) => sum + Math.min(rank(card), 9) + 1, 0);

// Every meld that can be laid from the cards: sets of three and four, runs of three and more.
export function allMelds(hand) {
  const held = new Set(hand), found = [];
  for (const r of RANKS) {
    const four = [...SUITS].map(s => r + s).filter(card => held.has(card));
    if (four.length >= 3) found.push(four);
    if (four.length === 4) for (const out of four) found.push(four.filter(card => card !== out));
  }
  for (const s of SUITS)
    for (let low = 0; low < 11; low++)
      for (let high = low, run = []; high < 13 && held.has(RANKS[high] + s); high++) {
        run.push(RANKS[high] + s);
        if (run.length >= 3) found.push([...run]);
      }
  return found;
}

// {deadwood, ways}: the least points left over when disjoint melds are laid, and every way to get there. A way is a list
// of melds. A run of six counts as one meld and as two of three: both are there.
export function splits(hand) {
  const melds = allMelds(hand), used = new Set();
  let best = -1, ways = [];
  const lay = (start, saved, laid) => {
    if (saved > best) { best = saved; ways = []; }
    if (saved === best) ways.push(laid);
    for (let i = start; i < melds.length; i++) {
      if (melds[i].some(card => used.has(card))) continue;
      melds[i].forEach(card => used.add(card));
      lay(i + 1, saved + points(melds[i]), [...laid, melds[i]]);
      melds[i].forEach(card => used.delete(card));
    }
  };
  lay(0, 0, []);
  return {deadwood: points(hand) - best, ways};
}

// The least points left over when disjoint melds are laid.
export const deadwood = hand => splits(hand).deadwood;

// Melds that leave the least: the first of `splits`.
export const bestMelds = hand => splits(hand).ways[0];

// True if the card belongs to a meld of the hand and the card together.
export const meldsWith = (hand, card) => allMelds([...hand, card]).some(meld => meld.includes(card));

// The cards whose discard leaves the least deadwood, all ties, the dearest first. `taken`, the upcard just taken, may not
// be discarded.
export function discards(hand, taken = null) {
  const left = new Map(hand.filter(card => card !== taken).map(card => [card, deadwood(hand.filter(c => c !== card))]));
  const least = Math.min(...left.values());
  return inOrder([...left.keys()].filter(card => left.get(card) === least)).sort((a, b) => points(b) - points(a));
}

// ---- Chance ----

// Numbers from 0 up to 1, drawn from a seed (a BigInt): SplitMix64. `below(n)` is a whole number below n.
export class Random {
  constructor(seed) { this.state = BigInt.asUintN(64, seed); }
  next() {
    this.state = BigInt.asUintN(64, this.state + 0x9E3779B97F4A7C15n);
    let mixed = this.state;
    mixed = BigInt.asUintN(64, (mixed ^ mixed >> 30n) * 0xBF58476D1CE4E5B9n);
    mixed = BigInt.asUintN(64, (mixed ^ mixed >> 27n) * 0x94D049BB133111EBn);
    return Number((mixed ^ mixed >> 31n) >> 11n) / 2 ** 53;
  }
  below(n) { return Math.floor(this.next() * n); }
}

// ---- What a seat knows ----

const STEPS = {p: 'pass', u: 'up', s: 'stock', '-': 'discard', '!': 'knock', '*': 'biggin', '=': 'melds'};

const ended = (end, keys) => ({end, winner: keys.winner ? +keys.winner : null, points: keys.points ? +keys.points : null,
  deadwood: numbers(keys.deadwood)});

// A gin deal of the match that is over, as both players saw it: `number`; `starter`; `scores` before it; `first` the first
// upcard; `play` a list of [seat, what, card]: 'pass', 'up' (took the upcard), 'stock', 'discard', 'knock', 'biggin' and
// 'melds' (the defender's), with a card where one was seen and else null; `hands` the cards of both at the end; `melds` the
// knocker's, `answer` and `layoffs` the defender's; `end`, `winner` and `points` (null where it was cancelled) and `deadwood`
// as in the protocol's `enddeal`. This one is read from a `past` line, as words.
function toldDeal(words) {
  const keys = pairs(words.slice(2)), play = [];
  let seat = +keys.starter, upcard = keys.first;
  for (const [, step, card] of keys.play.matchAll(/([pus*=!-])([A2-9TJQK][CDHS])?/g)) {
    const what = STEPS[step];
    upcard = card ?? upcard;
    play.push([seat, what, what === 'pass' || what === 'up' ? upcard : card ?? null]);
    if (what !== 'up' && what !== 'stock') seat ^= 1;
  }
  return {number: +words[1], starter: +keys.starter, scores: numbers(keys.scores), first: keys.first, play,
    hands: keys.hands.split('/').map(unpack), melds: unpackMelds(keys.melds), answer: unpackMelds(keys.answer),
    layoffs: unpack(keys.layoffs), ...ended(keys.end, keys)};
}

// The same from the events of a deal and its `enddeal` line.
function heardDeal(game, words) {
  const play = [], hands = [[], []], layoffs = [];
  let upcard = game.first, melds = [], answer = [];
  for (const event of game.events) {
    const seat = +event[0], what = event[1] === 'draw' ? event[2] : event[1];
    if (event[0] !== '0' && event[0] !== '1') continue;
    if (what === 'hand') hands[seat] = inOrder(event.slice(2));
    else if (what === 'layoff') layoffs.push(event[2]);
    else if (Object.values(STEPS).includes(what)) {
      const drops = what === 'discard' || what === 'knock';
      if (drops) upcard = event[2];
      play.push([seat, what, drops || what === 'pass' || what === 'up' ? upcard : null]);
      if (what === 'melds') answer = unpackMelds(event[2]);
      else if (event.includes('melds')) melds = unpackMelds(event[event.indexOf('melds') + 1]);
    }
  }
  return {number: game.deal, starter: game.starter, scores: game.scores, first: game.first, play, hands, melds, answer,
    layoffs: inOrder(layoffs), ...ended(words[1], pairs(words.slice(2)))};
}

// A match as one seat sees it. Lists are made anew where they change: what you kept stays as it was, but for `events`.
//
// Of both games: `name` ('gin' or 'hearts'), `rules` (numbers as numbers, words as text; rules.rules is their short
// name), `seats`, `you`, `deal` (from 0), `scores` (a number a seat, with the deals that are over), `hand`, `legal`,
// `phase`, `clock` (milliseconds left for each seat, or null), `inc`, `movetime` (or null), `random` (seeded by the host
// for this match: draw all chance from it, and the same match can be played again), `options`, `events` (the words of
// every `ev` line of this deal).
//
// Gin: `phase` is 'offer' (the first upcard), 'draw', 'discard' or 'defend'. `starter`; `first` the deal's first upcard;
// `upcard` the top of the discard pile (null once it is taken, until the discard); `pile` the whole pile, oldest first;
// `stock` cards left in it; `drawn` and `taken`: the card drawn this turn, and the same if it was the upcard (it may not be
// discarded now), else null; `known` what the opponent took face up and still holds; `discarded` a list of cards for each
// seat, oldest first; `draws` own draws of the deal; `limit` most deadwood to knock with; `factor` 2 if the deal counts
// double; in 'defend' `knock` the knocker's melds and `loose` its other cards; `past` the match's deals that are over (see
// toldDeal), also those that were played before this program came into the match.
//
// Hearts: `phase` is 'pass' or 'play'. `way` ('left', 'right', 'across', 'hold'); `start` the thirteen cards after
// passing; `given`, `received`; `trick` the cards on the table, in the order played; `leader` who led it, or will;
// `tricks` how many are over; `taken` the cards each seat has won; `played` all cards of the deal, in the order played;
// `broken` true once a heart has fallen (or the queen of spades, where the rules say so).
export class Game {
  constructor(words, options, seed) {
    const keys = pairs(words.slice(2));
    Object.assign(this, {name: words[1], options, seats: +keys.seats, you: +keys.you, rules: {}, hand: [],
      start: [], legal: [], past: [], clock: null, inc: null, movetime: null, random: new Random(seed ?? BigInt(Date.now()))});
    for (const key in keys)
      if (key !== 'seats' && key !== 'you') this.rules[key] = isNumber(keys[key]) ? +keys[key] : keys[key];
    this.#begin(['newdeal', '0', 'starter', '0', 'pass', 'hold', 'scores', ...Array(this.seats).fill('0')]);
  }

  // Takes in a line of the host, as words.
  hear(words) {
    if (words[0] === 'newdeal') this.#begin(words);
    else if (words[0] === 'hand') this.hand = this.start = inOrder(words.slice(1));
    else if (words[0] === 'go') this.#decide(words);
    else if (words[0] === 'ev') {
      this.events.push(words.slice(1));
      if (this.name === 'gin') this.#gin(words.slice(1)); else this.#hearts(words.slice(1));
    } else if (words[0] === 'past' && this.name === 'gin') // from 0 on, whatever was heard
      this.past = [...this.past.slice(0, +words[1]), toldDeal(words)];
    else if (words[0] === 'enddeal' || words[0] === 'endmatch') {
      if (words[0] === 'enddeal' && this.name === 'gin') this.past = [...this.past, heardDeal(this, words)];
      this.scores = numbers(pairs(words.slice(words[0] === 'endmatch' ? 1 : 2)).scores);
    }
  }

  // A new deal; nothing is on the table yet.
  #begin(words) {
    const keys = pairs(words.slice(2));
    Object.assign(this, {deal: +words[1], scores: numbers(keys.scores), events: [], phase: ''});
    if (this.name === 'gin')
      Object.assign(this, {starter: +keys.starter, first: null, upcard: null, drawn: null, taken: null, pile: [], known: [],
        draws: [], discarded: [[], []], stock: 31, limit: this.rules.knock, factor: 1, knock: [], loose: []});
    else
      Object.assign(this, {way: keys.pass, given: [], received: [], trick: [], played: [], taken: [[], [], [], []],
        tricks: 0, broken: false, leader: null});
  }

  #decide(words) {
    const at = words.indexOf('legal'), keys = pairs(words.slice(2, at));
    this.legal = words.slice(at + 1);
    this.clock = keys.clock ? numbers(keys.clock) : null;
    this.inc = keys.inc ? +keys.inc : null;
    this.movetime = keys.movetime ? +keys.movetime : null;
    if (this.name === 'hearts') {
      this.phase = this.legal[0].startsWith('pass') ? 'pass' : 'play';
      if (this.phase === 'play' && !this.trick.length) this.leader = this.you;
    } else if (this.legal.includes('melds')) this.phase = 'defend';
    else if (this.legal.includes('pass')) this.phase = 'offer';
    else this.phase = this.legal[0].startsWith('draw') ? 'draw' : 'discard';
  }

  #gin(words) {
    const [who, what, card] = words, mine = who === String(this.you);
    if (who === 'upcard') this.#firstUpcard(what);
    else if (who === 'you') this.#draw(card);
    else if (what === 'draw') {
      if (card === 'stock') this.stock--;
      else {
        this.upcard = null;
        this.pile = this.pile.slice(0, -1);
        if (mine) this.#draw(this.taken = words[3]);
        else this.known = inOrder([...this.known, words[3]]);
      }
    } else if (what === 'discard' || what === 'knock') this.#discard(+who, card);
    if ((what === 'knock' || what === 'biggin') && !mine) {
      const keys = pairs(words.slice(words.indexOf('melds')));
      this.knock = unpackMelds(keys.melds);
      this.loose = inOrder((keys.loose ?? '-').split(' ').filter(word => word !== '-'));
    }
  }

  #firstUpcard(card) {
    this.first = this.upcard = card;
    this.pile = [card];
    if (this.rules['upcard-knock'] === 'yes')
      this.limit = card[0] === 'A' && this.rules['ace-gin'] === 'yes' ? 0 : points(card);
    if (this.rules['spades-double'] === 'yes' && card[1] === 'S') this.factor = 2;
  }

  #draw(card) {
    this.hand = inOrder([...this.hand, card]);
    this.drawn = card;
    this.draws = [...this.draws, card];
  }

  #discard(seat, card) {
    this.upcard = card;
    this.pile = [...this.pile, card];
    this.discarded[seat] = [...this.discarded[seat], card];
    if (seat === this.you) {
      this.hand = this.hand.filter(other => other !== card);
      this.drawn = this.taken = null;
    } else this.known = this.known.filter(other => other !== card);
  }

  #hearts(words) {
    const [who, what, card] = words;
    if (who === 'you' && what === 'pass') {
      this.given = inOrder(words.slice(2));
      this.hand = this.start = this.hand.filter(other => !this.given.includes(other));
    } else if (who === 'received') {
      this.received = inOrder(words.slice(1));
      this.hand = this.start = inOrder([...this.hand, ...this.received]);
    } else if (who === 'trick') {
      const breaks = other => other[1] === 'H' || other === 'QS' && this.rules['queen-breaks'] === 'yes';
      this.leader = +what;
      this.taken[this.leader] = inOrder([...this.taken[this.leader], ...this.trick]);
      this.broken ||= this.trick.some(breaks);
      this.trick = [];
      this.tricks++;
    } else if (what === 'play') {
      if (!this.trick.length) this.leader = +who;
      this.trick = [...this.trick, card];
      this.played = [...this.played, card];
      if (who === String(this.you)) this.hand = this.hand.filter(other => other !== card);
    }
  }
}

// ---- The conversation ----

const isNumber = word => /^-?\d+$/.test(word);

// The KEY VALUE pairs of a line. A value is one word and all numbers and cards behind it: 'starter 1 scores 40 25' is
// {starter: '1', scores: '40 25'}.
export function pairs(words) {
  const found = {};
  for (let at = 0, end; at + 1 < words.length; at = end) {
    for (end = at + 2; end < words.length && (PLACE.has(words[end]) || isNumber(words[end])); end++);
    found[words[at]] = words.slice(at + 1, end).join(' ');
  }
  return found;
}

// '40 25' -> [40, 25]
export const numbers = text => text.split(' ').map(Number);

// Text is a string, a boolean a check, three numbers a spin, a list of words a combo whose first is the default.
const isSpin = value => Array.isArray(value) && typeof value[0] === 'number';

function optionLine(name, value) {
  const head = `option name ${name} type `;
  if (typeof value === 'boolean') return head + `check default ${value}`;
  if (isSpin(value)) return head + `spin default ${value[0]} min ${value[1]} max ${value[2]}`;
  if (Array.isArray(value)) return head + `combo default ${value[0]}${value.map(word => ' var ' + word).join('')}`;
  return (head + `string default ${value}`).trimEnd();
}

const asDefault = value => Array.isArray(value) ? value[0] : value;
const asValue = (value, text) => typeof value === 'boolean' ? text === 'true' : isSpin(value) ? Number(text) : text;

// Plays until the host has had enough. `gin` and `hearts` are functions from a Game to a move: at least one.
//
// `options` are what `setoption` may change: {Level: [3, 1, 9], Style: ['calm', 'wild'], Book: true, File: ''} are a
// number from 1 to 9 that is 3 unless set, one of two words, a switch and a text; game.options.Level is its value.
// `listen(game, words)` sees every line of the host, after the game has taken it in (`game` is null before the first
// match). `info`, a function from a Game to a text, is asked after every choice; its text goes to the host behind `info`.
//
// If your function fails, the error goes to stderr, the host is told, and the program ends with exit code 1.
export async function play(name, {gin, hearts, author = '', options = {}, listen, info}) {
  const choose = {...gin && {gin}, ...hearts && {hearts}};
  if (!Object.keys(choose).length) throw new TypeError('play needs {gin: FUNCTION}, {hearts: FUNCTION} or both');
  options = {...gin && {Past: true}, ...options};
  const values = {};
  for (const key in options) values[key] = asDefault(options[key]);
  let game = null, seed = null;
  const say = text => process.stdout.write(text + '\n') || once(process.stdout, 'drain');
  console.log = console.info = console.debug = console.error;
  process.stdout.on('error', () => process.exit(0)); // the host is gone

  const answer = async words => {
    if (words[0] === 'newmatch') game = new Game(words, {...values}, seed);
    else if (game) game.hear(words);
    listen?.(game, words);
    if (words[0] === 'cgp')
      return say([`id name ${name}`, ...author ? [`id author ${author}`] : [], `games ${Object.keys(choose).join(' ')}`,
        ...Object.keys(options).map(key => optionLine(key, options[key])), 'cgpok 1'].join('\n'));
    if (words[0] === 'ping') return say('pong ' + words[1]);
    if (words[0] === 'setoption') {
      if (words[2] === 'Seed') seed = BigInt(words[4]);
      if (words[2] in options) values[words[2]] = asValue(options[words[2]], words.slice(4).join(' '));
    } else if (words[0] === 'go') {
      const move = await choose[game.name](game);
      if (typeof move !== 'string') throw new TypeError(`a move is text, such as '${game.legal[0]}', not ${move}`);
      return say((info ? `info ${info(game)}\n` : '') + `move ${words[1]} ${move}`);
    }
  };

  try {
    for await (const line of createInterface({input: process.stdin, crlfDelay: Infinity})) {
      const words = line.trim().split(/\s+/);
      if (words[0] === 'quit') break;
      await answer(words);
    }
    process.exit(0);
  } catch (error) {
    console.error(error);
    await say(`error ${String(error).replace(/\s+/g, ' ').slice(0, 200)}`);
    process.exit(1);
  }
}
