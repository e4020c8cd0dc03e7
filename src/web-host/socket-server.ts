import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from 'zod';
import { maxMessageLength, parseMessage } from '../shared/rpc/envelope.ts';
import type { Port } from '../shared/rpc/port.ts';
import { keepAlive } from './heartbeat.ts';
import type { Sessions } from './sessions.ts';
import { socketPort, type Wire } from './socket-port.ts';
import type { WrongGuesses } from './wrong-guesses.ts';

/** Bounds of the socket side (row H-11). Tests make the times shorter. */
export interface SocketLimits {
  readonly sockets: number;
  readonly authMs: number;
  readonly pingMs: number;
}

export const socketLimits: SocketLimits = { sockets: 32, authMs: 2_000, pingMs: 15_000 };

/** Why the host ended a socket; the window tells the user to open a fresh address on `unauthorized`. */
export const closeCodes = { unauthorized: 4401, tooSlow: 4408 } as const;

const AuthMessage = z.strictObject({ type: z.literal('auth'), token: z.string().max(256) });

interface SocketServerOptions {
  readonly sessions: Sessions;
  readonly guesses: WrongGuesses;
  readonly limits: SocketLimits;
  /** Called with the port of each socket that has shown the token. */
  readonly onPort: (port: Port) => void;
}

/** Takes upgrades that the guard has let in, and turns them into ports once they have shown the token. */
export interface SocketServer {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  isFull(): boolean;
  close(): void;
}

export function createSocketServer({ sessions, guesses, limits, onPort }: SocketServerOptions): SocketServer {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageLength,
    perMessageDeflate: false,
  });

  const admit = (socket: WebSocket, wire: Wire): void => {
    // A broken frame or a message that is too long: ws closes the socket with the fitting code by itself.
    socket.on('error', () => undefined);
    keepAlive(socket, limits.pingMs);
    const tooSlow = setTimeout(() => turnAway(socket, closeCodes.tooSlow), limits.authMs);
    socket.once('close', () => clearTimeout(tooSlow));
    socket.once('message', (data: Buffer, isBinary: boolean) => {
      clearTimeout(tooSlow);
      const message = isBinary ? null : parseMessage(AuthMessage, data.toString());
      if (message && sessions.isToken(message.token)) return welcome(socket, wire);
      socket.pause();
      void guesses.wait().then(() => {
        socket.resume();
        turnAway(socket, closeCodes.unauthorized);
      });
    });
  };
  const welcome = (socket: WebSocket, wire: Wire): void => {
    // The port listens before the answer leaves, so that nothing that follows it is lost.
    const port = socketPort(socket, wire);
    onPort(port);
    port.send(JSON.stringify({ type: 'ready' }));
  };

  return {
    upgrade: (request, socket, head) =>
      server.handleUpgrade(request, socket, head, (opened) => admit(opened, socket)),
    isFull: () => server.clients.size >= limits.sockets,
    close() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

/** Ends a socket whose peer has shown nothing; it gets a second to say goodbye, not the half minute that ws would wait. */
function turnAway(socket: WebSocket, code: number): void {
  socket.close(code);
  const patience = setTimeout(() => socket.terminate(), 1_000);
  socket.once('close', () => clearTimeout(patience));
}
