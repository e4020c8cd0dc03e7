import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStoreRoutes, type FakeStoreOptions } from './store-routes.ts';
import { createCronRoutes } from './cron-routes.ts';
import { profileResponse, locationOf } from './profile-responses.ts';
import { errorResponse, jsonResponse, type FakeRequest, type FakeServerState } from './http.ts';
import { listedItems } from './lists.ts';
import { hostedProfile, type ServerProfile } from './server-profiles.ts';
import { handleRequest } from './routes.ts';
import { runJson } from './run-routes.ts';
import { attachReader, executeRun, send } from './execute-run.ts';
import { newThread, type FakeRun } from './thread-store.ts';

/** Faults and quirks that can be switched while the server is running. */
export interface FakeServerFaults {
  /** Every response is a web page with status 200. */
  webPage: boolean;
  failing: RegExp | null;
  /** State updates apply to the head, whatever checkpoint they name. */
  ignoresCheckpoints: boolean;
  /** Writes lose NUL characters, as in PostgreSQL. */
  dropsNul: boolean;
  assistants: number;
  /** The graph that it reports, whatever it runs. */
  graph: object | null;
  schemas: object | null;
  /** Awaited before each response, so that a test can act in between. */
  before: ((request: FakeRequest) => void | Promise<void>) | null;
}

export interface FakeServerOptions {
  /** Requests without this `x-api-key` get a 401. */
  readonly apiKey?: string;
  /** Duration of each node, in milliseconds. */
  readonly nodeMs?: number;
  readonly profile?: ServerProfile;
  readonly crons?: number;
  /** How items of the store expire. */
  readonly store?: FakeStoreOptions;
}

export interface FakeServer {
  readonly url: string;
  readonly requests: FakeRequest[];
  readonly faults: FakeServerFaults;
  /** Read requests that created something, on a server of that kind. */
  readonly createdByReads: readonly string[];
  /** Stops runs before this node; resolves when the first one has stopped. */
  pauseBefore(node: string): Promise<void>;
  /** Releases stopped runs and lets later ones pass. */
  release(): void;
  /** Sends an event of every active run. `data` is one line. Returns how many events the newest of them has sent. */
  sendEvent(event: string, data: string): number;
  /** Cuts every open stream, as a lost network does. The runs continue. */
  cutStreams(): void;
  /** Resets every connection, including those with pending responses. */
  dropConnections(): void;
  /** Creates a thread as `POST /threads` does; returns its id. */
  addThread(metadata: Record<string, unknown>): string;
  /** Copies a thread with its states, `count` times. */
  copyThread(threadId: string, count: number): void;
  /** Deletes all but the newest checkpoints of a thread, as another client may. */
  keepNewest(threadId: string, count: number): void;
  close(): Promise<void>;
}

/**
 * A graph server that stores JSON as text, like Python's servers: numbers that a double can't hold are
 * returned unchanged. It implements the part of the API that the studio needs, in the way of hosted servers.
 * Its graph is described in `graph.ts`. Listens on a free port of 127.0.0.1.
 */
export async function startFakeServer({
  apiKey,
  nodeMs = 0,
  profile = hostedProfile,
  crons = listedItems,
  store = {},
}: FakeServerOptions = {}): Promise<FakeServer> {
  const requests: FakeRequest[] = [];
  const faults: FakeServerFaults = {
    webPage: false,
    failing: null,
    ignoresCheckpoints: false,
    dropsNul: false,
    assistants: 1,
    graph: null,
    schemas: null,
    before: null,
  };
  const createdByReads: string[] = [];
  const state: FakeServerState = {
    threads: new Map(),
    runs: new Map(),
    faults,
    profile,
    createdByReads,
    crons: createCronRoutes(crons),
    store: createStoreRoutes(store),
  };
  const gate = createGate(nodeMs);

  const start = (run: FakeRun, base: Parameters<typeof executeRun>[2], bodyText: string): void => {
    const thread = state.threads.get(run.threadId);
    if (!thread) return;
    const keeps = bodyText.includes('"on_completion":"keep"');
    void executeRun(thread, run, base, bodyText, gate, profile).then(() => {
      if (run.isStateless && !keeps) state.threads.delete(thread.id);
    });
  };
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming, profile);
    requests.push(request);
    await faults.before?.(request);
    if (faults.webPage || request.path === '/') {
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end('<!doctype html><title>Sign in</title><p>Please sign in.</p>');
    }
    const reply = profileResponse(profile, refusal(request, apiKey, faults) ?? handleRequest(state, request));
    // A cancelled run ends where it is stopped.
    if (request.path.endsWith('/cancel')) gate.release();
    if (reply.kind === 'json') return sendJson(response, reply.status, reply.text);
    const { run } = reply;
    if (reply.kind === 'start' && !request.path.endsWith('/stream')) {
      start(run, reply.base, request.bodyText);
      const created = jsonResponse(runJson(profile, run));
      return sendJson(
        response,
        200,
        created.kind === 'json' ? created.text : '',
        locationOf(profile, run, 'created'),
      );
    }
    const path = locationOf(profile, run, 'streamed');
    const location = path === null ? {} : { 'content-location': path };
    response.writeHead(200, { 'content-type': 'text/event-stream', ...location });
    if (profile.events.heartbeat) response.write(': heartbeat\r\n\r\n');
    else response.flushHeaders();
    const lastEventId = request.headers['last-event-id'];
    attachReader(
      run,
      response,
      reply.kind === 'start' ? '-1' : typeof lastEventId === 'string' ? lastEventId : null,
    );
    if (reply.kind === 'start') start(run, reply.base, request.bodyText);
  };

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => {
      sendJson(response, 500, JSON.stringify({ detail: String(error) }));
    });
  });
  // A client of a busy process may use a connection again just when the server ends it as idle.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const cutStreams = (): void => {
    for (const run of state.runs.values()) {
      for (const reader of run.readers) reader.destroy();
      run.readers.clear();
    }
  };
  return {
    url: `http://127.0.0.1:${port}${profile.basePath}`,
    requests,
    faults,
    createdByReads,
    pauseBefore: (node) => gate.hold(node),
    release: () => gate.release(),
    sendEvent: (event, data) => {
      const active = [...state.runs.values()].filter(({ status }) => status === 'running');
      for (const run of active) send(run, event, data, profile);
      return active.at(-1)?.frames.length ?? 0;
    },
    cutStreams,
    addThread: (metadata) => {
      const thread = newThread(randomUUID(), metadata);
      state.threads.set(thread.id, thread);
      return thread.id;
    },
    copyThread: (threadId, count) => {
      const thread = state.threads.get(threadId);
      if (!thread) throw new Error(`There is no thread ${threadId}.`);
      for (let index = 0; index < count; index += 1) {
        const copy = { ...structuredClone(thread), id: randomUUID() };
        state.threads.set(copy.id, copy);
      }
    },
    keepNewest: (threadId, count) => {
      const { checkpoints } = state.threads.get(threadId) ?? {};
      checkpoints?.splice(0, Math.max(0, checkpoints.length - count));
    },
    dropConnections: () => server.closeAllConnections(),
    async close() {
      gate.release();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function refusal(request: FakeRequest, apiKey: string | undefined, { failing }: FakeServerFaults) {
  const open = request.path === '/info' || request.path === '/ok';
  if (apiKey !== undefined && !open && request.headers['x-api-key'] !== apiKey) {
    return errorResponse(401, 'Missing or invalid API key');
  }
  const query = request.query.size === 0 ? '' : `?${request.query.toString()}`;
  return failing?.test(`${request.method} ${request.path}${query}`)
    ? errorResponse(500, 'Something broke inside')
    : null;
}

/** Runs wait at a paused node until released, elsewhere for the duration of a node. */
function createGate(nodeMs: number) {
  let pausedNode: string | null = null;
  let arrived: () => void = () => undefined;
  let open: (() => void)[] = [];
  return {
    async pass(node: string): Promise<void> {
      if (node === pausedNode) {
        arrived();
        await new Promise<void>((resolve) => open.push(resolve));
      } else {
        await new Promise<void>((resolve) => setTimeout(resolve, nodeMs));
      }
    },
    hold(node: string): Promise<void> {
      pausedNode = node;
      return new Promise<void>((resolve) => (arrived = resolve));
    },
    release(): void {
      pausedNode = null;
      for (const resolve of open) resolve();
      open = [];
    },
  };
}

/** `path` is relative to the base path; requests outside it have no route. */
async function readRequest(
  incoming: IncomingMessage,
  { basePath, numbers }: ServerProfile,
): Promise<FakeRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const bodyText = Buffer.concat(parts).toString('utf8');
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://stand-in');
  return {
    method: incoming.method ?? 'GET',
    path: pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname,
    query: searchParams,
    headers: incoming.headers,
    bodyText: numbers === 'rounded' ? rounded(bodyText) : bodyText,
  };
}

/** The same JSON after its numbers were doubles. */
function rounded(text: string): string {
  return text === '' ? text : JSON.stringify(JSON.parse(text));
}

function sendJson(
  response: ServerResponse,
  status: number,
  text: string,
  location: string | null = null,
): void {
  if (response.headersSent) return void response.end();
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(location === null ? {} : { 'content-location': location }),
  });
  response.end(text);
}
