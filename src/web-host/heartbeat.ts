import type { WebSocket } from 'ws';

/** Pings a socket and ends it after two pings in a row that were not answered: its peer is gone without a word. */
export function keepAlive(socket: WebSocket, everyMs: number): void {
  let unanswered = 0;
  socket.on('pong', () => (unanswered = 0));
  const timer = setInterval(() => {
    if (unanswered >= 2) return socket.terminate();
    unanswered += 1;
    socket.ping();
  }, everyMs);
  socket.once('close', () => clearInterval(timer));
}
