import type { WebSocket } from 'ws';
import type { Port } from '../shared/rpc/port.ts';

/** Bytes per WebSocket frame of a long message, so that pings still get through while it is sent. */
const frameBytes = 1024 * 1024;

/** A WebSocket as a port. Text only: a binary message is a broken peer and ends the socket. */
export function socketPort(socket: WebSocket): Port {
  socket.on('message', (_data, isBinary) => {
    if (isBinary) socket.close(1003);
  });
  return {
    send(text) {
      if (socket.readyState === socket.OPEN) sendInFrames(socket, text);
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

function sendInFrames(socket: WebSocket, text: string): void {
  if (text.length * 3 <= frameBytes) return socket.send(text);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += frameBytes) {
    const fin = at + frameBytes >= bytes.length;
    socket.send(bytes.subarray(at, at + frameBytes), { binary: false, fin });
  }
}
