"""numpy for the engines, or lists in its place: what modules of compiled functions import as `np`.

Where functions are compiled, `np` is numpy. Where numba or numpy is missing they run as plain
Python, and there the lists of `polygames.runtime.plain_arrays` are quicker than arrays: a number
of an array takes ten times as long to reach. So every engine can be imported, and many play,
without either library. What needs more of numpy than an engine does imports numpy itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from polygames.runtime.optional_imports import has

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["HAS_NUMBA", "np", "npt"]

HAS_NUMBA: Final = has("numba") and has("numpy")
"""Whether functions are compiled."""

if not TYPE_CHECKING:
    if HAS_NUMBA:
        import numpy as np
        import numpy.typing as npt
    else:
        from polygames.runtime import plain_arrays as np
        from polygames.runtime import plain_arrays as npt
