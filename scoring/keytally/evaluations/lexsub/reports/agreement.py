"""The output of `keytally agreement`: lines, and values for JSON."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from keytally.evaluations.lexsub.scoring.agreement import Agreement, MultiwordF


def agreement_values(found: Agreement, names: Sequence[str], f: MultiwordF | None = None) -> dict[str, Any]:
    """Plain values, ratios in percent; `names` are those of the annotators' files.

    `f` is that of multiwords: then `f` of the values is that of identification.
    """
    of_multiwords = {} if f is None else {"f": _percent(f.identification), "detection": _percent(f.detection)}
    return {
        "annotators": list(names),
        "items": found.items,
        "pairs": found.pairs,
        "agreement": {"maximum": _percent(found.maximum), "additive": _percent(found.additive)},
        "with_mode": {name: _percent(share) for name, share in zip(names, found.with_mode, strict=True)},
        **of_multiwords,
    }


def agreement_text(found: Agreement, names: Sequence[str], f: MultiwordF | None = None) -> str:
    """The same as lines."""
    lines = [
        f"{len(names)} annotators, {found.pairs} pairs of answers to {found.items} items",
        f"Pairwise agreement, maximum union  = {_percent(found.maximum):.2f}",
        f"Pairwise agreement, additive union = {_percent(found.additive):.2f}",
        *_f_lines(f),
        *(
            f"Agreement with the mode, {name} = {_percent(share):.2f}"
            for name, share in zip(names, found.with_mode, strict=True)
        ),
    ]
    return "".join(f"{line}\n" for line in lines)


def _f_lines(f: MultiwordF | None) -> list[str]:
    if f is None:
        return []
    return [
        f"F of detection of multiwords       = {_percent(f.detection):.2f}",
        f"F of identification of multiwords  = {_percent(f.identification):.2f}",
    ]


def _percent(share: Fraction) -> float:
    return float(100 * share)
