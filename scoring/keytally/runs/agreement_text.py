"""Inter-annotator agreement as lines of text and as CSV."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from keytally.text.rendering import printable, quantity
from keytally.text.tables import csv_cell

UNDEFINED = "undefined"

Values = Mapping[str, Any]


def coefficient_table(values: Values, short: Mapping[str, str]) -> Iterator[str]:
    """Yield a row for each coefficient: its values for all annotators and for each pair, and the number of
    items.

    Notes after the table describe the items, and the reasons for undefined coefficients.
    """
    found = values["coefficients"]
    pairs = [(pair["a"], pair["b"]) for pair in values["pairs"]]
    everyone = tuple(values["annotators"])
    columns = list(dict.fromkeys([everyone, *pairs]))
    names = dict.fromkeys(each["name"] for each in found)
    by_cell = {(each["name"], tuple(each["annotators"])): each for each in found}
    rows = [[name, *(_cell(by_cell.get((name, column))) for column in columns)] for name in names]
    yield "Coefficients (number of items in parentheses)"
    titles = [
        "all" if column == everyone else ", ".join(short[name] for name in column) for column in columns
    ]
    yield from aligned_table([["", *titles], *rows])
    yield from _notes("item", ((_short(each["item"]), each["name"]) for each in found))
    undefined = ((each["reason"], each["name"]) for each in found if "reason" in each)
    yield from _notes(UNDEFINED, undefined)


def _cell(figure: Values | None) -> str:
    if figure is None:
        return ""
    value = "undefined" if figure["value"] is None else f"{figure['value']:.3f}"
    return f"{value} ({figure['items']})"


def _short(item: str) -> str:
    """Return the description of an item, without details that concern a single coefficient."""
    return item.partition(";")[0].partition(", in ")[0]


def _notes(title: str, noted: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a line for each note, with the names of the coefficients that it concerns."""
    names: dict[str, dict[str, None]] = {}
    for note, name in noted:
        names.setdefault(note, {})[name] = None
    for note, of in names.items():
        yield f"  {title}: {note} [{'; '.join(of)}]"


def coefficient_lines(values: Values) -> Iterator[str]:
    """Yield two lines for each coefficient: its value, and its items."""
    yield "Coefficients"
    for each in values["coefficients"]:
        everyone = len(each["annotators"]) == len(values["annotators"])
        of = "" if everyone else f" ({', '.join(each['annotators'])})"
        value = UNDEFINED if each["value"] is None else f"{each['value']:.3f}"
        why = f": {each['reason']}" if "reason" in each else ""
        yield f"  {each['name']}{of} = {value}{why}"
        yield f"    {quantity(each['items'], 'item')}: {each['item']}"


def aligned_table(rows: list[list[str]]) -> Iterator[str]:
    """Yield rows of cells aligned in columns: the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        yield "  ".join(["  " + first.ljust(widths[0]), *cells]).rstrip()


MOST_CONFUSIONS, FEW_CONFUSIONS = 20, 8
"""The numbers of confusions that the long and the short text print; JSON and CSV contain all."""

LONGEST = 12
"""The length of a name above which tables show numbers instead of names."""

_PARTS = {"documents": "Document", "classes": "Class", "slots": "Slot", "types": "Type"}


def agreement_text(values: Values, *, is_long: bool = False) -> str:
    """Return the matrix of F, the coefficients, the confusions and the disagreements.

    A long text also contains the parts of F, and all details of each coefficient.
    """
    values = _printable(values)
    short = _short_names(values["annotators"])
    parts = [_part(values, part, title, short) for part, title in _PARTS.items()]
    sections = (
        _head(values, short),
        _matrix(values, short),
        *(parts if is_long else ()),
        coefficient_lines(values) if is_long else coefficient_table(values, short),
        _confusions(values, MOST_CONFUSIONS if is_long else FEW_CONFUSIONS),
        _disagreements(values),
    )
    pages = ("".join(f"{line}\n" for line in section) for section in sections)
    return "\n".join(page for page in pages if page)


def _printable(value: Any) -> Any:
    """Return the value with each text, including the names in mappings, on one line."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, Mapping):
        return {_printable(name): _printable(each) for name, each in value.items()}
    return [*map(_printable, value)] if isinstance(value, list | tuple) else value


def _short_names(names: Sequence[str]) -> Mapping[str, str]:
    """Return the names that tables use for annotators: their own, or numbers."""
    if max(map(len, names)) <= LONGEST:
        return {name: name for name in names}
    return {name: str(number) for number, name in enumerate(names, 1)}


def _head(values: Values, short: Mapping[str, str]) -> Iterator[str]:
    annotators, documents = len(values["annotators"]), len(values["documents"])
    done = f"{quantity(documents, 'document')} annotated by at least two"
    yield f"{values['task']}: {quantity(annotators, 'annotator')}, {done}"
    yield from (f"  {number}  {name}" for name, number in short.items() if name != number)


def _percent(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.2f}"


def _matrix(values: Values, short: Mapping[str, str]) -> Iterator[str]:
    """Yield F of each pair, and the mean of both directions if they differ."""
    f = dict[tuple[str, str], float | None]()
    for pair in values["pairs"]:
        f[pair["a"], pair["b"]] = pair["f_a_as_key"]
        f[pair["b"], pair["a"]] = pair["f_b_as_key"]
    rows = [
        [short[row], *(_percent(f[row, name]) if row != name else "-" for name in short)] for row in short
    ]
    yield "F in percent (row: the key, column: the response)"
    yield from aligned_table([["", *short.values()], *rows])
    if any(pair["f_a_as_key"] != pair["f_b_as_key"] for pair in values["pairs"]):
        yield "Mean of both directions"
        yield from aligned_table([[_pair(pair, short), _percent(pair["f"])] for pair in values["pairs"]])


def _pair(pair: Values, short: Mapping[str, str]) -> str:
    return f"{short[pair['a']]}, {short[pair['b']]}"


def _part(values: Values, part: str, title: str, short: Mapping[str, str]) -> Iterator[str]:
    """Yield the F of each pair by document, class, slot or type; empty for a task without these."""
    rows = [dict(named_leaves(pair.get(part, {}))) for pair in values["pairs"]]
    names = dict.fromkeys(name for row in rows for name in row)
    if names:
        yield f"{title}: F in percent, the mean of both directions"
        lines = ([name, *(_percent(row[name]) if name in row else "-" for row in rows)] for name in names)
        yield from aligned_table([["", *(_pair(pair, short) for pair in values["pairs"])], *lines])


def named_leaves(tree: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, float]]:
    """Yield the values in nested mappings, with the names that lead to them."""
    for name, value in tree.items():
        if isinstance(value, Mapping):
            yield from named_leaves(value, f"{before}{name} ")
        else:
            yield before + name, value


def _confusions(values: Values, most: int) -> Iterator[str]:
    found = values["confusions"]
    if found:
        yield "Most frequent confusions"
    for each in found[:most]:
        one, other = (claim_or_nothing(each[side]) for side in ("a_says", "b_says"))
        yield f"  {each['count']:5}  {each['kind']}: {one} by {each['a']}, {other} by {each['b']}"
    if len(found) > most:
        yield f"  and {len(found) - most} more"


def claim_or_nothing(said: str | None) -> str:
    """Return a claim, or `nothing` if it is None."""
    return "nothing" if said is None else said


def _disagreements(values: Values) -> Iterator[str]:
    found = values["disagreements"]
    yield quantity(len(found), "disagreement")
    for each in found:
        yield f"  {each['document']} {each['kind']} {each['name']}".rstrip()
        for saying in each["said"]:
            name = saying.get("name", each["name"])
            text = "" if name == each["name"] else f' "{name}"'
            yield f"    {place_of(saying) or saying['annotator']}: {claim_or_nothing(saying['says'])}{text}"


def place_of(saying: Values) -> str:
    """Return `path:line:column` of a claim; "" if there is none."""
    return f"{saying['path']}:{saying['line']}:{saying['column']}" if "path" in saying else ""


COLUMNS = ("of", "table", "name", "a", "b", "value", "items", "note")

Row = tuple[Any, ...]


def agreement_csv(found: Iterable[tuple[str, Mapping[str, Any]]]) -> str:
    """Return a row of named values for each F, coefficient, confusion and claim.

    F is in percent, coefficients are at most 1; undefined values are empty.
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for name, values in found:
        rows = (*_f(values), *_coefficients(values), *_confusion_rows(values), *_disagreement_rows(values))
        writer.writerows(map(_cells, ((name, *row) for row in rows)))
    return file.getvalue()


def _cells(row: Row) -> Row:
    """Return the row with its texts formatted as cells; numbers are unchanged."""
    return tuple(csv_cell(cell) if isinstance(cell, str) else cell for cell in row)


def _f(values: Mapping[str, Any]) -> Iterator[Row]:
    for pair in values["pairs"]:
        names = pair["a"], pair["b"]
        count = pair.get("compared_documents")
        for name, value in (("f", "f"), ("f, a as key", "f_a_as_key"), ("f, b as key", "f_b_as_key")):
            if value in pair:
                yield "f", name, *names, pair[value], count, "documents"
        for part in ("documents", "classes", "slots", "types"):
            for name, f in named_leaves(pair.get(part, {})):
                yield f"f by {part}", name, *names, f, "", ""


def _coefficients(values: Mapping[str, Any]) -> Iterator[Row]:
    """Yield a row for each coefficient, with its annotators if there are two."""
    for each in values["coefficients"]:
        names = each["annotators"] if len(each["annotators"]) == 2 else ("", "")
        reason = f"{each['reason']}; " if "reason" in each else ""
        yield "coefficient", each["name"], *names, each["value"], each["items"], reason + each["item"]


def _confusion_rows(values: Mapping[str, Any]) -> Iterator[Row]:
    for each in values.get("confusions", ()):
        says = f"{claim_or_nothing(each['a_says'])} / {claim_or_nothing(each['b_says'])}"
        yield "confusion", each["kind"], each["a"], each["b"], each["count"], "", says


def _disagreement_rows(values: Mapping[str, Any]) -> Iterator[Row]:
    """Yield a row for each claim in a disagreement; `items` contains the number of the disagreement,
    `value` the position.
    """
    for number, each in enumerate(values["disagreements"], 1):
        for saying in each["said"]:
            place = place_of(saying)
            name = " ".join(filter(None, (each["document"], each["kind"], each["name"])))
            yield (
                "disagreement",
                name,
                saying["annotator"],
                "",
                place,
                number,
                claim_or_nothing(saying["says"]),
            )
