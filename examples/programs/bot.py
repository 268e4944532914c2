"""A program that plays at random: one line of JSON for each move, in and out."""

import json
import random
import sys

for line in sys.stdin:
    request = json.loads(line)
    rng = random.Random(request["seed"])  # the same seed, the same move
    print(json.dumps({"move": rng.choice(request["moves"])}), flush=True)
