"""The agreement of annotators as one table of comma-separated values."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from keytally.batch.agreement_text import in_words, leaves, place_of

COLUMNS = ("of", "table", "name", "a", "b", "value", "items", "note")

Row = tuple[Any, ...]


def agreement_csv(found: Iterable[tuple[str, Mapping[str, Any]]]) -> str:
    """A row for each F, coefficient, confusion and saying, of values with a name each.

    F is in percent, a coefficient at most 1; a value that is undefined is empty.
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for name, values in found:
        rows = (*_f(values), *_coefficients(values), *_confusions(values), *_disagreements(values))
        writer.writerows((name, *row) for row in rows)
    return file.getvalue()


def _f(values: Mapping[str, Any]) -> Iterator[Row]:
    for pair in values["pairs"]:
        names = pair["a"], pair["b"]
        count = pair.get("compared_documents")
        for name, value in (("f", "f"), ("f, a as key", "f_a_as_key"), ("f, b as key", "f_b_as_key")):
            if value in pair:
                yield "f", name, *names, pair[value], count, "documents"
        for part in ("documents", "classes", "slots", "types"):
            for name, f in leaves(pair.get(part, {})):
                yield f"f by {part}", name, *names, f, "", ""


def _coefficients(values: Mapping[str, Any]) -> Iterator[Row]:
    """A row for each; the annotators are named where they are two."""
    for each in values["coefficients"]:
        names = each["annotators"] if len(each["annotators"]) == 2 else ("", "")
        reason = f"{each['reason']}; " if "reason" in each else ""
        yield "coefficient", each["name"], *names, each["value"], each["items"], reason + each["item"]


def _confusions(values: Mapping[str, Any]) -> Iterator[Row]:
    for each in values.get("confusions", ()):
        says = f"{in_words(each['a_says'])} / {in_words(each['b_says'])}"
        yield "confusion", each["kind"], each["a"], each["b"], each["count"], "", says


def _disagreements(values: Mapping[str, Any]) -> Iterator[Row]:
    """A row for each saying: the number of the disagreement is in `items`, the place in `value`."""
    for number, each in enumerate(values["disagreements"], 1):
        for saying in each["said"]:
            place = place_of(saying)
            name = " ".join(filter(None, (each["document"], each["kind"], each["name"])))
            yield "disagreement", name, saying["annotator"], "", place, number, in_words(saying["says"])
