// Compiles trees of Python for browsers, with the Python that browsers run: node compile.mjs TREE ...
// The first one is ours; the others' go without their descriptions.
import { loadPyodide } from "pyodide";

const PROGRAMME = `
import compileall, pathlib, py_compile, sys

for tree in trees:
    kept = compileall.compile_dir(
        tree, quiet=1, legacy=True, stripdir=tree, maxlevels=50, optimize=0 if tree == trees[0] else 2,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    if not kept:
        sys.exit("what stands above does not compile")
    for source in pathlib.Path(tree).rglob("*.py"):
        source.unlink()
`;

const python = await loadPyodide();
const trees = process.argv.slice(2).map((tree, number) => {
  python.mountNodeFS(`/tree${number}`, tree);
  return `/tree${number}`;
});
python.globals.set("trees", python.toPy(trees));
await python.runPythonAsync(PROGRAMME);
