"""One line of the table: what was measured, beside its target."""

from typing import NamedTuple


class Row(NamedTuple):
    """A figure with its target; `target` None for a figure that only explains others.

    `unit` is put behind both. A figure meets its target if it is not larger.
    """

    name: str
    figure: float
    unit: str = ""
    target: float | None = None
    note: str = ""

    @property
    def is_met(self) -> bool:
        """Whether the figure is within its target."""
        return self.target is None or self.figure <= self.target

    def line(self) -> str:
        """The row as the table shows it."""
        shown = (
            ""
            if self.target is None
            else f"{self.target:8.2f} {self.unit:3} {'ok' if self.is_met else 'OVER'}"
        )
        return f"{self.name:52} {self.figure:9.2f} {self.unit:3} {shown:18} {self.note}".rstrip()


HEADER = f"{'what':52} {'figure':>9} {'':3} {'target':>8}"
