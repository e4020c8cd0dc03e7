/**
 * One end of a pipe that carries text in both directions, in order. Electron's IPC, a WebSocket and an in-memory pair
 * are ports; nothing above this file knows which one it has. Text, because structured clones of deep state overflow
 * and reorder keys (rows J-3 and J-8 of the reliability table).
 */
export interface Port {
  /** Sends one message. After the port closed this does nothing. */
  send(text: string): void;
  /** Calls `listener` for each message until the returned undo is called. */
  onMessage(listener: (text: string) => void): () => void;
  /** Calls `listener` once when the port is closed by either side; at once if it is closed already. */
  onClose(listener: () => void): () => void;
  close(): void;
}
