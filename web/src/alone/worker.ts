/** The worker of the page without a server: Python for browsers, and in it the service. It answers one call at a time. */
import type { PyodideInterface } from "pyodide";

interface Answer {
  get(index: 0): boolean;
  get(index: 1): { toJs(): Uint8Array<ArrayBuffer>; destroy(): void };
  destroy(): void;
}
interface Service {
  answer(path: string, body: unknown): Promise<Answer>;
}

const HERE = new URL(/* @vite-ignore */ "../python/", import.meta.url).href;
const PACKED = ".gzipped";
const real = self.fetch.bind(self);
let bytes = 0;

/** What comes over the network, counted; machine code is packed, and unpacked here. */
async function counted(address: string): Promise<Response> {
  const packed = address.endsWith(".wasm");
  const answer = await real(packed ? address + PACKED : address);
  if (!answer.ok || !answer.body) throw new Error(`${address}: ${answer.status}`);
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, to) {
      bytes += part.length;
      self.postMessage({ bytes });
      to.enqueue(part);
    },
  });
  void keep(packed ? address + PACKED : address, answer.clone());
  const counting = answer.body.pipeThrough(count);
  if (!packed) return new Response(counting, { headers: answer.headers });
  const headers = { "content-type": "application/wasm" };
  return new Response(counting.pipeThrough(new DecompressionStream("gzip")), { headers });
}

/** Lets the page open again without a network, where the browser has room for it (public/keep.js). */
async function keep(address: string, answer: Response): Promise<void> {
  try {
    await (await caches.open("adjudicator")).put(address, answer);
  } catch {
    // It works without.
  }
}

async function begin(): Promise<[PyodideInterface, Service]> {
  self.fetch = (asked) => counted(String(asked instanceof Request ? asked.url : asked));
  const service = counted(`${HERE}service.zip`).then((answer) => answer.arrayBuffer());
  const info: unknown = await (await counted(`${HERE}about.json`)).json();
  const { loadPyodide } = (await import(/* @vite-ignore */ `${HERE}pyodide.mjs`)) as typeof import("pyodide");
  const python = await loadPyodide({ indexURL: HERE, lockFileContents: JSON.stringify({ info, packages: {} }) });
  python.unpackArchive(await service, "zip", { extractDir: "/service" });
  python.runPython("import sys; sys.path.insert(0, '/service')");
  const made = python.pyimport("adjudicator.service.inside").of_all_games() as Service;
  self.postMessage({ bytes: -1 });
  return [python, made];
}

const begun = begin();
begun.catch(() => undefined); // who asks is told

self.addEventListener("message", async ({ data }: MessageEvent<{ path: string; body: Uint8Array }>) => {
  try {
    const [python, service] = await begun;
    const sent = python.toPy(data.body);
    const answer = await service.answer(data.path, sent);
    const told = answer.get(1);
    const body = told.toJs();
    self.postMessage({ id: 0, ok: answer.get(0), body });
    for (const each of [sent, told, answer]) each.destroy();
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
});
