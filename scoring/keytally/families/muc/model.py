"""The model that the MUC tasks share: typed configurations, and objects with slots and fills."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from keytally.families.contract import SettingsError


class ConfigurationError(SettingsError):
    """Raised for a configuration that cannot be used; `problems` contains one readable line for each
    error.
    """


class ClassDefinition(NamedTuple):
    """One entry of `class_defs`: name (lower case), report name, scored, map threshold.

    The threshold is exactly the written number: 0.1 is one tenth.
    """

    name: str
    report_name: str
    scored: bool
    threshold: Fraction | float


class SlotDefinition(NamedTuple):
    """One entry of `slot_defs`; `kind` is `set`, `string` or `pointer`.

    `weight` is exactly the written number. `target` is the sixth word as written, unless that is `set` or
    `string`.
    """

    class_name: str
    name: str
    report_name: str
    scored: bool
    weight: Fraction | float
    kind: str
    target: str = ""


class Subtask(NamedTuple):
    """One entry of `ne_subtask_names`: class, slot and fill value, in lower case."""

    class_name: str
    slot: str
    value: str


class SectionGroup(NamedTuple):
    """One entry of `doc_section_groups`: the group's name and its sections, as written."""

    name: str
    sections: tuple[str, ...]


class Configuration(NamedTuple):
    """The value of every option of a MUC configuration (manual, "Main Configuration File Format").

    Names of classes, slots and attributes are in lower case; names of sections are as written. File names are
    as written, without `muc_base_directory`. `given` contains the values of all options that were set, by
    name, for the signature.
    """

    scoring_task: str
    classes: tuple[ClassDefinition, ...]
    slots: tuple[SlotDefinition, ...]
    scoring_method: str = "key2response"
    key_file: str = "keys"
    response_file: str = "responses"
    score_report_file: str = "scores"
    report_summary_file: str = "report_summary"
    map_history_file: str = "map_history"
    partition_file: str = "partitions"
    muc_base_directory: str = ""
    dump_map_history: bool = False
    use_ie_report_summary: bool = False
    report_field_separator: str = "|"
    content_name: str = "content"
    template_name: str = "template"
    equatable_objects: tuple[str, ...] = ()
    optional_status_slot: str = "status"
    doc_sections: tuple[str, ...] = ("DOC", "DATELINE", "DD", "HEADLINE", "TEXT")
    doc_section_groups: tuple[SectionGroup, ...] = ()
    subtasks: tuple[Subtask, ...] = ()
    premodifiers: tuple[str, ...] = ()
    postmodifiers: tuple[str, ...] = ()
    corporate_designators: tuple[str, ...] = ()
    stringfill_correct_comparison: str = "CLEAN"
    stringfill_partial_comparison: str = "NONE"
    sgml_doc_gid: str = "DOC"
    sgml_docnum_gid: str = "DOCNO"
    sgml_alt_slot: str = "alt"
    sgml_id_slot: str = "id"
    sgml_min_slot: str = "min"
    sgml_ref_slot: str = "ref"
    sgml_text_slot: str = "text"
    sgml_type_slot: str = "type"
    sgml_alternative_separator: str = "|"
    sgml_attribute_quote_char: str = "*"
    force_pairing: bool = False
    ne_allow_incorrect: bool = False
    ne_overlap: str = "half_open"
    ignore_case: str = "clean_only"
    designators: str = "substring"
    rem_tally: str = "non"
    st_transitive: bool = False
    key2key_symmetric: bool = True
    subtask_other: str = "literal"
    dd_last_only: bool = True
    co_exact: bool = False
    co_metrics: tuple[str, ...] = ("muc",)
    also: tuple[str, ...] = ("none",)
    compatible: str = "document"
    given: Mapping[str, tuple[str, ...]] = {}

    def slots_of(self, class_name: str) -> tuple[SlotDefinition, ...]:
        """Return the slot definitions of a class, in order."""
        return tuple(slot for slot in self.slots if slot.class_name == class_name)

    def based(self, file_name: str) -> str:
        """Return a file name of this configuration with `muc_base_directory` prepended to it as a string."""
        return self.muc_base_directory + file_name


# The objects that every MUC task compares: objects have slots, slots multi-fills, multi-fills fills.
#
# Templates and SGML tags are both converted to this model (manual, "Conversion of SGML tags to MUC objects").
# Places are code points from the start of the object's unit.


class Fill(NamedTuple):
    """A single fill: its text as the scorer reads it, and its position (see `MucObject.start_of`)."""

    text: str
    start: int
    end: int


MultiFill = tuple[Fill, ...]


class Slot(NamedTuple):
    """The alternatives of a slot in file order; in a response there is at most one."""

    alternatives: tuple[MultiFill, ...]
    optional: bool = False


class Extent(NamedTuple):
    """The position of a tag's text: offsets that do not count task tags, and its section.

    `start` and `end` count from the start of the document; `section` is the name of the innermost open
    section, spelled as in the configuration.
    """

    start: int
    end: int
    section: str


# Not frozen, because reading creates more objects than anything else, and frozen ones take three times as
# long to create.
class MucObject:
    """A top-level object of a key or a response; immutable.

    `class_name` and the names in `slots` are in lower case. `start` and `end` span the object in its unit: an
    SGML element with its tags, or a template record. `one_up` distinguishes objects of the same class and
    document. `extent` is None for templates. `starts` contains the slots with fill positions relative to an
    offset of their own; these offsets count from `lines`, so that objects with the same content can share
    their slots.
    """

    __slots__ = (
        *("class_name", "document", "end", "extent", "lines"),
        *("one_up", "optional", "slots", "start", "starts"),
    )

    def __init__(  # noqa: PLR0913, PLR0917 -- a part each
        self,
        class_name: str,
        document: str,
        one_up: str,
        slots: Mapping[str, Slot],
        start: int,
        end: int,
        optional: bool = False,
        extent: Extent | None = None,
        starts: Mapping[str, int] | None = None,
        lines: int = 0,
    ) -> None:
        self.class_name = class_name
        self.document = document
        self.one_up = one_up
        self.slots = slots
        self.start = start
        self.end = end
        self.optional = optional
        self.extent = extent
        self.starts = starts
        self.lines = lines

    def placed(self, extent: Extent) -> "MucObject":
        """Return a copy of this object with another extent."""
        return MucObject(
            *(self.class_name, self.document, self.one_up, self.slots, self.start, self.end, self.optional),
            *(extent, self.starts, self.lines),
        )

    def with_slots(self, one_up: str, slots: Mapping[str, Slot]) -> "MucObject":
        """Return a copy of this object with another number and other slots."""
        return MucObject(
            *(self.class_name, self.document, one_up, slots, self.start, self.end, self.optional),
            *(self.extent, self.starts, self.lines),
        )

    def start_of(self, slot: str) -> int:
        """Return the offset in the unit from which a slot's fill positions count; usually 0, the start of
        the unit.
        """
        return self.lines + self.starts[slot] if self.starts is not None and slot in self.starts else 0

    @property
    def identifier(self) -> str:
        """Return the object's identification string without angle brackets, as in a header."""
        return f"{self.class_name.upper()}-{self.document}-{self.one_up}"


# A cache of values that depend on an object's slots alone, for all objects that share them.
#
# Objects with the same content have one mapping of slots, in any document, if they were read together; the
# cache never compares slots.


REMEMBERED_SLOTS = 1 << 12

T = TypeVar("T")

SlotMapping = Mapping[str, Slot]


class SlotsCache(Generic[T]):
    """Caches values by the identity of slots; it keeps references to the slots, so that their ids are not
    reused.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[SlotMapping, T]] = {}

    def get(self, slots: SlotMapping) -> T | None:
        """Return the value for these slots; None if it is missing or was evicted."""
        known = self._known.get(id(slots))
        return None if known is None else known[1]

    def put(self, slots: SlotMapping, value: T) -> None:
        """Store a value."""
        if len(self._known) >= REMEMBERED_SLOTS:
            self._known.clear()
        self._known[id(slots)] = slots, value
