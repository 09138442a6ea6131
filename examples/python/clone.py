#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Behaviour cloning: a small network learns from records what the champion does.

    python3 clone.py --games 2000 --out clone.safetensors

Plays matches of the champion against three players, makes (observation, mask, action) rows of its decisions, trains on
nine tenths of the games and prints how often the network chooses as the champion on the last tenth. Ends with
matches of the clone.
"""
import argparse
import time

import numpy as np
import torch

import deadwood

TEACHER, OPPONENTS = "champion", ("champion", "simple", "heisenbot")
BATCH = 1024


def decisions(games, seed):
    """The teacher's decisions: observation, mask, action, and which are for testing."""
    parts = []
    for opponent in OPPONENTS:
        records = deadwood.match(TEACHER, opponent, games=games, seed=seed, records=True).records
        rows = records.rows()
        hands = records.hands()
        teacher = np.array([hand["players"] for hand in hands]) == TEACHER  # by hand and seat
        late = np.array([hand["number"] for hand in hands]) >= 0.9 * games
        chosen = teacher[rows.hand, rows.seat]
        parts.append((rows.observation[chosen], rows.mask[chosen], rows.action[chosen], late[rows.hand][chosen]))
        print(f"# {len(hands):,} hands against {opponent}, {chosen.sum():,} decisions", flush=True)
    return [torch.from_numpy(np.concatenate(column)) for column in zip(*parts)]


def main():
    options = argparse.ArgumentParser(description="clones the champion")
    options.add_argument("--games", type=int, default=2000, help="against each opponent; an even number")
    options.add_argument("--epochs", type=int, default=6)
    options.add_argument("--net", default="896 256n 256n+ 106l")
    options.add_argument("--rate", type=float, default=1e-3)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--match", type=int, default=1000, help="games of each match at the end")
    options.add_argument("--out", help="file of weights to write")
    args = options.parse_args()

    torch.manual_seed(args.seed)
    observation, mask, action, late = decisions(args.games, args.seed)
    train, test = torch.nonzero(~late).squeeze(1), torch.nonzero(late).squeeze(1)
    net = deadwood.torch_net.Net(args.net, seed=args.seed)
    steps = args.epochs * (len(train) // BATCH + 1)
    optimiser = torch.optim.Adam(net.parameters(), lr=args.rate)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, args.rate, total_steps=steps)

    def logits(rows):
        return net(observation[rows]).masked_fill(~mask[rows], -1e9)

    print("# epoch  loss  chosen alike on new games, %  seconds of processor time", flush=True)
    for epoch in range(1, args.epochs + 1):
        begun, total = time.process_time(), 0.0
        for rows in train[torch.randperm(len(train))].split(BATCH):
            loss = torch.nn.functional.cross_entropy(logits(rows), action[rows].long())
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item() * len(rows)
        with torch.no_grad():
            alike = sum((logits(rows).argmax(dim=1) == action[rows]).sum().item() for rows in test.split(BATCH))
        print(f"{epoch:7} {total / len(train):6.3f} {100 * alike / len(test):12.1f} "
              f"{time.process_time() - begun:12.0f}", flush=True)

    model = deadwood.torch_net.to_model(net)
    for opponent in OPPONENTS:
        print(deadwood.match(model.player("clone"), opponent, games=args.match, seed=1000))
    if args.out:
        deadwood.export(net, args.out, seed=str(args.seed), recipe="clone.py")
        print(f"# {args.out} plays as champion:model={args.out if '/' in args.out else './' + args.out}")


if __name__ == "__main__":
    main()
