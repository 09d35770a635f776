import { createClient } from "@connectrpc/connect";

import { RulebookService } from "../gen/adjudicator/api/v1/rulebook_service_pb";
import { RulingService } from "../gen/adjudicator/api/v1/ruling_service_pb";
import { transport } from "./transport";

// Clients that the first screen needs. Another screen makes its own, so that its messages are loaded with it.
export const rulings = createClient(RulingService, transport);
export const rulebook = createClient(RulebookService, transport);
