"""What the key asks for at a place of a line format is done by one action."""

from pathlib import Path

from tests.server.wire import Wire, on

MOST = 20
ACCEPT, DROP = "refactor.rewrite.acceptFromKey", "refactor.rewrite.dropSpurious"


def pair_of(tmp_path: Path, task: str, key: str, response: str, suffix: str = "") -> tuple[Wire, Path]:
    """A pair of two files of a task, whose response is open."""
    names = f"key{suffix}", f"response{suffix}"
    for name, text in zip(names, (key, response), strict=True):
        (tmp_path / name).write_text(text, "utf-8")
    pair = f'[[pair]]\ntask = "{task}"\nkey = "{names[0]}"\nresponses = ["{names[1]}"]\n'
    (tmp_path / "keytally.toml").write_text(pair, "utf-8")
    wire = on(tmp_path)
    language = "lexsub" if task.startswith("lexsub") else task.split("-", maxsplit=1)[0]
    wire.open(tmp_path / names[1], language=language)
    wire.settle()
    return wire, tmp_path / names[1]


def follow(wire: Wire, response: Path) -> list[str]:
    """Go from difference to difference, do the first action there, and tell all that was done."""
    done: list[str] = []
    uri, position = response.as_uri(), {"line": 0, "character": 0}
    for _ in range(MOST):
        asked = {"textDocument": {"uri": uri}, "position": position, "inclusive": True}
        stop = wire.request("keytally/next", asked)
        if stop is None:
            break
        kinds = [DROP if stop["status"] == "spu" else ACCEPT]
        context = {"diagnostics": [], "only": kinds}
        params = {"textDocument": {"uri": uri}, "range": stop["range"], "context": context}
        actions = wire.request("textDocument/codeAction", params)
        if not actions:
            line, character = stop["range"]["start"].values()
            position = {"line": line, "character": character + 1}
            continue
        done.append(actions[0]["title"])
        edits = actions[0]["edit"]["changes"][uri]
        latest_first = [{"range": edit["range"], "text": edit["newText"]} for edit in reversed(edits)]
        wire.change(uri, len(done) + 1, *latest_first)
        wire.settle()
        position = stop["range"]["start"]
    return done


def test_guesses_are_removed_and_words_of_the_gold_standard_added(tmp_path: Path) -> None:
    key = "bright.a 1 :: clever 3;smart 2;\nside.n 5 :: edge 2;flank 2;\n"
    wire, response = pair_of(tmp_path, "lexsub-oot", key, "bright.a 1 ::: shiny;clever;dull\nside.n 5 :::\n")
    done = ["Remove shiny", "Remove dull", "Insert smart", "Accept the key's edge;flank"]
    assert sorted(follow(wire, response)) == sorted(done)
    assert wire.text(response) == "bright.a 1 ::: clever;smart\nside.n 5 ::: edge;flank\n"


def test_a_list_without_a_right_guess_is_taken_over(tmp_path: Path) -> None:
    key = "bright.a 1 :: clever 3;\nside.n 5 :: edge 2;\n"
    wire, response = pair_of(tmp_path, "lexsub-best", key, "bright.a 1 :: shiny\nside.n 5 :: flank\n")
    assert follow(wire, response) == ["Accept the key's clever", "Accept the key's edge"]
    assert wire.text(response) == "bright.a 1 :: clever\nside.n 5 :: edge\n"


def test_no_word_is_added_to_a_list_that_is_one_guess(tmp_path: Path) -> None:
    key = "call.v 1 :: ring up 3;\nside.n 5 :: go along 2;\ncome.v 6 :: turn up 2;\n"
    wrong = "call.v 1 :: phone\nside.n 5 ::\ncome.v 6 :: arrive;appear\n"
    wire, response = pair_of(tmp_path, "lexsub-mw", key, wrong)
    answers = ("ring up", "go along", "turn up")
    assert follow(wire, response) == [f"Accept the key's {answer}" for answer in answers]
    assert wire.text(response) == "call.v 1 :: ring up\nside.n 5 :: go along\ncome.v 6 :: turn up\n"


def test_edits_are_undone_and_made(tmp_path: Path) -> None:
    key = (
        "S The mill open at six .\nA 2 3|||SVA|||opens|||REQUIRED|||-NONE-|||0\n\n"
        "S She buy two of loafs .\nA 0 0|||Adv|||Today|||REQUIRED|||-NONE-|||0\n"
        "A 3 4|||Prep|||-NONE-|||REQUIRED|||-NONE-|||0\nA 4 5|||Nn|||loaves||loaf|||REQUIRED|||-NONE-|||0\n\n"
    )
    wire, response = pair_of(tmp_path, "m2", key, "The mills open at six .\nShe buy two of loafs .\n", ".m2")
    done = follow(wire, response)
    assert wire.text(response) == "The mill opens at six .\nToday She buy two loaves .\n", done
    assert "Undo mill → mills" in done


def test_cells_are_filled_and_emptied_and_lines_that_are_not_there_are_left(tmp_path: Path) -> None:
    rows = "1\tThe\t\t\n2\traft\tsubj\tVehicle\n3\tdrifted\tv\t\n4\tpast\n5\tpier\tadvprep\tBuilding\n\n"
    wrong = "1\tThe\tobj\t\n2\traft\tobj\t\n3\tdrifted\tv\t\n4\tpast\n\n"
    for folder, text in (("key", rows), ("response", wrong)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "drift.parse").write_text(text, "utf-8")
    pair = '[[pair]]\ntask = "cpa-parsing"\nkey = "key"\nresponses = ["response"]\n'
    (tmp_path / "keytally.toml").write_text(pair, "utf-8")
    wire, response = on(tmp_path), tmp_path / "response" / "drift.parse"
    wire.open(response, language="cpa")
    wire.settle()
    assert sorted(follow(wire, response)) == ["Change to subj", "Insert Vehicle", "Remove obj"]
    assert wire.text(response) == "1\tThe\t\t\n2\traft\tsubj\tVehicle\n3\tdrifted\tv\t\n4\tpast\n\n"


def test_slots_of_patterns_are_filled_and_names_of_clusters_are_not(tmp_path: Path) -> None:
    key, wrong = "Vehicle\t\t\t\t\tpast\tLocation\t\t\n", "Artifact\t\t\t\t\tpast\n"
    for folder, name in (("key", "task3"), ("response", "")):
        (tmp_path / folder / name).mkdir(parents=True)
        (tmp_path / folder / name / "drift.pat").write_text(key if name else wrong, "utf-8")
    pair = '[[pair]]\ntask = "cpa-slots"\nkey = "key"\nresponses = ["response"]\n'
    (tmp_path / "keytally.toml").write_text(pair, "utf-8")
    wire, response = on(tmp_path), tmp_path / "response" / "drift.pat"
    wire.open(response, language="cpa")
    wire.settle()
    assert sorted(follow(wire, response)) == ["Change to Vehicle", "Insert Location"]
    assert wire.text(response).rstrip() == key.rstrip()


def test_spans_of_brat_become_those_of_the_key(tmp_path: Path) -> None:
    key = "T1\tPER 0 3\tIda\nT2\tLOC 8 14\tAnselm\nT3\tORG 20 24;30 35\tPort Board\n"
    wrong = "T1\tORG 0 3\tIda\nT7\tPER 4 7\tWre\nT8\tORG 20 24\tPort\n"
    wire, response = pair_of(tmp_path, "spans", key, wrong, ".ann")
    assert sorted(follow(wire, response)) == [
        'Accept the key\'s LOC "Anselm"',
        'Accept the key\'s ORG "Port Board"',
        'Accept the key\'s PER "Ida"',
        'Delete the spurious PER "Wre"',
    ]
    assert wire.text(response) == (
        "T1\tPER 0 3\tIda\nT8\tORG 20 24;30 35\tPort Board\nT9\tLOC 8 14\tAnselm\n"
    )
    assert wire.of("keytally/scored")[-1]["totals"]["f"] == 100


def test_a_span_that_a_relation_of_brat_names_is_not_deleted(tmp_path: Path) -> None:
    wrong = "T1\tPER 0 3\tIda\nT2\tPER 4 7\tWre\nR1\tIn Arg1:T1 Arg2:T2\n"
    wire, response = pair_of(tmp_path, "spans", "T1\tPER 0 3\tIda\n", wrong, ".ann")
    assert follow(wire, response) == []
    assert wire.text(response) == wrong
