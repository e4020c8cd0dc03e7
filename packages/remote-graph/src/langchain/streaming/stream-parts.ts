import { StreamError } from '../../errors.ts';
import type { RunPayload, StreamMode } from '../../run-stream/run-payload.ts';
import { isObject } from '../../http/response-checks.ts';
import type { WireInterrupt } from '../../http/api-types.ts';
import type { RemoteGraphCallOptions } from '../remote-graph-options.ts';
import type { ClientAdapter, RemoteFrame, RemoteRun } from '../client-adapter.ts';
import { ParentGraph } from './parent-graph.ts';
import { configBody, metadataBody, threadRefOf, startCheckpointOf } from '../run-config.ts';
import { GraphInterrupt, RemoteException } from './remote-errors.ts';
import { toRunInput } from './run-input.ts';

export interface StreamPart {
  readonly mode: StreamMode;
  readonly namespace: readonly string[];
  readonly data: unknown;
}

// The interrupts that a run ended with, in order; `null` if it did not wait.
export type RunInterrupts = readonly WireInterrupt[] | null;

/**
 * Starts a run and yields its parts in the requested modes; returns its interrupts, or throws them as {@link
 * GraphInterrupt} to a calling graph. Throws {@link RemoteException} if the graph failed, `StreamError` if
 * the run was cancelled, its end is unknown, or output is missing.
 */
export async function* streamParts(
  server: ClientAdapter,
  assistantId: string,
  input: unknown,
  options: Partial<RemoteGraphCallOptions>,
  requestedModes: readonly StreamMode[],
): AsyncGenerator<StreamPart, RunInterrupts, undefined> {
  const caller = new ParentGraph(options);
  const { headers, params, signal, exact } = options;
  const call = { headers, params, signal, exact };
  const { threadId } = threadRefOf(options);
  const payload = (await caller.resumePayload(server, threadId, call)) ?? toRunInput(input);
  const run = server.run(
    threadId,
    assistantId,
    { ...payloadOf(options, caller, requestedModes), ...payload },
    call,
  );
  if (options.onRunCreated) reportIds(run, threadId, options.onRunCreated);

  const pause = new Pause();
  for await (const frame of run) {
    if (frame.event === 'command') caller.forwardCommand(frame.json());
    if (frame.event === 'updates') pause.see(jsonOrNothing(frame));
    const namespace = [...caller.namespace, ...frame.namespace];
    if (caller.stream?.modes.has(frame.event)) caller.stream.push([namespace, frame.event, frame.json()]);
    const mode = requestedModes.find((each) => isOfMode(frame.event, each));
    if (mode === undefined || isForParentOnly(frame, caller, options.subgraphs ?? false)) continue;
    yield { mode, namespace, data: frame.json() };
  }
  await throwFailure(run);
  if (caller.isGraph && pause.interrupts !== null) throw new GraphInterrupt(pause.interrupts);
  return pause.interrupts;
}

// Members that callers give under the body's own names.
const givenMembers = [
  'checkpoint',
  'checkpointId',
  'checkpointDuring',
  'context',
  'interruptBefore',
  'interruptAfter',
  'multitaskStrategy',
  'onDisconnect',
  'onCompletion',
  'webhook',
  'durability',
  'afterSeconds',
  'feedbackKeys',
  'streamResumable',
  'langsmithTracer',
  'clientRequestId',
] as const satisfies readonly (keyof RunPayload & keyof RemoteGraphCallOptions)[];

function payloadOf(
  options: Partial<RemoteGraphCallOptions>,
  caller: ParentGraph,
  requestedModes: readonly StreamMode[],
): RunPayload {
  const members: RunPayload = Object.fromEntries(givenMembers.map((name) => [name, options[name]]));
  // Updates are always needed to recognize interrupts.
  const modes = new Set<string>([...requestedModes, 'updates', ...(caller.stream?.modes ?? [])]);
  const named = members.checkpoint ?? members.checkpointId;
  return {
    ...members,
    ifNotExists: options.ifNotExists ?? 'create',
    checkpoint: named || caller.isGraph ? members.checkpoint : startCheckpointOf(options),
    config: configBody(options),
    metadata: metadataBody(options),
    streamMode: [...modes].map((mode) => (mode === 'messages' ? 'messages-tuple' : (mode as StreamMode))),
    streamSubgraphs: options.subgraphs ?? caller.stream !== null,
  };
}

// Whether a subgraph's event is wanted by the calling graph only, not by this run's caller.
function isForParentOnly(frame: RemoteFrame, caller: ParentGraph, subgraphs: boolean): boolean {
  return !subgraphs && caller.stream !== null && frame.namespace.length > 0;
}

// `messages` and `messages-tuple` share one name; the legacy form adds `/partial` and the like.
function isOfMode(event: string, mode: StreamMode): boolean {
  return event === mode || (event === 'messages' && mode === 'messages-tuple');
}

function reportIds(
  run: RemoteRun,
  threadId: string | null,
  onRunCreated: NonNullable<RemoteGraphCallOptions['onRunCreated']>,
): void {
  const ids = threadId === null ? {} : { thread_id: threadId };
  // A run that could not be started fails where it is read.
  run.runId.then(
    (run_id) => onRunCreated({ run_id, ...ids }),
    () => {},
  );
}

async function throwFailure(run: RemoteRun): Promise<void> {
  const { outcome, error, incomplete } = await run.end;
  const isSuccess = outcome === 'finished' || outcome === 'interrupted';
  if (isSuccess && !incomplete) return;
  const runId = await run.runId.catch(() => null);
  if (isSuccess) {
    const why =
      'The run has ended, but the connection was lost and some output is missing. Read the state of its thread.';
    throw new StreamError('Incomplete', why, runId);
  }
  if (outcome === 'failed' && error) throw new RemoteException(error.name, error.message, runId);
  const message = outcome === 'cancelled' ? 'The run was cancelled.' : 'The outcome of the run is unknown.';
  throw new StreamError(outcome === 'cancelled' ? 'Cancelled' : 'Lost', error?.message ?? message, runId);
}

// Collects a run's interrupts. Each level of subgraphs reports the same one again.
class Pause {
  #interrupts: WireInterrupt[] | null = null;

  get interrupts(): RunInterrupts {
    return this.#interrupts;
  }

  see(update: unknown): void {
    const interrupts = isObject(update) ? update['__interrupt__'] : undefined;
    if (!Array.isArray(interrupts)) return;
    this.#interrupts ??= [];
    for (const interrupt of interrupts) {
      const key = keyOf(interrupt);
      if (isObject(interrupt) && !this.#interrupts.some((reported) => keyOf(reported) === key))
        this.#interrupts.push(interrupt);
    }
  }
}

// Malformed JSON is reported only to callers who requested that mode.
function jsonOrNothing(frame: RemoteFrame): unknown {
  try {
    return frame.json();
  } catch {
    return undefined;
  }
}

function keyOf(interrupt: unknown): string {
  return isObject(interrupt) && typeof interrupt['id'] === 'string'
    ? interrupt['id']
    : JSON.stringify(interrupt);
}
