"""The error that reports why a run is not possible."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from keytally.evaluations import registry
from keytally.evaluations.settings import SettingsError


class KeytallyError(Exception):
    """A run that is not possible; `problems` has one readable line for each reason."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems: Sequence[str] = problems

    def __reduce__(self) -> tuple[type["KeytallyError"], tuple[str, ...]]:
        """The error as another process gets it, with its problems apart."""
        return type(self), tuple(self.problems)


def unforeseen(error: Exception) -> str:
    """A line on an error that nobody expects."""
    fault = registry.fault_of(error)
    return fault or " ".join(f"internal error, please report it: {type(error).__name__}: {error}".split())


@contextmanager
def readable_settings() -> Iterator[None]:
    """Turn a SettingsError into a KeytallyError."""
    try:
        yield
    except SettingsError as error:
        raise KeytallyError(*error.problems) from error


@contextmanager
def contained(shown: str, language: str = "") -> Iterator[None]:
    """Turn what fails in a family of another distribution into a KeytallyError about a file."""
    try:
        yield
    except KeytallyError:
        raise
    except SettingsError as error:
        raise KeytallyError(*(f"{shown}: {problem}" for problem in error.problems)) from error
    except Exception as error:
        if problem := registry.fault_of(error, language):
            raise KeytallyError(f"{shown}: {problem}") from error
        raise
