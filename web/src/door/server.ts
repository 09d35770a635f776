/** How the page reaches the service that has sent it: by fetch, and its addresses are the browser's own. */
export const fetch: typeof globalThis.fetch | undefined = undefined;

/** The address within the page that an address of the browser means. */
export const within = (address: URL): URL => address;

/** An address within the page as the browser has to have it. */
export const outward = (address: string): string => address;

/** Whether the service may ask who calls. */
export const tokens: boolean = true;
