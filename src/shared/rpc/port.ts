/** What goes into a port: a text, or bytes in pieces that belong one behind the other. They must not change any more. */
export type OutgoingMessage = string | readonly Uint8Array[];

/** What comes out of a port: the same text, or the same bytes in one piece. */
export type ReceivedMessage = string | Uint8Array;

/**
 * One end of a pipe that carries messages in both directions, in order. Electron's IPC, a WebSocket and an in-memory
 * pair are ports; nothing above this file knows which one it has. Text, because structured clones of deep state
 * overflow and reorder keys (rows J-3 and J-8 of the reliability table); and bytes, because what a server streamed by
 * the hundred thousand need not become a text on its way. Only hosts send bytes.
 */
export interface Port {
  /** Sends one message. After the port closed this does nothing. */
  send(message: OutgoingMessage): void;
  /** Calls `listener` for each message until the returned undo is called. */
  onMessage(listener: (message: ReceivedMessage) => void): () => void;
  /** Calls `listener` once when the port is closed by either side; at once if it is closed already. */
  onClose(listener: () => void): () => void;
  close(): void;
}
