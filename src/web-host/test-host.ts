import { once } from 'node:events';
import { WebSocket } from 'ws';
import { contract, type StudioHandlers } from '../shared/contract.ts';
import { serveStudio, type ServedStudio, type ServeStudioOptions } from './serve-studio.ts';

/** A page and a script: enough of a window for tests of how it is served. */
const files = new Map([
  ['/', { body: '<!doctype html><title>Studio</title>', headers: { 'content-type': 'text/html' } }],
  ['/assets/index.js', { body: 'export {};', headers: { 'content-type': 'text/javascript' } }],
]);

/** Handlers of the whole contract that only say so. */
const handlers = {
  calls: Object.fromEntries(Object.keys(contract.calls).map((name) => [name, refuse])),
  streams: Object.fromEntries(Object.keys(contract.streams).map((name) => [name, nothing])),
} as unknown as StudioHandlers;

function refuse(): Promise<never> {
  return Promise.reject(new Error('This back end only exists for tests.'));
}

async function* nothing(): AsyncGenerator<never> {}

/** A served studio on a free port, with what tests need of it. Ends with `await using`. */
export interface TestHost extends AsyncDisposable {
  readonly port: number;
  readonly origin: string;
  readonly studio: ServedStudio;
  /** What was logged, as text. */
  readonly logged: string[];
  freshCode(): string;
  token(): Promise<string>;
  /** Opens the socket as the window does; with `token: null` nothing is sent. */
  socket(options?: {
    readonly token?: string | null;
    readonly headers?: Record<string, string>;
  }): Promise<WebSocket>;
}

export async function startTestHost(options: Partial<ServeStudioOptions> = {}): Promise<TestHost> {
  const logged: string[] = [];
  const log = (_level: string, message: string): void => {
    logged.push(message);
  };
  const find = (path: string) => files.get(path);
  const studio = await serveStudio({
    handlers,
    files: { find },
    address: '127.0.0.1',
    port: 0,
    log,
    scrub: (text) => text,
    ...options,
  });
  const origin = `http://127.0.0.1:${studio.port}`;
  const freshCode = (): string => studio.freshAddress().split('#code=')[1] ?? '';
  const token = async (): Promise<string> => {
    const response = await fetch(`${origin}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ code: freshCode() }),
    });
    return ((await response.json()) as { token: string }).token;
  };
  return {
    port: studio.port,
    origin,
    studio,
    logged,
    freshCode,
    token,
    async socket(socketOptions = {}) {
      const socket = new WebSocket(`ws://127.0.0.1:${studio.port}/socket`, {
        headers: { origin, ...socketOptions.headers },
      });
      await once(socket, 'open');
      if (socketOptions.token === null) return socket;
      const ready = once(socket, 'message');
      socket.send(JSON.stringify({ type: 'auth', token: socketOptions.token ?? (await token()) }));
      const [first] = (await ready) as [Buffer];
      if (!first.toString().startsWith('{"type":"ready"'))
        throw new Error(`The host answered ${first.toString()}`);
      return socket;
    },
    [Symbol.asyncDispose]: () => studio.stop(),
  };
}
