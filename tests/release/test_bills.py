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


def test_packages_of_python_that_the_extension_brings_are_named(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "packages.zip", "w") as packages:
        for name, version in (("Lark", "1.3.1"), ("keytally", "0.1.0")):
            told = f"Metadata-Version: 2.4\nName: {name}\nVersion: {version}\n\nWords.\n"
            packages.writestr(f"{name}-{version}.dist-info/METADATA", told)
    with ZipFile(tmp_path / "a.vsix", "w") as archive:
        archive.write(tmp_path / "packages.zip", "extension/bundled/packages.zip")
    assert [*bills._brought(tmp_path / "a.vsix")] == [("lark", "1.3.1")]
    assert bills._component(("lark", "1.3.1"))["purl"] == "pkg:pypi/lark@1.3.1"


def test_what_a_package_needs_is_told_of_packages_in_the_bundle_alone() -> None:
    needs = {"ref": "a@1", "dependsOn": ["b@1", "tool@2"]}
    assert bills._among({"a@1", "b@1"}, needs) == {"ref": "a@1", "dependsOn": ["b@1"]}
