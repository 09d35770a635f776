import { keepPage } from "../service/keeping";
import { loading } from "./loading.svelte";

export interface Told {
  /** Which call is answered; none if this tells how far loading has come. */
  id?: number;
  ok?: boolean;
  body?: Uint8Array<ArrayBuffer>;
  /** How many bytes have come; -1 once the service is there. */
  bytes?: number;
  failed?: string;
}

interface Waiting {
  path: string;
  body: Uint8Array;
  signal: AbortSignal | undefined;
  settle: (told: Told) => void;
}

/** The service in a worker, asked like a server. It answers one call after the other; what nobody waits for is dropped. */
export class Inside {
  #waiting: Waiting[] = [];
  #asked: Waiting | undefined;
  #worker: Worker | undefined;

  async fetch(asked: RequestInfo | URL, options: RequestInit = {}): Promise<Response> {
    const path = new URL(String(asked), location.origin).pathname;
    const body = new Uint8Array(await new Response(options.body ?? null).arrayBuffer());
    const signal = options.signal ?? undefined;
    const told = await new Promise<Told>((settle, drop) => {
      const gone = () => drop(new DOMException("The call was aborted.", "AbortError"));
      if (signal?.aborted) return gone();
      signal?.addEventListener("abort", gone);
      this.#waiting.push({ path, body, signal, settle });
      this.#next();
    });
    if (told.failed !== undefined) throw new TypeError(told.failed);
    const kind = told.ok ? "application/proto" : "application/json";
    return new Response(told.body ?? null, { status: told.ok ? 200 : 400, headers: { "content-type": kind } });
  }

  #next(): void {
    if (this.#asked) return;
    this.#waiting = this.#waiting.filter((each) => !each.signal?.aborted);
    this.#asked = this.#waiting.shift();
    if (!this.#asked) return;
    this.#worker ??= this.#begin();
    this.#worker.postMessage({ path: this.#asked.path, body: this.#asked.body });
  }

  #begin(): Worker {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<Told>) => this.#heard(data));
    worker.addEventListener("error", (event) => this.#heard({ failed: event.message }));
    loading.show();
    return worker;
  }

  #heard(told: Told): void {
    if (told.bytes !== undefined) {
      if (told.bytes < 0) void keepPage(["python/pyodide.mjs", "python/pyodide.asm.mjs"]);
      return loading.told(told.bytes);
    }
    if (told.failed !== undefined) loading.failed(told.failed);
    const asked = this.#asked;
    this.#asked = undefined;
    asked?.settle(told);
    this.#next();
  }
}
