"""Random numbers for compiled code: the state of a stream is one number in an array.

The generator is SplitMix64, from Steele, Lea and Flood (2014), *Fast splittable pseudorandom number
generators*.
"""

from __future__ import annotations

from polygames.runtime.jit import compiled, np, npt

Rng = npt.NDArray[np.uint64]
"""The state of a stream of random numbers: an array of one, updated by `random_uniform`."""

GOLDEN_RATIO_64 = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S11, S27, S30, S31 = (np.uint64(bits) for bits in (11, 27, 30, 31))


def make_stream(seed: int, stream: int = 0) -> Rng:
    """Return a stream of random numbers, determined by the seed and the stream number."""
    start = (seed * 0xD1342543DE82EF95 + stream * 0xAEF17502108EF2D9 + 0x632BE59BD9B4E019) % 2**64
    start = (start ^ (start >> 32)) * 0xD6E8FEB86659FD93 % 2**64
    return np.array([start ^ (start >> 32)], np.uint64)


@compiled
def random_uniform(rng: Rng) -> float:
    """Return the next random number x of a stream, 0 <= x < 1."""
    rng[0] += GOLDEN_RATIO_64
    z = rng[0]
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return float((z ^ (z >> S31)) >> S11) * 2.0**-53


@compiled
def random_below(rng: Rng, n: int) -> int:
    """Return a random integer k, 0 <= k < n."""
    return int(random_uniform(rng) * n)
