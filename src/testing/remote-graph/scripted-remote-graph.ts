import { RemoteGraph, type RemoteGraphSettings } from 'remote-graph-client';
import { encodeEvents, type FaultEvent } from '../fault-servers/fault-run-server.ts';
import {
  startFaultServer,
  type FaultResponse,
  type FaultRequest,
  type FaultServer,
} from '../fault-servers/fault-server.ts';

/** A remote graph on a server with scripted responses, and what it was asked. */
export interface ScriptedRemoteGraph {
  readonly server: FaultServer;
  readonly graph: RemoteGraph;
  /** The body of the first request to a path. */
  sent(path: string): Record<string, unknown>;
  stop(): Promise<void>;
}

/** The responses: a run's events, and anything else by path (without the query). */
export interface RemoteGraphScript {
  readonly events?: readonly (readonly [event: string, data: unknown])[];
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly settings?: RemoteGraphSettings;
}

/** Starts a server whose runs have the ID `r` and succeed, and a remote graph `agent` on it. */
export async function startScriptedRemoteGraph({
  events = [],
  answers = {},
  settings = {},
}: RemoteGraphScript): Promise<ScriptedRemoteGraph> {
  const frames: FaultEvent[] = [['metadata', { run_id: 'r' }] as const, ...events].map(
    ([event, data], index) => ({ id: String(index), event, data: JSON.stringify(data) }),
  );
  const server = await startFaultServer((request) => answerTo(request, frames, answers));
  const graph = new RemoteGraph('agent', { url: server.url, apiKey: null, ...settings });
  return {
    server,
    graph,
    sent: (path) => {
      const request = server.requests.find((each) => pathOf(each) === path && each.body !== '');
      return JSON.parse(request?.body ?? 'null');
    },
    stop: () => server.stop(),
  };
}

function answerTo(
  request: FaultRequest,
  frames: readonly FaultEvent[],
  answers: Readonly<Record<string, unknown>>,
): FaultResponse {
  const path = pathOf(request);
  const stream = { headers: { 'content-type': 'text/event-stream' } };
  if (path in answers) return { json: answers[path] };
  if (path.endsWith('/runs/stream')) return { ...stream, chunks: encodeEvents(frames) };
  if (path.endsWith('/runs/r/stream')) return { ...stream, chunks: [] };
  if (path.endsWith('/runs/r')) return { json: { run_id: 'r', thread_id: 't', status: 'success' } };
  return { json: { thread_id: 't', status: 'idle', version: '1', values: {}, next: [], tasks: [] } };
}

function pathOf({ path }: FaultRequest): string {
  return path.replace(/\?.*$/, '');
}

export async function collectItems<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
