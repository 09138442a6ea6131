// SPDX-License-Identifier: MIT
// The table of gin: the opponent above, the piles in the middle, one's own hand below.
import { arrowKeys, cardAt, cardBack, cardView, moveCard, sortByOwn, sortByRank, sortBySuit } from '../draw/cards';
import { button, h, toast } from '../draw/dom';
import { playing } from '../engine';
import { cardSign, cardWords, withSigns, type CardName } from '../draw/faces';
import { playerName } from '../names';
import { saveSitting } from '../store';
import { Table } from '../table';
import { cardsOf, eventWords, resultWords, type GinResult, type GinState } from './state';

const MELD_WORDS = ['in your first meld', 'in your second meld', 'in your third meld'];

export class GinTable extends Table<GinState> {
    override readonly title: string = 'Gin Rummy';

    protected override forced(): string | null {
        const { turn, phase, legal } = this.state;
        if (turn !== 'yours') return null;
        if (phase === 'defend') return 'melds'; // the best, layoffs counted
        return legal.length === 1 ? legal[0]! : null;
    }

    protected override wait(): number {
        return this.state.turn === 'ours' && this.state.phase === 'discard' ? 1 : 0.7;
    }

    private get opponent(): number {
        return 1 - this.seat;
    }

    private get result(): GinResult | null {
        return this.state.result[0] ?? null;
    }

    // ---- Words ----

    protected override ask(): string {
        const { turn, phase, upcard } = this.state;
        if (turn === 'game-over') return this.gameOverWords();
        if (turn === 'hand-over') return resultWords(this.state, this.result!);
        if (turn === 'ours') return `${this.theirName()} is thinking.`;
        if (phase === 'first-offer' || phase === 'second-offer') return `Take the ${cardWords(upcard!)} or pass?`;
        if (phase === 'draw') return upcard ? `Your turn: take the ${cardWords(upcard)} or draw from the stock.` : 'Draw from the stock.';
        const knocks = this.state.legal.some((move) => move.startsWith('knock') || move === 'biggin');
        return knocks ? 'Choose a card to discard. You may knock.' : 'Choose a card to discard.';
    }

    protected override tell(before: GinState | null, after: GinState): string {
        const fresh = before ? after.events.slice(before.events.length) : [];
        const words = fresh.map((event) => eventWords(after, event));
        if (after.result[0]) words.push(after.turn === 'game-over' ? this.gameOverWords() : resultWords(after, after.result[0]));
        return words.join(' ');
    }

    private gameOverWords(): string {
        const { winner, scores } = this.state;
        const end = this.result ? resultWords(this.state, this.result) : '';
        const score = `${scores[this.seat]} to ${scores[this.opponent]}`;
        if (winner === null) return `${end} The game is drawn.`;
        return winner === this.seat ? `${end} You win the game, ${score}!` : `${end} ${this.theirName()} wins the game, ${scores[this.opponent]} to ${scores[this.seat]}.`;
    }

    private theirName(): string {
        return playerName(this.state.players[this.opponent] ?? null);
    }

    // ---- The picture ----

    protected override cloth(): HTMLElement {
        return h('section', { class: 'cloth', 'aria-label': 'The table' },
            this.scoreLine(), this.them(), this.piles(), this.say(), this.own(), this.actions());
    }

    private scoreLine(): HTMLElement {
        const { scores, hand_number: hand, knock_limit: limit, factor } = this.state;
        const target = /target=(\d+)/.exec(this.state.rules)?.[1] ?? this.app.target('gin', this.state.rules);
        return h('div', { class: 'score' },
            h('span', {}, 'You ', h('b', {}, String(scores[this.seat]))),
            h('span', {}, `${this.theirName()} `, h('b', {}, String(scores[this.opponent]))),
            h('span', {}, `to ${target}`), h('span', {}, `hand ${hand + 1}`),
            h('span', {}, `knock ${limit === 0 ? 'with gin only' : `with ${limit}`}${factor > 1 ? ', counts double' : ''}`),
            this.sitting.match ? h('span', {}, `match ${this.sitting.match.won.join('–')} of ${this.sitting.match.best}`) : null);
    }

    private them(): HTMLElement {
        const cards = cardsOf(this.state.cards[this.opponent]);
        const known = cardsOf(this.state.known[this.opponent]);
        const open = cards.length > 0;
        const melds = this.result?.melds?.[this.opponent] ?? this.state.knock ?? [];
        const backs = Array.from({ length: 10 - known.length }, () => cardBack());
        const shown = open ? this.fan(cards, melds, false) : [...known.map((card) => cardView(card, { label: 'taken by your opponent' })), ...backs];
        const words = open ? `${this.theirName()} shows` : `${this.theirName()}: ten cards${known.length ? `, ${known.length} of them known` : ''}`;
        const dead = open && this.result?.deadwood ? ` · deadwood ${this.result.deadwood[this.opponent]}` : '';
        return h('section', { class: 'them', 'aria-label': words },
            h('div', { class: 'who' }, this.theirName() + dead), spread(shown));
    }

    private piles(): HTMLElement {
        const { stock, upcard, buried } = this.state;
        const top = upcard
            ? cardView(upcard, {
                key: 'upcard', label: 'top of the discard pile', classes: this.legal('draw up') ? 'ready' : '',
                disabled: !this.legal('draw up') && !this.legal(`discard ${this.selected[0]}`),
                onpress: () => (this.legal('draw up') ? void this.play('draw up') : this.discardSelected()),
                ondrop: (target) => target === 'hand' && void this.tryMove('draw up'),
            })
            : h('span', { class: 'place', role: 'img', 'aria-label': 'empty discard pile' });
        const below = cardsOf(buried).length;
        return h('section', { class: 'piles', 'aria-label': 'Stock and discard pile' },
            h('div', { class: 'pile' }, this.stockView(stock), h('small', {}, `stock ${stock}`)),
            h('div', { class: 'pile', 'data-drop': 'discard' }, top, h('small', {}, `discards ${below + (upcard ? 1 : 0)}`)));
    }

    private stockView(stock: number): HTMLElement {
        const ready = this.legal('draw stock');
        const back = cardBack();
        return h('button', {
            type: 'button', class: `card down ${ready ? 'ready' : ''}`, 'data-key': 'stock', 'aria-disabled': ready ? undefined : 'true',
            'aria-label': `Stock, ${stock} cards`, html: back.innerHTML, onclick: () => void this.tryMove('draw stock'),
        });
    }

    private say(): HTMLElement {
        const result = this.result;
        const main = result ? (this.state.turn === 'game-over' ? this.gameOverWords() : resultWords(this.state, result)) : this.ask();
        const last = this.state.events.at(-1);
        const extra = result?.laid_off ? `Laid off: ${withSigns(result.laid_off)}` : last && !result && last.seat !== this.seat
            ? this.theirLast() : '';
        return h('p', { class: 'say' }, h('span', {}, main), h('small', {}, extra));
    }

    private theirLast(): string {
        return this.state.events.slice(-2).filter((event) => event.seat !== this.seat)
            .map((event) => eventWords(this.state, event, cardSign)).join(' ');
    }

    private own(): HTMLElement {
        const cards = cardsOf(this.state.hand);
        const melds = this.result?.melds?.[this.seat] ?? this.state.melds;
        const group = h('section', { class: 'hand', 'aria-label': 'Your hand', 'data-drop': 'hand' }, spread(this.fan(this.sorted(cards), melds, true)));
        const dead = this.result?.deadwood?.[this.seat] ?? this.state.deadwood;
        group.append(h('p', { class: 'count' }, this.app.settings.deadwood ? `Deadwood ${dead}` : ' '));
        arrowKeys(group);
        return group;
    }

    private sorted(cards: CardName[]): CardName[] {
        switch (this.app.settings.sort) {
            case 'suit': return sortBySuit(cards);
            case 'rank': return sortByRank(cards);
            case 'own': return sortByOwn(cards, this.sitting.order ?? sortBySuit(cards));
            default: {
                const melded = this.state.melds.flatMap(cardsOf);
                return [...melded, ...sortByRank(cards.filter((card) => !melded.includes(card)))];
            }
        }
    }

    private fan(cards: CardName[], melds: string[], own: boolean): HTMLElement[] {
        const ordered = own ? cards : [...melds.flatMap(cardsOf), ...sortByRank(cards.filter((card) => !melds.some((meld) => cardsOf(meld).includes(card))))];
        return ordered.map((card) => {
            const meld = melds.findIndex((each) => cardsOf(each).includes(card));
            const show = meld >= 0 && (this.app.settings.deadwood || this.result || !own);
            const fresh = own && card === this.state.drawn;
            const classes = `${show ? `meld-${meld}` : ''} ${fresh ? 'fresh' : ''}`;
            const label = [show ? (own ? MELD_WORDS[meld]! : 'melded') : '', fresh ? 'just drawn' : ''].filter(Boolean).join(', ');
            if (!own || this.result) return cardView(card, { classes, label });
            const may = this.state.phase !== 'discard' || this.legal(`discard ${card}`) || !this.yourTurn;
            return cardView(card, {
                classes, label, disabled: !may, pressed: this.selected[0] === card,
                onpress: () => this.press(card), ondrop: (target, x) => this.drop(card, target, x),
            });
        });
    }

    private actions(): HTMLElement {
        const row = h('div', { class: 'actions', role: 'group', 'aria-label': 'Moves' });
        const add = (label: string, key: string, shortcut: string, on: () => void, first = false, off = false): void => {
            const made = button(label, on, { class: `btn ${first ? 'first' : ''}`, 'data-key': key, disabled: off, 'data-focus': first });
            made.append(h('kbd', { 'aria-hidden': 'true' }, shortcut));
            row.append(made);
        };
        const { turn, phase, upcard } = this.state;
        if (turn === 'hand-over' || turn === 'game-over') {
            add(turn === 'hand-over' ? 'Next hand' : 'New game', 'next', 'N', () => void this.next(), true);
            add('Review', 'review', 'R', () => this.app.review(this.look.record), false);
            return row;
        }
        if (phase === 'discard') this.discardActions(add);
        else {
            add(upcard ? `Take ${cardSign(upcard)}` : 'Take', 'take', 'U', () => void this.tryMove('draw up'), true, !this.legal('draw up'));
            if (/offer/.test(phase)) add('Pass', 'pass', 'P', () => void this.tryMove('pass'), false, !this.legal('pass'));
            else add('Draw from stock', 'draw', 'S', () => void this.tryMove('draw stock'), false, !this.legal('draw stock'));
        }
        add('Hint', 'hint', 'H', () => void this.askHint(), false, !this.yourTurn);
        add('Undo', 'undo', 'Z', () => void this.undo(), false, !this.yourTurn || !this.state.events.some((event) => event.seat === this.seat));
        return row;
    }

    private discardActions(add: (label: string, key: string, shortcut: string, on: () => void, first?: boolean, off?: boolean) => void): void {
        const card = this.selected[0];
        add(card ? `Discard ${cardSign(card)}` : 'Discard', 'discard', 'D', () => this.discardSelected(), true, !card || !this.legal(`discard ${card}`));
        const may = card ? this.legal(`knock ${card}`) : this.state.legal.some((move) => move.startsWith('knock'));
        add(card && may ? `Knock with ${cardSign(card)}` : 'Knock', 'knock', 'K', () => void this.knock(), false, !may || !this.yourTurn);
        if (this.legal('biggin')) add('Big gin', 'biggin', 'B', () => void this.play('biggin'), true);
    }

    // ---- What the person does ----

    private press(card: CardName): void {
        if (this.state.phase !== 'discard' || !this.yourTurn) return;
        if (this.selected[0] === card) return this.discardSelected();
        if (!this.legal(`discard ${card}`)) return void this.tryMove(`discard ${card}`);
        this.selected = [card];
        this.draw(false);
    }

    private drop(card: CardName, target: string, x: number): void {
        if (target === 'discard') return void this.tryMove(`discard ${card}`);
        if (target !== 'hand') return;
        const under = cardAt(this.root, x);
        if (!under) return;
        this.sitting.order = moveCard(this.sorted(cardsOf(this.state.hand)), card, under);
        this.app.changeSettings({ sort: 'own' });
        saveSitting(this.sitting);
        this.draw();
    }

    private discardSelected(): void {
        const card = this.selected[0];
        if (card) void this.tryMove(`discard ${card}`);
        else if (this.yourTurn && this.state.phase === 'discard') toast('First choose the card to discard.');
    }

    // A move that may not be legal: the engine then says why.
    private async tryMove(move: string): Promise<void> {
        if (this.yourTurn) await this.play(move);
    }

    // Without a chosen card the one whose discard leaves least is shown first.
    private async knock(): Promise<void> {
        const card = this.selected[0];
        if (card) return this.tryMove(`knock ${card}`);
        const hand = cardsOf(this.state.hand);
        const choices = this.state.legal.filter((move) => move.startsWith('knock ')).map((move) => move.slice(6));
        if (!choices.length) return toast(`You may knock with at most ${this.state.knock_limit} points.`);
        const left = await Promise.all(choices.map((each) => playing().call<number>('deadwood', hand.filter((other) => other !== each).join(' '))));
        const best = choices[left.indexOf(Math.min(...left))]!;
        this.selected = [best];
        this.draw(false);
        toast(`Discarding the ${cardWords(best)} you knock with ${Math.min(...left)}. Press Knock again.`);
    }

    protected override key(key: string): boolean {
        const { phase } = this.state;
        const act: Record<string, () => void> = {
            u: () => void this.tryMove('draw up'), t: () => void this.tryMove('draw up'), s: () => void this.tryMove('draw stock'),
            p: () => void this.tryMove('pass'), k: () => void (phase === 'discard' && this.knock()),
            d: () => this.discardSelected(), b: () => void this.tryMove('biggin'),
            r: () => this.result && this.app.review(this.look.record),
        };
        if (key in act) {
            act[key]!();
            return true;
        }
        if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
        this.root.querySelector<HTMLElement>(key === 'ArrowDown' ? '.hand button.card' : '.piles button:not([aria-disabled])')?.focus();
        return true;
    }

    // ---- Beside the table ----

    protected override tabs(): [string, string, () => HTMLElement][] {
        return [
            ['hint', 'Hint', () => this.hintPanel()],
            ['log', 'This hand', () => this.log()],
            ['score', 'Score', () => this.scoreSheet()],
            ['pile', 'Discards', () => this.pileView()],
            ['guess', 'Guess', () => this.guessPanel()],
        ];
    }

    private log(): HTMLElement {
        return h('ol', { class: 'log' }, this.state.events.map((event) => h('li', {}, eventWords(this.state, event, cardSign))));
    }

    private pileView(): HTMLElement {
        const gone = cardsOf(this.state.buried);
        const known = cardsOf(this.state.known[this.opponent]);
        return h('div', {},
            h('p', {}, gone.length ? `Below the top of the pile: ${gone.map(cardSign).join(' ')}` : 'Nothing lies below the top of the pile.'),
            h('p', {}, known.length ? `${this.theirName()} took and holds: ${known.map(cardSign).join(' ')}` : `${this.theirName()} holds no card that you have seen.`));
    }

    private scoreSheet(): HTMLElement {
        const hands = [...this.state.hands, ...this.state.result];
        const totals = [0, 0];
        const rows = hands.map((hand, i) => {
            if (hand.winner >= 0) totals[hand.winner]! += hand.points;
            const cell = (seat: number): string => (hand.winner === seat ? `+${hand.points} = ${totals[seat]}` : '');
            return h('tr', {}, h('td', {}, `${i + 1}. ${hand.end}`), h('td', {}, cell(this.seat)), h('td', {}, cell(this.opponent)));
        });
        return h('div', { class: 'scroll' }, h('table', {},
            h('thead', {}, h('tr', {}, h('th', {}, 'Hand'), h('th', {}, 'You'), h('th', {}, this.theirName()))),
            h('tbody', {}, rows.length ? rows : h('tr', {}, h('td', { colspan: 3 }, 'The first hand is on the table.')))));
    }
}

// Cards side by side, overlapping as much as they must.
export function spread(cards: HTMLElement[]): HTMLElement {
    const columns = cards.length > 1 ? `repeat(${cards.length - 1}, minmax(0, calc(var(--card) * .68))) var(--card)` : 'var(--card)';
    return h('div', { class: 'spread', style: `grid-template-columns: ${columns}` }, cards);
}
