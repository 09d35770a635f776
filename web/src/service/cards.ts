import { createClient } from "@connectrpc/connect";

import { CardService } from "../gen/adjudicator/api/v1/card_service_pb";
import { transport } from "./transport";

export const cards = createClient(CardService, transport);
