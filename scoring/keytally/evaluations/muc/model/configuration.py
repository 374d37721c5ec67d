"""The typed configuration of the MUC scorer."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from keytally.evaluations.settings import SettingsError


class ConfigurationError(SettingsError):
    """A configuration that cannot be used; `problems` has one readable line for each error."""


class ClassDefinition(NamedTuple):
    """One entry of `class_defs`: name (lower case), report name, scored, map threshold.

    The threshold is exact, as written: 0.1 is a tenth.
    """

    name: str
    report_name: str
    scored: bool
    threshold: Fraction | float


class SlotDefinition(NamedTuple):
    """One entry of `slot_defs`; `kind` is `set`, `string` or `pointer`.

    `weight` is exact, as written. `target` is the sixth token as written if it is neither `set` nor `string`.
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
    """Every option of a MUC configuration with its value (manual, "Main Configuration File Format").

    Names of classes, slots and attributes are in lower case; names of sections are as written.
    File names are as written, `muc_base_directory` not yet put before them. `given` holds the
    values of every option that was given, by name, for the signature.
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
        """The slot definitions of a class, in order."""
        return tuple(slot for slot in self.slots if slot.class_name == class_name)

    def based(self, file_name: str) -> str:
        """A file name of this configuration after `muc_base_directory`, as a string."""
        return self.muc_base_directory + file_name
