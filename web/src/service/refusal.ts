import { ConnectError } from "@connectrpc/connect";

import { words } from "../words";

/** A refusal of the service, as its details tell it. */
export interface Refusal {
  /** In a sentence. */
  message: string;
  /** In capitals, as `NOT_UNDERSTOOD`; empty if the service did not answer. */
  reason: string;
  /** The variables of the message, as `line` and `column`. */
  about: Record<string, string>;
  /** What is wrong with fields of the request; of AMBIGUOUS the readings. */
  fields: string[];
}

interface Debug {
  reason?: string;
  metadata?: Record<string, string>;
  fieldViolations?: { description?: string }[];
}

/** What went wrong, for people. */
export function refusal(thrown: unknown): Refusal {
  const error = ConnectError.from(thrown);
  const details = error.details.flatMap((each) => ("debug" in each && each.debug ? [each.debug as Debug] : []));
  const info = details.find((each) => each.reason);
  const fields = details.flatMap((each) => each.fieldViolations ?? []).map((each) => each.description ?? "");
  return {
    message: info ? error.rawMessage : words.away,
    reason: info?.reason ?? "",
    about: info?.metadata ?? {},
    fields,
  };
}

/** The sentence alone. */
export const why = (thrown: unknown): string => refusal(thrown).message;
