"""The pure-Python run of the article, timed: q, k and v of n x d, softmax(q k^T / sqrt(d)) v and the entropy of each row."""

import json
import math
import random
import statistics
import time

N, D, SEEDS = 8, 64, 5


def sample(seed, n, d):
    rng = random.Random(seed)
    return [[[rng.gauss(0, 1) for _ in range(d)] for _ in range(n)] for _ in range(3)]


def attend(q, k, v, scale):
    result = []
    for query in q:
        row = [sum(a * b for a, b in zip(query, key)) * scale for key in k]
        largest = max(row)
        powers = [math.exp(x - largest) for x in row]
        total = sum(powers)
        weights = [p / total for p in powers]
        entropy = -sum(w * math.log(w) for w in weights if w > 0)
        output = [sum(w * value[j] for w, value in zip(weights, v)) for j in range(len(v[0]))]
        result.append((weights, entropy, output))
    return result


def median_time(run, seconds=1.0):
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times) < 5:
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def sweep():
    for seed in range(SEEDS):
        q, k, _ = sample(seed, N, D)
        attend(q, k, [[] for _ in k], 1 / math.sqrt(D))


data = sample(7, N, D)
print(json.dumps({
    "attendMicroseconds": median_time(lambda: attend(*data, 1 / math.sqrt(D))) * 1e6,
    "seedsPerSecond": SEEDS / median_time(sweep),
}))
