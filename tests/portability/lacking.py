"""What a system lacks skips the tests that use it, instead of letting each of them ask."""

import os
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

_NOT_ALLOWED = 1314
"""The number of Windows' error for a link that a person without the right to make one asks for."""


def skip_for_what_is_lacking(system: ModuleType = os) -> None:
    """Skip tests that make pipes with names where the system has none, or links where it allows none.

    Nothing of keytally uses either, so that no behaviour of it changes.
    """
    if not hasattr(system, "mkfifo"):
        system.mkfifo = _skipping("has no pipes with names")  # type: ignore[attr-defined]
    link = system.symlink

    def linked(*arguments: Any, **words: Any) -> None:
        try:
            link(*arguments, **words)
        except OSError as error:
            if getattr(error, "winerror", None) != _NOT_ALLOWED:
                raise
            pytest.skip("this system allows this person no links")

    system.symlink = linked  # type: ignore[attr-defined]


def _skipping(reason: str) -> Callable[..., None]:
    def skip(*arguments: Any, **words: Any) -> None:
        pytest.skip(f"this system {reason}")

    return skip
