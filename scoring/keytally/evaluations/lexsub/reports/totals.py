"""The totals: the lines that score.pl prints for them, the figures of a table, and one short line."""

from collections.abc import Mapping, Sequence
from typing import Any

from keytally.evaluations.interface import Figure
from keytally.evaluations.lexsub.model import LexsubMeasure

NO_MODE = "none (no substitute is the most frequent alone)"
"""The mode of an item whose gold standard has none."""

_SHORT = {
    "scored": "scored",
    "precision": "P",
    "recall": "R",
    "mode_precision": "mode P",
    "mode_recall": "mode R",
    "total": "total",
    "attempted": "attempted",
    "total_with_mode": "with mode",
    "attempted_with_mode": "attempted with mode",
    "detection_precision": "detection P",
    "detection_recall": "detection R",
    "identification_precision": "identification P",
    "identification_recall": "identification R",
    "found": "found",
    "genuine": "genuine",
    "identified": "identified",
    "credit": "credit",
    "mode": "mode",
    "mode_found": "mode found",
    "multiwords": "multiwords",
}


def total_lines(totals: Mapping[str, Any], measure: LexsubMeasure) -> list[str]:
    """The totals in the words of the final release's score.pl."""
    if measure is LexsubMeasure.MW:
        return [
            f"Total MWs in GS = {totals['total']}, System found {totals['found']} "
            f"of which {totals['genuine']} were genuine",
            f"Detection {_ratios(totals, 'detection_')}",
            "Number that matched GS",
            f"Identification {_ratios(totals, 'identification_')}",
        ]
    return [
        f"Total = {totals['total']}, attempted = {totals['attempted']}",
        _ratios(totals, ""),
        f"Total with mode {totals['total_with_mode']} attempted {totals['attempted_with_mode']}",
        f"Mode precision = {totals['mode_precision']:.2f}, Mode recall = {totals['mode_recall']:.2f}",
    ]


def figures(totals: Mapping[str, Any]) -> list[Figure]:
    """The numbers of `scores`, or those of an item's entry, by short names."""
    shown = _shown_of_item(totals) if "credit" in totals else totals
    return [Figure(_SHORT[name], _shown(value)) for name, value in shown.items() if name in _SHORT]


def _shown_of_item(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """The entry of an item: without figures if it is not scored, with a reason if it has no mode."""
    if not item["scored"]:
        return {"scored": False}
    if item["mode"] is None:
        return {"attempted": item["attempted"], "credit": item["credit"], "mode": NO_MODE}
    return {name: value for name, value in item.items() if name != "scored"}


def in_short(totals: Mapping[str, Any]) -> str:
    """`R 7.47  P 7.49  mode R 9.85`, or an item's credit and mode."""
    if not totals:
        return ""
    if "identification_recall" in totals:
        names: Sequence[str] = ("identification_recall", "identification_precision", "detection_recall")
    elif "recall" in totals:
        names = ("recall", "precision", "mode_recall")
    else:
        return _item_in_short(totals)
    return "  ".join(f"{_SHORT[name]} {totals[name]:.2f}" for name in names)


def _item_in_short(item: Mapping[str, Any]) -> str:
    if not item["scored"] and "credit" in item:
        return "not scored"
    if not item["attempted"]:
        return "not attempted"
    if "credit" not in item:
        return "identified" if item["identified"] else "not identified"
    mode = "" if item["mode"] is None else f"  mode {'found' if item['mode_found'] else 'not found'}"
    return f"credit {item['credit']:.2f} %{mode}"


def _ratios(totals: Mapping[str, Any], prefix: str) -> str:
    return f"precision = {totals[f'{prefix}precision']:.2f}, recall = {totals[f'{prefix}recall']:.2f}"


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, list):
        return ", ".join(value) or "none"
    return "none" if value is None else str(value)
