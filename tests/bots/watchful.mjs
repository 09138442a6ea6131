// SPDX-License-Identifier: MIT
// Plays at random with examples/bots/deadwood_bot.mjs and holds, before every move, what the helper made of the events
// against the host's own `view` line. Ends with an error where they differ.
//
// The first argument is where the helper lies; a second one makes it fail in that way instead: raise, none, print.
import {pathToFileURL} from 'node:url';

const {bestMelds, deadwood, inOrder, numbers, pack, packMelds, pairs, play, unpack} =
  await import(pathToFileURL(process.argv[2]).href);
const way = process.argv[3];
let said = {}, heard = []; // deals that are over: what the helper made of their events

function same(name, ours, theirs) {
  if (String(ours) !== String(theirs)) throw new Error(`${name}: the helper says '${ours}', the host '${theirs}'`);
}

function knownOfBoth(game) {
  same('you', game.you, said.you);
  same('deal', game.deal, said.deal);
  same('scores', game.scores, numbers(said.scores));
  same('phase', game.phase, said.phase);
  same('hand', pack(game.hand), said.hand);
}

function knownOfGin(game) {
  for (const key of ['starter', 'stock', 'limit', 'factor']) same(key, game[key], said[key]);
  for (const key of ['first', 'upcard', 'drawn', 'taken']) same(key, game[key] ?? '-', said[key]);
  same('pile', pack(game.upcard ? game.pile.slice(0, -1) : game.pile), said.pile);
  same('known', pack(game.known), said.known);
  same('draws', pack(game.draws), said.draws);
  if (game.phase !== 'defend') return;
  same('melds', game.knock.map(inOrder).map(pack).sort(), said.melds.split('/').map(unpack).map(inOrder).map(pack).sort());
  same('loose', pack(game.loose), said.loose);
}

function knownOfHearts(game) {
  same('pass', game.way, said.pass);
  for (const key of ['start', 'given', 'received', 'trick']) same(key, pack(game[key]), said[key]);
  same('play', pack(game.played), said.play);
  same('taken', game.taken.map(pack).join('/'), said.taken);
  same('tricks', game.tricks, said.tricks);
  same('broken', game.broken ? 'yes' : 'no', said.broken);
  if (game.phase === 'play') same('leader', game.leader, said.leader);
}

function gin(game) {
  knownOfBoth(game);
  knownOfGin(game);
  same('past', JSON.stringify(heard), JSON.stringify(game.past)); // which is now made of the host's `past` lines
  same('deals that are over', game.past.length, game.deal);
  if (way === 'raise') throw new RangeError('lost\nbeyond hope');
  if (way === 'none') return;
  console.log('thinking aloud'); // goes to stderr
  const knocks = game.legal.filter(move => move.startsWith('knock:')), from = knocks.length ? knocks : game.legal;
  const move = from[game.random.below(from.length)].replace(':', ' ');
  if (move === 'melds') return 'melds ' + packMelds(bestMelds(game.hand));
  if (!knocks.length) return move;
  const left = game.hand.filter(card => card !== move.slice(-2));
  same('a knock leaves at most the limit', deadwood(left) <= game.limit, true);
  return `${move} melds ${packMelds(bestMelds(left))}`;
}

async function hearts(game) {
  knownOfBoth(game);
  knownOfHearts(game);
  if (game.phase !== 'pass') return game.legal[game.random.below(game.legal.length)];
  const hand = [...game.hand];
  return 'pass ' + Array.from({length: game.rules.pass}, () => hand.splice(game.random.below(hand.length), 1)).join(' ');
}

play('Watchful', {gin, hearts, author: 'a test', info: game => `hand ${pack(game.hand)}`,
  listen: (game, words) => {
    if (words[0] === 'view') said = pairs(words.slice(2));
    if (words[0] === 'hand') heard = game.past;
  },
  options: {Stateless: true, Level: [3, 1, 9], Style: ['calm', 'wild'], File: ''}});
