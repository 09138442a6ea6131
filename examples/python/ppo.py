#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""PPO in PyTorch, on a processor: from nothing to a player that beats Simple, in minutes.

    python3 ppo.py --out ppo.safetensors

Prints a line a measurement: decisions so far, points a hand in training, games won against the opponent. The file it
writes is played by the engine: deadwood match champion:model=./ppo.safetensors simple. With --curve FILE the lines go
to a file as well, for gnuplot.
"""
import argparse
import time

import numpy as np
import torch
from torch import nn

import deadwood

N, STEPS, EPOCHS, BATCH = 512, 64, 2, 2048  # games at once, decisions of each between two times of learning
LAMBDA, CLIP, NORM = 0.95, 0.2, 0.5  # rewards come at the end of a hand: there is no discount


class Actor(nn.Module):
    """Logits for the actions, and what the hand is worth to the seat to move."""

    def __init__(self, width):
        super().__init__()
        self.policy = deadwood.torch_net.Net(f"896 {width}r {width}r 106l")
        self.value = nn.Linear(width, 1)
        with torch.no_grad():  # begins with nearly equal chances
            self.policy.layers_2_weight.mul_(0.01)

    def forward(self, observation, mask):
        seen = self.policy.features(observation)
        return self.policy.last(seen).masked_fill(~mask, -1e9), self.value(seen).squeeze(-1)


@torch.no_grad()
def roll_out(env, actor):
    """STEPS decisions in every game: observation, mask, action, log probability, advantage, return; points won."""
    rows = {
        "observation": torch.empty(STEPS, N, 896, dtype=torch.uint8),
        "mask": torch.empty(STEPS, N, 106, dtype=torch.bool),
        "action": torch.empty(STEPS, N, dtype=torch.long), "log": torch.empty(STEPS, N)}
    values, rewards, done = torch.empty(STEPS + 1, N), torch.empty(STEPS, N), torch.empty(STEPS, N)
    for t in range(STEPS):
        rows["observation"][t], rows["mask"][t] = torch.from_numpy(env.observation), torch.from_numpy(env.mask)
        logits, values[t] = actor(rows["observation"][t], rows["mask"][t])
        choice = torch.distributions.Categorical(logits=logits)
        rows["action"][t] = choice.sample()
        rows["log"][t] = choice.log_prob(rows["action"][t])
        env.step(rows["action"][t].numpy())
        rewards[t], done[t] = torch.from_numpy(env.reward_acted), torch.from_numpy(env.done).float()
    values[STEPS] = actor(torch.from_numpy(env.observation), torch.from_numpy(env.mask))[1]
    advantage, later = torch.empty(STEPS, N), torch.zeros(N)
    for t in reversed(range(STEPS)):  # generalised advantages; nothing leads from one hand to the next
        goes_on = 1 - done[t]
        later = rewards[t] + goes_on * values[t + 1] - values[t] + LAMBDA * goes_on * later
        advantage[t] = later
    rows["return"] = advantage + values[:STEPS]
    rows["advantage"] = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    points = 100 * rewards.sum().item() / max(1.0, done.sum().item())
    return {name: row.flatten(0, 1) for name, row in rows.items()}, points


def learn(actor, optimiser, rows, entropy):
    for _ in range(EPOCHS):
        for part in torch.randperm(N * STEPS).split(BATCH):
            logits, value = actor(rows["observation"][part], rows["mask"][part])
            choice = torch.distributions.Categorical(logits=logits)
            ratio = torch.exp(choice.log_prob(rows["action"][part]) - rows["log"][part])
            advantage = rows["advantage"][part]
            gain = torch.min(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
            loss = -gain - entropy * choice.entropy().mean() + (value - rows["return"][part]).square().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(actor.parameters(), NORM)
            optimiser.step()


def as_player(actor):
    """The likeliest action, for matches."""
    @torch.no_grad()
    def ppo(observation, mask):
        return actor(torch.from_numpy(observation), torch.from_numpy(mask))[0].argmax(dim=1).numpy()
    return deadwood.batched(ppo)


def main():
    options = argparse.ArgumentParser(description="PPO against a listed player")
    options.add_argument("--opponent", default="simple")
    options.add_argument("--minutes", type=float, default=2.5, help="of processor time, measurements apart")
    options.add_argument("--width", type=int, default=128)
    options.add_argument("--rate", type=float, default=2e-3)
    options.add_argument("--entropy", type=float, default=0.01)
    options.add_argument("--games", type=int, default=1000, help="of a measurement")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--out", help="file of weights to write")
    options.add_argument("--curve", help="file for the lines that are printed")
    args = options.parse_args()

    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    env = deadwood.GinVec(N, seed=args.seed, opponent=args.opponent, episode="hand")
    actor = Actor(args.width)
    optimiser = torch.optim.Adam(actor.parameters(), lr=args.rate, eps=1e-5)
    learnt, decisions, measured, mean = 0.0, 0, 0, None
    print(f"# against {args.opponent}\n# minutes  decisions  points a hand  games won, % [95%]", flush=True)
    while True:
        begun = time.process_time()
        share = min(1.0, learnt / (60 * args.minutes))
        for group in optimiser.param_groups:
            group["lr"] = args.rate * (1 - 0.9 * share)
        rows, points = roll_out(env, actor)
        learn(actor, optimiser, rows, args.entropy * (1 - 0.9 * share))
        learnt += time.process_time() - begun  # measurements are not counted
        decisions += N * STEPS
        mean = points if mean is None else 0.9 * mean + 0.1 * points
        over = learnt >= 60 * args.minutes
        if over or learnt >= measured * 60 * args.minutes / 20:
            measured += 1
            result = deadwood.match(as_player(actor), args.opponent, games=args.games, seed=1000)
            low, high = result.interval
            line = f"{learnt / 60:8.2f} {decisions:12,} {mean:10.2f} {100 * result.win_rate:12.1f} " \
                   f"[{100 * low:.1f}, {100 * high:.1f}]"
            print(line, flush=True)
            if args.curve:
                with open(args.curve, "a") as file:
                    file.write(line.replace(",", "").replace("[", "").replace("]", "") + "\n")
        if over:
            break
    if args.out:
        deadwood.export(actor.policy, args.out, seed=str(args.seed), recipe="ppo.py")
        print(f"# {args.out} plays as champion:model={args.out if '/' in args.out else './' + args.out}")


if __name__ == "__main__":
    main()
