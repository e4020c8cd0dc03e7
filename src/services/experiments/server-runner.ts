import pLimit from 'p-limit';
import { setTimeout as pause } from 'node:timers/promises';
import type { Check } from '../../shared/inputs/check.ts';
import type { ExperimentRowState, ExperimentStop } from '../../shared/model/experiment.ts';
import type { PriceTable } from '../../shared/model/price.ts';
import { toWireError } from '../../shared/wire-error.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import type { InputReader, ExperimentSource } from './experiment-source.ts';
import { isOpenRow, isUnsent, type ExperimentTable } from './experiment-table.ts';
import { readOutcome } from './read-outcome.ts';
import { sendRow, threadIdOf } from './send-input.ts';

// Requests that start or cancel runs at a time, and rows that are read at a time.
const requestsAtOnce = 4;
const readsAtOnce = 6;
const oldestRead = 8;
// How much longer a server that is away is left alone.
const awayFactor = 5;
const maxChecks = 20_000;

interface PartOptions {
  readonly table: ExperimentTable;
  readonly connectionId: string;
  readonly clients: ServerClients;
  readonly source: ExperimentSource;
  readonly prices: () => Promise<PriceTable>;
  readonly onChange: (index: number, state: ExperimentRowState) => void;
  readonly pollMs: number;
}

/**
 * The rows of an experiment on one server: hands them over to the server's queue, and reads what became of them. However long it is, a
 * bounded number of requests is under way.
 *
 * - `problem`: Why the server could not be asked lately; `null` if it could.
 */
export interface ExperimentPart {
  readonly isSending: boolean;
  readonly problem: string | null;
  /** Hands over the rows that were not sent. `isResumed`: some may have been, by a studio that was killed. */
  send(isResumed: boolean): void;
  /** Reads results until all that were sent have ended. */
  collect(): void;
  stop(): Promise<ExperimentStop>;
  /** Leaves the runs to the server. */
  close(): Promise<void>;
}

export function createExperimentPart(options: PartOptions): ExperimentPart {
  const { table, connectionId, clients, source, prices, onChange, pollMs } = options;
  const { experimentId, name, atOnce } = table.head;
  const ended = new AbortController();
  let sending: { readonly abort: AbortController; readonly done: Promise<unknown> } | null = null;
  let collecting: Promise<void> | null = null;
  let problem: string | null = null;
  const checksOf = new Map<number, readonly Check[]>();
  const waiting = new Map<number, () => void>();
  const beingSent = new Set<number>();

  const set = (index: number, state: ExperimentRowState): void => {
    table.change(index, state);
    onChange(index, state);
    if (state.result !== null || state.problem !== null) {
      waiting.get(index)?.();
      checksOf.delete(index);
    }
  };

  // Whether it has to be sent again: the server was away.
  const sendOne = async (
    read: InputReader,
    index: number,
    isResumed: boolean,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const { path, target: at } = table.placeOf(index);
    const target = table.targets[at];
    if (!target) return false;
    const before = table.stateOf(index);
    try {
      const { input, revision } = await read(path);
      if (checksOf.size < maxChecks) checksOf.set(index, input.checks);
      const threadId = threadIdOf(experimentId, index);
      const metadata = {
        experiment_id: experimentId,
        experiment_row: index + 1,
        name: source.threadName(name, path),
      };
      const { assistantId, graphId } = target;
      const settings = table.settingsOf(at);
      const row = { input, assistantId, graphId, threadId, metadata, mayExist: isResumed, settings };
      const runId = await withServerClient(clients, connectionId, (client) => sendRow(client, row, signal));
      set(index, { ...before, threadId, runId, revision, problem: null });
      problem = null;
    } catch (error) {
      // Stopped before it was sent: it can be sent later.
      if (signal.aborted) return false;
      if (isAway(error)) {
        problem = toMessage(error);
        return true;
      }
      set(index, { ...before, problem: error instanceof Error ? toMessage(error) : String(error) });
    }
    return false;
  };

  // Rows to hand over. Those of another assistant may be added meanwhile.
  const queue: { readonly index: number; readonly isResumed: boolean }[] = [];
  const send = (isResumed: boolean): void => {
    if (ended.signal.aborted) return;
    const queued = new Set(queue.map(({ index }) => index));
    for (const index of table.indexes(connectionId, isUnsent)) {
      if (!queued.has(index) && !beingSent.has(index)) queue.push({ index, isResumed });
    }
    if (sending !== null) return;
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, ended.signal]);
    const lane = async (read: InputReader): Promise<void> => {
      for (let row = queue.shift(); row && !signal.aborted; row = queue.shift()) {
        const { index } = row;
        beingSent.add(index);
        const isAwaited = await sendOne(read, index, row.isResumed, signal);
        beingSent.delete(index);
        if (isAwaited) {
          await pause(awayFactor * pollMs, undefined, { signal }).catch(() => undefined);
          // Its answer may be what was lost.
          queue.unshift({ index, isResumed: true });
        }
        if (atOnce !== null && isOpenRow(table.stateOf(index))) await untilEnded(index, signal);
      }
    };
    const sendAll = async (): Promise<void> => {
      const read = await source.open();
      while (queue.length > 0 && !signal.aborted) {
        await Promise.all(Array.from({ length: atOnce ?? requestsAtOnce }, () => lane(read)));
      }
    };
    const done = sendAll()
      .catch((error: unknown) => {
        if (!signal.aborted) problem = toMessage(error);
      })
      .finally(() => {
        sending = null;
        if (signal.aborted) queue.length = 0;
        // Added at the last moment.
        else if (queue.length > 0) send(false);
      });
    sending = { abort, done };
    collect();
  };

  const untilEnded = (index: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const leave = (): void => {
        waiting.delete(index);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      waiting.set(index, leave);
      signal.addEventListener('abort', leave);
    });

  const checksFor = async (index: number): Promise<readonly Check[] | null> => {
    const checks = checksOf.get(index);
    return checks ?? source.checksOf(table.placeOf(index).path, table.stateOf(index).revision);
  };

  const readOne = async (index: number, priceTable: PriceTable): Promise<boolean> => {
    const state = table.stateOf(index);
    const { threadId, runId } = state;
    if (threadId === null || runId === null) return false;
    const checks = await checksFor(index);
    const result = await withServerClient(clients, connectionId, (client) =>
      readOutcome(client, { threadId, runId, checks, prices: priceTable }, ended.signal),
    );
    if (result !== null) set(index, { ...state, result });
    return result !== null;
  };

  const collectAll = async (): Promise<void> => {
    const inTurn = pLimit(readsAtOnce);
    let turn = 0;
    while (!ended.signal.aborted) {
      const open = table.indexes(connectionId, isOpenRow);
      if (open.length === 0 && sending === null) return;
      const later = open.slice(oldestRead);
      const rest = Array.from(
        { length: Math.min(oldestRead, later.length) },
        (_, index) => later[(turn + index) % later.length] ?? 0,
      );
      turn += rest.length;
      const priceTable = await prices();
      const results = await Promise.allSettled(
        [...open.slice(0, oldestRead), ...rest].map((index) => inTurn(() => readOne(index, priceTable))),
      );
      const failed = results.find((one) => one.status === 'rejected');
      problem = failed ? toMessage(failed.reason) : null;
      const hasEnded = results.some((one) => one.status === 'fulfilled' && one.value);
      if (!hasEnded)
        await pause(failed ? awayFactor * pollMs : pollMs, undefined, { signal: ended.signal }).catch(
          () => undefined,
        );
    }
  };
  const collect = (): void => {
    if (ended.signal.aborted) return;
    collecting ??= collectAll()
      .catch((error: unknown) => {
        problem = toMessage(error);
      })
      .finally(() => {
        collecting = null;
      });
  };

  const stopSending = async (): Promise<void> => {
    const active = sending;
    active?.abort.abort();
    await active?.done;
  };

  return {
    get isSending() {
      return sending !== null;
    },
    get problem() {
      return problem;
    },
    send,
    collect,
    async stop() {
      await stopSending();
      const open = table.indexes(connectionId, isOpenRow);
      const inTurn = pLimit(requestsAtOnce);
      // The end of the queue first: a queued run would start when the one before it stops.
      const results = await Promise.all(
        open.toReversed().map((index) =>
          inTurn(async () => {
            const { threadId, runId } = table.stateOf(index);
            if (threadId === null || runId === null) return false;
            return withServerClient(clients, connectionId, (client) =>
              client.runs.cancel(threadId, runId, { action: 'interrupt' }, { purpose: 'experiments.stop' }),
            ).then(
              () => true,
              () => false,
            );
          }),
        ),
      );
      collect();
      const cancelled = results.filter(Boolean).length;
      return {
        unsent: table.indexes(connectionId, isUnsent).length,
        cancelled,
        failed: results.length - cancelled,
      };
    },
    async close() {
      ended.abort();
      await sending?.done;
      await collecting;
    },
  };
}

// Whether the server may answer later: then the row is neither refused nor lost.
function isAway(error: unknown): boolean {
  return ['unreachable', 'timeout', 'rate-limited'].includes(toWireError(error).code);
}

function toMessage(error: unknown): string {
  return toWireError(error).code === 'internal' && error instanceof Error
    ? error.message
    : toWireError(error).message;
}
