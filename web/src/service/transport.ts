import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";

import { fetch } from "#door";

import { access } from "./access.svelte";
import { reach } from "./reach.svelte";

/** The one way to the service: with the caller's token, and with an eye on whether it answers at all. */
const attended: Interceptor = (next) => async (request) => {
  if (access.token) request.header.set("authorization", `Bearer ${access.token}`);
  try {
    const answer = await next(request);
    reach.lost = false;
    return answer;
  } catch (error) {
    const { code, details } = ConnectError.from(error);
    if (code === Code.Unauthenticated) access.asked = true;
    if (code !== Code.Canceled) reach.lost = details.length === 0 && (code === Code.Unknown || code === Code.Unavailable);
    throw error;
  }
};

export const transport = createConnectTransport({
  baseUrl: location.origin,
  useBinaryFormat: true,
  ...(fetch && { fetch }),
  interceptors: [attended],
});
