"""The coefficients of an agreement as lines of text: in a table, or with all that is known of each."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from keytally.text.plural import quantity

UNDEFINED = "undefined"

Values = Mapping[str, Any]


def coefficient_table(values: Values, short: Mapping[str, str]) -> Iterator[str]:
    """A row for each coefficient: that of all, that of each pair, and over how many items each is.

    Below it stands once what the items are, and why some coefficients are undefined.
    """
    found = values["coefficients"]
    pairs = [(pair["a"], pair["b"]) for pair in values["pairs"]]
    everyone = tuple(values["annotators"])
    columns = list(dict.fromkeys([everyone, *pairs]))
    names = dict.fromkeys(each["name"] for each in found)
    by_cell = {(each["name"], tuple(each["annotators"])): each for each in found}
    rows = [[name, *(_cell(by_cell.get((name, column))) for column in columns)] for name in names]
    yield "Coefficients, over so many items"
    titles = [
        "all" if column == everyone else ", ".join(short[name] for name in column) for column in columns
    ]
    yield from table([["", *titles], *rows])
    yield from _notes("item", ((_short(each["item"]), each["name"]) for each in found))
    undefined = ((each["reason"], each["name"]) for each in found if "reason" in each)
    yield from _notes(UNDEFINED, undefined)


def _cell(figure: Values | None) -> str:
    if figure is None:
        return ""
    value = "undefined" if figure["value"] is None else f"{figure['value']:.3f}"
    return f"{value} ({figure['items']})"


def _short(item: str) -> str:
    """What an item is, without what is said of this figure only."""
    return item.partition(";")[0].partition(", in ")[0]


def _notes(title: str, noted: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A line for each note, with the names of the coefficients that it is about."""
    names: dict[str, dict[str, None]] = {}
    for note, name in noted:
        names.setdefault(note, {})[name] = None
    for note, of in names.items():
        yield f"  {title}: {note} [{'; '.join(of)}]"


def coefficient_lines(values: Values) -> Iterator[str]:
    """Two lines for each coefficient: its value, and its items."""
    yield "Coefficients"
    for each in values["coefficients"]:
        everyone = len(each["annotators"]) == len(values["annotators"])
        of = "" if everyone else f" ({', '.join(each['annotators'])})"
        value = UNDEFINED if each["value"] is None else f"{each['value']:.3f}"
        why = f": {each['reason']}" if "reason" in each else ""
        yield f"  {each['name']}{of} = {value}{why}"
        yield f"    {quantity(each['items'], 'item')}: {each['item']}"


def table(rows: list[list[str]]) -> Iterator[str]:
    """Rows of cells in columns: the first one to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        yield "  ".join(["  " + first.ljust(widths[0]), *cells]).rstrip()
