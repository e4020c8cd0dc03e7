/** A webhook address made for one run, before that run exists. */
export interface WebhookReservation {
  /** Absolute URL with a 256-bit token in its path; goes into the run body as `webhook`. */
  readonly url: string;
  /** Says which run the token belongs to, once the server answered. Deliveries that came earlier are matched (W-5). */
  bind(runId: string): void;
  /** Forgets the token: the run was not created. */
  release(): void;
}

/** What the runs service needs from the webhook listener. */
export interface WebhookTokens {
  /** Throws an `AppError` (`unsupported`) when the listener is off or failed. */
  reserve(connectionId: string, threadId: string): WebhookReservation;
}
