export interface Delivery {
  readonly contentType: string;
  readonly text: string;
}

/** Receives webhooks at an address that the server can reach. The library opens none: that needs more than `fetch`. */
export interface WebhookReceiver {
  /** A new address, and what is delivered to it first. */
  expect(signal: AbortSignal): { readonly url: string; readonly delivered: Promise<Delivery> };
}
