import {
  startFaultServer,
  type Cut,
  type FaultResponse,
  type FaultRequest,
  type FaultServer,
} from './fault-server.ts';

/**
 * An event of a run; `id: null` for a server without event IDs. `{run_id}` in its data is replaced by the
 * run's ID.
 */
export interface FaultEvent {
  readonly id: string | null;
  readonly event: string;
  readonly data: string;
}

export interface RunBehaviour {
  readonly events: readonly FaultEvent[];
  /**
   * What a join sends: events after the given ID (`after`), that event too (`from`), or everything (`all`).
   * `refused`: joins get a 404.
   */
  readonly replay?: 'after' | 'from' | 'all' | 'refused';
  /** How to cut a response; called with the number of streams opened before on this thread. */
  readonly cut?: (threadId: string, opened: number) => Cut | undefined;
  /** Ends a stream cleanly after this many events. */
  readonly cleanEndAfter?: (threadId: string, opened: number) => number | undefined;
  readonly contentLocation?: boolean;
  /** Status of the run and its thread. */
  readonly status?: string;
  readonly threadStatus?: string;
  /** The newest state of every thread. */
  readonly threadState?: object;
  /** Resets the request that starts a run: before the run exists, or after. */
  readonly resetStart?: 'before' | 'after';
  /** The run ends at once, however much of it was read. */
  readonly quick?: boolean;
  /** Runs are deleted as soon as they were started. */
  readonly forgetful?: boolean;
  /** What the run's record says. */
  readonly resumable?: boolean;
}

export interface FaultRun {
  readonly threadId: string;
  readonly runId: string;
  readonly metadata: unknown;
  opened: number;
  over: boolean;
}

/** A graph server with one kind of run, any number of threads, and the given faults. */
export interface FaultRunServer extends FaultServer {
  /** Number of runs started on a thread. */
  runsOn(threadId: string): number;
}

export function encodeEvents(events: readonly FaultEvent[]): string[] {
  return events.map(
    ({ id, event, data }) => `event: ${event}\ndata: ${data}\n${id === null ? '' : `id: ${id}\n`}\n`,
  );
}

/** The response with a run's complete stream. */
export function streamResponse(
  threadId: string,
  runId: string,
  events: readonly FaultEvent[],
  located = true,
) {
  return {
    headers: {
      'content-type': 'text/event-stream',
      ...(located ? { 'content-location': `/threads/${threadId}/runs/${runId}` } : {}),
    },
    chunks: encodeEvents(events),
  };
}

/** `runs`: the runs of an earlier instance, for a restarted server. */
export async function startFaultRunServer(
  behaviour: RunBehaviour,
  runs: FaultRun[] = [],
): Promise<FaultRunServer> {
  const server = await startFaultServer((request) => answerTo(request, behaviour, runs));
  return { ...server, runsOn: (threadId) => runs.filter((run) => run.threadId === threadId).length };
}

function answerTo(request: FaultRequest, behaviour: RunBehaviour, runs: FaultRun[]): FaultResponse {
  const [area, threadId = '', part, runId, what] = request.path.slice(1).split('/');
  if (area === 'info') return { json: { version: '0.0.0', flags: {} } };
  if (area !== 'threads') return notFound('Not Found');
  if (part === undefined) return { json: { thread_id: threadId, status: behaviour.threadStatus ?? 'idle' } };
  if (part === 'state') return { json: behaviour.threadState ?? { values: {}, next: [], tasks: [] } };
  const onThread = runs.filter((run) => run.threadId === threadId);
  if (request.method === 'POST' && runId === 'stream') return startStream(request, behaviour, runs, threadId);
  if (request.method === 'POST' && runId === undefined) return create(request, behaviour, runs, threadId);
  if (runId === undefined) return { json: onThread.map((run) => record(run, behaviour)) };
  const run = onThread.find((each) => each.runId === runId);
  if (!run || behaviour.forgetful) return notFound('Run not found');
  if (what === 'stream') return join(request, behaviour, run);
  if (what === 'cancel') return { status: 202 };
  return { json: record(run, behaviour) };
}

function newRun(request: FaultRequest, runs: FaultRun[], threadId: string): FaultRun {
  const { metadata } = JSON.parse(request.body) as { readonly metadata?: unknown };
  const run = { threadId, runId: `run-${runs.length + 1}`, metadata, opened: 0, over: false };
  runs.push(run);
  return run;
}

function create(
  request: FaultRequest,
  behaviour: RunBehaviour,
  runs: FaultRun[],
  threadId: string,
): FaultResponse {
  if (behaviour.resetStart === 'before') return 'reset';
  const run = newRun(request, runs, threadId);
  if (behaviour.resetStart === 'after') return 'reset';
  const cut = behaviour.cut?.(threadId, 0);
  return { json: record(run, behaviour), ...(cut ? { cut } : {}) };
}

function startStream(
  request: FaultRequest,
  behaviour: RunBehaviour,
  runs: FaultRun[],
  threadId: string,
): FaultResponse {
  if (behaviour.resetStart === 'before') return 'reset';
  const run = newRun(request, runs, threadId);
  if (behaviour.resetStart === 'after') return 'reset';
  return opened(behaviour, run, behaviour.events);
}

function join(request: FaultRequest, behaviour: RunBehaviour, run: FaultRun): FaultResponse {
  const { replay = 'after', events } = behaviour;
  if (replay === 'refused') {
    run.over = true;
    return notFound('Not Found');
  }
  const after = request.headers['last-event-id'];
  const last = events.findLastIndex(({ id }) => id !== null && id === after);
  const first = events.findIndex(({ id }) => id !== null && id === after);
  if (replay === 'all' || after === '-1') return opened(behaviour, run, events);
  if (last === -1) return opened(behaviour, run, []);
  return opened(behaviour, run, events.slice(replay === 'from' ? first : last + 1));
}

/** Sends events with the scheduled faults. The run ends when a stream was sent completely. */
function opened(behaviour: RunBehaviour, run: FaultRun, events: readonly FaultEvent[]): FaultResponse {
  const cut = behaviour.cut?.(run.threadId, run.opened);
  const sent = behaviour.cleanEndAfter?.(run.threadId, run.opened) ?? events.length;
  run.opened += 1;
  const answer = streamResponse(
    run.threadId,
    run.runId,
    events.slice(0, sent).map((each) => ({ ...each, data: each.data.replace('{run_id}', run.runId) })),
    behaviour.contentLocation ?? true,
  );
  if (cut) return { ...answer, cut };
  if (sent >= events.length) run.over = true;
  return answer;
}

function record(run: FaultRun, { status = 'success', resumable, quick = false }: RunBehaviour) {
  return {
    run_id: run.runId,
    thread_id: run.threadId,
    assistant_id: 'a',
    status: run.over || quick ? status : 'running',
    metadata: run.metadata,
    kwargs: resumable === undefined ? {} : { resumable },
  };
}

function notFound(text: string): FaultResponse {
  return { status: 404, headers: { 'content-type': 'text/plain' }, body: text };
}
