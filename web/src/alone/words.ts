/** The words of the page without a server. */
export const words = {
  coming: (megabytes: number) => `The service comes to this page, ${megabytes} MB. It stays on this device.`,
  starting: "The service starts.",
  here: "The service runs in this page, without a server: nothing that you type leaves it, and nothing is stored.",
  failed: "The service could not be started in this page. Load it again; the browser needs WebAssembly and module workers.",
};
