// Runs case files in the folder of the page without a server, under Node: node alone.mjs FOLDER CASES FILE ...
// Says in JSON how many cases held, and which did not.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [folder, cases, ...files] = process.argv.slice(2);
const PROGRAMME = `
import json, pathlib, sys
sys.path.insert(0, "/service")
from adjudicator.cases import run
from adjudicator.games import GameList
from adjudicator.kernel.game import no_cards

games = GameList(no_cards)
found = [each for file in files for each in run([pathlib.Path("/cases") / file], games)]
json.dumps({"held": sum(each.passed for each in found),
            "failed": [[each.path, each.edition, str(each.problems)] for each in found if not each.passed]})
`;

// As the page does it: machine code is unpacked first.
const here = mkdtempSync(join(tmpdir(), "alone-"));
try {
  for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip"]) {
    copyFileSync(join(folder, "python", name), join(here, name));
  }
  const packed = readFileSync(join(folder, "python", "pyodide.asm.wasm.gzipped"));
  writeFileSync(join(here, "pyodide.asm.wasm"), gunzipSync(packed));
  const lock = JSON.stringify({ info: JSON.parse(readFileSync(join(folder, "python", "about.json"))), packages: {} });
  const { loadPyodide } = await import(pathToFileURL(join(here, "pyodide.mjs")));
  const python = await loadPyodide({ indexURL: `${here}/`, lockFileContents: lock });
  const service = new Uint8Array(readFileSync(join(folder, "python", "service.zip")));
  python.unpackArchive(service, "zip", { extractDir: "/service" });
  python.mountNodeFS("/cases", cases);
  python.globals.set("files", python.toPy(files));
  console.log(await python.runPythonAsync(PROGRAMME));
} finally {
  rmSync(here, { recursive: true });
}
