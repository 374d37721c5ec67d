"""The server that comes with the VS Code extension: what is taken along, and how it is run."""

import sys
import zipfile
from pathlib import Path

import pytest

from release import bundle, launcher
from release.failed import Failed
from release.running import run

LOCKED = """\
# written by a program
alpha==1.2 ; sys_platform == 'win32' \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # via keytally
watchdog==6.0.0 ; python_full_version < '3.11' \\
    --hash=sha256:cc
watchdog==7.1.0 ; python_full_version >= '3.11' \\
    --hash=sha256:dd
beta-c==3 \\
    --hash=sha256:ee
"""


def test_what_the_lock_has_is_taken_along_with_its_hashes_on_every_platform() -> None:
    assert [*bundle.pinned(LOCKED, lambda name: name != "watchdog")] == [
        "alpha==1.2 --hash=sha256:aa --hash=sha256:bb",
        "beta-c==3 --hash=sha256:ee",
    ]


def test_two_versions_of_a_package_are_refused() -> None:
    with pytest.raises(Failed, match="two versions of beta-c"):
        list(bundle.pinned(f"{LOCKED}beta-c==4 \\\n    --hash=sha256:ff\n", {"beta-c"}.__contains__))


def test_the_locks_have_one_version_of_what_is_taken_along() -> None:
    server = bundle.LOCK.read_text(encoding="utf-8")
    taken = bundle.pinned(server, lambda name: name not in bundle.LEFT_OUT)
    names = {line.partition("==")[0] for line in taken}
    assert {"pygls", "lsprotocol", "attrs", "cattrs", "lark", "tqdm"} <= names
    further = bundle.OF_PAGES | bundle.SUBSTITUTED
    found = bundle.pinned(bundle.LOCK_OF_ALL.read_text(encoding="utf-8"), further.__contains__)
    assert {line.partition("==")[0] for line in found} == further


def wheel(folder: Path, pure: str = "true", extra: str = "alpha/__init__.py") -> Path:
    path = folder / "alpha-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("alpha-1.dist-info/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: {pure}\n")
        archive.writestr(extra, "")
    return path


def test_a_wheel_is_put_among_the_packages(tmp_path: Path) -> None:
    bundle.unpack(wheel(tmp_path), tmp_path / "packages")
    assert (tmp_path / "packages" / "alpha" / "__init__.py").is_file()


@pytest.mark.parametrize("made", [{"pure": "false"}, {"extra": "alpha/fast.cpython-310.so"}])
def test_a_wheel_with_compiled_parts_is_refused(made: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(Failed, match="has compiled parts"):
        bundle.unpack(wheel(tmp_path, **made), tmp_path / "packages")
    assert not (tmp_path / "packages").exists()


def test_the_compiled_parts_of_a_wheel_that_can_do_without_them_are_left_out(tmp_path: Path) -> None:
    bundle.unpack_python(wheel(tmp_path, "false", "alpha/fast.so"), tmp_path / "packages")
    assert [path.name for path in (tmp_path / "packages").rglob("*") if path.is_file()] == ["WHEEL"]


def test_the_launcher_runs_a_module_of_its_packages_with_arguments(tmp_path: Path) -> None:
    packages = tmp_path / launcher.PACKAGES
    packages.mkdir()
    (packages / "json.py").write_text("import sys\nprint(__name__, sys.argv[1:])\n", encoding="utf-8")
    (tmp_path / "run.py").write_bytes(Path(launcher.__file__).read_bytes())
    said = run([sys.executable, "-I", tmp_path / "run.py", "json", "one", "--two"], tmp_path)
    assert said == "__main__ ['one', '--two']\n"


def packed(folder: Path) -> Path:
    """A folder with the launcher and an archive of one module."""
    folder.mkdir()
    (folder / "modules").mkdir()
    (folder / "modules" / "told.py").write_text("print(__file__)\n", encoding="utf-8")
    bundle.pack(folder / "modules", folder / launcher.ARCHIVE)
    (folder / "run.py").write_bytes(Path(launcher.__file__).read_bytes())
    return folder


def test_the_launcher_unpacks_its_archive_at_the_first_start(tmp_path: Path) -> None:
    folder = packed(tmp_path / "bundled")
    for _ in range(2):
        said = run([sys.executable, "-I", folder / "run.py", "told"], tmp_path)
        assert said == f"{folder / launcher.PACKAGES / 'told.py'}\n"
        (folder / launcher.ARCHIVE).unlink(missing_ok=True)
    assert {path.name for path in folder.iterdir()} == {"run.py", "modules", launcher.PACKAGES}


def test_the_launcher_unpacks_into_the_cache_of_the_user_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = packed(tmp_path / "bundled")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    unpacked = launcher.unpacked

    def refuse(archive: Path, packages: Path) -> Path:
        if packages.parent == folder:
            raise PermissionError
        return unpacked(archive, packages)

    monkeypatch.setattr(launcher, "unpacked", refuse)
    packages = launcher.packages_in(folder)
    assert packages.parent == tmp_path / "home" / ".cache" / "keytally"
    assert (packages / "told.py").is_file()


def test_an_archive_that_another_process_unpacks_meanwhile_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = packed(tmp_path / "bundled")

    def rename(source: Path, target: Path) -> None:
        target.mkdir()
        raise FileExistsError

    monkeypatch.setattr(Path, "rename", rename)
    assert launcher.packages_in(folder) == folder / launcher.PACKAGES
    assert {path.name for path in folder.iterdir()} == {
        "run.py",
        "modules",
        launcher.ARCHIVE,
        launcher.PACKAGES,
    }


def test_an_archive_has_the_same_bytes_for_the_same_files(tmp_path: Path) -> None:
    one, other = (packed(tmp_path / name) / launcher.ARCHIVE for name in ("one", "other"))
    assert one.read_bytes() == other.read_bytes()
