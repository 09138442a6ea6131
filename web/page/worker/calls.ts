// SPDX-License-Identifier: MIT
// What the page may ask of the engine, by name. Games are handles; the page keeps them by a number.
import type { Library } from './library';

// A game as the page sees it after a call.
export interface Look {
    state: unknown; // what the seat may see (docs/API.md)
    record: string;
}

type Call = (...args: never[]) => unknown;

export class Calls {
    private readonly dw: number;
    private readonly games = new Set<number>();
    private readonly coaches = new Map<string, number>(); // by game and rules
    private coachHandle = 0;

    constructor(private readonly library: Library) {
        this.dw = library.number('deadwood_open', '/deadwood');
    }

    version(): string {
        return this.library.borrowed('deadwood_version');
    }

    run(name: string, args: unknown[]): unknown {
        const call = this.table[name];
        if (!call) throw new Error(`the engine knows no call '${name}'`);
        return call(...(args as never[]));
    }

    private readonly table: Record<string, Call> = {
        list: () => JSON.parse(this.library.text('deadwood_list', this.dw)),
        describe: (game: string, player: string) => this.library.text('deadwood_describe_player', this.dw, game, player),
        rules: (game: string, rules: string) => this.library.text('deadwood_rules', game, rules),
        newGame: (game: string, rules: string, players: (string | null)[], seed: string) =>
            this.keep(this.library.number('deadwood_game_new', this.dw, game, rules, players, BigInt(seed))),
        load: (records: string, players: (string | null)[] | null) =>
            this.keep(this.library.number('deadwood_game_load', this.dw, records, players)),
        close: (game: number) => this.close(game),
        look: (game: number, seat: number) => this.look(game, seat),
        move: (game: number, seat: number, move: string) => {
            this.library.done('deadwood_game_move', game, move);
            return this.look(game, seat);
        },
        step: (game: number, seat: number) => {
            const move = this.library.step(game);
            return { ...this.look(game, seat), move };
        },
        undo: (game: number, seat: number) => {
            this.library.done('deadwood_game_undo', game);
            return this.look(game, seat);
        },
        next: (game: number, seat: number) => {
            this.library.done('deadwood_game_next', game);
            return this.look(game, seat);
        },
        check: (line: string) => this.library.text('deadwood_record_check', line),
        recordJson: (line: string) => JSON.parse(this.library.text('deadwood_record_json', line)),
        drills: (game: string) => JSON.parse(this.library.text('deadwood_drills', game)),
        drillNext: (book: string, wish: { game: string; kind?: string; idea?: string; difficulty?: number; own?: boolean }, now: number) =>
            JSON.parse(this.library.answer('web_drills_next', book, wish.game, wish.kind || null, wish.idea || null, wish.difficulty ?? 0, wish.own ? 1 : 0, BigInt(now))),
        drillAnswered: (book: string, position: string, how: number, now: number) =>
            JSON.parse(this.library.answer('web_drills_answered', book, position, how, BigInt(now))),
        drillAdd: (book: string, lines: string) => JSON.parse(this.library.answer('web_drills_add', book, lines)),
        drillList: (book: string) => JSON.parse(this.library.answer('web_drills_list', book)),
        defend: (hand: string, knock: string[]) => this.library.defend(hand, knock),
        splits: (hand: string) => this.library.splits(hand),
        deadwood: (hand: string) => this.library.plain('deadwood_gin_deadwood', this.library.cards(hand)),
        points: (hand: string) => this.library.plain('deadwood_gin_points', this.library.cards(hand)),
        advise: (records: string, played: string | null) => this.advise(records, played),
        guess: (records: string) => JSON.parse(this.library.answer('web_guess_text', this.coach(), records)),
        adviseGin: (rules: string, told: Record<string, string>) => JSON.parse(this.library.answer('web_advise_gin_told', this.coach(), rules,
            ...['hand', 'upcard', 'seen', 'took', 'shown', 'score'].map((key) => told[key]?.trim() || null), told['passed'] ? 1 : 0)),
        adviseHearts: (rules: string, told: Record<string, string>) => JSON.parse(this.library.answer('web_advise_hearts_told', this.coach(), rules,
            ...['hand', 'trick', 'seen', 'way', 'given', 'received', 'score'].map((key) => told[key]?.trim() || null))),
        steps: (line: string) => JSON.parse(this.library.answer('web_record_steps', line)),
        cut: (line: string, actions: number) => this.library.answer('web_record_cut', line, actions),
        addModel: (name: string, bytes: Uint8Array) => {
            this.library.addModel(name, bytes);
            return true;
        },
        digest: (game: string, spec: string, decisions: number) =>
            this.library.answer('web_digest_text', game, spec, decisions),
    };

    private keep(game: number): number {
        this.games.add(game);
        return game;
    }

    private close(game: number): boolean {
        if (this.games.delete(game)) this.library.plain('deadwood_game_close', game);
        return true;
    }

    private look(game: number, seat: number): Look {
        return {
            state: JSON.parse(this.library.text('deadwood_game_state', game, seat)),
            record: this.library.text('deadwood_game_record', game),
        };
    }

    // The decision at the end of the records, of the seat to act. All seats are the caller's here: nobody moves.
    private advise(records: string, played: string | null): unknown {
        const game = records.startsWith('gin') ? 'gin' : 'hearts';
        const nobody = game === 'gin' ? [null, null] : [null, null, null, null];
        const handle = this.library.number('deadwood_game_load', this.dw, records, nobody);
        try {
            const { rules, to_move: seat } = JSON.parse(this.library.text('deadwood_game_state', handle, -1)) as { rules: string; to_move: number };
            const name = `${game} ${rules}`;
            const coach = this.coaches.get(name) ?? this.library.number('deadwood_coach_open', this.dw, game, rules, null);
            this.coaches.set(name, coach);
            return { seat, ...(JSON.parse(this.library.text('deadwood_advise', coach, handle, played)) as object) };
        } finally {
            this.library.plain('deadwood_game_close', handle);
        }
    }

    // Opening it costs nothing; what it needs for a game's rules comes with the first question.
    private coach(): number {
        return (this.coachHandle ||= this.library.plain('web_coach_new'));
    }
}
