// A message to send: a text, or consecutive pieces of bytes, which must not change any more.
export type OutgoingMessage = string | readonly Uint8Array[];

// A received message: the same text, or the same bytes in one piece.
export type ReceivedMessage = string | Uint8Array;

/**
 * One end of an ordered two-way message pipe: Electron's IPC, a WebSocket or an in-memory pair; nothing above
 * this file knows which. Carries text, because structured clones of deep state overflow and reorder keys
 * (duplicate keys, and any depth), and bytes, so that streamed payloads need not become texts on
 * the way. Only hosts send bytes.
 */
export interface Port {
  /** Sends a message; does nothing once the port is closed. */
  send(message: OutgoingMessage): void;
  /** Calls `listener` for each message; returns an unsubscribe function. */
  onMessage(listener: (message: ReceivedMessage) => void): () => void;
  /** Calls `listener` once when either side closes the port, or at once if it is closed. */
  onClose(listener: () => void): () => void;
  close(): void;
  /**
   * `null` while there is room to send; otherwise a promise of when there is, or the port is closed. Left out where
   * nothing piles up.
   */
  readonly whenReady?: () => Promise<void> | null;
}
