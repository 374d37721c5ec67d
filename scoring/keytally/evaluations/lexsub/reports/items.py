"""Reports on one item: its entry in the JSON output, and its line of `-v`."""

from typing import Any

from keytally.evaluations.lexsub.model import LexsubMeasure
from keytally.evaluations.lexsub.scoring.interface import Scoring
from keytally.evaluations.lexsub.scoring.result import ItemScore


def item_values(scoring: Scoring, measure: LexsubMeasure, score: ItemScore) -> dict[str, Any]:
    """An item's entry in `items`; the credit is a percentage."""
    counts, units = score.counts, [score.key] if score.key else []
    modes = scoring.gold(units).modes
    unit = score.key or score.response
    entry = unit.entry if unit is not None else None
    values: dict[str, Any] = {
        "lexelt": entry.lexelt if entry else None,
        "scored": counts.total > 0,
        "attempted": counts.attempted > 0,
    }
    if measure is LexsubMeasure.MW:
        return {**values, "multiwords": list(modes), "identified": counts.hits > 0}
    mode = modes[0] if modes else None
    return {
        **values,
        "credit": 100.0 * score.credit / score.of if score.of else 0.0,
        "mode": mode,
        "mode_found": counts.hits > 0 if mode is not None else None,
    }


def item_line(scoring: Scoring, measure: LexsubMeasure, score: ItemScore) -> str:
    """One line about an item, such as `bright.a 1  credit 42.86 %  mode clever found`."""
    values = item_values(scoring, measure, score)
    parts = [f"{values['lexelt'] or '?'} {score.document}"]
    if measure is LexsubMeasure.MW:
        multiwords = " or ".join(values["multiwords"]) if values["scored"] else "none"
        answer = "identified" if values["identified"] else "found" if values["attempted"] else "not found"
        return "  ".join([*parts, f"multiword {multiwords}", answer])
    if not values["scored"]:
        return "  ".join([*parts, "not scored"])
    parts.append(f"credit {values['credit']:.2f} %" if values["attempted"] else "not attempted")
    if values["mode"] is not None:
        parts.append(f"mode {values['mode']} {'found' if values['mode_found'] else 'not found'}")
    return "  ".join(parts)
