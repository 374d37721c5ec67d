"""The output of `keytally agreement`: lines, and values for JSON."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from keytally.evaluations.lexsub.scoring.agreement import Agreement


def agreement_values(found: Agreement, names: Sequence[str]) -> dict[str, Any]:
    """Plain values, ratios in percent; `names` are those of the annotators' files."""
    return {
        "annotators": list(names),
        "items": found.items,
        "pairs": found.pairs,
        "agreement": {"maximum": _percent(found.maximum), "additive": _percent(found.additive)},
        "with_mode": {name: _percent(share) for name, share in zip(names, found.with_mode, strict=True)},
    }


def agreement_text(found: Agreement, names: Sequence[str]) -> str:
    """The same as lines."""
    lines = [
        f"{len(names)} annotators, {found.pairs} pairs of answers to {found.items} items",
        f"Pairwise agreement, maximum union  = {_percent(found.maximum):.2f}",
        f"Pairwise agreement, additive union = {_percent(found.additive):.2f}",
        *(
            f"Agreement with the mode, {name} = {_percent(share):.2f}"
            for name, share in zip(names, found.with_mode, strict=True)
        ),
    ]
    return "".join(f"{line}\n" for line in lines)


def _percent(share: Fraction) -> float:
    return float(100 * share)
