// SPDX-License-Identifier: MIT
// A whole gin bot for Node.js: takes the upcard if it makes a meld, throws the dearest loose card, knocks as soon as it
// may.
//
// Try it:  deadwood check node bot.mjs;  deadwood match exec:"node bot.mjs" simple  (deadwood_bot.mjs says what a game is)
import {discards, meldsWith, play} from './deadwood_bot.mjs';

function gin(game) {
  if (game.legal.includes('draw:up') && meldsWith(game.hand, game.upcard)) return 'draw:up';
  if (game.phase !== 'discard') // pass, draw from the stock, or show melds: the host finds the best ones
    return game.phase === 'draw' ? 'draw:stock' : game.legal[0];
  const card = discards(game.hand, game.taken)[0];
  return (game.legal.includes('knock:' + card) ? 'knock ' : 'discard ') + card;
}

play('JavaScript example', {gin});
