#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Figure 3 of the Heisenbot paper (Eicholtz et al., EAAI 2021) from a notebook's lines: five players, everybody against
everybody, games won in percent, the paper's number beside ours.

    python3 figure3.py --games 10000 --svg figure3.svg

What the paper says is read from src/papers/heisenbot/heisenbot.claims; `deadwood reproduce heisenbot` measures every
claim of it. With --svg a picture is drawn, where matplotlib is installed.
"""
import argparse
import math
from pathlib import Path

import deadwood

CLAIMS = Path(__file__).resolve().parent.parent.parent / "src/papers/heisenbot/heisenbot.claims"


def read_paper(path):
    """What the paper says: {(first, second): games that the first wins, in percent}."""
    said, pair = {}, None
    for line in path.read_text().splitlines():
        key, _, value = line.partition(": ")
        if key == "id":
            words = value.split(".")
            pair = tuple(words[1:]) if words[0] == "figure-3" and len(words) == 3 else None
        elif key == "value" and pair:
            said[pair] = float(value)
    return said


def draw(won, paper, path):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 5))
    places = range(len(paper))
    axes.errorbar([won[pair].win_rate * 100 for pair in paper], places, fmt="o", label="here, 95%",
                  xerr=[[100 * (won[pair].win_rate - won[pair].interval[0]) for pair in paper],
                        [100 * (won[pair].interval[1] - won[pair].win_rate) for pair in paper]])
    axes.scatter(list(paper.values()), places, marker="|", s=400, color="black", label="the paper")
    axes.set_yticks(list(places), [f"{a} against {b}" for a, b in paper])
    axes.invert_yaxis()
    axes.set_xlabel("games won by the first, %")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path)
    print(f"# {path}")


def main():
    options = argparse.ArgumentParser(description="reprints a figure of a paper")
    options.add_argument("--games", type=int, default=10000, help="of each pair")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--claims", type=Path, default=CLAIMS)
    options.add_argument("--svg", help="file for a picture")
    args = options.parse_args()

    won, said = {}, read_paper(args.claims)
    print(f"{'games won by the first, %':32} paper   here  95%            alike")
    for (a, b), paper in said.items():
        # --plain: each game has a deal of its own, as in the paper
        result = won[a, b] = deadwood.match(a, b, games=args.games, seed=args.seed, threads=args.threads, plain=True)
        low, high = (100 * limit for limit in result.interval)
        error = math.hypot(*(50 / math.sqrt(games) for games in (20000, args.games)))  # of the difference, at the most
        alike = "yes" if abs(100 * result.win_rate - paper) < 1.96 * error + 0.05 else "no"
        here = f"{100 * result.win_rate:5.1f}  [{low:4.1f}, {high:4.1f}]"
        print(f"{a + ' against ' + b:32} {paper:5.1f}  {here}   {alike}", flush=True)
    if args.svg:
        draw(won, said, args.svg)


if __name__ == "__main__":
    main()
