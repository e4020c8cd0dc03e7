import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from 'zod';
import { maxMessageLength, parseMessage } from '../shared/rpc/messages.ts';
import type { Port } from '../shared/rpc/port.ts';
import { createEvictingSet } from './evicting-set.ts';
import type { Session, Sessions } from './sessions.ts';
import { createSocketPort } from './socket-port.ts';
import type { Identity } from './team/token-verifier.ts';
import type { AuthThrottle } from './auth-throttle.ts';

// Bounds of the socket side. Tests make the times shorter.
export interface SocketLimits {
  readonly sockets: number;
  // The most of these that one member of a team may have.
  readonly perMember: number;
  // Sockets that have not, on top of those. The oldest one makes room for a new one.
  readonly unauthenticated: number;
  // Bytes that a socket may send before it has shown a token.
  readonly unauthenticatedBytes: number;
  readonly authMs: number;
  readonly pingMs: number;
}

export const socketLimits: SocketLimits = {
  sockets: 32,
  perMember: 32,
  unauthenticated: 32,
  unauthenticatedBytes: 4 * 1024,
  authMs: 2_000,
  pingMs: 15_000,
};

// The same for a team, whose members may lose the network without notice: the others see that within 15 s.
export const teamSocketLimits: SocketLimits = {
  ...socketLimits,
  sockets: 512,
  unauthenticated: 128,
  pingMs: 5_000,
};

// Why the host ended a socket; the window tells the user to open a fresh address on `unauthorized`. After `signInEnded`
// the window opens another socket, for which the proxy sends a new token or none.
export const closeCodes = {
  unauthorized: 4401,
  tooSlow: 4408,
  tooManyWindows: 4429,
  signInEnded: 4440,
} as const;

// Timers can't be set for longer.
const maxTimerMs = 24 * 3600_000;

const AuthMessage = z.strictObject({ type: z.literal('auth'), token: z.string().max(256) });

interface SocketServerOptions {
  readonly sessions: Sessions;
  readonly guesses: AuthThrottle;
  readonly limits: SocketLimits;
  // Called with the port of each socket that has shown a token. Returns a function that stops serving it.
  readonly onPort: (port: Port, session: Session, identity: Identity | null) => () => void;
  // Called with the connection below such a socket: it is no stranger's any more.
  readonly onAuthenticated?: (connection: Duplex) => void;
}

// Takes upgrades that the guard has let in, and turns them into ports once they have shown a token.
export interface SocketServer {
  // `identity`: of the member of a team who sent it; `null` in a studio of one person.
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, identity: Identity | null): void;
  close(): void;
}

interface Member {
  readonly session: Session;
  readonly stopServing: () => void;
}

export function createSocketServer(options: SocketServerOptions): SocketServer {
  const { sessions, guesses, limits, onPort, onAuthenticated } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageLength,
    perMessageDeflate: false,
  });
  const strangers = createEvictingSet<WebSocket>(limits.unauthenticated, (oldest) => oldest.terminate());
  const members = new Map<WebSocket, Member>();

  const admit = (socket: WebSocket, connection: Duplex, identity: Identity | null): void => {
    // A broken frame or a message that is too long: ws closes the socket with the fitting code by itself.
    socket.on('error', () => undefined);
    keepAlive(socket, limits.pingMs);
    strangers.add(socket);
    const stopCounting = limitBytes(connection, limits.unauthenticatedBytes, () => socket.terminate());
    const tooSlow = setTimeout(() => turnAway(socket, closeCodes.tooSlow), limits.authMs);
    socket.once('close', () => {
      clearTimeout(tooSlow);
      strangers.delete(socket);
    });
    socket.once('message', (data: Buffer, isBinary: boolean) => {
      clearTimeout(tooSlow);
      const message =
        isBinary || data.length > limits.unauthenticatedBytes
          ? null
          : parseMessage(AuthMessage, data.toString());
      const session = message && sessions.find(message.token);
      // The token of another member does not count.
      if (session && session.owner === (identity?.owner ?? null)) {
        stopCounting();
        strangers.delete(socket);
        onAuthenticated?.(connection);
        return welcome(socket, connection, session, identity);
      }
      socket.pause();
      guesses.wait().then(
        () => {
          socket.resume();
          turnAway(socket, closeCodes.unauthorized);
        },
        () => socket.terminate(),
      );
    });
  };
  const welcome = (
    socket: WebSocket,
    connection: Duplex,
    session: Session,
    identity: Identity | null,
  ): void => {
    const ofOwner = [...members.values()].filter((member) => member.session.owner === session.owner);
    if (members.size >= limits.sockets || ofOwner.length >= limits.perMember)
      return turnAway(socket, closeCodes.tooManyWindows);
    // The port listens before the answer leaves, so that nothing that follows it is lost.
    const port = createSocketPort(socket, connection);
    const stopServing = onPort(port, session, identity);
    members.set(socket, { session, stopServing });
    socket.once('close', () => members.delete(socket));
    if (identity !== null) endWith(identity, socket, stopServing);
    port.send(JSON.stringify({ type: 'ready', proof: session.proof }));
  };
  const stopListening = sessions.onEnd((ended) => {
    for (const [socket, { session, stopServing }] of members) {
      if (session !== ended) continue;
      // Before the closing handshake, in which the peer could still send calls.
      stopServing();
      // What waits to be sent is not for its eyes any more.
      if (socket.bufferedAmount > 0) socket.terminate();
      else turnAway(socket, closeCodes.unauthorized);
    }
  });

  return {
    upgrade: (request, socket, head, identity) =>
      server.handleUpgrade(request, socket, head, (opened) => admit(opened, socket, identity)),
    close() {
      stopListening();
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

// Ends a socket when the token that it was opened with ends: nobody knows what its member may do then.
function endWith({ expiresAt }: Identity, socket: WebSocket, stopServing: () => void): void {
  const end = (): void => {
    stopServing();
    turnAway(socket, closeCodes.signInEnded);
  };
  const timer = setTimeout(end, Math.min(Math.max(0, expiresAt - Date.now()), maxTimerMs));
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

// Calls `onTooMany` when more bytes arrive than allowed, however they are framed. ws sees them first, so that
// a token counts whatever follows it at once. Returns a function that stops counting.
function limitBytes(connection: Duplex, allowed: number, onTooMany: () => void): () => void {
  let bytes = 0;
  let isCounting = true;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (isCounting && bytes > allowed) onTooMany();
  };
  connection.on('data', count);
  return () => {
    // The chunk that brought the token is still to be counted.
    isCounting = false;
    connection.off('data', count);
  };
}

// Ends a socket whose peer may not stay; it gets a second to say goodbye, not the half minute that ws would
// wait.
function turnAway(socket: WebSocket, code: number): void {
  socket.close(code);
  const timer = setTimeout(() => socket.terminate(), 1_000);
  socket.once('close', () => clearTimeout(timer));
}

// Pings a socket and ends it after two pings in a row that were not answered: its peer is gone without a word.
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
