"""What is kept in the repository, and what must not be."""

from __future__ import annotations

import ast
import re
import tomllib
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

import pytest

from tests.architecture.sources import ROOT, kept_files, python_files, text, tree

#: Files that are text; anything else is opaque to these tests and has to be named below.
TEXT = frozenset({
    "", ".cfg", ".css", ".csv", ".dek", ".html", ".in", ".ini", ".js", ".json", ".lark", ".lock", ".md", ".proto",
    ".py", ".pyi", ".service", ".sh", ".svg", ".toml", ".txt", ".xml", ".yaml", ".yml",
})  # fmt: skip

#: Places on somebody's machine: a home folder, a temporary one, a checkout at the root.
MACHINE_PATH = re.compile(r"(?<![\w.$}/-])/(?:root|home/\w+|Users/\w+|tmp|work|mnt|opt/(?:pypi|wheels))(?=/|\b(?!\w))")

#: Documents that the project is made of; their absence is a defect of the repository.
DOCUMENTS = (
    "README.md", "LICENSE", "NOTICE", "CHANGELOG.md", "CONTRIBUTING.md", "docs/map.md",
    "docs/decisions/README.md", "docs/rulings/README.md", "deploy/README.md", ".ci/run", "Makefile",
)  # fmt: skip

#: Places that documents name and the repository does not keep: what is built, and what comes later.
NOT_KEPT = frozenset({"build/", "build/page", "adjudicator/swccg/"})


def text_files() -> list[str]:
    """Every kept file that is text."""
    return [path for path in kept_files() if PurePosixPath(path).suffix in TEXT]


def test_no_kept_file_names_a_place_on_a_machine() -> None:
    """Nothing that is kept knows where it was written."""
    found = [
        f"{path}:{number}: {line.strip()[:100]}"
        for path in text_files()
        if path != "tests/architecture/test_repository.py"
        for number, line in enumerate(text(path).splitlines(), 1)
        if MACHINE_PATH.search(line)
    ]
    assert [] == found


@pytest.mark.parametrize(
    ("line", "caught"),
    [
        ("see /" + "root/notes", True),
        ("open('/" + "tmp/x')", True),
        ("cd /" + "work/main", True),
        ("GET /" + "home/luke", True),
        ("a/tmp/x", False),
        ("https://example.org" + "/work" + "/tmp", False),
        ("/var/lib/adjudicator", False),
        ("and/or /working", False),
    ],
)
def test_the_search_for_machine_paths_finds_them(line: str, caught: bool) -> None:
    """The pattern catches home, temporary and checkout folders and leaves relative paths and URLs alone."""
    assert caught is bool(MACHINE_PATH.search(line))


def test_documents_exist_and_say_something() -> None:
    """Each document of the project is there and is no stub."""
    assert [] == [path for path in DOCUMENTS if not (ROOT / path).is_file() or len(text(path)) < 200]


def test_links_between_documents_lead_somewhere() -> None:
    """Every relative link of a Markdown file names a file or folder that exists."""
    link = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")
    dead = [
        f"{path}: {target}"
        for path in kept_files()
        if path.endswith(".md")
        for target in link.findall(text(path))
        if not (ROOT / path).parent.joinpath(target).exists()
    ]
    assert [] == dead


def test_paths_named_in_documents_are_there() -> None:
    """Every path of ours that a document names in its text is the end of one of the repository's.

    `*` and `<edition>` stand for anything, and `.py` may be left out.
    """
    folders = {str(folder) for path in kept_files() for folder in PurePosixPath(path).parents}
    endings = {
        "/".join(PurePosixPath(path.removesuffix(".py")).parts[start:])
        for path in (*kept_files(), *folders)
        for start in range(path.count("/") + 1)
    }
    named = [
        (path, found)
        for path in kept_files()
        if path.endswith(".md")
        for found in re.findall(r"`([\w.*<>-]+/[\w./*<>-]*)(?:::\w+)?`", text(path))
        if found not in NOT_KEPT and found.partition("/")[0] in endings
    ]
    assert 100 < len(named)
    assert [] == [f"{path}: {found}" for path, found in named if not _is_there(found, endings)]


def _is_there(named: str, endings: set[str]) -> bool:
    pattern = re.sub(r"<[\w-]+>", "*", named.rstrip("/").removesuffix(".py"))
    return pattern in endings or ("*" in pattern and any(fnmatchcase(each, pattern) for each in endings))


def test_every_module_says_what_it_is_for() -> None:
    """Every module written by hand begins with a docstring."""
    assert [] == [path for path in python_files() if text(path).strip() and ast.get_docstring(tree(path)) is None]


def test_dependencies_are_locked() -> None:
    """uv.lock names every direct dependency of pyproject.toml, so that `make setup` installs what was tested."""
    project = tomllib.loads(text("pyproject.toml"))
    wanted = [
        *project["project"]["dependencies"],
        *(each for extra in project["project"]["optional-dependencies"].values() for each in extra),
        *(each for group in project["dependency-groups"].values() for each in group),
    ]
    names = {re.split(r"[^A-Za-z0-9-]", each)[0].lower() for each in wanted}
    locked = {package["name"] for package in tomllib.loads(text("uv.lock"))["package"]}
    assert set() == names - locked


def test_lint_exceptions_name_what_they_silence() -> None:
    """Every `type: ignore` names its code and every `noqa` its rule: nothing is silenced wholesale."""
    bare = re.compile(r"#\s*type:\s*ignore(?!\[)|#\s*noqa(?!:\s*[A-Z]+\d+)")
    found = [
        f"{path}:{number}: {line.strip()[:100]}"
        for path in python_files()
        if path != "tests/architecture/test_repository.py"
        for number, line in enumerate(text(path).splitlines(), 1)
        if bare.search(line)
    ]
    assert [] == found


def test_lint_exceptions_of_our_code_have_their_reason_beside_them() -> None:
    """After what is silenced the line says why; tests show their reasons by what they test."""
    why = re.compile(r"#\s*(?:type:\s*ignore\[[a-z, -]+\]|noqa:\s*[A-Z]+\d+(?:,\s*[A-Z]+\d+)*)\s*$")
    found = [
        f"{path}:{number}: {line.strip()[:100]}"
        for path in python_files()
        if not path.startswith("tests/")
        for number, line in enumerate(text(path).splitlines(), 1)
        if why.search(line)
    ]
    assert [] == found


def test_ci_runs_the_command_of_the_readme() -> None:
    """The last thing that CI does is the README's own test command, so its closing line is the last one seen."""
    commands = [line for line in text(".ci/run").splitlines() if line and not line.startswith(("#", "title"))]
    assert "make test" == commands[-1]
    made = {word for command in commands if command.startswith("make ") for word in command.split()}
    assert {"lint", "coverage", "language", "games"} <= made
    assert "### `make test`" in text("README.md")


def test_every_command_of_the_makefile_is_declared_and_explained() -> None:
    """Each target of the Makefile is phony and stands in `make help`."""
    makefile = text("Makefile")
    explained = set(re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE))
    declared = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert declared is not None
    assert set(declared[1].split()) == explained
