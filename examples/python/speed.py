#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What an environment of 1,024 games does in a second of processor time, one thread, random legal actions.

    python3 speed.py

C alone and Python are measured in turns, and the median of the rounds is printed, so that a busy machine disturbs both.
"""
import statistics
import time

import numpy as np

import deadwood

N, STEPS, ROUNDS = 1024, 60, 15


def rate(count, call):
    begun = time.process_time()
    call()
    return count / (time.process_time() - begun)


def by_numpy(vec):
    """A policy in numpy: the k-th legal action of each row, k by chance."""
    chance = np.random.default_rng(1)
    for _ in range(STEPS):
        nth = (chance.random(N) * vec.mask.sum(axis=1)).astype(np.int64)
        vec.step((vec.mask.cumsum(axis=1, dtype=np.int16) > nth[:, None]).argmax(axis=1))


def by_step(vec):
    for _ in range(STEPS):
        vec.step(vec.sample())


def actions_of(vec):
    """Legal actions for STEPS steps from here, and the state to come back to."""
    state, actions = vec.state(), []
    for _ in range(STEPS):
        actions.append(vec.sample().copy())
        vec.step(actions[-1])
    vec.restore(state)
    return actions


def step_alone(vec, actions):
    for row in actions:
        vec.step(row)


def compare(kind):
    """C and Python in turns, for an environment of one game."""
    vec = kind(N, seed=1)
    vec.play(200)
    seen = {name: [] for name in ("C: sample and step", "Python: sample() and step()", "Python: step() alone",
                                  "Python: a random policy in numpy")}
    for _ in range(ROUNDS):
        parts = (lambda: vec.play(STEPS), lambda: by_step(vec), None, lambda: by_numpy(vec))
        for name, part in zip(seen, parts):
            if part is None:
                actions = actions_of(vec)
                part = lambda: step_alone(vec, actions)  # noqa: E731
            seen[name].append(rate(N * STEPS, part))
    print(kind.__name__)
    c = statistics.median(seen["C: sample and step"])
    for name, rates in seen.items():
        middle = statistics.median(rates)
        print(f"  {name:36} {middle / 1e6:6.2f}   {100 * middle / c:5.1f}% of C")


def main():
    print(f"engine {deadwood.LEVEL}, {N:,} games, one thread; millions of decisions a second, median of {ROUNDS}")
    compare(deadwood.GinVec)
    compare(deadwood.HeartsVec)

    vec = deadwood.GinVec(N, seed=2, episode="hand")
    vec.counts()
    begun = time.process_time()
    vec.play(400)
    passed = time.process_time() - begun
    print(f"  random gin: {sum(count['hands'] for count in vec.counts()) / passed:,.0f} hands a second")

    env = deadwood.GinVectorEnv(N)
    obs, _ = env.reset(seed=1)
    taken = []

    def gym():
        for _ in range(20):
            env.step(env.vec.sample())
    taken = [rate(20 * N, gym) for _ in range(5)]
    print("  GinVectorEnv against Simple, copies of observations: "
          f"{statistics.median(taken) / 1e6:.2f} million decisions a second")
    aec = deadwood.GinAEC(episode="hand")
    aec.reset(seed=1)

    def turns():
        done = 0
        while done < 2000:
            for agent in aec.agent_iter():
                observation, _, over, _, _ = aec.last()
                aec.step(None if over else int(observation["action_mask"].argmax()))
                done += 1
                if done >= 2000:
                    break
            if not aec.agents:
                aec.reset()
    print(f"  GinAEC, one game: {rate(2000, turns):,.0f} decisions a second")


if __name__ == "__main__":
    main()
