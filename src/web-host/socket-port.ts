import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { totalByteLength } from '../shared/bytes.ts';
import type { Port } from '../shared/rpc/port.ts';

// Bytes per WebSocket frame of a long message, so that pings still get through while it is sent.
const frameBytes = 1024 * 1024;

// Pieces up to here are copied together: a frame of its own for each of many small ones costs more.
const smallPiece = 16 * 1024;

// Bytes that wait for a window to read them. Above the first number, nothing more is answered until they are fewer;
// above the second one, the window is taken for broken: one answer of the largest size still fits between them.
export interface BufferLimits {
  readonly fullBytes: number;
  readonly brokenBytes: number;
}
const bufferLimits: BufferLimits = { fullBytes: 16 * 1024 * 1024, brokenBytes: 256 * 1024 * 1024 };

// The connection below a WebSocket. What is sent while it is corked leaves together, in one call to the system.
export type CorkableStream = Pick<Duplex, 'cork' | 'uncork'>;

// A WebSocket as a port. Windows send text only: a binary message is a broken peer and ends the socket.
export function createSocketPort(
  socket: WebSocket,
  wire?: CorkableStream,
  limits: BufferLimits = bufferLimits,
): Port {
  let ready: Promise<void> | null = null;
  let wake = (): void => undefined;
  const isFull = (): boolean => socket.readyState === socket.OPEN && socket.bufferedAmount > limits.fullBytes;
  // Called when a frame has left, and when the socket is closed.
  const wakeIfReady = (): void => {
    if (ready === null || isFull()) return;
    ready = null;
    wake();
  };
  socket.once('close', wakeIfReady);
  socket.on('message', (_data, isBinary) => {
    if (isBinary) socket.close(1003);
  });
  return {
    send(message) {
      if (socket.readyState !== socket.OPEN) return;
      wire?.cork();
      if (typeof message === 'string') sendText(socket, message, wakeIfReady);
      else sendPieces(socket, gathered(message), wakeIfReady);
      wire?.uncork();
      if (socket.bufferedAmount > limits.brokenBytes) socket.terminate();
    },
    whenReady() {
      if (!isFull()) return null;
      ready ??= new Promise((resolve) => (wake = resolve));
      return ready;
    },
    onMessage(listener) {
      const onMessage = (data: Buffer, isBinary: boolean): void => {
        if (!isBinary) listener(data.toString());
      };
      socket.on('message', onMessage);
      return () => socket.off('message', onMessage);
    },
    onClose(listener) {
      if (socket.readyState === socket.CLOSED || socket.readyState === socket.CLOSING) {
        listener();
        return () => undefined;
      }
      socket.once('close', listener);
      return () => socket.off('close', listener);
    },
    close: () => socket.close(1000),
  };
}

function sendText(socket: WebSocket, text: string, onSent: () => void): void {
  if (text.length * 3 <= frameBytes) return socket.send(text, onSent);
  const bytes = Buffer.from(text);
  for (let index = 0; index < bytes.length; index += frameBytes) {
    const fin = index + frameBytes >= bytes.length;
    socket.send(bytes.subarray(index, index + frameBytes), { binary: false, fin }, onSent);
  }
}

// Each piece is a frame: nothing is copied on its way into the socket.
function sendPieces(socket: WebSocket, pieces: readonly Uint8Array[], onSent: () => void): void {
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    for (let position = 0; position === 0 || position < piece.length; position += frameBytes) {
      const fin = isLast && position + frameBytes >= piece.length;
      socket.send(piece.subarray(position, position + frameBytes), { binary: true, fin }, onSent);
    }
  }
}

// The same bytes in fewer pieces: small ones that follow each other become one.
function gathered(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  const few: Uint8Array[] = [];
  let small: Uint8Array[] = [];
  const close = (): void => {
    const [only] = small;
    if (only) few.push(small.length === 1 ? only : Buffer.concat(small));
    small = [];
  };
  for (const piece of pieces) {
    if (piece.length > smallPiece || totalByteLength(small) + piece.length > 4 * smallPiece) close();
    if (piece.length > smallPiece) few.push(piece);
    else small.push(piece);
  }
  close();
  return few;
}
