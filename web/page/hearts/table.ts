// SPDX-License-Identifier: MIT
// The table of Hearts: three others around the trick, one's own hand below.
import { arrowKeys, cardAt, cardBack, cardView, sortByOwn, sortBySuit, moveCard } from '../draw/cards';
import { button, h, toast } from '../draw/dom';
import { cardSign, cardWords, type CardName, rankOf, suitOf } from '../draw/faces';
import { spread } from '../gin/table';
import { cardsOf } from '../gin/state';
import { saveSitting } from '../store';
import { Table } from '../table';
import { lastTrick, playWords, resultWords, seatName, shortName, type HeartsState } from './state';

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
        if (winner === null) return `${hand} The game is over; the lead is shared.`;
        return `${hand} ${winner === this.seat ? 'You win the game!' : `${seatName(this.state, winner)} wins the game.`} Scores: ${scores.join(', ')}.`;
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
        const target = /target=(\d+)/.exec(rules)?.[1] ?? this.app.target('hearts', rules);
        return h('div', { class: 'score' }, scores.map((score, seat) => h('span', {}, `${shortName(this.state, seat)} `, h('b', {}, String(score)))),
            h('span', {}, `to ${target}`), h('span', {}, `hand ${hand + 1}`));
    }

    private felt(): HTMLElement {
        return h('div', { class: 'felt' }, [1, 2, 3].map((seat) => this.other(seat)), this.trick());
    }

    private other(seat: number): HTMLElement {
        const { points, tricks_taken: tricks, to_move: turn, out_of: out, result } = this.state;
        const count = 13 - this.state.events.filter((event) => event.seat === seat).length;
        const shows = out[seat] ? `no ${[...out[seat]!].map((suit) => SUIT_NAMES[suit]).join(', ')}` : '';
        const now = result[0]?.points[seat] ?? points[seat];
        return h('section', { class: `other seat-${seat} ${turn === seat ? 'acting' : ''}`, 'aria-label': `${seatName(this.state, seat)}: ${count} cards, ${tricks[seat]} tricks, ${now} points${shows ? `, ${shows}` : ''}` },
            h('b', {}, seatName(this.state, seat)),
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
            const view = cardView(card, { label: `from ${shortName(this.state, seat)}`, classes: `trick-${seat} ${old ? 'old' : ''}` });
            return view;
        });
        return h('section', { class: 'trick', 'aria-label': old ? 'The last trick' : 'The trick', 'data-drop': 'trick' }, cards);
    }

    private say(): HTMLElement {
        const { phase, received } = this.state;
        const old = this.state.trick.every((card) => card === null) && phase === 'playing' && this.state.events.length > 0;
        const extra = old ? this.trickWords(this.state, this.state.events.length)
            : phase === 'playing' && received && this.state.tricks === 0 ? `You got ${cardsOf(received).map(cardSign).join(' ')}` : '';
        return h('p', { class: 'say' }, h('span', {}, this.ask()), h('small', {}, extra));
    }

    private own(): HTMLElement {
        const cards = this.sorted(cardsOf(this.state.hand));
        const views = cards.map((card) => this.ownCard(card));
        const rows = h('div', { class: cards.length > 8 ? 'rows two' : 'rows' }, spread(views));
        const group = h('section', { class: 'hand', 'aria-label': 'Your hand', 'data-drop': 'hand' }, rows);
        const { points, tricks_taken: tricks, result } = this.state;
        group.append(h('p', { class: 'count' }, `You: ${result[0]?.points[this.seat] ?? points[this.seat]} points, ${tricks[this.seat]} ${tricks[this.seat] === 1 ? 'trick' : 'tricks'}`));
        arrowKeys(group);
        return group;
    }

    private ownCard(card: CardName): HTMLElement {
        const { phase, received } = this.state;
        const passing = phase === 'passing';
        const fresh = phase === 'playing' && this.state.tricks === 0 && cardsOf(received).includes(card);
        return cardView(card, {
            classes: fresh ? 'fresh' : '', label: fresh ? 'received' : '',
            disabled: this.yourTurn && !passing && !this.legal(`play ${card}`),
            pressed: passing ? this.selected.includes(card) : this.selected[0] === card,
            onpress: () => this.press(card), ondrop: (target, x) => this.drop(card, target, x),
        });
    }

    private sorted(cards: CardName[]): CardName[] {
        const usual = [...cards].sort((a, b) => heartsOrder(a) - heartsOrder(b));
        if (this.app.settings.sort === 'own') return sortByOwn(cards, this.sitting.order ?? usual);
        return this.app.settings.sort === 'suit' ? sortBySuit(cards) : usual;
    }

    private actions(): HTMLElement {
        const row = h('div', { class: 'actions', role: 'group', 'aria-label': 'Moves' });
        const add = (label: string, key: string, shortcut: string, on: () => void, first = false, off = false): void => {
            const made = button(label, on, { class: `btn ${first ? 'first' : ''}`, 'data-key': key, disabled: off, 'data-focus': first });
            made.append(h('kbd', { 'aria-hidden': 'true' }, shortcut));
            row.append(made);
        };
        const { turn, phase, pass_count: count } = this.state;
        if (turn === 'hand-over' || turn === 'game-over') {
            add(turn === 'hand-over' ? 'Next hand' : 'New game', 'next', 'N', () => void this.next(), true);
            add('Review', 'review', 'R', () => this.app.review(this.look.record));
            return row;
        }
        if (phase === 'passing') add(`Pass ${this.selected.length} of ${count}`, 'pass', 'P', () => this.passSelected(), true, this.selected.length !== count || !this.yourTurn);
        else add(this.selected[0] ? `Play ${cardSign(this.selected[0])}` : 'Play', 'play', 'D', () => this.playSelected(), true, !this.selected[0]);
        add('Hint', 'hint', 'H', () => void this.askHint(), false, !this.yourTurn);
        add('Undo', 'undo', 'Z', () => void this.undo(), false, !this.yourTurn || (!this.state.given && !this.state.events.some((event) => event.seat === this.seat)));
        return row;
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
        this.sitting.order = moveCard(this.sorted(cardsOf(this.state.hand)), card, under);
        this.app.changeSettings({ sort: 'own' });
        saveSitting(this.sitting);
        this.draw();
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
            r: () => this.state.result[0] && this.app.review(this.look.record),
            ArrowDown: () => this.root.querySelector<HTMLElement>('.hand button.card:not([aria-disabled])')?.focus(),
        };
        if (!(key in act)) return false;
        act[key]!();
        return true;
    }

    // ---- Beside the table ----

    protected override tabs(): [string, string, () => HTMLElement][] {
        return [
            ['hint', 'Hint', () => this.hintPanel()],
            ['log', 'This hand', () => this.log()],
            ['score', 'Score', () => this.scoreSheet()],
            ['gone', 'Cards gone', () => this.gone()],
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
        const rows = all.map((hand, i) => h('tr', {}, h('td', {}, `${i + 1}${hand.moon >= 0 ? ' ☾' : ''}`), hand.points.map((points) => h('td', {}, String(points)))));
        return h('div', { class: 'scroll' }, h('table', {},
            h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Hand'), [0, 1, 2, 3].map((seat) => h('th', { scope: 'col' }, shortName(this.state, seat))))),
            h('tbody', {}, rows, h('tr', { class: 'best' }, h('td', {}, 'Sum'), this.state.scores.map((score) => h('td', {}, String(score)))))));
    }

    private gone(): HTMLElement {
        const played = this.state.events.map((event) => event.card).sort((a, b) => heartsOrder(a) - heartsOrder(b));
        const suits = ['C', 'D', 'S', 'H'].map((suit) => h('p', {}, `${SUIT_NAMES[suit]}: `, played.filter((card) => card[1] === suit).map(cardSign).join(' ') || 'none'));
        return h('div', {}, h('p', { class: 'soft' }, this.state.broken ? 'Hearts are broken: they may be led.' : 'Hearts are not broken yet.'), suits);
    }
}
