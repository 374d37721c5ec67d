"""What a measure of agreement gives, with the items that it is over."""

from typing import NamedTuple

from keytally.measures.agreement.coefficient import Coefficient


class Figure(NamedTuple):
    """A coefficient with its name, what one of its items is, and the annotators whom it is of."""

    name: str
    coefficient: Coefficient
    item: str
    annotators: tuple[str, ...]
