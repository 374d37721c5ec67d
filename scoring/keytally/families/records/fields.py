"""The fields of records: paths without indices, each with its comparator and its part of the schema."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from keytally.families.records.comparators import (
    BY_TYPE,
    EXACT,
    NUMBER,
    TEXT,
    Comparator,
    ComparatorError,
    comparator,
)
from keytally.families.records.schema import Schema, SchemaView

_EVALUATION_CONFIG: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "string_exact": ("exact", {}),
    "string_case_insensitive": ("text", {}),
    "string_fuzzy": ("similar", {}),
    "integer_exact": ("exact", {}),
    "number_exact": ("exact", {}),
    "number_tolerance": ("number", {}),
    "boolean_exact": ("exact", {}),
}
"""The counterparts of extract-bench's metrics; metrics judged by a language model have none."""

_STICKLER: Mapping[str, str] = {
    "ExactComparator": "text",
    "NumericComparator": "number",
    "LevenshteinComparator": "similar",
    "FuzzyComparator": "similar",
}

SIDE_FIELDS = ("_citations", "_citation", "_meta", "_metadata", "_confidence")
"""The suffixes of fields that describe other fields."""

_DATES = ("date", "date-time")


class FieldRule(NamedTuple):
    """The settings for fields that match a pattern."""

    pattern: str
    comparator: Comparator | None = None
    is_strict: bool = False
    id: str = ""


@lru_cache
def _regex(pattern: str) -> re.Pattern[str]:
    """Return a regular expression for a pattern of paths: `*` matches within a name, `**` matches
    anything, and brackets are literal.
    """
    parts = re.split(r"(\*\*|\*|\?)", pattern)
    made = {"**": ".*", "*": r"[^.]*", "?": r"[^.]"}
    return re.compile("".join(made.get(part, re.escape(part)) for part in parts), re.S)


class Field:
    """A field: its path, its comparator, and its children by name; `item` is the field of a list's items."""

    __slots__ = (
        *("_item", "canon", "children", "choices", "comparator", "id", "is_side", "is_simple", "is_strict"),
        *("path", "view"),
    )

    def __init__(self, path: str, view: SchemaView | None, choices: "Choices") -> None:
        self.path = path
        self.view = view
        self.choices = choices
        self.children: dict[str, Field] = {}
        self._item: Field | None = None
        self.comparator, self.is_strict, self.id = choices.of(path, view)
        self.canon = self.comparator.canon
        self.is_simple = not (self.comparator.ignores or self.comparator.separator or self.comparator.by_type)
        self.is_side = path.endswith(SIDE_FIELDS)

    def child(self, name: str) -> "Field":
        """Return the child field with a name."""
        found = self.children.get(name)
        if found is None:
            path = f"{self.path}.{name}" if self.path else name
            view = None if self.view is None else self.view.member(name)
            found = self.children[name] = Field(path, view, self.choices)
        return found

    @property
    def item(self) -> "Field":
        """Return the field for the items of a list."""
        if self._item is None:
            view = None if self.view is None else self.view.item()
            self._item = Field(f"{self.path}[]", view, self.choices)
        return self._item

    @property
    def is_ordered(self) -> bool:
        """Return whether the items of the list are paired in order; a rule may name the list or its items."""
        return self.is_strict or self.item.is_strict

    @property
    def list_id(self) -> str:
        """Return the name of the field by which the items of the list are paired; "" if there is none."""
        return self.id or self.item.id


class Choices:
    """Chooses the comparators of fields: by rules, by the schema, or by the types of values.

    `notes` contains a line for each field whose schema requests a comparison that requires a language model
    or an optional package.
    """

    def __init__(self, rules: Sequence[FieldRule], forced: Comparator | None, schema: Schema | None) -> None:
        self._rules = rules
        self._forced = forced
        self.schema = schema
        self.notes: dict[str, str] = {}

    def root(self, schema: Schema | None = None) -> Field:
        """Return the field for whole records, with the schema of the pair or of a single document."""
        used = schema or self.schema
        return Field("", None if used is None else SchemaView(used, used), self)

    def of(self, path: str, view: SchemaView | None) -> tuple[Comparator, bool, str]:
        """Return the comparator of a field, whether its list is ordered, and the id field of its items."""
        own = [rule for rule in self._rules if _regex(rule.pattern).fullmatch(path)]
        of_list = path.removesuffix("[]")
        # A rule for a list of scalars may name the list or its items.
        rules = own or [rule for rule in self._rules if of_list and _regex(rule.pattern).fullmatch(of_list)]
        compared = next((rule.comparator for rule in rules if rule.comparator is not None), None)
        chosen = compared or self._forced or self._of_schema(path, view) or BY_TYPE
        identity = next((rule.id for rule in own if rule.id), "")
        return chosen, any(rule.is_strict for rule in own), identity

    def _of_schema(self, path: str, view: SchemaView | None) -> Comparator | None:
        if view is None:
            return None
        stated = view.first("x-keytally-compare")
        if stated is not None:
            return self._stated(path, *_name_and_settings(stated))
        metric = view.first("evaluation_config")
        if metric is not None:
            return self._of_metric(path, metric)
        stickler = view.first("x-aws-stickler-comparator")
        if stickler is not None:
            name = _STICKLER.get(str(stickler))
            if name is not None:
                threshold = view.first("x-aws-stickler-threshold")
                settings = {"correct": threshold} if name == "similar" and threshold is not None else {}
                return self._stated(path, name, settings)
            self._note(
                path, f"the comparator {stickler} has no counterpart in keytally; values are compared by type"
            )
            return None
        return _of_type(view)

    def _of_metric(self, path: str, metric: object) -> Comparator | None:
        name, settings = _name_and_settings(metric)
        found = _EVALUATION_CONFIG.get(name)
        if found is None:
            self._note(
                path, f"the metric {name} has no deterministic counterpart; values are compared by type"
            )
            return None
        given = {key: settings[key] for key in ("tolerance",) if key in settings}
        return self._stated(path, found[0], {**found[1], **given})

    def _stated(self, path: str, name: str, settings: Mapping[str, Any]) -> Comparator | None:
        try:
            return comparator(name, settings)
        except ComparatorError as error:
            self._note(path, f"{error}; values are compared by type")
            return None

    def _note(self, path: str, note: str) -> None:
        self.notes.setdefault(path, note)


def _name_and_settings(stated: object) -> tuple[str, Mapping[str, Any]]:
    """Return the name and settings of a comparator, given as a string or as an object that contains the
    name.
    """
    if isinstance(stated, dict):
        name = next((stated[key] for key in ("compare", "metric_id", "metric", "name") if key in stated), "")
        settings = stated.get("params", stated)
        settings = settings if isinstance(settings, dict) else {}
        own = ("compare", "metric_id", "metric", "name", "params")
        return str(name), {key: value for key, value in settings.items() if key not in own}
    return str(stated), {}


def _of_type(view: SchemaView) -> Comparator | None:
    types = view.types - {"null"}
    if view.enum is not None or types == {"boolean"}:
        return EXACT
    if types and types <= {"number", "integer"}:
        return NUMBER
    if types == {"string"}:
        return comparator("date", {}) if view.first("format") in _DATES[:1] else TEXT
    return None
