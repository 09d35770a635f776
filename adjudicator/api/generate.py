"""Makes adjudicator/api/v1 from protos/ (`make proto`); needs the development dependencies.

Messages come from protoc, services from grpc_tools, and type stubs for both from mypy-protobuf.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

from grpc_tools import protoc

ROOT = Path(__file__).resolve().parents[2]
PROTOS = ROOT / "protos"
PACKAGE = Path("adjudicator/api/v1")
_DOCSTRING = '"""The generated API, `adjudicator.api.v1`. Not edited by hand: `make proto` writes it from protos/."""\n'


def sources() -> list[str]:
    """The names of the proto files, relative to protos/, in order."""
    return sorted(path.relative_to(PROTOS).as_posix() for path in PROTOS.rglob("*.proto"))


def _protoc(*arguments: str) -> None:
    """Run the compiler on all sources. Raises RuntimeError if it complains (it has printed why)."""
    included = str(files("grpc_tools") / "_proto")
    if protoc.main(["protoc", f"-I{PROTOS}", f"-I{included}", *arguments, *sources()]):
        raise RuntimeError("protoc has refused the protos")


def generate(into: Path) -> None:
    """Write the package below a folder (the repository's root, to renew what is committed)."""
    target = into / PACKAGE
    target.mkdir(parents=True, exist_ok=True)
    for old in target.glob("*_pb2*"):
        old.unlink()
    scripts = Path(sys.executable).parent
    _protoc(
        f"--python_out={into}",
        f"--grpc_python_out={into}",
        f"--mypy_out=quiet:{into}",
        f"--mypy_grpc_out=quiet:{into}",
        f"--plugin=protoc-gen-mypy={scripts / 'protoc-gen-mypy'}",
        f"--plugin=protoc-gen-mypy_grpc={scripts / 'protoc-gen-mypy_grpc'}",
    )
    (target / "__init__.py").write_text(_DOCSTRING, encoding="utf-8")


def descriptors(into: Path) -> None:
    """Write the descriptor set of all sources, comments included, to a file."""
    _protoc("--include_imports", "--include_source_info", f"--descriptor_set_out={into}")


if __name__ == "__main__":
    generate(ROOT)
