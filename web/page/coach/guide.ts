// SPDX-License-Identifier: MIT
// Learning a game by playing a hand of it: first a few words, then the table as always, and beside it somebody who says
// what there is to do and why, and what the last move was worth. What is said follows from the state, so the hand may
// take any course; the cards are dealt by a number that gives a good first hand.
import type { App, Screen } from '../app';
import type { Tab } from '../beside';
import { cardView } from '../draw/cards';
import { announce, button, h } from '../draw/dom';
import { cardSign, withSigns, type CardName } from '../draw/faces';
import { advising, playing } from '../engine';
import { cardsOf, type GinState } from '../gin/state';
import { GinTable } from '../gin/table';
import type { HeartsState } from '../hearts/state';
import { HeartsTable } from '../hearts/table';
import { loadProgress, saveProgress, type GameName, type Sitting } from '../store';
import { adviceView, percent, type Advice } from './advice';

const SEEDS: Record<GameName, string> = { gin: '270', hearts: '550' };
const COSTLY = 0.01; // of the chance to win: a move worth a word

interface Lesson {
    title: string;
    text: string[];
    todo?: string;
    cards?: CardName[][]; // shown as examples
}

// ---- Gin ----

const GIN_STAGES = ['Rules', 'First card', 'Draw', 'Discard', 'Knock', 'Score'];

const GIN_INTRO: Lesson[] = [
    {
        title: 'Melds', cards: [['7C', '7D', '7H'], ['4S', '5S', '6S', '7S']],
        text: ['Gin is about melds: three or four cards of a rank, or three and more of a suit in a row. The ace is low. A card counts in one meld only.'],
    },
    {
        title: 'Deadwood', cards: [['AH', '9C', 'KD']],
        text: ['Cards in no meld are deadwood: an ace counts 1, jack, queen and king 10, the others their number. These three count 20.', 'Yours is shown below your hand; a coloured bar marks a meld.'],
    },
    {
        title: 'How a hand goes',
        text: ['In turn you draw a card and discard one. Who has 10 points of deadwood or less may knock: the hand ends, both show their cards, and the difference is the score.', 'So: make melds, get rid of high cards, and watch what the other one takes.'],
    },
];

function ginStage(state: GinState): number {
    if (state.phase === 'over') return 5;
    if (/offer/.test(state.phase)) return 1;
    if (state.phase === 'draw') return 2;
    return state.legal.some((move) => move.startsWith('knock')) ? 4 : 3;
}

function ginLesson(state: GinState): Lesson {
    const melds = state.melds.map((meld) => cardsOf(meld).map(cardSign).join(' ')).join(' and ');
    const up = state.upcard ? cardSign(state.upcard) : '';
    if (state.phase === 'over') return { title: 'The hand is over', text: ginEnd(state), todo: 'Next hand goes on to 100 points; Menu leads to a game of your own.' };
    if (state.turn === 'ours') return { title: 'Your opponent moves', text: ['Watch which card it takes and which it throws: what it takes belongs to something.'] };
    if (/offer/.test(state.phase)) return {
        title: 'The first card',
        text: [`You have ${melds ? `${melds}, and ` : ''}${state.deadwood} points of deadwood.`, `${up} lies open, and you may have it before anybody draws. Take it if it makes a meld or nearly does. Passing costs nothing.`],
        todo: `Press Take ${up}, or Pass.`,
    };
    if (state.phase === 'draw') return {
        title: 'Draw a card',
        text: [`The open card, ${up || 'if there is one'}, is seen by both: who takes it says that it is useful. The stock is a surprise.`, `Take the open card if it completes or lengthens a meld${melds ? ` (you have ${melds})` : ''}; else draw from the stock.`],
        todo: 'Press a pile.',
    };
    if (state.legal.some((move) => move.startsWith('knock'))) return {
        title: 'You may knock',
        text: [`With one card gone your deadwood can be ${state.knock_limit} or less: you may end the hand. The other one may add loose cards to your melds. If it then has no more than you, it is an undercut, and it scores.`, 'With two or three loose cards it pays to knock soon; with one, to wait for gin, which is no deadwood at all.'],
        todo: 'Choose the card to throw, then press Knock; or Discard, and wait.',
    };
    const first = !state.events.some((event) => event.seat === state.seat && event.what === 'discard');
    return {
        title: 'Discard a card',
        text: [first ? 'One card goes face up onto the pile. High cards that fit nothing go first: if the other one ends the hand, their points count against you.' : 'Away with what is high and fits nothing. Keep pairs and neighbours: they become melds.',
            'What lies near the cards that your opponent took is dangerous to throw.'],
        todo: 'Press a card, then Discard. Not sure? Press Hint.',
    };
}

function ginEnd(state: GinState): string[] {
    const result = state.result[0];
    if (!result || result.end === 'cancelled') return ['Nobody knocked before the stock ran out: no points.'];
    const end = result.end === 'undercut' ? ['This was an undercut: the knocker did not have less. That pays a bonus of 25 to the other.']
        : /gin/.test(result.end) ? ['Gin pays a bonus of 25, and nobody adds cards to it.'] : [];
    return ['Both hands lie open. Who did not knock may add loose cards to the knocker’s melds, but not after gin.', ...end,
        `The difference of the deadwood, bonuses included, is ${result.points} points for ${result.winner === state.seat ? 'you' : 'your opponent'}.`,
        'That is the whole game: hands go on until somebody has 100 points.'];
}

// ---- Hearts ----

const HEARTS_STAGES = ['Rules', 'Pass', 'First trick', 'Tricks', 'Score'];

const HEARTS_INTRO: Lesson[] = [
    {
        title: 'Tricks', cards: [['5C', 'JC', '9H', 'KC']],
        text: ['Four players, thirteen cards each. Everybody plays one card to a trick. Who has a card of the suit that was led must play one; the highest card of that suit takes the trick. Here the king of clubs does.'],
    },
    {
        title: 'Points are bad', cards: [['2H', '7H', 'AH'], ['QS']],
        text: ['Each heart taken counts 1, the queen of spades 13. The lowest score wins.', 'But who takes all 26 shoots the moon, and the others get 26 each.'],
    },
    {
        title: 'Passing', text: ['Before most hands three cards go to a neighbour, and three come to you. Pass what will hurt: high spades, high hearts, or the last cards of a short suit. Out of a suit, you may throw anything when it is led.'],
    },
];

function heartsStage(state: HeartsState): number {
    if (state.phase === 'over') return 4;
    if (state.phase === 'passing') return 1;
    return state.tricks === 0 ? 2 : 3;
}

function heartsLesson(state: HeartsState): Lesson {
    if (state.phase === 'over') return {
        title: 'The hand is over', todo: 'Next hand goes on to 100 points; Menu leads to a game of your own.',
        text: [`You took ${state.result[0]?.points[state.seat] ?? 0} points. Hands go on until somebody has 100; then the lowest score wins.`, 'The passing changes: left, right, across, and every fourth hand nothing is passed.'],
    };
    if (state.phase === 'passing') return {
        title: 'Pass three cards', todo: 'Choose three cards, then press Pass.',
        text: ['You hold the queen of spades: with few spades beside her she will be driven out of you, so away with her. The ace and king of spades would take her in a trick.', 'A lone club is an honest third: once you have no clubs, you may throw points when they are led.'],
    };
    if (state.turn === 'ours') return { title: 'The others play', text: ['Count the queen of spades and the high hearts: who has thrown them?'] };
    if (state.tricks === 0) return {
        title: 'The first trick', todo: 'Press a card, then Play.',
        text: ['The two of clubs leads. No points may fall on the first trick, so a high club is safe to get rid of.'],
    };
    if (state.trick.every((card) => card === null)) return {
        title: 'You lead', todo: 'Choose a card to lead.',
        text: [state.broken ? 'Any card may be led. Low cards are safe: somebody will be above them.' : 'Hearts may be led only after one was thrown. Low cards are safe. Leading low spades drives out the queen, if you do not hold her.'],
    };
    const suit = state.trick[state.leader]?.[1];
    return cardsOf(state.hand).some((card) => card[1] === suit)
        ? { title: 'Follow suit', text: ['Play just below what lies there, if you can. If you have to take the trick, take it with your highest card.', state.trick.filter(Boolean).length === 3 ? 'You are the last: no points lie here unless you see them.' : 'Others come after you.'], todo: 'Bright cards may be played.' }
        : { title: 'You are out of the suit', text: ['You may throw anything: the queen of spades, a high heart, or a card that will be dangerous later. Whoever takes the trick takes it.'], todo: 'Choose what to be rid of.' };
}

// ---- The lesson beside the table ----

interface Course<S> {
    stages: string[];
    intro: Lesson[];
    stage: (state: S) => number;
    lesson: (state: S) => Lesson;
}

const GIN: Course<GinState> = { stages: GIN_STAGES, intro: GIN_INTRO, stage: ginStage, lesson: ginLesson };
const HEARTS: Course<HeartsState> = { stages: HEARTS_STAGES, intro: HEARTS_INTRO, stage: heartsStage, lesson: heartsLesson };

class Guide<S extends GinState | HeartsState> {
    private page = 0; // of the intro
    private said = '';
    private comment = '';
    private asked = 0;

    constructor(private readonly course: Course<S>, private readonly redraw: () => void) {}

    panel(state: S): HTMLElement {
        const { intro, stages } = this.course;
        const reading = this.page < intro.length;
        const lesson = reading ? intro[this.page]! : this.course.lesson(state);
        const stage = reading ? 0 : this.course.stage(state);
        const spoken = [reading ? '' : this.comment, lesson.title + '.', ...lesson.text, lesson.todo ?? ''].filter(Boolean).join(' ');
        if (spoken !== this.said) announce((this.said = spoken));
        return h('div', { class: 'lesson' },
            h('ol', { class: 'stages', 'aria-label': 'Steps of this lesson' }, stages.map((name, i) => h('li', { 'aria-current': i === stage ? 'step' : undefined }, name))),
            this.comment && !reading ? h('p', { class: 'comment' }, this.comment) : null,
            h('h2', {}, lesson.title),
            lesson.cards ? h('div', { class: 'examples', 'aria-hidden': 'true' }, lesson.cards.map((cards) => h('span', {}, cards.map((card) => cardView(card))))) : null,
            lesson.text.map((each) => h('p', {}, each)),
            lesson.todo ? h('p', { class: 'todo' }, lesson.todo) : null,
            reading ? h('div', { class: 'row' },
                this.page ? button('Back', () => this.turn(-1), { class: 'btn', 'data-key': 'lesson-back' }) : null,
                button(this.page + 1 < intro.length ? 'Go on' : 'To the table', () => this.turn(1), { class: 'btn first', 'data-key': 'lesson-on' }),
                button('Skip', () => this.turn(intro.length), { class: 'btn', 'data-key': 'lesson-skip' })) : null);
    }

    private turn(by: number): void {
        this.page += by;
        this.redraw();
    }

    // What the move was worth, as soon as the coach knows.
    async judge(records: string, move: string): Promise<void> {
        this.page = this.course.intro.length;
        this.comment = '';
        const number = ++this.asked;
        const advice = await advising().call<Advice>('advise', records, move).catch(() => null);
        if (!advice || number !== this.asked) return;
        const view = adviceView(advice);
        const words = withSigns(move).replace(/^draw up$/, 'taking the card').replace(/^draw stock$/, 'drawing from the stock');
        this.comment = view.cost < COSTLY ? `Good: ${words}.`
            : `Your last move, ${words}, cost ${percent(view.cost)} of the chance to win. Better: ${view.best.words}. ${view.reasons[0] ?? ''}`;
        this.redraw();
    }
}

class GuidedGin extends GinTable {
    override readonly title = 'Learn Gin Rummy';
    protected override tab = 'lesson';
    protected override saves = false;
    private readonly guide = new Guide(GIN, () => this.draw(false));

    protected override async play(move: string): Promise<void> {
        if (this.yourTurn && this.state.legal.length > 1) void this.guide.judge(this.look.record, move);
        return super.play(move);
    }
    protected override tabs(): Tab[] {
        return [['lesson', 'Lesson', () => this.guide.panel(this.state)], ...super.tabs()];
    }
}

class GuidedHearts extends HeartsTable {
    override readonly title = 'Learn Hearts';
    protected override tab = 'lesson';
    protected override saves = false;
    private readonly guide = new Guide(HEARTS, () => this.draw(false));

    protected override async play(move: string): Promise<void> {
        if (this.yourTurn && (this.state.legal.length > 1 || this.state.phase === 'passing')) void this.guide.judge(this.look.record, move);
        return super.play(move);
    }
    protected override tabs(): Tab[] {
        return [['lesson', 'Lesson', () => this.guide.panel(this.state)], ...super.tabs()];
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
    const screen = name === 'gin' ? new GuidedGin(app, sitting) : new GuidedHearts(app, sitting);
    screen.root.classList.add('guided');
    return screen;
}
