"""`make generate`: update the generated files, and print the changed ones."""

from editors.generator.files import CHECKOUT, generated, obsolete


def main() -> None:
    """Write what is stale and remove what is left over."""
    for name, text in generated().items():
        path = CHECKOUT / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"wrote {name}")
    for path in obsolete():
        path.unlink()
        print(f"removed {path.relative_to(CHECKOUT).as_posix()}")


if __name__ == "__main__":
    main()
