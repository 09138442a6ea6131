// SPDX-License-Identifier: MIT
// Learning a game by playing a hand of it: the table as always, and beside it somebody who explains what there is to do
// and why, step by step. What is explained follows from the state; the cards are dealt by a number that gives a good
// first hand.
import type { App, Screen } from '../app';
import { h } from '../draw/dom';
import { playing } from '../engine';
import { cardSign } from '../draw/faces';
import { cardsOf, type GinState } from '../gin/state';
import { GinTable } from '../gin/table';
import type { HeartsState } from '../hearts/state';
import { HeartsTable } from '../hearts/table';
import { loadProgress, saveProgress, type GameName, type Sitting } from '../store';

const SEEDS: Record<GameName, string> = { gin: '21', hearts: '4' };

type Lesson = [title: string, ...text: string[]];

function ginLesson(state: GinState): Lesson {
    const melds = state.melds.map((meld) => cardsOf(meld).map(cardSign).join(' ')).join(', ');
    const first = state.events.every((event) => event.seat !== state.seat);
    if (state.phase === 'over') return ['The hand is over', ...ginEnd(state)];
    if (/offer/.test(state.phase)) return ['The first card', 'You hold ten cards. Aim: melds, that is three or four cards of a rank, or three and more of a suit in a row. Aces are low.',
        'What is in no meld is deadwood: an ace counts 1, court cards count 10, the others their number. Yours is shown below your hand.',
        `The ${cardSign(state.upcard!)} lies open. Take it if it makes a meld or nearly does; else pass: passing costs nothing.`];
    if (state.phase === 'draw') return ['Draw', 'Every turn begins with a card: the open one, which your opponent then knows, or the unknown one on top of the stock.',
        melds ? `You have ${melds}. Take the open card only if it completes or lengthens a meld.` : 'Take the open card only if it makes a meld. Otherwise draw from the stock.'];
    if (state.phase === 'discard') {
        const knock = state.legal.some((move) => move.startsWith('knock'));
        return ['Discard', first ? 'Now one card goes face up onto the pile. High cards that fit nothing go first: if your opponent ends the hand, their points count against you.' : 'Away with what is high and fits nothing. Keep pairs and neighbours: they become melds.',
            'Mind what your opponent takes and throws: what it took belongs to something, what lies near it is dangerous to throw.',
            knock ? `You may knock: your deadwood is at most ${state.knock_limit}. Choose the card that goes, then press Knock. The other one may add cards to your melds; if it then has less deadwood than you, it is an undercut and it scores.` : `With at most ${state.knock_limit} points of deadwood you may knock, which ends the hand. None at all is gin, which pays a bonus.`,
            'Not sure? Press Hint: the coach ranks your moves and says why.'];
    }
    return ['Your opponent moves', 'Watch which card it takes and which it throws.'];
}

function ginEnd(state: GinState): string[] {
    const result = state.result[0];
    if (!result || result.end === 'cancelled') return ['Nobody knocked before the stock ran out: no points.'];
    const texts = ['Both hands lie open. The one who did not knock may add cards to the knocker’s melds (not after gin).', `The difference in deadwood goes to the one with less: here ${result.points} points, bonuses included.`];
    if (result.end === 'undercut') texts.push('This was an undercut: the knocker did not have less. That pays a bonus to the other.');
    if (/gin/.test(result.end)) texts.push('Gin pays a bonus and allows no layoffs.');
    return [...texts, 'Hands go on until somebody has 100 points. That is all there is to know: play on.'];
}

function heartsLesson(state: HeartsState): Lesson {
    if (state.phase === 'over') return ['The hand is over', 'Every heart counts 1, the queen of spades 13, and low scores are good. Whoever takes all of them shoots the moon: 26 to each of the others instead.',
        'Hands go on until somebody has 100 points; then the lowest score wins. That is all: play on.'];
    if (state.phase === 'passing') return ['Pass three cards', 'Four players, thirteen cards each. Before most hands three cards go to a neighbour, and three come to you.',
        'Dangerous are the ace and king of spades, the queen of spades if you have few spades, and high hearts. A suit of which you hold one or two cards can be passed away whole: then you may throw what you like when it is led.'];
    if (state.tricks === 0) return ['The first trick', 'The two of clubs leads. Everybody follows suit who can; the highest card of the suit led takes the trick. No points may fall on the first trick.', 'A good moment for a high club: it cannot cost anything.'];
    if (state.trick.every((card) => card === null)) return ['You lead', state.broken ? 'Any card may be led. Low cards are safe: somebody will be above them.' : 'Hearts may be led only after a heart was thrown. Low cards are safe; leading low spades drives out the queen, if you do not hold it.'];
    const suit = state.trick[state.leader]?.[1];
    const can = cardsOf(state.hand).some((card) => card[1] === suit);
    return can ? ['Follow suit', 'Play just below what lies there, if you can. If you have to take the trick, take it with your highest card.']
        : ['You are out of the suit', 'You may throw anything: the queen of spades, a high heart, or a card that will be dangerous later.'];
}

function panel([title, ...text]: Lesson): HTMLElement {
    return h('div', { class: 'lesson' }, h('h2', {}, title), text.map((each) => h('p', {}, each)));
}

class GuidedGin extends GinTable {
    override readonly title = 'Learn Gin Rummy';
    protected override tab = 'lesson';
    protected override saves = false;
    protected override tabs(): [string, string, () => HTMLElement][] {
        return [['lesson', 'Lesson', () => panel(ginLesson(this.state))], ...super.tabs()];
    }
}

class GuidedHearts extends HeartsTable {
    override readonly title = 'Learn Hearts';
    protected override tab = 'lesson';
    protected override saves = false;
    protected override tabs(): [string, string, () => HTMLElement][] {
        return [['lesson', 'Lesson', () => panel(heartsLesson(this.state))], ...super.tabs()];
    }
}

export async function learnScreen(app: App, name: string): Promise<Screen | null> {
    if (name !== 'gin' && name !== 'hearts') return null;
    const others = name === 'gin' ? ['simple'] : ['ducker', 'ducker', 'ducker'];
    const handle = await playing().call<number>('newGame', name, name === 'gin' ? 'contest' : 'standard', [null, ...others], SEEDS[name]);
    const { record } = await playing().call<{ record: string }>('look', handle, 0);
    await playing().call('close', handle);
    const progress = loadProgress();
    progress.guided[name] = true;
    saveProgress(progress);
    const sitting: Sitting = { version: 1, game: name, records: record };
    return name === 'gin' ? new GuidedGin(app, sitting) : new GuidedHearts(app, sitting);
}
