"""The entry point of the command `keytally`.

From the first line on, Ctrl-C ends the process through the signal itself. As an exception, it would show a
traceback during imports, and would be lost in callbacks whose exceptions Python ignores.
"""

import os
import sys

TYPE_CHECKING = False  # that of `typing` takes time in which an interrupt would show a traceback
if TYPE_CHECKING:
    from typing import NoReturn


INTERRUPTED = 130


def run() -> "NoReturn":
    """Run the command, and exit with its status."""
    try:
        end_by_interrupt()
        from importlib import import_module  # noqa: PLC0415 - see above

        main = import_module("keytally.commands.main").main
        sys.exit(main())
    except KeyboardInterrupt:
        os._exit(INTERRUPTED)


def end_by_interrupt() -> None:
    """Let Ctrl-C end the process immediately; if it is ignored, as in the background, it remains ignored."""
    import signal  # noqa: PLC0415 - Ctrl-C is caught from here on

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
