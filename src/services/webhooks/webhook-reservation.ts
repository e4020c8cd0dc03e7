/**
 * A webhook address for one run, reserved before the run exists.
 *
 * - `url`: Absolute URL with a 256-bit token; goes into the run body as `webhook`.
 */
export interface WebhookReservation {
  readonly url: string;
  /** Assigns the token to a run, once the server responded. Earlier deliveries are matched. */
  bind(runId: string): void;
  /** Discards the token: the run was not created. */
  release(): void;
}

export interface WebhookReservations {
  /**
   * Rejects with an `AppError` (`unsupported`) if the listener is off or failed, or if its public address does
   * not lead to it: a run must not report to nobody (docs/protocol.md, Webhooks).
   */
  reserve(connectionId: string, threadId: string): Promise<WebhookReservation>;
}
