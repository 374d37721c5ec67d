"""The SGML syntax that a configuration defines, with task tags and sections as values."""

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple, overload

from keytally.families.muc.model import Configuration
from keytally.findings.finding import Edit, Finding

OPTIONAL_VALUES = ("OPT", "OPTIONAL")
NAMED_ENTITY = "named_entity"
COREFERENCE = "coreference"
IDENTITY = "IDENT"
_MUC_SECTIONS = (
    "DOC",
    *("TXT", "HL", "DATELINE", "DD", "SLUG"),
    *("DATE", "NWORDS", "PREAMBLE", "TEXT", "TRAILER"),
)


class TaskTag(NamedTuple):
    """A tag of the task: its name, its attributes, and the allowed values.

    Names are in lower case; values are as written. An attribute that is not in `allowed` accepts any value.
    `has_text` is true if the tagged text is a slot. `required_beside` contains (required, other) pairs: in a
    key, a tag with the attribute `other` must also have `required`.
    """

    name: str
    attributes: tuple[str, ...]
    required: tuple[str, ...] = ()
    allowed: tuple[tuple[str, tuple[str, ...]], ...] = ()
    has_text: bool = True
    required_beside: tuple[tuple[str, str], ...] = ()

    def values(self, attribute: str) -> tuple[str, ...] | None:
        """Return the values that an attribute may have, or None if any value is allowed."""
        return next((values for name, values in self.allowed if name == attribute), None)


class SgmlSyntax(NamedTuple):
    """The parsing and checking rules for SGML files of a task.

    `sections` are spelled as in the configuration; `number_gids` are the sections that may contain the
    document number, best first; `outside` names the sections in the message about a tag outside all of them.
    Attribute names are in lower case.
    """

    tags: tuple[TaskTag, ...]
    sections: tuple[str, ...]
    doc_gid: str = "DOC"
    number_gids: tuple[str, ...] = ("DOCNO", "DOCID")
    separator: str = "|"
    quote_char: str = "*"
    text: str = "text"
    type: str = "type"
    alt: str = "alt"
    status: str = "status"
    identifier: str = "id"
    reference: str = "ref"
    minimum: str = "min"
    dd_last_only: bool = True
    outside: str = ""

    @classmethod
    def of(cls, configuration: Configuration | None) -> "SgmlSyntax":
        """Return the syntax for a configuration, or the combined syntax of MUC-6 and MUC-7 if there is
        none.
        """
        if configuration is None:
            return _MUC
        number = configuration.sgml_docnum_gid
        return cls(
            tags=tuple(_task_tag(configuration, definition.name) for definition in configuration.classes),
            sections=configuration.doc_sections,
            doc_gid=configuration.sgml_doc_gid,
            number_gids=("DOCNO", "DOCID") if number.upper() == "DOCNO" else (number,),
            separator=configuration.sgml_alternative_separator,
            quote_char=configuration.sgml_attribute_quote_char,
            text=configuration.sgml_text_slot.lower(),
            type=configuration.sgml_type_slot.lower(),
            alt=configuration.sgml_alt_slot.lower(),
            status=configuration.optional_status_slot.lower(),
            identifier=configuration.sgml_id_slot.lower(),
            reference=configuration.sgml_ref_slot.lower(),
            minimum=configuration.sgml_min_slot.lower(),
            dd_last_only=configuration.dd_last_only,
            outside=_listing(configuration.doc_sections),
        )

    def tag(self, name: str) -> TaskTag:
        """Return the task tag with that name (in lower case)."""
        return next(tag for tag in self.tags if tag.name == name)

    def links(self, name: str) -> bool:
        """Return whether tags with that name (in lower case) mark mentions, which have IDs and REFs."""
        tag = self.tag(name)
        return {self.identifier, self.reference} <= set(tag.attributes)


def _task_tag(configuration: Configuration, name: str) -> TaskTag:
    if configuration.scoring_task == COREFERENCE:
        return _mention_tag(configuration, name)
    text, status = configuration.sgml_text_slot.lower(), configuration.optional_status_slot.lower()
    slots = tuple(slot.name for slot in configuration.slots_of(name))
    attributes = tuple(slot for slot in slots if slot != text)
    kind = configuration.sgml_type_slot.lower()
    demanded = configuration.scoring_task == NAMED_ENTITY and kind in attributes
    allowed = [
        (attribute, _values(configuration, name, attribute))
        for attribute in attributes
        if attribute != status
    ]
    allowed.append((status, OPTIONAL_VALUES))
    judged = tuple(pair for pair in allowed if pair[1])
    return TaskTag(name, attributes, (kind,) if demanded else (), judged, text in slots)


def _mention_tag(configuration: Configuration, name: str) -> TaskTag:
    """Return a coreference tag with the attributes of the task, even if `slot_defs` lacks them."""
    kind, status = configuration.sgml_type_slot.lower(), configuration.optional_status_slot.lower()
    own = (configuration.sgml_id_slot, configuration.sgml_ref_slot, kind, configuration.sgml_min_slot, status)
    text = configuration.sgml_text_slot.lower()
    slots = [slot.name for slot in configuration.slots_of(name) if slot.name != text]
    attributes = tuple(dict.fromkeys([*map(str.lower, own), *slots]))
    allowed = ((kind, (IDENTITY,)), (status, OPTIONAL_VALUES))
    identifier, reference = configuration.sgml_id_slot.lower(), configuration.sgml_ref_slot.lower()
    return TaskTag(name, attributes, (identifier,), allowed, required_beside=((kind, reference),))


def _values(configuration: Configuration, name: str, attribute: str) -> tuple[str, ...]:
    """Return the values of an attribute that `ne_subtask_names` lists.

    The manual's default for that option lists `other`, which is a row of the report rather than a value; if a
    configuration lists it explicitly, it is treated as a value.
    """
    if configuration.scoring_task != NAMED_ENTITY:
        return ()
    listed = "ne_subtask_names" in configuration.given
    return tuple(
        subtask.value.upper()
        for subtask in configuration.subtasks
        if (subtask.class_name, subtask.slot) == (name, attribute) and (listed or subtask.value != "other")
    )


def _listing(sections: tuple[str, ...]) -> str:
    return ", ".join(f"<{section}>" for section in sections)


def _entity(name: str, *values: str) -> TaskTag:
    allowed = (("type", values), ("status", OPTIONAL_VALUES))
    return TaskTag(name, ("type", "status", "alt"), ("type",), allowed)


_MUC = SgmlSyntax(
    tags=(
        _entity("enamex", "ORGANIZATION", "PERSON", "LOCATION"),
        _entity("timex", "DATE", "TIME"),
        _entity("numex", "MONEY", "PERCENT"),
        TaskTag(
            "coref",
            ("id", "ref", "type", "min", "status"),
            ("id",),
            (("type", (IDENTITY,)), ("status", OPTIONAL_VALUES)),
            required_beside=(("type", "ref"),),
        ),
    ),
    sections=_MUC_SECTIONS,
    outside="<DOC>",
)


class Flaw(NamedTuple):
    """An error in the spelling of an attribute, and its fix.

    Positions in edits count from the start of the tag.
    """

    problem: str
    edits: tuple[Edit, ...] = ()


class Attribute(NamedTuple):
    """An attribute of a task tag; positions are code points from the start of the tag.

    `name` is in lower case; `value` is the text between the quotes. `start` to `end` spans the attribute with
    its quotes. A word that is not `name=value` has an empty value, and `bare` is true.
    """

    name: str
    value: str
    start: int
    end: int
    value_start: int
    value_end: int
    flaw: Flaw | None = None
    bare: bool = False


class TagShape:
    """The content of a task tag, independent of its position; tags with the same spelling share one TagShape.

    If the tag lacks its `>`, `complete` is false, and `mending` is the text to insert at its end.
    """

    __slots__ = ("_judge", "_problems", "_written", "attributes", "complete", "is_close", "mending", "name")

    def __init__(
        self,
        name: str,
        attributes: tuple[Attribute, ...] = (),
        *,
        is_close: bool = False,
        complete: bool = True,
        mending: str = ">",
    ) -> None:
        self.name = name
        self.attributes = attributes
        self.is_close = is_close
        self.complete = complete
        self.mending = mending
        self._judge: Judge | None = None
        self._written = ""
        self._problems: tuple[Finding, ...] = ()

    def judged_by(self, judge: "Judge", written: str) -> "TagShape":
        """Return the same shape with a `judge` that finds its problems in the tag's text on first use."""
        self._judge, self._written = judge, written
        return self

    @property
    def problems(self) -> "tuple[Finding, ...]":
        """Return the findings for the tag alone; positions count from its start."""
        if self._judge is not None:
            self._problems = self._judge(self, self._written)
            self._judge = None
        return self._problems

    @property
    def is_bare(self) -> bool:
        """Return whether it is an open tag without attributes that is complete with its `>`."""
        return not self.attributes and self.complete and not self.is_close

    def attribute(self, name: str) -> Attribute | None:
        """Return the first attribute with that name (in lower case), or None."""
        for attribute in self.attributes:
            if attribute.name == name and not attribute.bare:
                return attribute
        return None


Judge = Callable[[TagShape, str], tuple[Finding, ...]]
"""Returns the problems of a tag, given its shape and its text."""


class Tag(NamedTuple):
    """A task tag, from the code point `start` to `end` of its unit."""

    start: int
    end: int
    shape: TagShape

    @property
    def name(self) -> str:
        """Return the tag's name, in lower case."""
        return self.shape.name

    @property
    def is_close(self) -> bool:
        """Return whether it closes an element."""
        return self.shape.is_close

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """Return the attributes in order, including repeated ones; positions count from the start of the
        tag.
        """
        return self.shape.attributes

    def attribute(self, name: str) -> Attribute | None:
        """Return the first attribute with that name (in lower case), or None."""
        return self.shape.attribute(name)


class TagPlaces(NamedTuple):
    """The start and end of each task tag of a unit, in order.

    `stripped` contains the start of each tag in the text without task tags.
    """

    starts: "array[int]"
    ends: "array[int]"
    stripped: "array[int]"


NOWHERE = TagPlaces(array("i"), array("i"), array("i"))
"""The positions of an empty list of tags."""


class Tags(Sequence[Tag]):
    """The task tags of a unit in order, each created on demand."""

    __slots__ = ("_places", "_shapes")

    def __init__(self, shapes: Sequence[TagShape], places: TagPlaces) -> None:
        self._shapes = shapes
        self._places = places

    def __len__(self) -> int:
        return len(self._shapes)

    @overload
    def __getitem__(self, index: int) -> Tag: ...

    @overload
    def __getitem__(self, index: slice) -> "Tags": ...

    def __getitem__(self, index: int | slice) -> "Tag | Tags":
        starts, ends, stripped = self._places
        if isinstance(index, slice):
            return Tags(self._shapes[index], TagPlaces(starts[index], ends[index], stripped[index]))
        return Tag(starts[index], ends[index], self._shapes[index])

    def __iter__(self) -> Iterator[Tag]:
        return map(Tag, self._places.starts, self._places.ends, self._shapes)


DATELINE = "DD"


class Section(NamedTuple):
    """A section: its name as configured, and its start and end (including its tags)."""

    name: str
    start: int
    end: int


class SectionTag(NamedTuple):
    """An open or close tag of a section: its lower-case name, and the number of task tags before it."""

    name: str
    is_close: bool
    start: int
    end: int
    before: int


class Sections:
    """The sections of a unit from its section tags, which may be missing or in any order.

    `innermost` contains, for each tag, the section of the text after it, as configured; None outside all
    sections.
    """

    def __init__(self, tags: Sequence[SectionTag], syntax: SgmlSyntax, length: int) -> None:
        self.innermost: list[str | None] = []
        self._doc = syntax.doc_gid.lower()
        self._spelling = _spelling(syntax.sections)
        self._open: list[tuple[str, int]] = []
        self._open_names = Counter[str]()
        self._ended: list[Section] = []
        for tag in tags:
            self._take(tag)
        self._end(0, length)

    def in_order(self) -> list[Section]:
        """Return the sections in the order of their open tags."""
        return sorted(self._ended, key=lambda section: section.start)

    def _take(self, tag: SectionTag) -> None:
        if tag.is_close:
            self._close(tag.name, tag.end)
        else:
            self._open.append((tag.name, tag.start))
            self._open_names[tag.name] += 1
        self.innermost.append(next(self._spelled(), None))

    def _spelled(self) -> Iterator[str]:
        return (self._spelling[name] for name, _ in reversed(self._open) if name in self._spelling)

    def _close(self, name: str, end: int) -> None:
        """Close the innermost section with that name and all sections inside it; `</DOC>` closes all
        sections.
        """
        if name == self._doc:
            self._end(0, end)
        elif self._open_names[name]:
            inside = takewhile(lambda section: section[0] != name, reversed(self._open))
            self._end(len(self._open) - 1 - sum(1 for _ in inside), end)

    def _end(self, first: int, end: int) -> None:
        for name, start in self._open[first:]:
            self._ended.append(Section(self._spelling.get(name, name), start, end))
            self._open_names[name] -= 1
        del self._open[first:]


@lru_cache(64)
def _spelling(sections: tuple[str, ...]) -> Mapping[str, str]:
    """Map the lower-case names of sections to the configured spelling."""
    return {name.lower(): name for name in sections}


def last_dateline(sections: Sequence[Section], tags: Sequence[SectionTag]) -> int:
    """Return the number of task tags before the last dateline; 0 if there are fewer than two datelines."""
    starts = [section.start for section in sections if section.name.upper() == DATELINE]
    if len(starts) < 2:
        return 0
    last = max(starts)
    return next(tag.before for tag in tags if tag.start == last)
