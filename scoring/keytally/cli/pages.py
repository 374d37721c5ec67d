"""Prints the page of a command."""

import sys

from keytally.text.printable import printable_page


def show_page(page: str) -> None:
    """Print a page. In a file or a pipe it is exact; at a terminal control characters are written out."""
    print(printable_page(page) if sys.stdout.isatty() else page, end="")
