"""The figures of annotations-evaluate 0.1.0: its nested report, and its flat scenarios."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from keytally.families.interchange import Entity
from keytally.families.spans.nesting import (
    containment,
    contains,
    crosses,
    edges,
    length_name,
    level_name,
)

# Its definition (specification 1.1): a duplicate in the response never matches. Spans of one type match if
# they are equal, or one contains the other, or they cross; of the largest matchings, the one whose pairs,
# from the cheapest on, are cheapest. An equal pair is correct, others are `part_boundary` with half credit. A
# response span with the bounds of a span of another type is `correct_label_other_bounds`. A pair counts in
# the groups of the key's span.

Spans = Sequence[Entity]
_STATES = ("correct", "part_boundary", "correct_label_other_bounds", "spurious", "missed", "duplicates")
_HALF = 0.5
_SCENARIOS = ("strict", "exact", "partial", "ent_type")
_OUTCOMES = ("correct", "incorrect", "partial", "missed", "spurious", "duplicates")


class ProgramDocument(NamedTuple):
    """The counts of a document: by state and group, with edges; or by scenario.

    `problem` is the reason why the program cannot read the document; "" if it can.
    """

    problem: str = ""
    overall: Mapping[str, int] = {}
    groups: Mapping[str, Mapping[str, Counter[str]]] = {}
    edges: tuple[int, int, int, int] = (0, 0, 0, 0)
    scenarios: Mapping[str, Counter[str]] = {}


def problem_of(document: str, key: Spans, response: Spans) -> str:
    """Return the reason why the program cannot read a document; "" if it can."""
    for side, spans in (("key", key), ("response", response)):
        problems = {
            "a discontinuous span": any(len(span.extents) > 1 for span in spans),
            "an empty span": any(span.start == span.end for span in spans),
            "a span without a type": not all(span.type for span in spans),
            "a duplicate span": side == "key" and len({*map(_identity, spans)}) < len(spans),
        }
        for problem, is_there in problems.items():
            if is_there:
                return f"document {document} has {problem} in the {side}, which the program does not read"
    return ""


def _identity(span: Entity) -> tuple[int, int, str]:
    return span.start, span.end, span.type


def _bounds(span: Entity) -> tuple[int, int]:
    return span.start, span.end


def nested_document(document: str, key: Spans, response: Spans) -> ProgramDocument:
    """Return the counts of a document in the nested mode."""
    if problem := problem_of(document, key, response):
        return ProgramDocument(problem)
    found = _Nested(key, response)
    overall = Counter[str]()
    groups: dict[str, dict[str, Counter[str]]] = {"level": {}, "element": {}, "length": {}}
    for state, span, level in found.states():
        overall[state] += 1
        names = (level_name(level), span.type.partition("-")[0], length_name(span.end - span.start))
        for group, name in zip(groups.values(), names, strict=True):
            group.setdefault(name, Counter())[state] += 1
    return ProgramDocument(overall=overall, groups=groups, edges=found.edges())


class _Nested:
    """The spans of a document while they are counted in the nested mode."""

    def __init__(self, key: Spans, response: Spans) -> None:
        self._key, self._response = key, response
        first = {_identity(span): at for at, span in reversed([*enumerate(response)])}
        self._duplicates = {at for at, span in enumerate(response) if first[_identity(span)] != at}
        self._partners = {other: mine for mine, other in _matched(key, response, self._duplicates)}
        self._nested, self._proposed = containment(key), containment(response)

    def states(self) -> Iterator[tuple[str, Entity, int]]:
        """Yield the state of each span, with the span and the level in whose groups it counts."""
        equal: dict[tuple[int, int], list[int]] = {}
        paired = {*self._partners.values()}
        for mine, span in enumerate(self._key):
            equal.setdefault(_bounds(span), []).append(mine)
            if mine not in paired:
                yield "missed", span, self._nested.levels[mine]
        for other, span in enumerate(self._response):
            others = (at for at in equal.get(_bounds(span), ()) if self._key[at].type != span.type)
            at = self._partners[other] if other in self._partners else next(others, None)
            if other in self._duplicates or at is None:
                state = "duplicates" if other in self._duplicates else "spurious"
                yield state, span, self._proposed.levels[other]
                continue
            state = "correct_label_other_bounds"
            if other in self._partners:
                state = "correct" if _bounds(self._key[at]) == _bounds(span) else "part_boundary"
            yield state, self._key[at], self._nested.levels[at]

    def edges(self) -> tuple[int, int, int, int]:
        """Return the numbers of correct, spurious, missing and misattached edges."""
        wanted, partners = edges(self._nested), self._partners
        found = {edge for edge in edges(self._proposed) if not self._duplicates & {*edge}}
        between = [
            (partners[one], partners[other]) for one, other in found if {one, other} <= partners.keys()
        ]
        right = sum(edge in wanted for edge in between)
        wrong = sum(self._nested.parents[child] != parent for parent, child in between)
        return right, len(found) - right, len(wanted) - right, wrong


def _matched(key: Spans, response: Spans, duplicates: set[int]) -> Iterator[tuple[int, int]]:
    """Yield the best matching for each type: the cheapest pairs that still allow a maximum matching."""
    by_type: dict[str, list[int]] = {}
    for other, span in enumerate(response):
        if other not in duplicates:
            by_type.setdefault(span.type, []).append(other)
    candidates: dict[int, list[int]] = {}
    for mine, span in enumerate(key):
        found = [other for other in by_type.get(span.type, ()) if _touch(span, response[other])]
        if found:
            candidates[mine] = found
    partner_of: dict[int, int] = {}
    for mine in candidates:
        _augment(mine, candidates, partner_of, set())
    costs = sorted(
        (*_cost(key[mine], response[other]), mine, other) for mine in candidates for other in candidates[mine]
    )
    fixed: dict[int, int] = {}
    for *_, mine, other in costs:
        if mine in fixed.values() or other in fixed:
            continue
        if partner_of.get(other) == mine or _exchange(mine, other, candidates, partner_of, fixed):
            fixed[other] = mine
            yield mine, other


def _exchange(
    mine: int,
    other: int,
    candidates: Mapping[int, list[int]],
    partner_of: dict[int, int],
    fixed: Mapping[int, int],
) -> bool:
    """Exchange pairs so that a maximum matching contains a new pair and the fixed pairs; return whether
    that is possible.
    """
    trial = dict(partner_of)
    size = len(trial)
    for at, partner in [*trial.items()]:
        if partner == mine:
            del trial[at]
    displaced = trial.get(other)
    trial[other] = mine
    closed = {*fixed, other}
    if len(trial) < size or displaced is not None:
        starts = [displaced] if displaced is not None else []
        free = [each for each in candidates if each not in trial.values()]
        for start in dict.fromkeys([*starts, *free]):
            if len(trial) >= size:
                break
            _augment(start, candidates, trial, set(closed))
    if len(trial) < size:
        return False
    partner_of.clear()
    partner_of.update(trial)
    return True


def _augment(
    start: int, candidates: Mapping[int, list[int]], partner_of: dict[int, int], visited: set[int]
) -> bool:
    """Match a key span along an augmenting path, and return whether there is one."""
    paths: list[tuple[int, Iterator[int]]] = [(start, iter(candidates[start]))]
    taken: list[int] = []
    while paths:
        other = next((each for each in paths[-1][1] if each not in visited), None)
        if other is None:
            paths.pop()
            taken = taken[:-1]
            continue
        visited.add(other)
        taken.append(other)
        if other not in partner_of:
            for (owner, _), place in zip(paths, taken, strict=True):
                partner_of[place] = owner
            return True
        paths.append((partner_of[other], iter(candidates[partner_of[other]])))
    return False


def _touch(key: Entity, response: Entity) -> bool:
    return _bounds(key) == _bounds(response) or min(key.end, response.end) > max(key.start, response.start)


def _cost(key: Entity, response: Entity) -> tuple[int, ...]:
    nested = contains(key, response) or contains(response, key)
    rank = 0 if _bounds(key) == _bounds(response) else 1 if nested else 2
    assert rank < 2 or crosses(key, response)
    return rank, _distance(key, response), -_shared(key, response), *_bounds(key), *_bounds(response)


def _distance(key: Entity, response: Entity) -> int:
    return abs(key.start - response.start) + abs(key.end - response.end)


def _shared(key: Entity, response: Entity) -> int:
    return max(0, min(key.end, response.end) - max(key.start, response.start))


def flat_document(document: str, key: Spans, response: Spans) -> ProgramDocument:
    """Return the counts of a document in the flat mode."""
    if problem := problem_of(document, key, response):
        return ProgramDocument(problem)
    repeated = len(response) - len({*map(_identity, response)})
    scenarios = {name: _scenario(key, response, name) for name in _SCENARIOS}
    for counts in scenarios.values():
        counts["duplicates"] = repeated
    return ProgramDocument(scenarios=scenarios)


def _scenario(key: Spans, response: Spans, scenario: str) -> Counter[str]:
    """Count one scenario: each response span takes the nearest of the remaining key spans."""
    counts = Counter[str]()
    free = dict(enumerate(key))
    for span in sorted(response, key=_identity):
        equal = [mine for mine, each in free.items() if _bounds(each) == _bounds(span)]
        near = [
            mine for mine, each in free.items() if 100 * _shared(each, span) / (each.end - each.start) >= 1
        ]
        if scenario == "ent_type":
            right = [mine for mine in near if free[mine].type == span.type]
        else:
            right = [mine for mine in equal if scenario != "strict" or free[mine].type == span.type]
        found = right or near
        if not found:
            counts["spurious"] += 1
            continue
        mine = min(
            found, key=lambda at: (_distance(free[at], span), -_shared(free[at], span), *_bounds(free[at]))
        )
        del free[mine]
        counts["correct" if right else "partial" if scenario == "partial" else "incorrect"] += 1
    counts["missed"] = len(free)
    return counts


Ratios = tuple[float | None, float | None, float | None]


def _ratios(right: float, actual: int, possible: int) -> Ratios:
    """Return precision, recall and F1; None if the denominator is 0."""
    precision, recall = (right / whole if whole else None for whole in (actual, possible))
    if precision is None or recall is None:
        return precision, recall, None
    return precision, recall, 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _sizes(counts: Mapping[str, int]) -> tuple[int, int]:
    """Return the numbers of spans in the response and in the key."""
    paired = counts["correct"] + counts["part_boundary"] + counts["correct_label_other_bounds"]
    return paired + counts["spurious"] + counts["duplicates"], paired + counts["missed"]


def _nested_ratios(counts: Mapping[str, int]) -> Ratios:
    return _ratios(counts["correct"] + _HALF * counts["part_boundary"], *_sizes(counts))


def _mean(values: Sequence[float | None]) -> float | None:
    given = [value for value in values if value is not None]
    return sum(given) / len(given) if given else None


def _bucket(name: str, parts: Sequence[Counter[str]]) -> dict[str, Any]:
    """Return a group of the nested report: sums, ratios of sums, and means over documents."""
    sums = sum(parts, Counter[str]())
    ratios = [_nested_ratios(part) for part in parts if _sizes(part)[1]]
    actual, possible = _sizes(sums)
    names = ("precision", "recall", "f1")
    return {
        "key": name,
        **{state: sums[state] for state in _STATES},
        "actual": actual,
        "possible": possible,
        **dict(zip(names, _nested_ratios(sums), strict=True)),
        **{f"macro_{each}": _mean([values[at] for values in ratios]) for at, each in enumerate(names)},
        "contributing_documents": len(ratios),
    }


def _structure(parts: Sequence[tuple[int, int, int, int]]) -> dict[str, Any]:
    right, spurious, missing, wrong = (sum(part[at] for part in parts) for at in range(4))
    ratios = [_edge_ratios(*part[:3]) for part in parts if sum(part[:3])]
    precision, recall, f1 = _edge_ratios(right, spurious, missing)
    return {
        "true_positives": right,
        "false_positives": spurious,
        "false_negatives": missing,
        "wrong_attachment": wrong,
        "precision": precision,
        "recall": recall,
        "f1": f1,
        "macro_f1": _mean([values[2] for values in ratios]),
        "contributing_documents": len(ratios),
    }


def _edge_ratios(right: int, spurious: int, missing: int) -> Ratios:
    return _ratios(right, right + spurious, right + missing)


def nested_report(documents: Sequence[ProgramDocument]) -> dict[str, Any]:
    """Return `overall`, `level`, `element`, `length` and `structure` of the nested report."""
    report: dict[str, Any] = {
        "overall": _bucket("overall", [Counter(document.overall) for document in documents])
    }
    for axis in ("level", "element", "length"):
        groups = [document.groups[axis] for document in documents]
        names = sorted({name for group in groups for name in group})
        report[axis] = {
            name: _bucket(name, [group[name] for group in groups if name in group]) for name in names
        }
    return {**report, "structure": _structure([document.edges for document in documents])}


def flat_report(documents: Sequence[ProgramDocument]) -> dict[str, Any]:
    """Return `scenarios` of the flat report."""
    report = {}
    for scenario in _SCENARIOS:
        sums = sum((document.scenarios[scenario] for document in documents), Counter[str]())
        paired = sums["correct"] + sums["incorrect"] + sums["partial"]
        actual, possible = paired + sums["spurious"], paired + sums["missed"]
        right = sums["correct"] + _HALF * sums["partial"]
        precision, recall, f1 = _ratios(right, actual, possible)
        report[scenario] = {
            "scenario": scenario,
            **{outcome: sums[outcome] for outcome in _OUTCOMES},
            "actual": actual,
            "possible": possible,
            "precision": precision,
            "recall": recall,
            "f1": f1,
        }
    return {"scenarios": report}


def program_values(documents: Sequence[ProgramDocument], *, is_flat: bool) -> dict[str, Any]:
    """Return `program` of the JSON output; `n/a` with the reason if the program cannot read a document."""
    problem = next((document.problem for document in documents if document.problem), "")
    if problem:
        return {"program": "n/a", "reason": problem}
    return {"program": flat_report(documents) if is_flat else nested_report(documents)}


def program_text(values: Mapping[str, Any]) -> str:
    """Return the figures as a table with the program's names."""
    if values["program"] == "n/a":
        return f"annotations-evaluate: n/a: {values['reason']}\n"
    rows = [*_rows(values["program"])]
    width = max(len(name) for name, _ in rows)
    lines = [f"{'':<{width}}" + "".join(f" {title:>9}" for title in ("precision", "recall", "f1"))]
    for name, found in rows:
        cells = (found[each] for each in ("precision", "recall", "f1"))
        shown = ("n/a" if cell is None else f"{cell:.4f}" for cell in cells)
        lines.append(f"{name:<{width}}" + "".join(f" {cell:>9}" for cell in shown))
    return "".join(f"{line}\n" for line in lines)


def _rows(program: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for part, found in program.items():
        if "precision" in found:
            yield part, found
        else:
            yield from ((each if part == "scenarios" else f"{part} {each}", found[each]) for each in found)
