# SPDX-License-Identifier: MIT
"""Write a Gin Rummy or Hearts bot in ten lines. One file, no dependencies, Python 3.8 or later: copy it beside your bot.

    from deadwood_bot import deadwood, discards, play

    def gin(game):
        if game.phase in ("offer", "draw"):
            wanted = "draw:up" in game.legal and game.melds_with(game.upcard)
            return "draw:up" if wanted else game.legal[0] if game.phase == "offer" else "draw:stock"
        if game.phase == "defend":
            return "melds"                      # the host finds the best ones
        card = discards(game.hand, game.taken)[0]
        return "knock " + card if "knock:" + card in game.legal else "discard " + card

    play("My bot", gin=gin)

Look at it with `deadwood check python3 mybot.py`, play with `deadwood match exec:"python3 mybot.py" simple`.

`play` speaks the Card Game Protocol (docs/PROTOCOL.md). For every decision it calls your function with a Game, which
holds all your seat may know, and sends the move you return: a word of `game.legal` as it stands ("discard:KD"), or the
same with spaces and with what may follow ("discard KD", "knock 9C melds AC2C3C/7D7H7S", "pass KC AH QH").
What your bot prints goes to stderr, so that it cannot disturb the conversation.

Cards are two characters, rank then suit: "7H", "TD", "AC". Lists of cards are in the order clubs, diamonds, hearts,
spades, ace first, unless said otherwise.
"""
import collections
import os
import random
import sys
import traceback

RANKS, SUITS = "A23456789TJQK", "CDHS"
DECK = [rank + suit for suit in SUITS for rank in RANKS]
_BIT = {card: 1 << 16 * SUITS.index(card[1]) + RANKS.index(card[0]) for card in DECK}


# ---- Cards ----


def rank(card):
    """0 for an ace to 12 for a king."""
    return RANKS.index(card[0])


def suit(card):
    """"C", "D", "H" or "S"."""
    return card[1]


def in_order(cards):
    """The cards sorted: clubs, diamonds, hearts, spades, ace first."""
    return sorted(cards, key=_BIT.__getitem__)


def unpack(text):
    """The cards of a packed word: "AC2C3C" -> ["AC", "2C", "3C"]; "-" -> []."""
    return [] if text == "-" else [text[i:i + 2] for i in range(0, len(text), 2)]


def unpack_melds(text):
    """"AC2C3C/7D7H7S" -> [["AC", "2C", "3C"], ["7D", "7H", "7S"]]; "-" -> []."""
    return [] if text == "-" else [unpack(meld) for meld in text.split("/")]


def pack(cards):
    """The reverse of unpack."""
    return "".join(cards) or "-"


def pack_melds(melds):
    """The reverse of unpack_melds: what stands behind `melds` in a move."""
    return "/".join(map(pack, melds)) or "-"


# ---- Gin: melds and deadwood ----


def points(cards):
    """What cards count as deadwood: a card, or any number of them. Ace 1, court cards 10."""
    return sum(min(rank(card), 9) + 1 for card in ([cards] if isinstance(cards, str) else cards))


def all_melds(hand):
    """Every meld that can be laid from the cards: sets of three and four, runs of three and more."""
    held, found = set(hand), []
    for r in RANKS:
        four = [r + s for s in SUITS if r + s in held]
        if len(four) == 4:
            found.append(four)
            found += [[card for card in four if card != out] for out in four]
        elif len(four) == 3:
            found.append(four)
    for s in SUITS:
        for low in range(11):
            run = []
            for r in RANKS[low:]:
                if r + s not in held:
                    break
                run.append(r + s)
                if len(run) >= 3:
                    found.append(list(run))
    return found


def splits(hand):
    """(deadwood, ways): the least points left over when disjoint melds are laid, and every way to get there. A way is a
    list of melds. A run of six counts as one meld and as two of three: both are there."""
    melds = [(meld, sum(_BIT[card] for card in meld), points(meld)) for meld in all_melds(hand)]
    best, ways = -1, []

    def lay(start, used, saved, laid):
        nonlocal best, ways
        if saved > best:
            best, ways = saved, []
        if saved == best:
            ways.append([melds[i][0] for i in laid])
        for i in range(start, len(melds)):
            if not used & melds[i][1]:
                lay(i + 1, used | melds[i][1], saved + melds[i][2], laid + [i])

    lay(0, 0, 0, [])
    return points(hand) - best, ways


def deadwood(hand):
    """The least points left over when disjoint melds are laid."""
    return splits(hand)[0]


def best_melds(hand):
    """Melds that leave the least: the first of `splits`."""
    return splits(hand)[1][0]


def melds_with(hand, card):
    """True if the card belongs to a meld of the hand and the card together."""
    return any(card in meld for meld in all_melds(set(hand) | {card}))


def discards(hand, taken=None):
    """The cards whose discard leaves the least deadwood, all ties, the dearest first. `taken`, the upcard just taken, may
    not be discarded."""
    left = {card: deadwood([other for other in hand if other != card]) for card in hand if card != taken}
    least = min(left.values())
    return sorted((card for card in left if left[card] == least), key=lambda card: (-points(card), _BIT[card]))


# ---- What a seat knows ----


_STEPS = {"p": "pass", "u": "up", "s": "stock", "-": "discard", "!": "knock", "*": "biggin", "=": "melds"}


class Deal(collections.namedtuple("Deal", "number starter scores first play hands melds answer layoffs end winner points "
                                          "deadwood")):
    """A gin deal of the match that is over, as both players saw it. `scores` are those before it; `first` the first
    upcard; `play` a list of (seat, what, card): "pass", "up" (took the upcard), "stock", "discard", "knock", "biggin" and
    "melds" (the defender's), with a card where one was seen and else None; `hands` the cards of both at the end; `melds` the
    knocker's, `answer` and `layoffs` the defender's; `end`, `winner` and `points` (None where it was cancelled) and
    `deadwood` as in the protocol's `enddeal`."""

    @classmethod
    def told(cls, words):
        """From a `past` line, as words."""
        keys = pairs(words[2:])
        starter, first = int(keys["starter"]), keys["first"]
        seat, at, play, upcard = starter, 0, [], first
        word = keys["play"].replace(",", "")
        while at < len(word):
            what, card = _STEPS[word[at]], None
            at += 1
            if what in ("discard", "knock"):
                card = upcard = word[at:at + 2]
                at += 2
            play.append((seat, what, upcard if what in ("pass", "up") else card))
            seat ^= what not in ("up", "stock")
        return cls(int(words[1]), starter, numbers(keys["scores"]), first, play, [unpack(hand) for hand in
                   keys["hands"].split("/")], unpack_melds(keys["melds"]), unpack_melds(keys["answer"]),
                   unpack(keys["layoffs"]), *cls._ended(keys["end"], keys))

    @classmethod
    def heard(cls, game, scores, words):
        """From the events of a deal and its `enddeal` line, as words."""
        play, hands, melds, answer, layoffs, upcard = [], [[], []], [], [], [], game.first
        for event in game.events:
            if event[0] not in ("0", "1"):
                continue
            seat, what = int(event[0]), event[1] if event[1] != "draw" else event[2]
            if what == "hand":
                hands[seat] = in_order(event[2:])
            elif what == "layoff":
                layoffs.append(event[2])
            elif what in _STEPS.values():
                card = event[2] if what in ("discard", "knock") else upcard if what in ("pass", "up") else None
                upcard = card if what in ("discard", "knock") else upcard
                play.append((seat, what, card))
                shown = unpack_melds(event[event.index("melds", 1) + 1]) if "melds" in event else []
                melds, answer = (melds, shown) if what == "melds" else (shown, answer)
        return cls(game.deal, game.starter, scores, game.first, play, hands, melds, answer, in_order(layoffs),
                   *cls._ended(words[1], pairs(words[2:])))

    @staticmethod
    def _ended(end, keys):
        return (end, *(int(keys[key]) if key in keys else None for key in ("winner", "points")), numbers(keys["deadwood"]))


class Game:
    """A match as one seat sees it. Lists are made anew where they change: what you kept stays as it was, but for `events`.

    Of both games: `name` ("gin" or "hearts"), `rules` (dict: numbers as int, words as str; rules["rules"] is their short
    name), `seats`, `you`, `deal` (from 0), `scores` (a number a seat, with the deals that are over), `hand`, `legal`,
    `phase`, `clock` (milliseconds left for each seat, or None), `inc`, `movetime` (or None), `random` (a random.Random,
    seeded by the host for this match: draw all chance from it, and the same match can be played again), `options`,
    `events` (the words of every `ev` line of this deal).

    Gin: `phase` is "offer" (the first upcard), "draw", "discard" or "defend". `starter`; `first` the deal's first upcard;
    `upcard` the top of the discard pile (None once it is taken, until the discard); `pile` the whole pile, oldest first;
    `stock` cards left in it; `drawn` and `taken`: the card drawn this turn, and the same if it was the upcard (it may not
    be discarded now), else None; `known` what the opponent took face up and still holds; `discarded` a list of cards for
    each seat, oldest first; `draws` own draws of the deal; `limit` most deadwood to knock with; `factor` 2 if the deal
    counts double; in "defend" `knock` the knocker's melds and `loose` its other cards; `past` the match's deals that are
    over, each a Deal, also those that were played before this program came into the match.

    Hearts: `phase` is "pass" or "play". `way` ("left", "right", "across", "hold"); `start` the thirteen cards after
    passing; `given`, `received`; `trick` the cards on the table, in the order played; `leader` who led it, or will;
    `tricks` how many are over; `taken` the cards each seat has won; `played` all cards of the deal, in the order played;
    `broken` True once a heart has fallen (or the queen of spades, where the rules say so).
    """

    def __init__(self, words, options, seed):
        self.name, self.options = words[1], options
        keys = pairs(words[2:])
        self.seats, self.you = int(keys["seats"]), int(keys["you"])
        self.rules = {key: int(value) if value.isdecimal() else value for key, value in keys.items()
                      if key not in ("seats", "you")}
        self.random = random.Random(seed)
        self.hand, self.start, self.legal = [], [], []
        self.clock = self.inc = self.movetime = None
        self.past = []
        self._begin(["newdeal", "0", "starter", "0", "pass", "hold", "scores"] + ["0"] * self.seats)

    def melds_with(self, card):
        """Gin: True if the card belongs to a meld of the hand and the card together."""
        return melds_with(self.hand, card)

    def hear(self, words):
        """Takes in a line of the host, as words."""
        if words[0] == "newdeal":
            self._begin(words)
        elif words[0] == "hand":
            self.hand = self.start = in_order(words[1:])
        elif words[0] == "ev":
            self.events.append(words[1:])
            (self._gin if self.name == "gin" else self._hearts)(words[1:])
        elif words[0] == "go":
            self._decide(words)
        elif words[0] == "past" and self.name == "gin":  # from 0 on, whatever was heard
            self.past = self.past[:int(words[1])] + [Deal.told(words)]
        elif words[0] in ("enddeal", "endmatch"):
            if words[0] == "enddeal" and self.name == "gin":
                self.past = self.past + [Deal.heard(self, self.scores, words)]
            self.scores = numbers(pairs(words[1 if words[0] == "endmatch" else 2:])["scores"])

    def _begin(self, words):
        """A new deal; nothing is on the table yet."""
        keys = pairs(words[2:])
        self.deal, self.scores, self.events, self.phase = int(words[1]), numbers(keys["scores"]), [], ""
        if self.name == "gin":
            self.starter = int(keys["starter"])
            self.first = self.upcard = self.drawn = self.taken = None
            self.pile, self.known, self.draws, self.discarded = [], [], [], [[], []]
            self.stock, self.limit, self.factor, self.knock, self.loose = 31, self.rules["knock"], 1, [], []
        else:
            self.way, self.given, self.received = keys["pass"], [], []
            self.trick, self.played, self.taken, self.tricks = [], [], [[] for _ in range(4)], 0
            self.broken, self.leader = False, None

    def _decide(self, words):
        at = words.index("legal")
        keys = pairs(words[2:at])
        self.legal = words[at + 1:]
        self.clock = numbers(keys["clock"]) if "clock" in keys else None
        self.inc, self.movetime = (int(keys[key]) if key in keys else None for key in ("inc", "movetime"))
        if self.name == "hearts":
            self.phase = "pass" if self.legal[0].startswith("pass") else "play"
            if self.phase == "play" and not self.trick:
                self.leader = self.you
        elif "melds" in self.legal:
            self.phase = "defend"
        elif "pass" in self.legal:
            self.phase = "offer"
        else:
            self.phase = "draw" if self.legal[0].startswith("draw") else "discard"

    def _gin(self, words):
        if words[0] == "upcard":
            self._first_upcard(words[1])
        elif words[0] == "you":
            self._draw(words[2])
        elif words[1] == "draw":
            self.stock -= words[2] == "stock"
            if words[2] == "up":
                self.upcard = None
                self.pile = self.pile[:-1]
                if words[0] == str(self.you):
                    self._draw(words[3])
                    self.taken = words[3]
                else:
                    self.known = in_order(self.known + [words[3]])
        elif words[1] in ("discard", "knock"):
            self._discard(int(words[0]), words[2])
        if words[1] in ("knock", "biggin") and words[0] != str(self.you):
            keys = pairs(words[-words[::-1].index("melds") - 1:])
            self.knock, self.loose = unpack_melds(keys["melds"]), in_order(keys.get("loose", "-").replace("-", "").split())

    def _first_upcard(self, card):
        self.first, self.upcard, self.pile = card, card, [card]
        if self.rules.get("upcard-knock") == "yes":
            self.limit = 0 if card[0] == "A" and self.rules.get("ace-gin") == "yes" else points(card)
        if self.rules.get("spades-double") == "yes" and card[1] == "S":
            self.factor = 2

    def _draw(self, card):
        self.hand = in_order(self.hand + [card])
        self.drawn = card
        self.draws = self.draws + [card]

    def _discard(self, seat, card):
        self.upcard = card
        self.pile = self.pile + [card]
        self.discarded[seat] = self.discarded[seat] + [card]
        if seat == self.you:
            self.hand = [other for other in self.hand if other != card]
            self.drawn = self.taken = None
        else:
            self.known = [other for other in self.known if other != card]

    def _hearts(self, words):
        if words[:2] == ["you", "pass"]:
            self.given = in_order(words[2:])
            self.hand = self.start = [card for card in self.hand if card not in self.given]
        elif words[0] == "received":
            self.received = in_order(words[1:])
            self.hand = self.start = in_order(self.hand + self.received)
        elif words[0] == "trick":
            self.leader = int(words[1])
            self.taken[self.leader] = in_order(self.taken[self.leader] + self.trick)
            self.broken |= any(card[1] == "H" or card == "QS" and self.rules.get("queen-breaks") == "yes"
                               for card in self.trick)
            self.trick, self.tricks = [], self.tricks + 1
        elif words[1] == "play":
            if not self.trick:
                self.leader = int(words[0])
            self.trick = self.trick + [words[2]]
            self.played = self.played + [words[2]]
            if words[0] == str(self.you):
                self.hand = [card for card in self.hand if card != words[2]]


# ---- The conversation ----


def pairs(words):
    """The KEY VALUE pairs of a line as a dict of strings. A value is one word and all numbers and cards behind it:
    "starter 1 scores 40 25" -> {"starter": "1", "scores": "40 25"}."""
    found, at = {}, 0
    while at + 1 < len(words):
        end = at + 2
        while end < len(words) and (words[end] in _BIT or words[end].lstrip("-").isdecimal()):
            end += 1
        found[words[at]] = " ".join(words[at + 1:end])
        at = end
    return found


def numbers(text):
    """"40 25" -> [40, 25]"""
    return [int(word) for word in text.split()]


def _option_line(name, default):
    if isinstance(default, bool):
        return "option name %s type check default %s" % (name, str(default).lower())
    if isinstance(default, tuple):  # (default, least, most)
        return "option name %s type spin default %d min %d max %d" % ((name,) + default)
    if isinstance(default, list):  # the first is the default
        return "option name %s type combo default %s%s" % (name, default[0], "".join(" var " + word for word in default))
    return ("option name %s type string default %s" % (name, default)).rstrip()


def _default(value):
    return value[0] if isinstance(value, (tuple, list)) else value


def _value(default, text):
    if isinstance(default, bool):
        return text == "true"
    return int(text) if isinstance(default, tuple) else text


def play(name, gin=None, hearts=None, author="", options=None, listen=None, info=None):
    """Plays until the host has had enough. `gin` and `hearts` are functions from a Game to a move: at least one.

    `options` are what `setoption` may change: {"Level": (3, 1, 9), "Style": ["calm", "wild"], "Book": True, "File": ""}
    are a number from 1 to 9, one of two words, a switch and a text; game.options["Level"] is its value. `listen(game,
    words)` sees every line of the host, after the game has taken it in (`game` is None before the first match). `info`,
    a function from a Game to a text, is asked before every move; its text goes to the host behind `info`.

    If your function fails, its traceback goes to stderr, the host is told, and the program ends with exit code 1."""
    choose = {word: function for word, function in (("gin", gin), ("hearts", hearts)) if function}
    if not choose:
        raise TypeError("play needs gin=FUNCTION, hearts=FUNCTION or both")
    options = {**({"Past": True} if gin else {}), **(options or {})}
    values = {key: _default(value) for key, value in options.items()}
    out, sys.stdout = sys.stdout, sys.stderr
    game, seed = None, None

    def say(*words):
        print(*words, file=out, flush=True)

    try:
        for line in sys.stdin:
            words = line.split() or [""]
            if words[0] == "newmatch":
                game = Game(words, dict(values), seed)
            elif game:
                game.hear(words)
            if listen:
                listen(game, words)
            if words[0] == "cgp":
                head = ["id name " + name] + ["id author " + author] * bool(author) + ["games " + " ".join(choose)]
                say("\n".join(head + [_option_line(*option) for option in options.items()] + ["cgpok 1"]))
            elif words[0] == "ping":
                say("pong", words[1])
            elif words[0] == "setoption":
                key, text = words[2], " ".join(words[4:])
                if key == "Seed":
                    seed = int(text)
                if key in options:
                    values[key] = _value(options[key], text)
            elif words[0] == "go":
                move = choose[game.name](game)
                if not isinstance(move, str):
                    raise TypeError("a move is text, such as %r, not %r" % (game.legal[0], move))
                if info:
                    say("info", info(game))
                say("move", words[1], move)
            elif words[0] == "quit":
                break
    except BrokenPipeError:  # the host is gone: nothing is left to be said, not even by Python at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
    except Exception as error:
        traceback.print_exc()
        say("error", type(error).__name__ + ":", " ".join(str(error).split())[:200])
        sys.exit(1)
