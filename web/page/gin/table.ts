// SPDX-License-Identifier: MIT
// The table of gin: the opponent above, the piles in the middle, one's own hand below.
import { arrowKeys, cardAt, cardBack, cardView, makeDraggable, moveCard, sortButton, sortByOwn, sortByRank, sortBySuit } from '../draw/cards';
import { h, toast } from '../draw/dom';
import { playing } from '../engine';
import { cardSign, cardWords, withSigns, type CardName } from '../draw/faces';
import { playerName } from '../names';
import type { Tab } from '../beside';
import { Table, type AddButton } from '../table';
import { hollywood, type Hollywood } from './hollywood';
import { meldByHand } from './melding';
import { hollywoodSheet, plainSheet } from './sheet';
import { cardsOf, eventWords, pileOf, resultWords, type GinResult, type GinState } from './state';

const MELD_WORDS = ['in your first meld', 'in your second meld', 'in your third meld'];

export class GinTable extends Table<GinState> {
    override readonly title: string = 'Gin Rummy';

    protected override forced(): string | null {
        const { turn, phase, legal } = this.state;
        if (turn !== 'yours') return null;
        if (phase === 'defend') return this.app.settings.melding === 'auto' ? 'melds' : null; // the best, layoffs counted
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

    // ---- A match ----

    private rule(key: string): string {
        return this.app.ruleValues('gin', this.state.rules).get(key)?.value ?? '';
    }

    private hollywood(): Hollywood | null {
        const target = this.sitting.hollywood;
        if (!target) return null;
        return hollywood([...this.state.hands, ...this.state.result], {
            target, box: Number(this.rule('box')), game: Number(this.rule('game')), shutoutDoubles: this.rule('shutout-doubles') === 'yes',
        });
    }

    protected override get ended(): boolean {
        return super.ended || (this.hollywood()?.over ?? false);
    }

    protected override get winner(): number | null {
        const match = this.hollywood();
        if (match) return match.winner >= 0 ? match.winner : null;
        return super.winner;
    }

    // ---- Words ----

    protected override ask(): string {
        const { turn, phase, upcard } = this.state;
        if (this.ended) return this.gameOverWords();
        if (turn === 'hand-over') return resultWords(this.state, this.result!);
        if (turn === 'yours' && phase === 'defend') return `${this.theirName()} knocks. Lay down your melds; loose cards that fit are laid off for you.`;
        if (turn === 'ours') return `${this.theirName()} is thinking.`;
        if (phase === 'first-offer' || phase === 'second-offer') return `Take the ${cardWords(upcard!)} or pass?`;
        if (phase === 'draw') return upcard ? `Your turn: take the ${cardWords(upcard)} or draw from the stock.` : 'Draw from the stock.';
        const knocks = this.state.legal.some((move) => move.startsWith('knock') || move === 'biggin');
        return knocks ? 'Choose a card to discard. You may knock.' : 'Choose a card to discard.';
    }

    protected override tell(before: GinState | null, after: GinState): string {
        const fresh = before ? after.events.slice(before.events.length) : [];
        const words = fresh.map((event) => eventWords(after, event));
        if (after.result[0]) words.push(this.ended ? this.gameOverWords() : resultWords(after, after.result[0]));
        return words.join(' ');
    }

    private gameOverWords(): string {
        const match = this.hollywood();
        const { winner, seat } = this;
        const scores = match ? match.totals : this.state.scores;
        const end = this.result ? resultWords(this.state, this.result) : '';
        const what = match ? 'the Hollywood match' : 'the game';
        const score = `${scores[winner ?? seat]} to ${scores[1 - (winner ?? seat)]}`;
        const won = winner === null ? `${match ? 'The match' : 'The game'} is drawn.`
            : winner === seat ? `You win ${what}, ${score}!` : `${this.theirName()} wins ${what}, ${score}.`;
        return [end, won, this.sitting.finished ? this.matchWords() : ''].filter(Boolean).join(' ');
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
        const { hand_number: hand, knock_limit: limit, factor } = this.state;
        const match = this.hollywood();
        const facts = [
            match ? `Hollywood, games to ${this.sitting.hollywood}` : `to ${this.rule('target')}`, `hand ${hand + 1}`,
            `knock with ${limit === 0 ? 'gin only' : limit}`, factor > 1 ? 'counts double' : '',
            this.sitting.match ? `games ${this.sitting.match.won.join('–')}, best of ${this.sitting.match.best}` : '',
        ];
        const points = (seat: number): string => (match ? match.games.map((game) => game.scores[seat]).join(' · ') : String(this.state.scores[seat]));
        return h('div', { class: 'score' },
            h('span', { class: 'chip' }, 'You ', h('b', {}, points(this.seat))),
            h('span', { class: 'facts' }, facts.filter(Boolean).join(' · ')),
            h('span', { class: 'chip' }, `${this.theirName()} `, h('b', {}, points(this.opponent))));
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
                key: 'upcard', label: 'top of the discard pile', classes: `${this.legal('draw up') ? 'ready' : 'lies'} ${this.hinted('up')}`,
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
        const view = h('button', {
            type: 'button', class: `card down ${ready ? 'ready' : 'lies'} ${this.hinted('stock')}`, 'data-key': 'stock', 'aria-disabled': ready ? undefined : 'true',
            'aria-label': `Stock, ${stock} cards`, html: cardBack().innerHTML, onclick: () => void this.tryMove('draw stock'),
        });
        if (ready) makeDraggable(view, (target) => target === 'hand' && void this.tryMove('draw stock'));
        return view;
    }

    private say(): HTMLElement {
        const result = this.result;
        const last = this.state.events.at(-1);
        const extra = this.hint ? `Hint: ${this.hint.best.words}.`
            : result?.laid_off ? `Laid off: ${withSigns(result.laid_off)}`
            : last && !result && last.seat !== this.seat ? this.theirLast() : '';
        return h('p', { class: 'say' }, h('span', {}, this.ask()), h('small', {}, extra));
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
        group.append(h('div', { class: 'count' }, h('span', {}, this.app.settings.deadwood ? `Deadwood ${dead}` : ''), sortButton(this.app, () => this.draw())));
        arrowKeys(group, (card, step) => this.shift(card, step));
        return group;
    }

    protected override sorted(cards: CardName[]): CardName[] {
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
                classes: `${classes} ${this.hinted(card)}`, label, disabled: !may, pressed: this.selected[0] === card,
                onpress: () => this.press(card), ondrop: (target, x) => this.drop(card, target, x),
            });
        });
    }

    protected override moves(add: AddButton): void {
        const { phase, upcard } = this.state;
        if (phase === 'discard') return this.discardMoves(add);
        if (phase === 'defend') return add('Lay down your melds', 'melds', 'M', () => void this.defend(), true, !this.yourTurn);
        add(upcard ? `Take ${cardSign(upcard)}` : 'Take', 'take', 'U', () => void this.tryMove('draw up'), true, !this.legal('draw up'));
        if (/offer/.test(phase)) add('Pass', 'pass', 'P', () => void this.tryMove('pass'), false, !this.legal('pass'));
        else add('Draw from stock', 'draw', 'S', () => void this.tryMove('draw stock'), false, !this.legal('draw stock'));
    }

    private discardMoves(add: AddButton): void {
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
        this.reorder(moveCard(this.sorted(cardsOf(this.state.hand)), card, under));
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
        if (!this.yourTurn) return;
        const card = this.selected[0];
        if (card) return this.layDown(`knock ${card}`, card);
        this.setRunning(true);
        await this.chooseKnock().finally(() => this.setRunning(false));
        this.draw(false);
    }

    private async chooseKnock(): Promise<void> {
        const hand = cardsOf(this.state.hand);
        const choices = this.state.legal.filter((move) => move.startsWith('knock ')).map((move) => move.slice(6));
        if (!choices.length) return toast(`You may knock with at most ${this.state.knock_limit} points.`);
        const left = await Promise.all(choices.map((each) => playing().call<number>('deadwood', hand.filter((other) => other !== each).join(' '))));
        const best = choices[left.indexOf(Math.min(...left))]!;
        this.selected = [best];
        toast(`Discarding the ${cardWords(best)} you knock with ${Math.min(...left)}. Press Knock again.`);
    }

    // Who melds by hand is asked for the melds first.
    private async layDown(move: string, discard: CardName | null): Promise<void> {
        if (this.app.settings.melding === 'auto' || !this.yourTurn) return this.tryMove(move);
        const hand = cardsOf(this.state.hand).filter((card) => card !== discard);
        const melds = await meldByHand(hand, {
            title: discard ? 'Lay down your melds to knock' : 'Lay down your melds', done: discard ? 'Knock' : 'Lay them down',
            about: discard ? `At most ${this.state.knock_limit} points may be left over.` : 'Choose the cards of a meld, then say that they are one.',
        });
        if (melds) await this.tryMove(melds === '-' ? move : `${move} melds ${melds}`);
    }

    private async defend(): Promise<void> {
        const theirs = (this.state.knock ?? []).map((meld) => meld.replaceAll(' ', ' ')).join(', ');
        const melds = await meldByHand(cardsOf(this.state.hand), {
            title: 'Your melds against the knock', done: 'Lay them down',
            about: withSigns(`${this.theirName()} shows ${theirs}. Loose cards that fit these are laid off for you.`),
        });
        if (melds) await this.tryMove(melds === '-' ? 'melds' : `melds ${melds}`);
    }

    protected override key(key: string): boolean {
        const { phase } = this.state;
        const act: Record<string, () => void> = {
            u: () => void this.tryMove('draw up'), t: () => void this.tryMove('draw up'), s: () => void this.tryMove('draw stock'),
            p: () => void this.tryMove('pass'), k: () => void (phase === 'discard' && this.knock()),
            d: () => this.discardSelected(), b: () => void this.layDown('biggin', null),
            m: () => void (this.legal('melds') && this.defend()),
            r: () => this.toReview(),
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

    protected override keys(): [string, string][] {
        return [['u', 'take the upcard'], ['s', 'draw from the stock'], ['p', 'pass on the upcard'], ['← →', 'from card to card'],
            ['Enter', 'choose the card; once more discards it'], ['d', 'discard'], ['k', 'knock'], ['b', 'big gin'],
            ['Shift ← →', 'move the card within the hand']];
    }

    protected override others(): { seat: number; name: string }[] {
        return [{ seat: this.opponent, name: this.theirName() }];
    }

    protected override seen(): Set<CardName> {
        const { hand, buried, upcard } = this.state;
        return new Set([...cardsOf(hand), ...cardsOf(buried), ...cardsOf(upcard)]);
    }

    protected override tabs(): Tab[] {
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
        const below = pileOf(this.state).slice(0, -1);
        const known = cardsOf(this.state.known[this.opponent]);
        return h('div', {},
            h('p', {}, below.length ? `Below the top of the pile, oldest first: ${below.map(cardSign).join(' ')}` : 'Nothing lies below the top of the pile.'),
            h('p', {}, known.length ? `${this.theirName()} took and holds: ${known.map(cardSign).join(' ')}` : `${this.theirName()} holds no card that you have seen.`));
    }

    private scoreSheet(): HTMLElement {
        const match = this.hollywood();
        if (match) return hollywoodSheet(match, this.seat, this.theirName());
        const shutout = this.rule('shutout-doubles') === 'yes' && this.winner !== null && this.state.scores[1 - this.winner] === 0;
        const bonus = this.ended ? { box: Number(this.rule('box')), game: Number(this.rule('game')) * (shutout ? 2 : 1), winner: this.winner } : null;
        return h('div', {}, plainSheet([...this.state.hands, ...this.state.result], this.seat, this.theirName(), bonus),
            this.sitting.match ? h('p', {}, this.matchWords()) : null);
    }
}

// Cards side by side, overlapping as much as they must.
export function spread(cards: HTMLElement[]): HTMLElement {
    const columns = cards.length > 1 ? `repeat(${cards.length - 1}, minmax(0, calc(var(--card) * .68))) var(--card)` : 'var(--card)';
    return h('div', { class: 'spread', style: `grid-template-columns: ${columns}` }, cards);
}
