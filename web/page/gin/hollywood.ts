// SPDX-License-Identifier: MIT
// Hollywood scoring: three games of gin at once. A player's first hand won counts in the first game, the second in the
// first two, every later one in all three. A game ends when somebody has the points it goes to; the match ends with
// the last of them. Bonuses of the rules (a box for each hand won, the game) are paid in each game.

export interface Bonuses {
    target: number;
    box: number;
    game: number;
    shutoutDoubles: boolean;
}

export interface HollywoodGame {
    rows: { hand: number; seat: number; points: number; sum: number }[]; // as they are written down
    scores: [number, number];
    winner: number; // -1: under way
    margin: number; // what it is worth to the winner, bonuses included
}

export interface Hollywood {
    games: [HollywoodGame, HollywoodGame, HollywoodGame];
    over: boolean;
    totals: [number, number]; // margins of the games won
    winner: number; // of the match; -1: under way, or drawn
}

const empty = (): HollywoodGame => ({ rows: [], scores: [0, 0], winner: -1, margin: 0 });

function margin(game: HollywoodGame, rules: Bonuses): number {
    const { winner, scores, rows } = game;
    const boxes = [0, 1].map((seat) => rows.filter((row) => row.seat === seat).length * rules.box) as [number, number];
    const shutout = rules.shutoutDoubles && scores[1 - winner] === 0;
    const [own, other] = [scores[winner]! + boxes[winner]!, scores[1 - winner]! + boxes[1 - winner]!];
    return own - other + rules.game * (shutout ? 2 : 1);
}

// `hands`: who won each, and with how many points; hands without points are left out of the games.
export function hollywood(hands: readonly { winner: number; points: number }[], rules: Bonuses): Hollywood {
    const games: Hollywood['games'] = [empty(), empty(), empty()];
    const won = [0, 0];
    for (const [hand, { winner: seat, points }] of hands.entries()) {
        if (seat < 0 || points === 0) continue;
        won[seat]!++;
        for (const game of games.slice(0, won[seat]!)) {
            if (game.winner >= 0) continue;
            const sum = (game.scores[seat]! += points);
            game.rows.push({ hand, seat, points, sum });
            if (sum < rules.target) continue;
            game.winner = seat;
            game.margin = margin(game, rules);
        }
    }
    const over = games.every((game) => game.winner >= 0);
    const totals: [number, number] = [0, 0];
    for (const game of games) if (game.winner >= 0) totals[game.winner]! += game.margin;
    return { games, over, totals, winner: over && totals[0] !== totals[1] ? (totals[0] > totals[1] ? 0 : 1) : -1 };
}

// The target that the engine's game needs so that it does not end before the match: the third game's points, two hands
// before it counted, and one beyond its end, each as high as a hand can be.
export function engineTarget(target: number, key: (name: string) => number, doubles: boolean): number {
    const bonus = Math.max(key('gin'), key('undercut'), key('big-gin'));
    return Math.min(10000, target + 3 * (100 + bonus) * (doubles ? 2 : 1));
}
