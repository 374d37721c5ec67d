"""The agreement of annotators as lines of text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from keytally.batch.coefficient_text import UNDEFINED, coefficient_lines, coefficient_table, table
from keytally.text.plural import quantity

MOST_CONFUSIONS, FEW_CONFUSIONS = 20, 8
"""So many confusions are printed at length and in short; JSON and CSV have all."""

LONGEST = 12
"""Where a name has more characters, tables have numbers instead of names."""

_PARTS = {"documents": "Document", "classes": "Class", "slots": "Slot", "types": "Type"}

Values = Mapping[str, Any]


def agreement_text(values: Values, *, is_long: bool = False) -> str:
    """The matrix of F, the coefficients, the confusions and the disagreements.

    A long text has the parts of F as well, and all that is known of each coefficient.
    """
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


def _short_names(names: Sequence[str]) -> Mapping[str, str]:
    """What tables call the annotators: their names, or their numbers."""
    if max(map(len, names)) <= LONGEST:
        return {name: name for name in names}
    return {name: str(number) for number, name in enumerate(names, 1)}


def _head(values: Values, short: Mapping[str, str]) -> Iterator[str]:
    annotators, documents = len(values["annotators"]), len(values["documents"])
    done = f"{quantity(documents, 'document')} that at least two have done"
    yield f"{values['task']}: {quantity(annotators, 'annotator')}, {done}"
    yield from (f"  {number}  {name}" for name, number in short.items() if name != number)


def _percent(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.2f}"


def _matrix(values: Values, short: Mapping[str, str]) -> Iterator[str]:
    """F of each pair; the mean of both directions where they differ."""
    f = dict[tuple[str, str], float | None]()
    for pair in values["pairs"]:
        f[pair["a"], pair["b"]] = pair["f_a_as_key"]
        f[pair["b"], pair["a"]] = pair["f_b_as_key"]
    rows = [
        [short[row], *(_percent(f[row, name]) if row != name else "-" for name in short)] for row in short
    ]
    yield "F in percent (row: the key, column: the response)"
    yield from table([["", *short.values()], *rows])
    if any(pair["f_a_as_key"] != pair["f_b_as_key"] for pair in values["pairs"]):
        yield "Mean of both directions"
        yield from table([[_pair(pair, short), _percent(pair["f"])] for pair in values["pairs"]])


def _pair(pair: Values, short: Mapping[str, str]) -> str:
    return f"{short[pair['a']]}, {short[pair['b']]}"


def _part(values: Values, part: str, title: str, short: Mapping[str, str]) -> Iterator[str]:
    """F of each pair by document, class, slot or type; nothing for a task without these."""
    rows = [dict(leaves(pair.get(part, {}))) for pair in values["pairs"]]
    names = dict.fromkeys(name for row in rows for name in row)
    if names:
        yield f"{title}: F in percent, the mean of both directions"
        lines = ([name, *(_percent(row[name]) if name in row else "-" for row in rows)] for name in names)
        yield from table([["", *(_pair(pair, short) for pair in values["pairs"])], *lines])


def leaves(tree: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, float]]:
    """The values in nested mappings, with the names that lead to them."""
    for name, value in tree.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{before}{name} ")
        else:
            yield before + name, value


def _confusions(values: Values, most: int) -> Iterator[str]:
    found = values["confusions"]
    if found:
        yield "What one says where another says something else"
    for each in found[:most]:
        one, other = (in_words(each[side]) for side in ("a_says", "b_says"))
        yield f"  {each['count']:5}  {each['kind']}: {one} by {each['a']}, {other} by {each['b']}"
    if len(found) > most:
        yield f"  and {len(found) - most} more"


def in_words(said: str | None) -> str:
    """What somebody says, or `nothing`."""
    return "nothing" if said is None else said


def _disagreements(values: Values) -> Iterator[str]:
    found = values["disagreements"]
    yield quantity(len(found), "disagreement")
    for each in found:
        yield f"  {each['document']} {each['kind']} {each['name']}".rstrip()
        for saying in each["said"]:
            name = saying.get("name", each["name"])
            text = "" if name == each["name"] else f' "{name}"'
            yield f"    {place_of(saying) or saying['annotator']}: {in_words(saying['says'])}{text}"


def place_of(saying: Values) -> str:
    """`path:line:column` of what an annotator says; "" for nothing."""
    return f"{saying['path']}:{saying['line']}:{saying['column']}" if "path" in saying else ""
