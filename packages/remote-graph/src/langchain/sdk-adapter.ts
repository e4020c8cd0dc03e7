import { JsonText } from 'exact-json';
import { withMember } from '../http/request-body.ts';
import { ArgumentError } from '../errors.ts';
import { normalizePayload, withoutNulls, type RunPayload } from '../run-stream/run-payload.ts';
import { historyEnd } from '../compat/request-forms.ts';
import type { ServerQuirks } from '../compat/server-quirks.ts';
import { onAbort, untilAborted } from '../async/abort-signals.ts';
import { expectObject, isObject, expectObjectList } from '../http/response-checks.ts';
import { toBeforeCheckpoint } from '../resources/checkpoint-ref.ts';
import { normalizeProtocolStart } from '../resources/thread-protocol.ts';
import type { HistoryQuery, StateRef } from '../resources/threads.ts';
import type { WireCheckpoint, WireStateUpdate } from '../http/api-types.ts';
import type { RemoteCall } from './remote-graph-options.ts';
import type { ClientAdapter } from './client-adapter.ts';
import { isThreadStream, type SdkClient, type SdkThreadStream } from './sdk-types.ts';
import { sdkEvents } from './sdk-events.ts';
import { createSdkQuirks } from './sdk-quirk-probes.ts';
import { sdkRunEvents, type SdkRunBody } from './sdk-run-events.ts';
import { SdkRun } from './sdk-run.ts';

// Adapts the official SDK's client, with its own errors and retries and without resuming. It can't send
// headers or query parameters per call: asking for them throws instead of dropping them.
export function createSdkAdapter(client: SdkClient): ClientAdapter {
  const { assistants, threads, runs } = client;
  const quirks = createSdkQuirks(client);
  const threadStream = (threadId: string, assistantId: string): SdkThreadStream => {
    const stream = threads.stream?.(threadId, { assistantId });
    if (isThreadStream(stream)) return stream;
    throw new ArgumentError(
      "Version v3 of streamEvents needs a newer @langchain/langgraph-sdk: this client can't stream a thread. Update it, or use a GraphClient.",
    );
  };
  return {
    graph: (assistantId, xray, call) =>
      sending(call, async (options) =>
        expectObject(await assistants.getGraph(assistantId, { xray, ...options }), 'a graph'),
      ),
    schemas: (assistantId, call) =>
      sending(call, async (options) =>
        expectObject(await assistants.getSchemas(assistantId, options), 'the schemas of an assistant'),
      ),
    subgraphs: (assistantId, query, call) =>
      sending(call, async (options) => {
        const answer = await assistants.getSubgraphs(assistantId, { ...query, ...options });
        return expectObject(answer, 'the subgraphs of an assistant');
      }),
    state: (threadId, stateRef, subgraphs, call) =>
      sending(call, async (options) => {
        const checkpoint = checkpointOf(threadId, stateRef);
        const read = (flag: unknown): Promise<unknown> =>
          threads.getState(threadId, checkpoint, { ...(flag ? { subgraphs: flag } : {}), ...options });
        return expectObject(
          await eitherForm(read, subgraphs, subgraphs ? 'true' : null),
          'a state of a thread',
        );
      }),
    history: (threadId, query, call) =>
      sending(call, async (options) => {
        const { before, checkpoint, ...rest } = historyOf(threadId, query);
        const read = (end: unknown): Promise<unknown> =>
          threads.getHistory(threadId, { ...rest, checkpoint, before: end, ...options });
        return expectObjectList(await eitherForm(read, before, query.before), 'a list of states');
      }),
    update: (threadId, { values, asNode, ...stateRef }, call) =>
      sending(call, async (options) => {
        const answer = await threads.updateState(threadId, {
          values: values === undefined ? null : assertSdkSerializable(values),
          asNode: asNode ?? undefined,
          checkpoint: checkpointOf(threadId, stateRef),
          ...options,
        });
        const update = expectObject<Partial<WireStateUpdate>>(answer, 'the answer to a state update');
        return { checkpoint: expectObject(update.checkpoint, 'the answer to a state update') };
      }),
    bulkUpdate: (threadId, graphId, supersteps, call) =>
      sending(call, async (options) => {
        const steps = assertSdkSerializable(supersteps.map((updates) => ({ updates })));
        await threads.create({
          threadId,
          graphId,
          ifExists: 'do_nothing',
          supersteps: steps,
          ...options,
        });
      }),
    async protocolRun(threadId, assistantId, start, call) {
      const { signal } = signalOf(call);
      // Refuses an SDK that is too old before anything is sent.
      const starter = threadStream(threadId, assistantId);
      try {
        const settled = assertSdkSerializable(
          await normalizeProtocolStart(quirks, threadId, start, { signal }),
        );
        const byThread = await quirks.has('numbersEventsByThread', { signal });
        signal?.throwIfAborted();
        const { run_id: runId } = await untilAborted(starter.run.start(settled), signal);
        // Where events are numbered by thread, all are repeated, including those of earlier runs.
        const first = byThread ? (starter.ordering?.lastAppliedThroughSeq ?? 0) : 0;
        const events = sdkEvents(
          () => threadStream(threadId, assistantId),
          ({ seq }) => seq === undefined || seq >= first,
          signal,
        );
        return { runId, events };
      } finally {
        // Starting opens connections that would stay open.
        starter.close().catch(() => {});
      }
    },
    async cancel(threadId, runId, call) {
      signalOf(call);
      await runs.cancel(threadId, runId);
    },
    run(threadId, assistantId, payload, call) {
      const { signal } = signalOf(call);
      return new SdkRun(threadId, signal, client, (onRunCreated) =>
        sdkRunEvents(
          (sdkPayload, onCreated) =>
            runs.stream(threadId, assistantId, { ...sdkPayload, onRunCreated: onCreated }),
          () => runBody(quirks, threadId, payload, signal),
          quirks.runs,
          onRunCreated,
          signal,
        ),
      );
    },
  };
}

// The run's body, with explicit values where servers' defaults differ.
async function runBody(
  quirks: ServerQuirks,
  threadId: string | null,
  payload: RunPayload,
  signal: AbortSignal | undefined,
): Promise<SdkRunBody> {
  const { clientRequestId, langsmithTracer, onRunCreated: _, ...members } = payload;
  if (langsmithTracer)
    throw new ArgumentError("An SDK client can't send langsmithTracer with a stream. Use a GraphClient.");
  const settled = await normalizePayload(quirks, threadId, payload, { signal });
  const { config, command, newest, continueForm } = settled;
  const { metadata } = payload;
  const body = {
    ...members,
    config,
    command,
    checkpoint: withoutNulls(payload.checkpoint) ?? newest,
    metadata:
      clientRequestId === undefined ? metadata : withMember(metadata, 'client_request_id', clientRequestId),
    multitaskStrategy: threadId === null ? undefined : (payload.multitaskStrategy ?? 'reject'),
    onDisconnect: payload.onDisconnect ?? 'continue',
    ifNotExists: threadId === null ? undefined : payload.ifNotExists,
    onCompletion: threadId === null ? payload.onCompletion : undefined,
  };
  return { body: assertSdkSerializable(withoutNulls(body)), continueForm };
}

// Throws `ArgumentError` for options that the SDK can't send.
function signalOf({ headers, params, signal, exact }: RemoteCall): {
  readonly signal: AbortSignal | undefined;
} {
  const extra = Object.keys(headers ?? {}).length + Object.keys(params ?? {}).length;
  if (extra > 0 || exact !== undefined) {
    throw new ArgumentError(
      "An SDK client can't send headers or query parameters with a single call, or keep numbers exact. Use a GraphClient.",
    );
  }
  return { signal };
}

// Each call gets a signal of its own, because the SDK never removes its listeners.
async function sending<T>(
  call: RemoteCall,
  send: (options: { readonly signal?: AbortSignal }) => Promise<T>,
): Promise<T> {
  const { signal } = signalOf(call);
  if (!signal) return send({});
  const controller = new AbortController();
  const stopListening = onAbort(signal, () => controller.abort(signal.reason));
  try {
    return await send({ signal: controller.signal });
  } finally {
    stopListening();
  }
}

// Servers take different forms of one member (docs/protocol.md, Rules for clients): sends the second form if
// the first is refused.
async function eitherForm(
  send: (form: unknown) => Promise<unknown>,
  first: unknown,
  second: unknown,
): Promise<unknown> {
  try {
    return await send(first);
  } catch (error) {
    const status = isObject(error) ? error['status'] : undefined;
    if ((status !== 400 && status !== 422) || second === null || second === undefined) throw error;
    return send(second);
  }
}

function historyOf(threadId: string, query: HistoryQuery) {
  const { limit = 10, before, metadata, ...stateRef } = query;
  const end = toBeforeCheckpoint(threadId, before, stateRef);
  return {
    limit,
    metadata: metadata ?? undefined,
    before: end && historyEnd(end),
    checkpoint: checkpointOf(threadId, stateRef),
  };
}

function checkpointOf(threadId: string, ref: StateRef): WireCheckpoint | undefined {
  if (!ref.checkpointId && !ref.checkpointNs) return undefined;
  return {
    ...ref.checkpoint,
    thread_id: threadId,
    checkpoint_ns: ref.checkpointNs ?? '',
    ...(ref.checkpointId ? { checkpoint_id: ref.checkpointId } : {}),
  };
}

// Throws `ArgumentError` for values that the SDK can't send: it uses `JSON.stringify`, which knows neither
// `JsonText` nor big integers. Iterative, so depth costs memory only.
export function assertSdkSerializable<T>(value: T): T {
  const visited = new Set<unknown>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const each = open.pop();
    if (typeof each === 'bigint' || each instanceof JsonText) {
      throw new ArgumentError(
        "An SDK client can't send large numbers or raw JSON unchanged. Use a GraphClient.",
      );
    }
    if (typeof each !== 'object' || each === null || visited.has(each)) continue;
    visited.add(each);
    for (const member of Object.values(each)) open.push(member);
  }
  return value;
}
