import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../shared/app-error.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import type { Batch, BatchRow, BatchView } from '../../shared/model/runs/batch.ts';
import { defaultRunOptions } from '../../shared/model/runs/run-request.ts';
import { toWireError } from '../../shared/wire-error.ts';
import { limitConcurrency } from '../common/limit-concurrency.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import { parseJsonInput } from '../parsing/json-input.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { createBatchStore } from './batch-store.ts';
import { batchMark, readResult, readResults } from './read-results.ts';

type Calls = StudioHandlers['calls'];
type BatchMethod = 'batches.list' | 'batches.start' | 'batches.refresh' | 'batches.stop' | 'batches.forget';

export interface Batches {
  readonly calls: Pick<Calls, BatchMethod>;
  /** Forgets the batches of a removed server. */
  forget(connectionId: string): Promise<void>;
  /** Sends no more rows. Runs continue on their servers. */
  stop(): Promise<void>;
}

export interface BatchesOptions {
  readonly clients: ServerClients;
  readonly documents: DocumentStore;
  readonly startRun: Calls['runs.start'];
  readonly cancelRun: Calls['runs.cancel'];
  readonly log: (level: 'warn', message: string) => void;
  /** How often a run is asked about whose end makes place for the next one, in milliseconds. */
  readonly pollMs?: number;
}

/** Requests that start or cancel runs at a time. */
const requestsAtOnce = 4;

/**
 * Runs tables of inputs. The server's own queue does the work: rows are handed over as background runs, each on a
 * thread of its own, and what became of them is read from the server. Only the inputs of rows that are not handed
 * over yet are the studio's.
 */
export function createBatches(options: BatchesOptions): Batches {
  const { clients, documents, startRun, cancelRun, log, pollMs = 1000 } = options;
  const store = createBatchStore(documents, (thrown) =>
    log('warn', `The list of batches could not be written: ${String(thrown)}`),
  );
  /** Batches whose rows are being handed over. */
  const sending = new Map<string, { readonly abort: AbortController; readonly done: Promise<unknown> }>();
  const viewOf = (batch: Batch): BatchView => ({ ...batch, isSending: sending.has(batch.batchId) });

  const find = async (connectionId: string, batchId: string): Promise<Batch> => {
    const found = (await store.all()).find((one) => one.batchId === batchId);
    if (found?.connectionId === connectionId) return found;
    throw forgotten();
  };
  const setRow = (batchId: string, index: number, row: BatchRow): Promise<Batch | null> =>
    store.change(batchId, (batch) => ({ ...batch, rows: batch.rows.with(index, row) }));

  const send = async (
    batch: Batch,
    index: number,
    inputText: string,
    graphId: string,
    signal: AbortSignal,
  ): Promise<BatchRow> => {
    const { batchId, connectionId, assistantId, name } = batch;
    let threadId: string | null = null;
    try {
      const metadata = { ...batchMark(batchId), batch_row: index + 1, name: `${name} #${index + 1}` };
      const thread = await withServerClient(clients, connectionId, (client) =>
        client.threads.create({ graphId, metadata }, { purpose: 'batches.start' }),
      );
      threadId = thread.thread_id;
      const trigger = { kind: 'input', inputText } as const;
      const at = { connectionId, assistantId, threadId, checkpointId: null, checkpointNs: '' };
      const request = { ...at, trigger, background: true, options: defaultRunOptions };
      const { runId } = await startRun(request, signal);
      return { threadId, runId, problem: null, result: null };
    } catch (thrown) {
      return { threadId, runId: null, problem: toWireError(thrown).message, result: null };
    }
  };

  /** Waits until the run of a row has ended, and keeps its result. A server that is away is asked again. */
  const untilEnded = async (batch: Batch, index: number, row: BatchRow, signal: AbortSignal) => {
    while (row.runId !== null) {
      await pause(pollMs, undefined, { signal });
      const result = await withServerClient(clients, batch.connectionId, (client) =>
        readResult(client, row, signal),
      ).catch(() => null);
      if (result === null) continue;
      await setRow(batch.batchId, index, { ...row, result });
      return;
    }
  };

  const sendAll = (batch: Batch, inputs: readonly string[], graphId: string): void => {
    const abort = new AbortController();
    const { signal } = abort;
    let next = 0;
    const lane = async (): Promise<void> => {
      while (!signal.aborted && next < inputs.length) {
        const index = next;
        next += 1;
        const row = await send(batch, index, inputs[index] ?? '', graphId, signal);
        await setRow(batch.batchId, index, row);
        if (batch.atOnce !== null) await untilEnded(batch, index, row, signal);
      }
    };
    const lanes = Array.from({ length: batch.atOnce ?? requestsAtOnce }, () => lane().catch(() => undefined));
    const done = Promise.all(lanes).finally(() => sending.delete(batch.batchId));
    sending.set(batch.batchId, { abort, done });
  };

  const stopSending = async (batchId: string): Promise<void> => {
    const active = sending.get(batchId);
    active?.abort.abort();
    await active?.done;
  };

  return {
    calls: {
      'batches.list': async ({ connectionId }) =>
        (await store.all()).filter((batch) => batch.connectionId === connectionId).map(viewOf),
      'batches.start': async ({ connectionId, assistantId, graphId, name, inputs, atOnce }) => {
        for (const [index, input] of inputs.entries()) parseJsonInput(input, `Row ${index + 1}`);
        const row: BatchRow = { threadId: null, runId: null, problem: null, result: null };
        const batch: Batch = {
          batchId: randomUUID(),
          connectionId,
          assistantId,
          name,
          createdAt: new Date().toISOString(),
          atOnce,
          rows: inputs.map(() => row),
        };
        await store.add(batch);
        sendAll(batch, inputs, graphId);
        return viewOf(batch);
      },
      'batches.refresh': async ({ connectionId, batchId }, signal) => {
        const batch = await find(connectionId, batchId);
        const rows = await withServerClient(clients, connectionId, (client) =>
          readResults(client, batch, signal),
        );
        // Rows may have been handed over meanwhile.
        const now = await store.change(batchId, (current) => withResults(current, rows));
        if (now === null) throw forgotten();
        return viewOf(now);
      },
      'batches.stop': async ({ connectionId, batchId }, signal) => {
        await stopSending(batchId);
        const { rows } = await find(connectionId, batchId);
        const active = rows.flatMap(({ threadId, runId, result }) =>
          threadId !== null && runId !== null && result === null ? { threadId, runId } : [],
        );
        const inTurn = limitConcurrency(requestsAtOnce);
        const results = await Promise.all(
          active
            .toReversed()
            .map((run) =>
              inTurn(() => cancelRun({ connectionId, ...run, action: 'interrupt' }, signal)).catch(
                () => null,
              ),
            ),
        );
        signal.throwIfAborted();
        const unsent = rows.filter(({ threadId, problem }) => threadId === null && problem === null).length;
        return { unsent, results };
      },
      'batches.forget': async ({ connectionId, batchId }) => {
        await stopSending(batchId);
        await store.remove((batch) => batch.batchId === batchId && batch.connectionId === connectionId);
        return {};
      },
    },
    async forget(connectionId) {
      const gone = (await store.all()).filter((batch) => batch.connectionId === connectionId);
      for (const { batchId } of gone) await stopSending(batchId);
      if (gone.length > 0) await store.remove((batch) => batch.connectionId === connectionId);
    },
    async stop() {
      await Promise.all([...sending.keys()].map(stopSending));
      await store.settled();
    },
  };
}

/** A batch with the results of the rows that had none. */
function withResults(batch: Batch, read: readonly BatchRow[]): Batch {
  const rows = batch.rows.map((row, index) => {
    const result = read[index]?.runId === row.runId ? (read[index]?.result ?? null) : null;
    return row.result === null && result !== null ? { ...row, result } : row;
  });
  return rows.some((row, index) => row !== batch.rows[index]) ? { ...batch, rows } : batch;
}

function forgotten(): AppError {
  return new AppError('not-found', 'This batch is no longer stored.', {
    hint: 'Its threads are on the server.',
  });
}
