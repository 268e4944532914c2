"""Where points are, as far as so many places show: whole numbers with a bound on their error."""

from __future__ import annotations

from typing import NamedTuple


class Ball(NamedTuple):
    """Coordinates in the frame of a plane, times a power of two, as far as they are known."""

    x: int
    y: int
    error: int
    """Both coordinates are at most so far off."""


def meeting(p: Ball | None, q: Ball | None, r: Ball | None, s: Ball | None) -> Ball | None:
    """Return where the line pq meets the line rs: ``p + (q - p) * top / bottom``.

    ``top`` and ``bottom`` are the cross products of r - p and q - p with s - r. Every bound is
    the product rule for errors: (u + e)(v + f) is off from u v by |u| f + |v| e + e f at most.
    """
    if not (p and q and r and s):
        return None
    dx, dy, d_off = q.x - p.x, q.y - p.y, p.error + q.error
    ux, uy, u_off = s.x - r.x, s.y - r.y, r.error + s.error
    vx, vy, v_off = r.x - p.x, r.y - p.y, r.error + p.error
    u_size = abs(ux) + abs(uy)
    bottom, top = dx * uy - dy * ux, vx * uy - vy * ux
    bottom_off = u_off * (abs(dx) + abs(dy) + 2 * d_off) + d_off * u_size
    top_off = u_off * (abs(vx) + abs(vy) + 2 * v_off) + v_off * u_size
    size = abs(bottom)
    least = size - bottom_off
    if least <= 0:
        return None
    # The share top / bottom is off by (top_off + |top / bottom| bottom_off) / least at most.
    share_off = top_off * size + abs(top) * bottom_off
    longest = max(abs(dx), abs(dy)) + d_off
    error = p.error + longest * share_off // (size * least) + abs(top) * d_off // size + 3
    return Ball(p.x + dx * top // bottom, p.y + dy * top // bottom, error)
