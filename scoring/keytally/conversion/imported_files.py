"""Files of other programs: offsets checked against the text, and findings on errors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from keytally.families.contract import Language, Role
from keytally.families.faults import findings_of
from keytally.families.interchange import AnyFormat, Fault, FaultKind, Loss, Place, SourceText
from keytally.findings.finding import Finding


@dataclass(frozen=True, slots=True, eq=False)
class ImportedFile:
    """A whole file (keytally.families.contract.Unit); it belongs to no document that is scored."""

    text: str
    findings: Sequence[Finding]
    document: None = None


@dataclass(frozen=True, slots=True)
class ImportLanguage(Language):
    """The language of a file of a format; `further` are its other files.

    `lacking` is the reason if one of them is missing; then nothing else is checked.
    """

    form: AnyFormat
    further: tuple[SourceText, ...] = ()
    lacking: str = ""
    role: Role = Role.UNKNOWN
    lookahead: int = 0

    @property
    def name(self) -> str:
        """Return the name of the format."""
        return self.form.name

    def boundaries(self, text: str) -> list[int]:
        """None: a file is one unit, since its lines refer to each other."""
        return []

    def read(self, text: str) -> ImportedFile:
        """Return the file; never fails."""
        return ImportedFile(text, tuple(self._findings(text)))

    def compare_duplicates(
        self,
        units: Sequence[ImportedFile],
        apart: Mapping[ImportedFile, ImportedFile] = MappingProxyType({}),
    ) -> Sequence[Sequence[Finding]]:
        """Return no findings: a file is one unit."""
        return [()] * len(units)

    def _findings(self, text: str) -> list[Finding]:
        if self.lacking:
            wrong = f"the text of this file, {self.lacking}"
            fault = Fault(FaultKind.REFERENCE, wrong)
            return findings_of(text, [Loss(Place("", 1), wrong, fault)])
        return findings_of(text, self.form.read([SourceText("", text), *self.further]).losses)
