"""Runs cases of a target by their seeds."""

import gc
from random import Random
from time import process_time

from fuzz.case import Case
from fuzz.failure import EndlessError, Failure, failure_of
from fuzz.guard import limited
from fuzz.minimise import minimised
from fuzz.targets import TARGETS

MINIMISING = 60.0
"""Seconds of the processor after which a case is small enough."""


def case_of(target: str, seed: int) -> Case:
    """The case that a seed names, the same in every run."""
    return TARGETS[target].make(Random(f"{target} {seed}"))


def tried(case: Case) -> Failure | None:
    """What is wrong with a case; None for nothing."""
    try:
        with limited():
            TARGETS[case.target].run(case)
    except (Exception, EndlessError) as error:
        return failure_of(error)
    finally:
        _collecting_again()
    return None


def _collecting_again() -> None:
    """Collect what commands and servers have set aside: their process ends or lasts, and so they never do."""
    if gc.get_freeze_count():
        gc.unfreeze()
        gc.collect()
    gc.enable()


def smallest(case: Case, failure: Failure) -> Case:
    """A small case that fails like this one."""
    end = process_time() + MINIMISING

    def fails(smaller: Case) -> bool:
        if process_time() > end:
            return False
        found = tried(smaller)
        return found is not None and found.kind == failure.kind

    return minimised(case, fails)
