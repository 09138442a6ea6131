// SPDX-License-Identifier: MIT
// A whole gin bot for Node.js: takes the upcard if it makes a meld, throws the dearest loose card, knocks as soon as it
// may. It asks for `Stateless`, so that all it must read is `view` and `go`.
//
// Try it:  deadwood check node bot.js;  deadwood match exec:"node bot.js" simple  (docs/PROTOCOL.md has every line)
'use strict';
const RANKS = 'A23456789TJQK';
const rank = card => RANKS.indexOf(card[0]);

// Does the card belong to a set or a run of three of hand and card together?
function melds(card, hand) {
  const has = (r, suit) => r === rank(card) && suit === card[1] || hand.includes(RANKS[r] + suit);
  const set = [...'CDHS'].filter(suit => has(rank(card), suit)).length >= 3;
  return set || [-2, -1, 0].some(back => [0, 1, 2].every(i => has(rank(card) + back + i, card[1])));
}

function choose(legal, hand, upcard) {
  if (legal.includes('draw:up') && melds(upcard, hand)) return 'draw:up';
  const knocks = legal.filter(move => move.startsWith('knock:'));
  const throws = knocks.length ? knocks : legal.filter(move => move.startsWith('discard:'));
  const worth = move => (melds(move.slice(-2), hand) ? 0 : 20) + Math.min(rank(move.slice(-2)), 9);
  if (throws.length) return throws.reduce((best, move) => worth(move) > worth(best) ? move : best);
  return legal.includes('draw:stock') ? 'draw:stock' : legal[0]; // or pass, or melds: the host finds the best ones
}

let hand = [], upcard = '';
require('readline').createInterface({input: process.stdin}).on('line', line => {
  const words = line.trim().split(/\s+/);
  const after = key => words[words.indexOf(key) + 1];
  if (words[0] === 'cgp')
    console.log('id name JavaScript example\ngames gin\noption name Stateless type check default true\ncgpok');
  else if (words[0] === 'ping') console.log('pong ' + words[1]);
  else if (words[0] === 'view') { hand = after('hand').match(/../g) || []; upcard = after('upcard'); }
  else if (words[0] === 'go') console.log(`move ${words[1]} ${choose(words.slice(words.indexOf('legal') + 1), hand, upcard)}`);
  else if (words[0] === 'quit') process.exit(0);
});
