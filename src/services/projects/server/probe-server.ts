import { AppError } from '../../../shared/app-error.ts';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';

const requestMs = 2_000;

// Whether something listens on a port of this machine. Sends nothing, so it leaves no line in the server's log.
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const answer = (listens: boolean): void => {
      socket.destroy();
      resolve(listens);
    };
    socket.setTimeout(requestMs, () => answer(false));
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}

// Whether `GET /ok` is answered as by a graph server: 200, or that it wants a key. Never rejects.
export function respondsOk(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path: '/ok', agent: false, timeout: requestMs };
    const pending = request(options, ({ statusCode = 0 }) => {
      resolve([200, 401, 403].includes(statusCode));
      pending.destroy();
    });
    pending.on('timeout', () => pending.destroy());
    pending.on('error', () => resolve(false));
    pending.end();
  });
}

// A free port of this machine: `preferredPort` if it is free, else `null`; without one, any that is free.
export function freePort(preferredPort: number | null): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ host: '127.0.0.1', port: preferredPort ?? 0, exclusive: true }, () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : null;
      server.close(() => resolve(port));
    });
  });
}

/** The port that the user has set. Throws `conflict` if it is in use. */
export async function configuredPort(configured: number): Promise<number> {
  const port = await freePort(configured);
  if (port !== null) return port;
  throw new AppError('conflict', `Port ${configured} is in use by another program.`, {
    hint: 'Choose another port in the project settings, or leave it empty.',
  });
}
