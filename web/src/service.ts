import { ConnectError, createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";

import { RulebookService } from "./gen/adjudicator/api/v1/rulebook_service_pb";
import { RulingService } from "./gen/adjudicator/api/v1/ruling_service_pb";
import { words } from "./words";

const transport = createConnectTransport({ baseUrl: location.origin, useBinaryFormat: true });

export const rulings = createClient(RulingService, transport);
export const rulebook = createClient(RulebookService, transport);

/** A written board as the position of a question. */
export function written(edition: string, notation: string) {
  return { source: { case: "board" as const, value: { edition, notation } } };
}

/** What went wrong, in words for people. */
export function why(error: unknown): string {
  return error instanceof ConnectError && error.rawMessage && !/fetch/i.test(error.rawMessage)
    ? error.rawMessage
    : words.away;
}
