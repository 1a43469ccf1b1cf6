"""The loop behind the curve of `collapse` in pure Python, timed on a few seeds: seconds for one seed over all widths."""

import json
import math
import random
import sys
import time

N, SEEDS = 8, 5
WIDTHS = [int(word) for word in sys.argv[1].split(",")]


def share(seed, d):
    rng = random.Random(seed)
    q, k = ([[rng.gauss(0, 1) for _ in range(d)] for _ in range(N)] for _ in range(2))
    total = 0
    for query in q:
        row = [sum(a * b for a, b in zip(query, key)) for key in k]
        largest = max(row)
        powers = [math.exp(x - largest) for x in row]
        norm = sum(powers)
        total -= sum(p / norm * math.log(p / norm) for p in powers if p > 0)
    return total / N / math.log(N)


def run():
    start = time.process_time()
    shares = [sum(share(seed, d) for seed in range(SEEDS)) / SEEDS for d in WIDTHS]
    return (time.process_time() - start) / SEEDS, shares


times = [run() for _ in range(5)]
print(json.dumps({"secondsPerSeed": min(seconds for seconds, _ in times), "shares": times[0][1]}))
