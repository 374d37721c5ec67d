"""What a bill of materials is made from."""

from pathlib import Path
from zipfile import ZipFile

from release import bills


def test_the_packages_of_the_bundle_are_those_whose_licences_it_holds(tmp_path: Path) -> None:
    line = "-" * 78
    notices = f"@scope/first 1.2.0\n\nMIT\n\n{line}\nsecond 3.0.0-next.1\n\nISC\n"
    with ZipFile(tmp_path / "a.vsix", "w") as archive:
        archive.writestr("extension/dist/NOTICES.txt", notices)
    assert [*bills._bundled(tmp_path / "a.vsix")] == [("@scope/first", "1.2.0"), ("second", "3.0.0-next.1")]
