"""Test set-up of the rulebook: the repository's root is importable, so that `tests.rulebook.slow` is."""

from __future__ import annotations

import sys
from pathlib import Path

_ROOT = str(Path(__file__).resolve().parents[2])
if _ROOT not in sys.path:
    sys.path.insert(0, _ROOT)
