"""The tables of a comparison: the systems in order, and the p value of each pair."""

from collections.abc import Sequence
from string import ascii_lowercase

from keytally.comparison.procedure import Procedure
from keytally.comparison.significance import Comparison, Standing
from keytally.comparison.table import Table
from keytally.text.plural import quantity


def tables(
    comparison: Comparison, measure: str, documents: str, procedure: Procedure, baseline: str
) -> list[Table]:
    """The leaderboard and the p values; `documents` counts what was resampled, such as `96 documents`."""
    return [
        _leaderboard(comparison, measure, documents, procedure, baseline),
        _matrix(comparison, procedure),
    ]


def _leaderboard(
    comparison: Comparison, measure: str, documents: str, procedure: Procedure, baseline: str
) -> Table:
    letters = _letters(comparison.groups)
    whole = next(each for each in comparison.systems if each.name == baseline)
    p_of = {frozenset((pair.a, pair.b)): pair.p for pair in comparison.pairs}
    rows = []
    for rank, system in enumerate(comparison.systems, 1):
        apart = p_of.get(frozenset((system.name, baseline)))
        against = (f"{system.value - whole.value:+.2f}", shown_p(apart)) if apart is not None else ("", "")
        bounds = f"{system.low:.2f}–{system.high:.2f}"
        name = letters.get(system.name, "")
        rows.append((f"{rank}", system.name, f"{system.value:.2f}", bounds, *_ratios(system), *against, name))
    title = f"{measure} of {quantity(len(rows), 'system')} over {documents}; {_tested(comparison, procedure)}"
    columns = ("#", "system", measure, "95 %", "REC", "PRE", f"- {baseline}", "p", "group")
    return Table(title, columns, rows, frozenset({1, 8}))


def _ratios(system: Standing) -> tuple[str, str]:
    return f"{system.recall:.2f}", "" if system.precision is None else f"{system.precision:.2f}"


def _tested(comparison: Comparison, procedure: Procedure) -> str:
    """How p was computed, in words."""
    if procedure.bootstrap:
        how = f"paired bootstrap, {procedure.trials:,} resamples, seed {procedure.seed}"
    elif comparison.exact:
        how = "randomisation, all swaps enumerated"
    else:
        how = f"approximate randomisation, {procedure.trials:,} shuffles, seed {procedure.seed}"
    return f"{how}, Holm's correction" if procedure.holm else how


def _matrix(comparison: Comparison, procedure: Procedure) -> Table:
    """p of each pair; the systems stand by their rank in the columns."""
    p_of = {(pair.a, pair.b): pair.p for pair in comparison.pairs}
    names = [system.name for system in comparison.systems]
    rows = []
    for rank, name in enumerate(names):
        below = [shown_p(p_of[better, name]) for better in names[:rank]]
        rows.append((f"{rank + 1}", name, *below, *[""] * (len(names) - 1 - rank)))
    columns = ("#", "p", *map(str, range(1, len(names))))
    title = f"p of each pair of systems; those of one group are not told apart at {procedure.level:g}"
    return Table(title, columns, rows, frozenset({1}))


def shown_p(p: float) -> str:
    """A p value with four digits behind the point."""
    return f"{p:.4f}"


def _letters(groups: Sequence[Sequence[str]]) -> dict[str, str]:
    """The letters of the groups that each system is in; after `z` come `aa`, `ab` and so on."""
    found: dict[str, list[str]] = {}
    for number, group in enumerate(groups):
        for name in group:
            found.setdefault(name, []).append(_letter(number))
    return {name: " ".join(letters) for name, letters in found.items()}


def _letter(number: int) -> str:
    above, own = divmod(number, len(ascii_lowercase))
    return (_letter(above - 1) if above else "") + ascii_lowercase[own]
