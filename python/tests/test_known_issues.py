# SPDX-License-Identifier: MIT
"""What other environments of gin got wrong, by their own issue lists, as tests that this one passes."""
import numpy as np
import pytest

import deadwood


def play_out(hand):
    """A record's hand, played by the rules as a person would: (the two hands at the end, the knocker), or None where
    nobody knocked."""
    deck = [hand["deal"][i:i + 2] for i in range(0, 104, 2)]
    starter = hand["starter"]
    hands = {starter: set(deck[0:20:2]), 1 - starter: set(deck[1:20:2])}
    pile, stock, seat = [deck[20]], deck[21:], starter
    for move in hand["moves"]:
        verb, *rest = move.split()
        if verb == "pass":
            seat = 1 - seat
        elif verb == "draw":
            hands[seat].add(pile.pop() if rest == ["up"] else stock.pop(0))
        elif verb == "discard":
            hands[seat].remove(rest[0])
            pile.append(rest[0])
            seat = 1 - seat
        elif verb == "knock":
            hands[seat].remove(rest[0])
            return hands, seat
        elif verb == "biggin":
            return hands, seat
    return None


def cut(melds):
    return [[meld[i:i + 2] for i in range(0, len(meld), 2)] for meld in melds.split("/")]


def points_by_hand(hand):
    """Points that seat 0 wins, counted anew by the contest's rules: difference, 25 for gin, 25 for an undercut."""
    played = play_out(hand)
    if played is None:
        return 0
    hands, knocker = played
    sign = 1 if knocker == 0 else -1
    own = deadwood.deadwood(hands[knocker])
    knock = [move for move in hand["moves"] if move.startswith(("knock", "biggin"))][0].split()
    if own == 0:
        return sign * (25 + deadwood.deadwood(hands[1 - knocker]))  # nothing is laid off on gin
    melds = [move for move in hand["moves"] if move.startswith("melds")][0].split()[1:]  # the defender's, its own choice
    loose = hands[1 - knocker] - {card for meld in (cut(melds[0]) if melds else []) for card in meld}
    theirs = deadwood.defend(loose, cut(knock[-1])).deadwood
    return sign * (theirs - own) if theirs > own else -sign * (25 + own - theirs)


@pytest.mark.parametrize("players", [("champion", "greedy"), ("simple", "simple"), ("random", "champion")])
def test_rewards_are_the_difference_of_both_hands(players):
    """RLCard pays each seat for its own deadwood, knock and gin alone: an undercut is paid like a success, a hand that
    loses 40 points like one that loses none (datamllab/rlcard#103, #81)."""
    records = deadwood.match(*players, games=6, seed=3, rules="contest", records=True).records
    rows, hands = records.rows(), records.hands()
    ends = set()
    for number, hand in enumerate(hands):
        if hand["end"] == "big-gin":
            continue
        ends.add(hand["end"])
        won = points_by_hand(hand)
        for seat in (0, 1):
            mine = (rows.hand == number) & (rows.seat == seat)
            if mine.any():
                assert np.isclose(rows.reward[mine].sum() * 100, won if seat == 0 else -won, atol=1e-3), hand["record"]
    assert {"knock"} < ends


def test_every_end_of_a_hand_is_paid_to_both_seats():
    """PettingZoo's gin could not say the rewards of some ends (Farama-Foundation/PettingZoo#26)."""
    env = deadwood.GinAEC(episode="hand")
    paid = []
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    for seed in range(60):
        env.reset(seed=seed)
        total = {"player_0": 0.0, "player_1": 0.0}
        for agent in env.agent_iter():
            observation, reward, over, _, _ = env.last()
            total[agent] += reward
            knocks = np.flatnonzero(observation["action_mask"][54:])
            action = 54 + int(knocks[0]) if len(knocks) else env.action_space(agent).sample(observation["action_mask"])
            env.step(None if over else action)
        assert total["player_0"] == -total["player_1"]
        paid.append(total["player_0"])
    assert {np.sign(points) for points in paid} >= {-1, 1}


def test_a_defender_s_hand_stays_hidden_from_the_knocker():
    """OpenSpiel's observation struct shows it while melds are laid off (google-deepmind/open_spiel#1604)."""
    seen = 0
    for seed in range(40):
        game = deadwood.Game("gin", [None, None], seed=seed)
        while game.turn == "yours":
            legal = game.legal()
            state = game.state(game.seat)
            if state["phase"] in ("defend", "layoff", "show") or any(move.startswith("melds") for move in legal):
                defender, knocker = game.seat, 1 - game.seat
                hidden = set(game.state(-1)["cards"][defender].split()) - set(
                    (game.state(-1)["known"] or ["", ""])[defender].split())
                shown = game.state(knocker)
                assert shown["cards"][defender] is None and shown["hand"].split() == shown["cards"][knocker].split()
                text = repr({key: value for key, value in shown.items() if key not in ("events", "legal", "hands")})
                public = {event.get("card") for event in shown["events"]}
                assert not [card for card in hidden - public if f"'{card}" in text or f" {card}" in text]
                seen += 1
                break
            knocks = [move for move in legal if move.startswith("knock")]
            taking = [move for move in legal if move == "draw up"]
            best = deadwood.best_discards(state["hand"])[0] if state["phase"] == "discard" else None
            game.move(knocks[0] if knocks else f"discard {best}" if f"discard {best}" in legal else
                      "draw stock" if "draw stock" in legal else (taking or legal)[-1])
    assert seen > 5
