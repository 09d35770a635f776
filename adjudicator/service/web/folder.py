"""Builds the folder of the page without a server (`make page`): the same page, with the service in the browser.

Python for browsers (Pyodide) comes from npm, what the service imports from PyPI by the hashes of uv.lock. Our sources
and theirs are compiled by that same Python, under Node, so that a browser only unpacks them.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

from adjudicator.service.web.build import ROOT, WEB, NoNodeError, npm, prepare, run

FOLDER = ROOT / "build" / "page"
WORK = ROOT / "build" / "page-parts"
PYODIDE = WEB / "node_modules" / "pyodide"
LICENCES = WEB / "alone" / "licences"
BINARY = "msgspec"
PURE = ("eventsourcing", "googleapis-common-protos", "lark", "protobuf", "structlog", "typing-extensions")
"""What the service imports in a browser: one package that has machine code, and those that have none."""

PLATFORM = ("--python-version", "3.14", "--implementation", "cp", "--abi", "cp314", "--platform",
            "pyemscripten_2026_0_wasm32")  # fmt: skip
ANY = ("--python-version", "3.14", "--implementation", "py", "--abi", "none", "--platform", "any")

LEFT_OUT = (
    "adjudicator/service/web/", "adjudicator/citations/books/", "adjudicator/api/generate.py",
    "adjudicator/citations/build.py", "adjudicator/citations/check.py",
)  # fmt: skip
"""Of our sources what no browser needs."""

LEFT_OUT_ENDINGS = ("_grpc.py", ".pyi", ".proto", "/py.typed", "/cards/build.py", "/cards/guide.py")
"""Of all, the last two what makes a game's cards."""

NOT_NEEDED = (
    "google/rpc/context/", "google/logging/", "google/longrunning/", "google/gapic/", "google/api/",
    "google/cloud/", "google/type/", "eventsourcing/dcb/", "eventsourcing/tests/", "eventsourcing/postgres.py",
    "structlog/twisted.py", "lark/__pyinstaller/", "lark/grammars/", "lark/tools/",
)  # fmt: skip
"""Of the others'."""

NEVER_IMPORTED = (
    "_pydatetime", "_pydecimal", "_pyio", "_pyrepl", "asyncio/proactor", "asyncio/windows", "bdb", "cProfile",
    "cmd.py", "compileall", "configparser", "curses", "dbm", "doctest", "encodings/big5", "encodings/cp7",
    "encodings/cp8", "encodings/cp9", "encodings/euc", "encodings/gb", "encodings/iso", "encodings/johab",
    "encodings/koi8", "encodings/mac", "encodings/shift", "ensurepip", "filecmp", "fileinput", "ftplib", "getopt",
    "gettext", "html", "http/", "imaplib", "lib2to3", "logging/config", "logging/handlers", "mailbox", "modulefinder",
    "multiprocessing", "optparse", "pdb", "pickletools", "plistlib", "poplib", "profile", "pstats", "pyclbr", "pydoc",
    "rlcompleter", "shelve", "smtplib", "socketserver", "sqlite3/__main__", "sqlite3/dump", "statistics", "symtable",
    "tabnanny", "tarfile", "this", "timeit", "trace.py", "tracemalloc", "turtle", "unittest", "urllib/re", "urllib/ro",
    "venv", "wave", "webbrowser", "wsgiref", "xml/dom", "xml/sax", "xmlrpc", "zipapp",
)  # fmt: skip
"""Of Python's own library; the encodings are those of old machines."""

LIBRARY = "python_stdlib.zip"
MACHINE = "pyodide.asm.wasm"
SERVICE = "service.zip"
PACKED = ".gzipped"
"""Not `.gz`, which some hosts unpack on the way: the page unpacks it."""

THE_SAME_DAY = (2026, 1, 1, 0, 0, 0)
"""What archives say of all files, so that the same sources give the same bytes."""


def is_built() -> bool:
    """Whether the folder is there."""
    return (FOLDER / "index.html").is_file()


def is_current() -> bool:
    """Whether nothing that it is built from is newer than the folder."""
    built = (FOLDER / "index.html").stat().st_mtime
    sources = (each for folder in ("adjudicator", "web/src", "web/alone") for each in (ROOT / folder).rglob("*.*"))
    skipped = ("__pycache__", "console", "gen")
    return all(
        each.stat().st_mtime <= built for each in sources if each.is_file() and not set(skipped) & set(each.parts)
    )


def build() -> None:
    """Build the folder anew. Raises NoNodeError, CalledProcessError."""
    prepare()
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.rmtree(WORK / "trees", ignore_errors=True)
    service, others, library = (WORK / "trees" / each for each in ("service", "others", "library"))
    _gather(service, others)
    with zipfile.ZipFile(PYODIDE / LIBRARY) as packed:
        packed.extractall(library, [each for each in packed.namelist() if not each.startswith(NEVER_IMPORTED)])
    run("node", str(WEB / "alone" / "compile.mjs"), str(service), str(others), str(library))
    made = WORK / "made"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    _zip((service, others), made / SERVICE)
    _zip((library,), made / LIBRARY)
    (made / (MACHINE + PACKED)).write_bytes(gzip.compress((PYODIDE / MACHINE).read_bytes(), 9, mtime=0))
    for each in ("pyodide.mjs", "pyodide.asm.mjs"):
        shutil.copy(PYODIDE / each, made / each)
    about = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    (made / "about.json").write_text(json.dumps(about), encoding="utf-8")
    total = sum(each.stat().st_size for each in made.iterdir())
    run(npm(), "run", "--silent", "build", "--", "--mode", "alone", VITE_BYTES=str(total))
    shutil.copytree(made, FOLDER / "python")
    _licences()


def _gather(into: Path, others: Path) -> None:
    """Our sources, and those of others, as they are imported."""
    for wheel in _wheels():
        with zipfile.ZipFile(wheel) as packed:
            names = [each for each in packed.namelist() if not each.startswith(NOT_NEEDED)]
            packed.extractall(
                others, [each for each in names if ".dist-info/" not in each and not each.endswith(LEFT_OUT_ENDINGS)]
            )
    sources = sorted((ROOT / "adjudicator").rglob("*"))
    _copy((each for each in sources if each.is_file()), into, lambda name: not (
        "__pycache__" in name or name.startswith(LEFT_OUT) or name.endswith(LEFT_OUT_ENDINGS)
    ))  # fmt: skip


def _copy(files: Iterable[Path], into: Path, wanted: Callable[[str], bool]) -> None:
    for each in files:
        name = each.relative_to(ROOT).as_posix()
        if wanted(name):
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(each, into / name)


def _wheels() -> list[Path]:
    """The wheels, fetched unless those of the lock are here; pip compares their hashes."""
    found = []
    for names, flags in (((BINARY,), PLATFORM), (PURE, ANY)):
        folder, asked = WORK / names[0], _locked(names)
        if not (folder / "asked.txt").is_file() or (folder / "asked.txt").read_text(encoding="utf-8") != asked:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            (folder / "asking.txt").write_text(asked, encoding="utf-8")
            run(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:",
                "--require-hashes", *flags, "-d", str(folder), "-r", str(folder / "asking.txt"))  # fmt: skip
            (folder / "asking.txt").rename(folder / "asked.txt")
        found += sorted(folder.glob("*.whl"))
    return found


def _locked(names: Iterable[str]) -> str:
    """Packages as pip is asked for them: in the locked version, with the locked hashes."""
    lock = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]
    known = {each["name"]: each for each in lock}
    lines = [
        " ".join([f"{name}=={known[name]['version']}", *(f"--hash={each['hash']}" for each in known[name]["wheels"])])
        for name in names
    ]
    return "\n".join([*lines, ""])


def _zip(trees: Iterable[Path], into: Path) -> None:
    """Trees as one archive; the same trees give the same bytes."""
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for tree in trees:
            for each in sorted(path for path in tree.rglob("*") if path.is_file()):
                info = zipfile.ZipInfo(each.relative_to(tree).as_posix(), THE_SAME_DAY)
                info.compress_type = zipfile.ZIP_DEFLATED
                packed.writestr(info, each.read_bytes(), compresslevel=9)


def _licences() -> None:
    """The licences of all that the folder carries."""
    into = FOLDER / "licences"
    shutil.copytree(LICENCES, into)
    for each in ("LICENSE", "NOTICE"):
        shutil.copy(ROOT / each, into / each)
    for wheel in _wheels():
        with zipfile.ZipFile(wheel) as packed:
            for name in packed.namelist():
                if ".dist-info/" in name and "licen" in name.lower() and not name.endswith("/"):
                    text = packed.read(name)
                    (into / f"{wheel.name.partition('-')[0]}-{Path(name).name}").write_bytes(text)


if __name__ == "__main__":
    try:
        build()
    except (NoNodeError, subprocess.CalledProcessError) as error:
        sys.exit(str(error))
    size = sum(each.stat().st_size for each in FOLDER.rglob("*") if each.is_file())
    print(f"{os.path.relpath(FOLDER)}: {size / 1e6:.1f} MB; serve it with any web server")  # noqa: T201 - a command prints
