import pLimit from 'p-limit';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '../../shared/app-error.ts';
import { isScored } from '../../shared/inputs/check.ts';
import type { ExperimentRowState, ExperimentStop } from '../../shared/model/experiment.ts';
import type { PriceTable } from '../../shared/model/price.ts';
import { toWireError } from '../../shared/wire-error.ts';
import { abortAfter } from '../common/abort-after.ts';
import { beforeAbort } from '../common/abortable.ts';
import { withServerClient, type FindServer, type ServerClients } from '../common/server-clients.ts';
import {
  noChecks,
  rowChecksOf,
  type ExperimentSource,
  type InputReader,
  type RowChecks,
} from './experiment-source.ts';
import { answeringRun } from './answering-run.ts';
import { isOpenRow, isUnsent, isWaitingRow, type ExperimentTable } from './experiment-table.ts';
import { createChecksCache } from './checks-cache.ts';
import { readRowRun, resultOf, unreadResult, withUserProblem } from './read-outcome.ts';
import { stoppedScore, type CheckScope, type Scorer } from './scores/create-scorer.ts';
import { sendRow, startRun, threadIdOf, turnsOf } from './send-input.ts';
import { askSimulatedUser } from './simulated-user.ts';

// Requests that start or cancel runs at a time, and rows that are read at a time.
const requestsAtOnce = 4;
const readsAtOnce = 6;
// Runs of an experiment that a server may hold at a time if no other number was asked for: more than its workers take,
// so that none is idle, and few enough that its queue serves others, too.
const defaultOpenRows = 200;
const oldestRead = 8;
const answersAtOnce = 16;
// How much sooner than at the usual interval rows are looked at again while many of them end.
const quickFactor = 64;
// Of the rows that were read, how many should have ended: fewer are read for nothing, more are waited for.
const aimedShare = { from: 0.25, to: 0.5 };
// How much longer a server that is away is left alone.
const unreachableBackoffFactor = 5;
// Rows that wait are looked at this much less often than those that run, and after a failure.
const answerFactor = { usual: 5, failed: 60 };
// How long a server may still take to answer with the run that it starts while the studio closes: a row whose run is not known
// is looked up when the experiment is resumed.
const closeMs = 2_000;
// How long a stop may take in all, also with a server that does not answer.
const stopMs = 30_000;
// After so many reads of a row in a row that the server failed at, its result is unknown; and its checks, if its file can't be read.
const maxFailedReads = 20;
// Errors of all requests rather than of one, which the user can mend: a page of a proxy, and a key to renew.
const passingErrors: ReadonlySet<ErrorCode> = new Set([
  'not-a-graph-server',
  'unauthorized',
  'forbidden',
  'credential',
  'secret-locked',
]);
// Rows whose scores are asked for at a time: their states are in memory.
const scoredAtOnce = 8;

interface RunnerOptions {
  readonly table: ExperimentTable;
  readonly connectionId: string;
  readonly clients: ServerClients;
  // Where simulated users are that name a server.
  readonly findServer: FindServer;
  readonly source: ExperimentSource;
  readonly score: Scorer;
  readonly prices: () => Promise<PriceTable>;
  readonly onChange: (index: number, state: ExperimentRowState) => void;
  readonly pollMs: number;
  readonly maxOpenRows?: number;
}

// Runs the rows of an experiment on one server: queues them there, and reads their results. However many rows there
// are, the number of open requests is bounded.
// - `problem`: What could not be done lately and why, as a sentence for the user; `null` if all could.
export interface ExperimentRunner {
  readonly isSending: boolean;
  readonly problem: string | null;
  // Hands over the rows that were not sent. `isResumed`: some may have been, by a studio that was killed.
  send(isResumed: boolean): void;
  // Reads results until all that were sent have ended.
  collect(): void;
  // Looks, now and then, whether what rows wait for was answered: then they go on with the run that has the answer.
  lookForAnswers(): void;
  // Cancels what has not ended, until `signal`: what could not be cancelled is counted.
  stop(signal?: AbortSignal): Promise<ExperimentStop>;
  // Leaves the runs to the server.
  close(): Promise<void>;
}

export function createExperimentRunner(options: RunnerOptions): ExperimentRunner {
  const {
    table,
    connectionId,
    clients,
    findServer,
    source,
    score,
    prices,
    onChange,
    pollMs,
    maxOpenRows = defaultOpenRows,
  } = options;
  const { experimentId, name, atOnce } = table.head;
  const closing = new AbortController();
  const closeTimedOut = new AbortController();
  let sending: { readonly abort: AbortController; readonly done: Promise<unknown> } | null = null;
  let collecting: Promise<void> | null = null;
  // What may pass by itself, until the server answers; and why rows are left unsent, until they are sent again.
  let problem: string | null = null;
  let sendProblem: string | null = null;
  // Targets whose rows are left unsent, as the server let none of them pass.
  const haltedTargets = new Set<number>();
  const checksCache = createChecksCache();
  const scoring = new Map<number, Promise<void>>();
  let stopScoring = new AbortController();
  // Rows that were stopped: no score is asked for, also if their runs had ended before.
  const stoppedRows = new Set<number>();
  // Those that wait for the end of a row, or for that of any (`null`).
  const waiting = new Map<() => void, number | null>();
  const beingSent = new Set<number>();
  const openRows = new Set(table.indexes(connectionId, isOpenRow));

  const set = (index: number, state: ExperimentRowState): void => {
    table.change(index, state);
    onChange(index, state);
    beingSent.delete(index);
    if (isOpenRow(state)) openRows.add(index);
    else openRows.delete(index);
    if (state.result !== null || state.problem !== null) {
      for (const [leave, awaited] of waiting) if (awaited === null || awaited === index) leave();
      checksCache.forget(index);
    }
  };

  // Whether it has to be sent again: the server was away.
  const sendOne = async (
    read: InputReader,
    index: number,
    isResumed: boolean,
    signal: AbortSignal,
  ): Promise<boolean> => {
    const { path, target: targetIndex } = table.placeOf(index);
    const target = table.targets[targetIndex];
    if (!target) return false;
    const before = table.stateOf(index);
    try {
      const found = await read(path);
      if ('unread' in found) {
        // It stays unsent, to be resumed, and holds up no other row.
        sendProblem = unsentProblem(found.unread);
        return false;
      }
      const { input, revision } = found;
      checksCache.keep(index, rowChecksOf(input));
      const threadId = threadIdOf(experimentId, index);
      const metadata = {
        experiment_id: experimentId,
        experiment_row: index + 1,
        name: source.threadName(name, path),
      };
      const { assistantId, graphId } = target;
      const settings = table.settingsOf(targetIndex);
      const row = { input, assistantId, graphId, threadId, metadata, mayExist: isResumed, settings };
      const runId = await withServerClient(clients, connectionId, (client) =>
        sendRow(client, row, { signal, closed: closeTimedOut.signal }),
      );
      set(index, { ...before, threadId, runId, revision, problem: null });
      problem = null;
    } catch (error) {
      // Stopped before it was sent: it can be sent later.
      if (signal.aborted) return false;
      if (isTransient(error)) {
        problem = `Rows can't be started at the moment: ${toMessage(error)}`;
        return true;
      }
      // What one row is refused for, all of them would be: they can be resumed.
      const { code } = toWireError(error);
      if (passingErrors.has(code) || code === 'storage') {
        haltedTargets.add(targetIndex);
        sendProblem = unsentProblem(error);
        return false;
      }
      set(index, { ...before, problem: error instanceof Error ? toMessage(error) : String(error) });
    }
    return false;
  };

  // Rows to hand over. Those of another assistant may be added meanwhile.
  const queue: { readonly index: number; readonly isResumed: boolean }[] = [];
  const send = (isResumed: boolean): void => {
    if (closing.signal.aborted) return;
    haltedTargets.clear();
    sendProblem = null;
    const queued = new Set(queue.map(({ index }) => index));
    for (const index of table.indexes(connectionId, isUnsent)) {
      if (!queued.has(index) && !beingSent.has(index)) queue.push({ index, isResumed });
    }
    if (sending !== null) return;
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, closing.signal]);
    // Those that an earlier start of the studio sent count, too.
    const isFull = (): boolean => openRows.size + beingSent.size >= (atOnce ?? maxOpenRows);
    const lane = async (read: InputReader): Promise<void> => {
      for (;;) {
        while (isFull() && queue.length > 0 && !signal.aborted) await untilEnded(null, signal);
        const row = queue.shift();
        if (!row || signal.aborted) return;
        const { index } = row;
        if (beingSent.has(index) || !isUnsent(table.stateOf(index))) continue;
        if (haltedTargets.has(table.placeOf(index).target)) continue;
        beingSent.add(index);
        if (await sendOne(read, index, row.isResumed, signal)) {
          await pause(unreachableBackoffFactor * pollMs, undefined, { signal }).catch(() => undefined);
          // Its answer may be what was lost.
          queue.unshift({ index, isResumed: true });
        }
        beingSent.delete(index);
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
        // Without the inputs: they can be resumed.
        queue.length = 0;
        if (!signal.aborted) sendProblem = unsentProblem(error);
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

  const untilEnded = (index: number | null, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const leave = (): void => {
        waiting.delete(leave);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      waiting.set(leave, index);
      signal.addEventListener('abort', leave);
    });

  const failedReads = new Map<number, number>();
  // Counts one more.
  const hasFailedOften = (index: number): boolean => {
    const failures = (failedReads.get(index) ?? 0) + 1;
    failedReads.set(index, failures);
    return failures >= maxFailedReads;
  };

  const checksFor = async (index: number): Promise<RowChecks | null> => {
    const kept = checksCache.get(index);
    if (kept) return kept;
    const { revision } = table.stateOf(index);
    const checks = await source.checksOf(table.placeOf(index).path, revision).catch((error: unknown) => {
      if (!hasFailedOften(index)) throw error;
      return null;
    });
    // A row is asked about again and again until it has ended.
    if (checks !== null) checksCache.keep(index, checks);
    return checks;
  };

  // The next run of a conversation, one that was started before and is not known included; `null` at its end.
  const nextTurn = async (
    index: number,
    input: NonNullable<RowChecks['conversation']>,
    turn: {
      readonly threadId: string;
      readonly runId: string;
      readonly valuesText: string;
      readonly scope: CheckScope | null;
    },
    signal: AbortSignal,
  ): Promise<{ readonly runId: string } | { readonly problem: string } | null> => {
    const { threadId, runId, valuesText, scope } = turn;
    const { user } = input;
    const { path, target: targetIndex } = table.placeOf(index);
    const target = table.targets[targetIndex];
    if (!target) return null;
    try {
      const runIds = await withServerClient(clients, connectionId, (client) =>
        turnsOf(client, threadId, user.turns, signal),
      );
      const [newest] = runIds;
      if (newest !== undefined && newest !== runId) return { runId: newest };
      if (runIds.length >= user.turns) return null;
      const threadName = `${source.threadName(name, path)}: user, turn ${runIds.length + 1}`;
      const said = await askSimulatedUser(
        { clients, findServer },
        { user, connectionId, valuesText, name: threadName, scope },
        signal,
      );
      if ('problem' in said) return said;
      if (said.text === null) return null;
      signal.throwIfAborted();
      const message = { [user.messages]: [{ role: 'user', content: said.text }] };
      const { assistantId, graphId } = target;
      const row = { input, assistantId, graphId, threadId, settings: table.settingsOf(targetIndex) };
      const start = { kind: 'input', inputText: JSON.stringify(message) } as const;
      return await withServerClient(clients, connectionId, async (client) => {
        const started = await startRun(client, row, start, closeTimedOut.signal);
        // It was stopped while the server started it, when there was no run to cancel yet.
        if (stoppedRows.has(index))
          await client.runs
            .cancel(
              threadId,
              started,
              { action: 'interrupt' },
              { purpose: 'experiments.stop', signal: closeTimedOut.signal },
            )
            .catch(() => undefined);
        return { runId: started };
      });
    } catch (error) {
      if (signal.aborted || isTransient(error)) throw error;
      // To ask again would cost an answer each time.
      return { problem: `The next turn could not be started: ${toMessage(error)}` };
    }
  };

  // Counts a failed read, and decides whether it was the last one: a server may be back, a key may be renewed, and what failed may
  // pass; but what can't be read at all would be read for ever.
  const mustGiveUp = (index: number, error: unknown): boolean => {
    const { code } = toWireError(error);
    if (isTransient(error) || passingErrors.has(code)) return false;
    return hasFailedOften(index) || code !== 'server-failed';
  };

  // Whether its run has ended.
  const readOne = async (index: number, priceTable: PriceTable): Promise<boolean> => {
    const state = table.stateOf(index);
    const { threadId, runId } = state;
    if (threadId === null || runId === null) return false;
    const rowChecks = await checksFor(index);
    const checks = rowChecks?.checks ?? null;
    const scored = checks?.filter(isScored) ?? [];
    const conversation = rowChecks?.conversation ?? null;
    if ((scored.length > 0 || conversation !== null) && scoring.size >= scoredAtOnce) return false;
    const run = await withServerClient(clients, connectionId, (client) =>
      readRowRun(client, { threadId, runId, checks }, closing.signal),
    ).catch((error: unknown) => {
      if (closing.signal.aborted || !mustGiveUp(index, error)) throw error;
      return { unreadable: toMessage(error) };
    });
    if (run === null) return false;
    failedReads.delete(index);
    if ('unreadable' in run) {
      set(index, { ...state, result: unreadResult(run.unreadable) });
      return true;
    }
    const mayGoOn = conversation !== null && run.ending === 'finished' && !stoppedRows.has(index);
    if (scored.length === 0 && !mayGoOn) {
      set(index, { ...state, result: resultOf(run, checks, priceTable, new Map()) });
      return true;
    }
    // An answer of a simulated user and a score take a while, in which other rows are read. If the studio ends meanwhile, it asks
    // for them again later.
    const scoreAll = async (signal: AbortSignal): Promise<void> => {
      // Without its folder, nothing is allowed.
      const scope = await source.scope().catch(() => null);
      const turn = { threadId, runId, valuesText: run.valuesText ?? '', scope };
      const next = mayGoOn ? await nextTurn(index, conversation, turn, signal) : null;
      if (closing.signal.aborted) return;
      if (next !== null && 'runId' in next) return set(index, { ...state, runId: next.runId });
      const userProblem = next?.problem ?? null;
      const { inputText = null, referenceText = null } = rowChecks ?? {};
      const question = { connectionId, inputText, referenceText, run, scope };
      const isStopped = stoppedRows.has(index);
      const results = await Promise.all(
        scored.map(async (check) => {
          const result = isStopped
            ? stoppedScore(check)
            : await score(check, question, signal).catch(() => stoppedScore(check));
          return [check, result] as const;
        }),
      );
      if (closing.signal.aborted) return;
      const result = resultOf(run, checks, priceTable, new Map(results));
      set(index, { ...state, result: userProblem === null ? result : withUserProblem(result, userProblem) });
    };
    const signal = AbortSignal.any([closing.signal, stopScoring.signal]);
    const done = scoreAll(signal)
      .catch(async (error: unknown) => {
        if (signal.aborted) return;
        problem = readProblem(error);
        // To be asked again at once would cost an answer each time.
        await pause(unreachableBackoffFactor * pollMs, undefined, { signal }).catch(() => undefined);
      })
      .finally(() => scoring.delete(index));
    scoring.set(index, done);
    return true;
  };

  const collectAll = async (): Promise<void> => {
    const inTurn = pLimit(readsAtOnce);
    let turn = 0;
    let waitMs = pollMs;
    while (!closing.signal.aborted) {
      const allOpen = table.indexes(connectionId, isOpenRow);
      if (allOpen.length === 0 && sending === null) return;
      const open = allOpen.filter((index) => !scoring.has(index));
      const later = open.slice(oldestRead);
      const rest = Array.from(
        { length: Math.min(oldestRead, later.length) },
        (_, index) => later[(turn + index) % later.length] ?? 0,
      );
      turn += rest.length;
      const read = [...open.slice(0, oldestRead), ...rest];
      const priceTable = await prices();
      const results = await Promise.allSettled(read.map((index) => inTurn(() => readOne(index, priceTable))));
      const failed = results.find((one) => one.status === 'rejected');
      // A server that was asked nothing is as before.
      if (read.length > 0) problem = failed ? readProblem(failed.reason) : null;
      const ended = results.filter((one) => one.status === 'fulfilled' && one.value).length;
      const share = read.length === 0 ? 0 : ended / read.length;
      if (share >= aimedShare.to) waitMs = Math.max(pollMs / quickFactor, waitMs / 2);
      else if (share < aimedShare.from) waitMs = Math.min(pollMs, 2 * waitMs);
      const pauseMs = failed ? unreachableBackoffFactor * pollMs : waitMs;
      await pause(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const collect = (): void => {
    if (closing.signal.aborted) return;
    collecting ??= collectAll()
      .catch((error: unknown) => {
        problem = readProblem(error);
      })
      .finally(() => {
        collecting = null;
      });
  };

  // Whether somebody answered.
  const findAnswer = async (index: number): Promise<boolean> => {
    const state = table.stateOf(index);
    const { threadId, runId } = state;
    if (threadId === null || runId === null) return false;
    const answer = await withServerClient(clients, connectionId, (client) =>
      answeringRun(client, { threadId, runId }, closing.signal),
    ).catch((error: unknown) => {
      // Its thread or its server was removed: nobody answers there, and what the row came to is known.
      if (toWireError(error).code === 'not-found') return null;
      throw error;
    });
    if (answer === null || table.stateOf(index) !== state) return false;
    // A row that waits has no checks, whatever its file has by now.
    const rowChecks = await checksFor(index).catch(() => null);
    checksCache.keep(index, rowChecks ?? noChecks);
    set(index, { ...state, runId: answer, result: null });
    return true;
  };
  let looking: Promise<void> | null = null;
  let nextLookMs = -Infinity;
  let looked = 0;
  const lookForAnswers = (): void => {
    if (closing.signal.aborted || looking !== null || performance.now() < nextLookMs) return;
    const waitingRows = table.indexes(connectionId, isWaitingRow);
    if (waitingRows.length === 0) return;
    const some = Array.from(
      { length: Math.min(answersAtOnce, waitingRows.length) },
      (_, index) => waitingRows[(looked + index) % waitingRows.length] ?? 0,
    );
    looked += some.length;
    const inTurn = pLimit(readsAtOnce);
    looking = Promise.allSettled(some.map((index) => inTurn(() => findAnswer(index))))
      .then((results) => {
        const failed = results.find((one) => one.status === 'rejected');
        nextLookMs = performance.now() + pollMs * (failed ? answerFactor.failed : answerFactor.usual);
        if (collecting === null && sending === null) problem = failed ? readProblem(failed.reason) : null;
        if (results.some((one) => one.status === 'fulfilled' && one.value)) collect();
      })
      .finally(() => {
        looking = null;
      });
  };

  const stopSending = async (signal: AbortSignal): Promise<void> => {
    const active = sending;
    active?.abort.abort();
    await beforeAbort(active?.done ?? Promise.resolve(), signal);
  };

  return {
    get isSending() {
      return sending !== null;
    },
    get problem() {
      return sendProblem ?? problem;
    },
    send,
    collect,
    lookForAnswers,
    async stop(caller) {
      const signal = abortAfter(stopMs, caller);
      await stopSending(signal);
      const open = table.indexes(connectionId, isOpenRow);
      for (const index of open) stoppedRows.add(index);
      // Runs that are being scored have ended.
      const active = open.filter((index) => !scoring.has(index));
      stopScoring.abort();
      stopScoring = new AbortController();
      const inTurn = pLimit(requestsAtOnce);
      // The end of the queue first: a queued run would start when the one before it stops.
      const results = await Promise.all(
        active.toReversed().map((index) =>
          inTurn(async () => {
            const { threadId, runId } = table.stateOf(index);
            if (threadId === null || runId === null) return false;
            return withServerClient(clients, connectionId, (client) =>
              client.runs.cancel(
                threadId,
                runId,
                { action: 'interrupt' },
                { purpose: 'experiments.stop', signal },
              ),
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
        unsent: table.indexes(connectionId, isUnsent).filter((index) => !beingSent.has(index)).length,
        cancelled,
        failed: results.length - cancelled + beingSent.size,
      };
    },
    async close() {
      closing.abort();
      const limit = setTimeout(() => closeTimedOut.abort(), closeMs);
      await sending?.done;
      await collecting;
      await looking;
      await Promise.all(scoring.values());
      clearTimeout(limit);
    },
  };
}

// Whether the server may answer later, also one behind a gateway: then the row is neither refused nor lost.
function isTransient(error: unknown): boolean {
  const { code, details } = toWireError(error);
  if (code === 'server-failed') return ['502', '503', '504'].includes(details['status'] ?? '');
  return ['unreachable', 'timeout', 'outcome-unknown', 'rate-limited'].includes(code);
}

function unsentProblem(error: unknown): string {
  return `Some rows could not be started: ${toMessage(error)}`;
}

function readProblem(error: unknown): string {
  return `Results could not be read recently: ${toMessage(error)}`;
}

function toMessage(error: unknown): string {
  return toWireError(error).code === 'internal' && error instanceof Error
    ? error.message
    : toWireError(error).message;
}
