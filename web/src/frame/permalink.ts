/** A board with its question, packed into the fragment of an address, so that it never leaves the browser. */
export interface Packed {
  edition: string;
  board: string;
  /** What is said at it. */
  said: string;
  /** Whether a ruling on it is wanted at once. */
  ruled: boolean;
  /** What else a screen keeps, by name: the fields of a report, a deck. It never leaves the browser either. */
  more: Record<string, string>;
}

export const UNPACKED_BYTES_MAX = 256 * 1024;

/** A fragment that cannot be read: `broken`, or `long` if it unpacks to more than the page takes. */
export class LinkError extends Error {
  constructor(readonly kind: "broken" | "long") {
    super(kind);
  }
}

const through = (bytes: Uint8Array<ArrayBuffer>, way: CompressionStream | DecompressionStream) =>
  new Blob([bytes]).stream().pipeThrough(way as ReadableWritablePair<Uint8Array, Uint8Array>);

async function all(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const found: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) {
      void reader.cancel().catch(() => undefined);
      throw new LinkError("long");
    }
    found.push(part.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const each of found) {
    whole.set(each, at);
    at += each.length;
  }
  return whole;
}

/** The value of `#b=`. Raises LinkError if the board is too long for one. */
export async function pack(question: Packed): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(question));
  if (bytes.length > UNPACKED_BYTES_MAX) throw new LinkError("long");
  const packed = await all(through(bytes, new CompressionStream("deflate-raw")), Infinity);
  const letters = Array.from(packed, (each) => String.fromCharCode(each)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The question in a value of `#b=`. Raises LinkError. */
export async function unpack(value: string): Promise<Packed> {
  try {
    const letters = atob(value.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (each) => each.charCodeAt(0));
    const whole = await all(through(bytes, new DecompressionStream("deflate-raw")), UNPACKED_BYTES_MAX);
    return checked(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(whole)));
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError("broken");
  }
}

function checked(found: unknown): Packed {
  const { edition, board, said, ruled, more } = Object(found) as Record<string, unknown>;
  if (typeof edition !== "string" || typeof board !== "string") throw new LinkError("broken");
  const kept = Object.entries(Object(more)).filter((each): each is [string, string] => typeof each[1] === "string");
  const words = typeof said === "string" ? said : "";
  return { edition, board, said: words, ruled: ruled === true, more: Object.fromEntries(kept) };
}
