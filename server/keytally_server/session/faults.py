"""What went wrong with one file, so that it stays with that file: a line for the user, a trace in the log."""

import logging

from keytally.evaluations import registry

logger = logging.getLogger(__name__)


def fault_line(error: Exception) -> str:
    """An unexpected error in one line: that of another distribution's family, or an internal one."""
    fault = registry.fault_of(error)
    if not fault:
        logger.error("an error of keytally's own", exc_info=error)
    return fault or f"internal error, please report it: {type(error).__name__}: {error}"
