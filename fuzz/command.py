"""The command in this process: what it prints, and that it ends as it says."""

import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from fuzz.failure import hold
from keytally.commands.main import main


class Output(NamedTuple):
    """What a run printed, and its exit status."""

    status: int
    printed: str
    said: str


def run(arguments: Sequence[str]) -> Output:
    """Run the command; raises what users see as an internal error, and BrokenError for odd messages."""
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2)]
    with _streams(*streams), _debugging():
        status = main(arguments)
    printed, said = (_written(stream) for stream in streams)
    hold(status in (0, 1, 2), "an exit status is 0, 1 or 2", status)
    hold(status != 2 or bool(said), "a run that fails says why", arguments)
    odd = [line for line in said.splitlines() if not line.startswith("keytally")]
    hold(not odd, "each line of standard error is keytally's own", f"{arguments}\n{said}")
    return Output(status, printed, said)


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    data = stream.buffer
    assert isinstance(data, io.BytesIO)
    return data.getvalue().decode("utf-8")


@contextmanager
def _streams(output: io.TextIOWrapper, errors: io.TextIOWrapper) -> Iterator[None]:
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = output, errors
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


@contextmanager
def _debugging() -> Iterator[None]:
    """Let errors out that the command reports in a line."""
    before = os.environ.get("KEYTALLY_DEBUG")
    os.environ["KEYTALLY_DEBUG"] = "1"
    try:
        yield
    finally:
        os.environ.pop("KEYTALLY_DEBUG")
        if before is not None:
            os.environ["KEYTALLY_DEBUG"] = before
