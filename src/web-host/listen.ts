import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { AppError } from '../shared/app-error.ts';

// Where the studio listens when nothing else was asked for.
const defaultPort = 4983;

export interface ListeningPort {
  readonly port: number;
  readonly notice: string | null;
}

/**
 * Starts listening. The usual port gives way to one that the system picks when another program has it; a port
 * that was asked for by number does not. Throws `AppError` (`conflict`) then.
 */
export async function listen(
  server: Server,
  address: string,
  preferredPort: number | null,
): Promise<ListeningPort> {
  const port = preferredPort ?? defaultPort;
  const refusal = await tryPort(server, address, port);
  if (refusal === null) return { port: portOf(server), notice: null };
  const reason = `Port ${port} ${refusalText(refusal, port)}`;
  if (preferredPort !== null) {
    throw new AppError('conflict', `${reason}.`, { hint: 'Choose another one with --port, or omit --port.' });
  }
  if ((await tryPort(server, address, 0)) !== null) throw new AppError('conflict', 'No port is free.');
  return { port: portOf(server), notice: `${reason}, so another one was chosen.` };
}

type Refusal = 'used' | 'forbidden';

function refusalText(refusal: Refusal, port: number): string {
  if (refusal === 'used') return 'is used by another program';
  return port < 1024 ? 'needs administrator rights' : 'is reserved by the system';
}

// `null`: it listens.
async function tryPort(server: Server, address: string, port: number): Promise<Refusal | null> {
  // Some systems let an exact address listen beside a wildcard and so take its visitors away.
  if (port !== 0 && (await answers(address, port))) return 'used';
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'EADDRINUSE') resolve('used');
      else if (error.code === 'EACCES') resolve('forbidden');
      else reject(error);
    };
    server.once('error', onError);
    server.listen({ host: address, port, exclusive: true }, () => {
      server.off('error', onError);
      resolve(null);
    });
  });
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 });
    const settle = (isTaken: boolean): void => {
      socket.destroy();
      resolve(isTaken);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}

function portOf(server: Server): number {
  const address = server.address() as AddressInfo | null;
  if (!address) throw new Error('A listening server has an address.');
  return address.port;
}
