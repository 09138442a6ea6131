// SPDX-License-Identifier: MIT
// The table of Hearts: three others around the trick, one's own hand below.
import { arrowKeys, cardAt, cardBack, cardView, moveCard, sortButton, sortByOwn } from '../draw/cards';
import { h, toast } from '../draw/dom';
import { cardSign, cardWords, type CardName, rankOf, suitOf } from '../draw/faces';
import { spread } from '../gin/table';
import { cardsOf } from '../gin/state';
import type { Tab } from '../beside';
import { playerName } from '../names';
import { Table, type AddButton } from '../table';
import { lastTrick, placeOf, playWords, resultWords, seatName, shortName, type HeartsState } from './state';

const PASS_WORDS: Record<string, string> = { left: 'to West, on your left', right: 'to East, on your right', across: 'to North, across' };
const SUIT_NAMES: Record<string, string> = { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' };

// Clubs, diamonds, spades, hearts; the ace is highest.
const heartsOrder = (card: CardName): number => [0, 1, 3, 2][suitOf(card)]! * 20 + (rankOf(card) || 13);

export class HeartsTable extends Table<HeartsState> {
    override readonly title: string = 'Hearts';

    protected override forced(): string | null {
        const { turn, legal, phase } = this.state;
        return turn === 'yours' && phase === 'playing' && legal.length === 1 ? legal[0]! : null;
    }

    // The last card of a trick is looked at a little longer.
    protected override wait(): number {
        const { events } = this.state;
        return events.length && events.length % 4 === 0 ? 2 : 0.8;
    }

    // ---- Words ----

    protected override ask(): string {
        const { turn, phase, pass, pass_count: count, trick } = this.state;
        if (turn === 'game-over' || turn === 'hand-over') return this.overWords();
        if (turn === 'ours') return `${shortName(this.state, this.state.to_move)} is thinking.`;
        if (phase === 'passing') return `Choose ${count} cards to pass ${PASS_WORDS[pass] ?? pass}.`;
        return trick.every((card) => card === null) ? 'You lead: play a card.' : 'Your turn: play a card.';
    }

    private overWords(): string {
        const { result, winner, turn, scores } = this.state;
        const hand = result[0] ? resultWords(this.state, result[0]) : '';
        if (turn !== 'game-over') return hand;
        const won = winner === null ? 'The game is over; the lead is shared.'
            : winner === this.seat ? 'You win the game!' : `${seatName(this.state, winner)} wins the game.`;
        return [hand, won, `Scores: ${scores.join(', ')}.`, this.sitting.finished ? this.matchWords() : ''].filter(Boolean).join(' ');
    }

    protected override tell(before: HeartsState | null, after: HeartsState): string {
        const from = before ? before.events.length : after.events.length;
        const words: string[] = [];
        if (before?.phase === 'passing' && after.phase === 'playing' && after.received)
            words.push(`You receive ${cardsOf(after.received).map(cardWords).join(', ')}.`);
        after.events.slice(from).forEach((event, i) => {
            words.push(playWords(after, event));
            if ((from + i + 1) % 4 === 0) words.push(this.trickWords(after, from + i + 1));
        });
        if (after.result[0]) words.push(this.overWords());
        return words.join(' ');
    }

    private trickWords(state: HeartsState, played: number): string {
        if (played !== state.events.length) return '';
        const winner = state.phase === 'over' ? null : state.leader;
        return winner === null ? '' : `${shortName(state, winner)} ${winner === state.seat ? 'take' : 'takes'} the trick.`;
    }

    // ---- The picture ----

    protected override cloth(): HTMLElement {
        return h('section', { class: 'cloth hearts', 'aria-label': 'The table' },
            this.scoreLine(), this.felt(), this.say(), this.own(), this.actions());
    }

    private scoreLine(): HTMLElement {
        const { scores, hand_number: hand, rules } = this.state;
        const target = this.app.target('hearts', rules);
        const { match } = this.sitting;
        const facts = [`to ${target}`, `hand ${hand + 1}`, match ? `games ${match.won.join('–')}, best of ${match.best}` : ''];
        return h('div', { class: 'score four' }, this.places().map((seat) => h('span', { class: 'chip' }, `${shortName(this.state, seat)} `, h('b', {}, String(scores[seat])))),
            h('span', { class: 'facts' }, facts.filter(Boolean).join(' · ')));
    }

    // Seats clockwise from one's own.
    private places(): number[] {
        return [0, 1, 2, 3].map((place) => (this.seat + place) % 4);
    }

    private felt(): HTMLElement {
        return h('div', { class: 'felt' }, this.places().slice(1).map((seat) => this.other(seat)), this.trick());
    }

    private other(seat: number): HTMLElement {
        const { points, tricks_taken: tricks, to_move: turn, out_of: out, result } = this.state;
        const count = 13 - this.state.events.filter((event) => event.seat === seat).length;
        const shows = out[seat] ? `no ${[...out[seat]!].map((suit) => SUIT_NAMES[suit]).join(', ')}` : '';
        const now = result[0]?.points[seat] ?? points[seat];
        return h('section', { class: `other seat-${placeOf(this.state, seat)} ${turn === seat ? 'acting' : ''}`, 'aria-label': `${seatName(this.state, seat)}: ${count} cards, ${tricks[seat]} tricks, ${now} points${shows ? `, ${shows}` : ''}` },
            h('b', {}, shortName(this.state, seat), h('small', {}, ` ${playerName(this.state.players[seat] ?? null)}`)),
            h('span', {}, `${now} points, ${tricks[seat]} ${tricks[seat] === 1 ? 'trick' : 'tricks'}`),
            h('small', {}, shows || ' '),
            h('div', { class: 'mini', 'aria-hidden': 'true' }, count ? cardBack() : null, h('span', {}, count ? `×${count}` : '')));
    }

    // The cards of the trick, or of the one before as long as nobody has led to the next.
    private trick(): HTMLElement {
        const { trick, phase, events } = this.state;
        const empty = trick.every((card) => card === null);
        const shown = empty ? lastTrick(this.state) : trick.flatMap((card, seat) => (card ? [{ seat, card }] : []));
        const old = empty && phase !== 'over' && events.length > 0;
        const cards = phase === 'passing' ? [] : shown.map(({ seat, card }) => {
            const view = cardView(card, { label: `from ${shortName(this.state, seat)}`, classes: `trick-${placeOf(this.state, seat)} ${old ? 'old' : ''}` });
            return view;
        });
        return h('section', { class: 'trick', 'aria-label': old ? 'The last trick' : 'The trick', 'data-drop': 'trick' }, cards);
    }

    private say(): HTMLElement {
        const { phase, received } = this.state;
        const old = this.state.trick.every((card) => card === null) && phase === 'playing' && this.state.events.length > 0;
        const extra = this.hint ? `Hint: ${this.hint.best.words}.` : old ? this.trickWords(this.state, this.state.events.length)
            : phase === 'playing' && received && this.state.tricks === 0 ? `You got ${cardsOf(received).map(cardSign).join(' ')}` : '';
        return h('p', { class: 'say' }, h('span', {}, this.ask()), h('small', {}, extra));
    }

    private own(): HTMLElement {
        const cards = this.sorted(cardsOf(this.state.hand));
        const rows = h('div', { class: cards.length > 7 ? 'rows many' : 'rows' }, spread(cards.map((card) => this.ownCard(card))));
        const group = h('section', { class: 'hand', 'aria-label': 'Your hand', 'data-drop': 'hand' }, rows);
        const { points, tricks_taken: tricks, result } = this.state;
        const now = result[0]?.points[this.seat] ?? points[this.seat];
        group.append(h('div', { class: 'count' }, h('span', {}, `You: ${now} points, ${tricks[this.seat]} ${tricks[this.seat] === 1 ? 'trick' : 'tricks'}`),
            cards.length ? sortButton(this.app, () => this.draw(), ['melds']) : null));
        arrowKeys(group, (card, step) => this.shift(card, step));
        return group;
    }

    private ownCard(card: CardName): HTMLElement {
        const { phase, received } = this.state;
        const passing = phase === 'passing';
        const fresh = phase === 'playing' && this.state.tricks === 0 && cardsOf(received).includes(card);
        return cardView(card, {
            classes: `${fresh ? 'fresh' : ''} ${this.hinted(card)}`, label: fresh ? 'received' : '',
            disabled: this.yourTurn && !passing && !this.legal(`play ${card}`),
            pressed: passing ? this.selected.includes(card) : this.selected[0] === card,
            onpress: () => this.press(card), ondrop: (target, x) => this.drop(card, target, x),
        });
    }

    protected override sorted(cards: CardName[]): CardName[] {
        const usual = [...cards].sort((a, b) => heartsOrder(a) - heartsOrder(b));
        switch (this.app.settings.sort) {
            case 'own': return sortByOwn(cards, this.sitting.order ?? usual);
            case 'rank': return usual.sort((a, b) => (rankOf(a) || 13) - (rankOf(b) || 13));
            default: return usual;
        }
    }

    protected override moves(add: AddButton): void {
        const { phase, pass_count: count } = this.state;
        const card = this.selected[0];
        if (phase === 'passing') add(`Pass ${this.selected.length} of ${count}`, 'pass', 'P', () => this.passSelected(), true, this.selected.length !== count || !this.yourTurn);
        else add(card ? `Play ${cardSign(card)}` : 'Play', 'play', 'D', () => this.playSelected(), true, !card);
    }

    protected override mayUndo(): boolean {
        return Boolean(this.state.given) || super.mayUndo();
    }

    // ---- What the person does ----

    private press(card: CardName): void {
        if (!this.yourTurn) return;
        if (this.state.phase === 'passing') {
            const there = this.selected.includes(card);
            if (!there && this.selected.length >= this.state.pass_count) return toast(`Only ${this.state.pass_count} cards are passed; put one back first.`);
            this.selected = there ? this.selected.filter((each) => each !== card) : [...this.selected, card];
            return this.draw(false);
        }
        if (this.selected[0] === card || !this.legal(`play ${card}`)) return void this.play(`play ${card}`);
        this.selected = [card];
        this.draw(false);
    }

    private drop(card: CardName, target: string, x: number): void {
        if (target === 'trick') {
            if (this.state.phase === 'passing') return this.press(card);
            return void this.play(`play ${card}`);
        }
        const under = cardAt(this.root, x);
        if (!under) return;
        this.reorder(moveCard(this.sorted(cardsOf(this.state.hand)), card, under));
    }

    private passSelected(): void {
        if (this.selected.length !== this.state.pass_count) return toast(`Choose ${this.state.pass_count} cards to pass.`);
        void this.play(`pass ${this.selected.join(' ')}`);
    }

    private playSelected(): void {
        if (this.selected[0]) void this.play(`play ${this.selected[0]}`);
        else if (this.yourTurn) toast('First choose a card.');
    }

    protected override key(key: string): boolean {
        const act: Record<string, () => void> = {
            p: () => this.state.phase === 'passing' && this.passSelected(),
            d: () => this.state.phase === 'playing' && this.playSelected(),
            r: () => this.toReview(),
            ArrowDown: () => this.root.querySelector<HTMLElement>('.hand button.card:not([aria-disabled])')?.focus(),
        };
        if (!(key in act)) return false;
        act[key]!();
        return true;
    }

    // ---- Beside the table ----

    protected override keys(): [string, string][] {
        return [['← →', 'from card to card'], ['Enter', 'choose the card; once more plays it'], ['d', 'play the chosen card'],
            ['p', 'pass the chosen cards'], ['Shift ← →', 'move the card within the hand']];
    }

    protected override others(): { seat: number; name: string }[] {
        return this.places().slice(1).map((seat) => ({ seat, name: seatName(this.state, seat) }));
    }

    protected override seen(): Set<CardName> {
        return new Set([...cardsOf(this.state.hand), ...this.state.events.map((event) => event.card)]);
    }

    // The hands are played out: what a seat held is what it played.
    protected override held(seat: number): CardName[] {
        return this.state.events.filter((event) => event.seat === seat).map((event) => event.card);
    }

    protected override tabs(): Tab[] {
        return [
            ['hint', 'Hint', () => this.hintPanel()],
            ['log', 'This hand', () => this.log()],
            ['score', 'Score', () => this.scoreSheet()],
            ['gone', 'Cards gone', () => this.gone()],
            ['guess', 'Guess', () => this.guessPanel()],
        ];
    }

    private log(): HTMLElement {
        const tricks: HTMLElement[] = [];
        for (let at = 0; at < this.state.events.length; at += 4)
            tricks.push(h('li', {}, this.state.events.slice(at, at + 4).map((event) => `${shortName(this.state, event.seat)} ${cardSign(event.card)}`).join(' · ')));
        return tricks.length ? h('ol', { class: 'log' }, tricks) : h('p', { class: 'soft' }, 'No card has been played yet.');
    }

    private scoreSheet(): HTMLElement {
        const all = [...this.state.hands, ...this.state.result];
        const rows = all.map((hand, i) => h('tr', {}, h('td', {}, `${i + 1}${hand.moon >= 0 ? ' ☾' : ''}`), this.places().map((seat) => h('td', {}, String(hand.points[seat])))));
        return h('div', { class: 'scroll' }, h('table', {},
            h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Hand'), this.places().map((seat) => h('th', { scope: 'col' }, shortName(this.state, seat))))),
            h('tbody', {}, rows, h('tr', { class: 'best' }, h('td', {}, 'Sum'), this.places().map((seat) => h('td', {}, String(this.state.scores[seat])))))));
    }

    private gone(): HTMLElement {
        const played = this.state.events.map((event) => event.card).sort((a, b) => heartsOrder(a) - heartsOrder(b));
        const suits = ['C', 'D', 'S', 'H'].map((suit) => h('p', {}, `${SUIT_NAMES[suit]}: `, played.filter((card) => card[1] === suit).map(cardSign).join(' ') || 'none'));
        return h('div', {}, h('p', { class: 'soft' }, this.state.broken ? 'Hearts are broken: they may be led.' : 'Hearts are not broken yet.'), suits);
    }
}
