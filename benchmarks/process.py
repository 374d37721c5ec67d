"""One run of a command, measured from a process of its own.

The kernel takes the memory of the process that starts a command for memory of the command too, so a large
benchmark must not start it itself: a small fresh interpreter does, waits, and tells what it saw.
"""

import os
import subprocess
import sys
from collections.abc import Collection
from typing import NamedTuple

_WAITING = """
import os, sys
pid = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(pid, 0)
code = os.waitstatus_to_exitcode(status)
print(code, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, file=sys.stderr)
"""


class Run(NamedTuple):
    """One run: seconds of the processor, and the largest memory in bytes (not less than 8 MB or so)."""

    seconds: float
    memory: int


def run(command: list[str], may_end_with: Collection[int] = ()) -> Run:
    """Run a command, without its output; ends the benchmark where the command fails.

    `may_end_with` are exit statuses besides 0 that are no failure. The command may keep its compiled
    modules, as an installed product has them.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    waiting = [sys.executable, "-I", "-S", "-c", _WAITING, *command]
    done = subprocess.run(
        waiting, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment, check=True
    )
    *problems, told = done.stderr.splitlines()
    code, seconds, kilobytes = told.split()
    if int(code) and int(code) not in may_end_with:
        sys.exit("\n".join([*problems, f"{' '.join(command)} ended with {code}"]))
    return Run(float(seconds), int(kilobytes) * 1024)
