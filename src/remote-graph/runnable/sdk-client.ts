import { ArgumentError } from '../errors.ts';
import { anyObject, isObject, listOfObjects } from '../shape.ts';
import type { HistoryQuery, StatePlace } from '../threads.ts';
import type { WireCheckpoint, WireStateUpdate } from '../wire.ts';
import type { RemoteCall } from './call-options.ts';
import type { ProtocolEvent } from '../thread-protocol.ts';
import { protocolChannels, type GraphServer } from './graph-server.ts';
import type { SdkClient, SdkThreadStream } from './official-client.ts';
import { SdkRun } from './sdk-run.ts';

/**
 * A server through the official SDK's client. Its own rules hold: its errors, its retries, no resuming. It can't send
 * headers or query parameters with one call: asking for them fails instead of dropping them.
 */
export function throughSdkClient({ assistants, threads, runs }: SdkClient): GraphServer {
  return {
    async graph(assistantId, xray, call) {
      const answer = await assistants.getGraph(assistantId, { xray, ...signalOf(call) });
      return anyObject(answer, 'a graph');
    },
    async schemas(assistantId, call) {
      return anyObject(
        await assistants.getSchemas(assistantId, signalOf(call)),
        'the schemas of an assistant',
      );
    },
    async subgraphs(assistantId, query, call) {
      const answer = await assistants.getSubgraphs(assistantId, { ...query, ...signalOf(call) });
      return anyObject(answer, 'the subgraphs of an assistant');
    },
    async state(threadId, place, subgraphs, call) {
      const checkpoint = checkpointOf(threadId, place);
      const read = (flag: unknown): Promise<unknown> =>
        threads.getState(threadId, checkpoint, { ...(flag ? { subgraphs: flag } : {}), ...signalOf(call) });
      return anyObject(await eitherForm(read, subgraphs, subgraphs ? 'true' : null), 'a state of a thread');
    },
    async history(threadId, query, call) {
      const { before, checkpoint, ...rest } = historyOf(threadId, query);
      const read = (end: unknown): Promise<unknown> =>
        threads.getHistory(threadId, { ...rest, checkpoint, before: end, ...signalOf(call) });
      return listOfObjects(await eitherForm(read, before, query.before), 'a list of states');
    },
    async update(threadId, { values, asNode, ...place }, call) {
      const answer = await threads.updateState(threadId, {
        values: values === undefined ? null : values,
        asNode: asNode ?? undefined,
        checkpoint: checkpointOf(threadId, place),
        ...signalOf(call),
      });
      const update = anyObject<Partial<WireStateUpdate>>(answer, 'the answer to a state update');
      return { checkpoint: anyObject(update.checkpoint, 'the answer to a state update') };
    },
    async bulkUpdate(threadId, graphId, supersteps, call) {
      const steps = supersteps.map((updates) => ({ updates }));
      await threads.create({
        threadId,
        graphId,
        ifExists: 'do_nothing',
        supersteps: steps,
        ...signalOf(call),
      });
    },
    async protocolRun(threadId, assistantId, start, call) {
      signalOf(call);
      const thread = threads.stream(threadId, { assistantId }) as SdkThreadStream;
      const events = await thread.subscribe({ channels: [...protocolChannels] });
      const { run_id: runId } = await thread.run.start(start);
      return {
        runId,
        events: closing(events, thread),
        cancel: async () => void (await runs.cancel(threadId, runId)),
      };
    },
    run(threadId, assistantId, payload, call) {
      const { clientRequestId: _, ...sent } = payload;
      return new SdkRun(threadId, signalOf(call).signal, runs, (onRunCreated) =>
        runs.stream(threadId, assistantId, { ...sent, ...signalOf(call), onRunCreated }),
      );
    },
  };
}

function signalOf({ headers, params, signal, exact }: RemoteCall): {
  readonly signal: AbortSignal | undefined;
} {
  const extra = Object.keys(headers ?? {}).length + Object.keys(params ?? {}).length;
  if (extra > 0 || exact !== undefined) {
    throw new ArgumentError(
      'An SDK client can not send headers or query parameters with a single call, nor keep numbers exact. Use a GraphClient for that.',
    );
  }
  return { signal };
}

/** Servers take different forms of one member (protocol, section 12): the second form, if the first is refused. */
async function eitherForm(
  send: (form: unknown) => Promise<unknown>,
  first: unknown,
  second: unknown,
): Promise<unknown> {
  try {
    return await send(first);
  } catch (thrown) {
    const status = isObject(thrown) ? thrown['status'] : undefined;
    if ((status !== 400 && status !== 422) || second === null || second === undefined) throw thrown;
    return send(second);
  }
}

function historyOf(threadId: string, query: HistoryQuery) {
  const { limit = 10, before, metadata, ...place } = query;
  const end = before
    ? { thread_id: threadId, checkpoint_ns: place.checkpointNs ?? '', checkpoint_id: before }
    : undefined;
  return {
    limit,
    metadata: metadata ?? undefined,
    before: end,
    checkpoint: checkpointOf(threadId, place),
  };
}

function checkpointOf(threadId: string, place: StatePlace): WireCheckpoint | undefined {
  if (!place.checkpointId && !place.checkpointNs) return undefined;
  return {
    ...place.checkpoint,
    thread_id: threadId,
    checkpoint_ns: place.checkpointNs ?? '',
    ...(place.checkpointId ? { checkpoint_id: place.checkpointId } : {}),
  };
}

/** Events of a subscription; leaving them closes the thread's stream, whose connection would stay open. */
async function* closing(
  events: AsyncIterable<unknown>,
  thread: { close(): Promise<void> },
): AsyncGenerator<ProtocolEvent, void, undefined> {
  try {
    for await (const event of events) yield anyObject<ProtocolEvent>(event, 'an event');
  } finally {
    await thread.close();
  }
}
