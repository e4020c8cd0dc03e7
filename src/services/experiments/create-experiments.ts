import pLimit from 'p-limit';
import { isDeepStrictEqual } from 'node:util';
import { memberText } from 'exact-json';
import { AppError } from '../../shared/app-error.ts';
import type { CallsOf } from '../../shared/contract.ts';
import {
  maxExperimentRows,
  maxExperiments,
  type Experiment,
  type ExperimentRow,
  type ExperimentRowState,
  type ExperimentTarget,
} from '../../shared/model/experiment.ts';
import type { PriceTable } from '../../shared/model/price.ts';
import { withServerClient, type FindServer, type ServerClients } from '../common/server-clients.ts';
import type { Inputs } from '../inputs/create-inputs.ts';
import { parseJsonInput } from '../common/json-input.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import {
  createExperimentJournal,
  type ExperimentHead,
  type StoredExperiment,
  type StoredTargetRows,
  type UnreadExperiment,
} from './experiment-journal.ts';
import { inputsOfFiles, inputsOfRows, rowNames } from './experiment-source.ts';
import { parseTableChecks } from './table-checks.ts';
import { changedAt, createCounter, previousOf } from './experiment-changes.ts';
import {
  createExperimentTable,
  fitsFilter,
  isOpenRow,
  isWaitingRow,
  type ExperimentTable,
} from './experiment-table.ts';
import { comparableText } from '../common/comparable-text.ts';
import { orGone } from '../common/or-gone.ts';
import { rerunName, rerunParts } from './rerun-parts.ts';
import type { Scorer } from './scores/create-scorer.ts';
import { experimentScores } from './scores/experiment-scores.ts';
import { createExperimentRunner, type ExperimentRunner } from './experiment-runner.ts';
import { adoptBatches } from './stored-batches.ts';
import { readRunState } from './run-state.ts';
import { readVersionSettings } from './version-settings.ts';

export interface Experiments {
  readonly calls: CallsOf<'experiments'>;
  // The rows of a removed server that have not ended are read no more.
  forget(connectionId: string): Promise<void>;
  // Sends no more rows. Runs continue on their servers, and are found again.
  stop(): Promise<void>;
}

interface ExperimentsOptions {
  readonly clients: ServerClients;
  readonly findServer: FindServer;
  readonly inputs: Pick<Inputs, 'filesOf' | 'checkScope' | 'externalChecks'>;
  readonly score: Scorer;
  readonly prices: () => Promise<PriceTable>;
  readonly dataFolder: string;
  readonly documents: DocumentStore;
  readonly serverName: (connectionId: string) => Promise<string | null>;
  readonly log: (level: 'warn', message: string) => void;
  // How often servers are asked for the status of runs, of which none has ended, in milliseconds.
  readonly pollMs?: number;
}

interface LoadedExperiment {
  readonly table: ExperimentTable;
  readonly runners: Map<string, ExperimentRunner>;
}

// - `all`: Newest first.
// - `unread`: Those whose files can't be read now.
interface LoadedExperiments {
  all: readonly LoadedExperiment[];
  unread: readonly UnreadExperiment[];
}

/**
 * Runs inputs on assistants and checks the results. The server's own queue does the work: rows are handed over as
 * background runs, each on a thread of its own. What is known of each row is on disk, so that an experiment goes
 * on after a restart. Usable without a window.
 */
export function createExperiments(options: ExperimentsOptions): Experiments {
  const { clients, findServer, inputs, score, prices } = options;
  const { dataFolder, documents, serverName, log, pollMs = 1000 } = options;
  const journal = createExperimentJournal(dataFolder, (message) => log('warn', message));
  let isStopped = false;

  let loaded: Promise<LoadedExperiments> | null = null;
  const newestFirst = (experiments: readonly LoadedExperiment[]): LoadedExperiment[] =>
    experiments.toSorted((a, b) => b.table.head.createdAt.localeCompare(a.table.head.createdAt));
  const toLoaded = (stored: StoredExperiment): LoadedExperiment => ({
    table: createExperimentTable(stored),
    runners: new Map<string, ExperimentRunner>(),
  });
  const readAll = async (): Promise<LoadedExperiments> => {
    await adoptBatches(documents, journal, serverName).catch((error: unknown) =>
      log('warn', `Batches of an older version could not be read: ${String(error)}`),
    );
    const { experiments, unread } = await journal.load();
    return { all: newestFirst(experiments.map(toLoaded)), unread };
  };
  // What can't be read fails this call and is tried again by the next.
  const load = () =>
    (loaded ??= readAll().catch((error: unknown) => {
      loaded = null;
      throw error;
    }));
  // Experiments whose files could not be read before are added once they can.
  const inTurn = pLimit(1);
  const loadUnread = (): Promise<LoadedExperiments> =>
    inTurn(async () => {
      const memory = await load();
      if (memory.unread.length === 0) return memory;
      const { experiments, unread } = await journal.loadAgain(memory.unread);
      memory.unread = unread;
      if (experiments.length > 0) memory.all = newestFirst([...memory.all, ...experiments.map(toLoaded)]);
      return memory;
    });
  // `null`: there is none. Throws `storage` if it can't be read now.
  const findLoaded = async (experimentId: string): Promise<LoadedExperiment | null> => {
    const { all, unread } = await loadUnread();
    const reason = unread.find((one) => one.experimentId === experimentId)?.reason;
    if (reason !== undefined) throw unreadableError(reason);
    return all.find(({ table }) => table.head.experimentId === experimentId) ?? null;
  };
  const find = async (experimentId: string): Promise<LoadedExperiment> => {
    const running = await findLoaded(experimentId);
    if (running) return running;
    throw new AppError('not-found', 'This experiment is no longer stored.', {
      hint: 'The threads are on their servers.',
    });
  };
  const runnerOf = ({ table, runners }: LoadedExperiment, connectionId: string): ExperimentRunner => {
    const { experimentId, inputsConnectionId, checks } = table.head;
    const runner =
      runners.get(connectionId) ??
      createExperimentRunner({
        table,
        connectionId,
        clients,
        findServer,
        source:
          inputsConnectionId === null
            ? inputsOfRows(() => journal.readInputs(experimentId), parseTableChecks(checks))
            : inputsOfFiles(
                () => inputs.filesOf(inputsConnectionId),
                () => inputs.checkScope(inputsConnectionId),
              ),
        score,
        prices,
        onChange: (index, state) => journal.change(experimentId, index, state),
        pollMs,
      });
    runners.set(connectionId, runner);
    return runner;
  };
  const drop = async ({ table, runners }: LoadedExperiment): Promise<void> => {
    for (const runner of runners.values()) await runner.close();
    const memory = await load();
    memory.all = memory.all.filter((one) => one.table !== table);
    await journal.remove(table.head.experimentId);
  };
  const isRunning = ({ table, runners }: LoadedExperiment): boolean =>
    [...runners.values()].some(({ isSending }) => isSending) ||
    table.targets.some(({ connectionId }) => table.indexes(connectionId, isOpenRow).length > 0);
  // The oldest ones go, but none that is running. `keepsOthers`: none at all.
  const makeRoom = async (rows: number, keepsOthers: boolean): Promise<void> => {
    const { all } = await load();
    const kept = new Set(all);
    const isTooMuch = (): boolean =>
      kept.size >= maxExperiments ||
      rows + [...kept].reduce((sum, { table }) => sum + table.length, 0) > maxExperimentRows;
    if (keepsOthers && isTooMuch()) throw noRoomBesideOthers();
    for (const one of all.toReversed()) if (isTooMuch() && !isRunning(one)) kept.delete(one);
    // Nothing goes for a start that is refused.
    if (isTooMuch()) throw noRoom();
    for (const one of all) if (!kept.has(one)) await drop(one);
  };

  // `inputTexts`: those without files.
  const create = async (
    head: Omit<ExperimentHead, 'createdAt'>,
    rows: number,
    inputTexts: readonly string[] | null,
    keepsOthers: boolean,
  ): Promise<LoadedExperiment> => {
    await makeRoom(rows, keepsOthers);
    const createdAt = new Date().toISOString();
    const stored = { head: { ...head, createdAt }, parts: [], states: new Map<number, ExperimentRowState>() };
    await journal.create(stored, inputTexts);
    const running = toLoaded(stored);
    const memory = await load();
    memory.all = [running, ...memory.all];
    return running;
  };
  const addPart = async (running: LoadedExperiment, part: StoredTargetRows): Promise<void> => {
    await journal.addPart(running.table.head.experimentId, part);
    running.table.addPart(part);
    runnerOf(running, part.target.connectionId).send(false);
  };
  // The assistant as it is now: a rerun takes its latest version, unless one was chosen.
  const refreshed = async (target: ExperimentTarget, signal: AbortSignal): Promise<ExperimentTarget> => {
    if (target.isPinned) return target;
    const { connectionId, assistantId } = target;
    const purpose = 'experiments.start';
    const version = await withServerClient(clients, connectionId, async (client) => {
      const assistant = await client.assistants.get(assistantId, { signal, purpose });
      return assistant.version ?? null;
    }).catch(() => null);
    return { ...target, version };
  };

  const countsOf = createCounter();
  const tablesOf = (all: readonly LoadedExperiment[]): ExperimentTable[] => all.map(({ table }) => table);
  const viewOf = (all: readonly LoadedExperiment[], { table, runners }: LoadedExperiment): Experiment => ({
    experimentId: table.head.experimentId,
    name: table.head.name,
    createdAt: table.head.createdAt,
    inputsConnectionId: table.head.inputsConnectionId,
    atOnce: table.head.atOnce,
    targets: [...table.targets],
    counts: countsOf(tablesOf(all), table),
    sendingTo: [...runners].flatMap(([connectionId, { isSending }]) => (isSending ? [connectionId] : [])),
    problem: problemOf(
      journal.problemOf(table.head.experimentId),
      [...runners.values()].find((runner) => runner.problem !== null)?.problem ?? null,
    ),
    revision: table.revision,
  });
  // What the run of a row left, as its fingerprint is of it.
  const readValues = async (
    connectionId: string,
    { threadId, runId }: Pick<ExperimentRowState, 'threadId' | 'runId'>,
    signal: AbortSignal,
  ) => {
    if (threadId === null || runId === null) return null;
    return withServerClient(clients, connectionId, async (client) => {
      const request = { signal, purpose: 'experiments.compare' };
      const run = await orGone(client.runs.get(threadId, runId, request));
      const stateText = await readRunState(client, { threadId, runId, run }, request);
      const values = stateText === null ? null : memberText(stateText, 'values');
      return values === null ? null : comparableText(values);
    }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not-found') return null;
      throw error;
    });
  };

  return {
    calls: {
      'experiments.list': async () => {
        const { all, unread } = await loadUnread();
        for (const running of all) {
          if (isStopped) break;
          // Found again after a restart: what ended meanwhile is read, and what was answered goes on.
          for (const connectionId of new Set(running.table.targets.map((target) => target.connectionId))) {
            const { table } = running;
            if (table.indexes(connectionId, isOpenRow).length > 0) runnerOf(running, connectionId).collect();
            if (table.indexes(connectionId, isWaitingRow).length > 0)
              runnerOf(running, connectionId).lookForAnswers();
          }
        }
        return { experiments: all.map((running) => viewOf(all, running)), problem: unreadProblem(unread) };
      },
      'experiments.start': async (
        { experimentId, name, inputs: inputSource, atOnce, repetitions, keepsOthers = false, ...chosen },
        signal,
      ) => {
        // Before anything is stored or sent.
        if (inputSource.kind === 'files') await inputs.filesOf(inputSource.connectionId);
        else {
          for (const [index, text] of inputSource.inputs.entries()) parseJsonInput(text, `Row ${index + 1}`);
          parseTableChecks(inputSource.checks ?? []);
        }
        const names = inputSource.kind === 'files' ? inputSource.paths : rowNames(inputSource.inputs);
        // Each input once before the next repetition.
        const paths = Array.from({ length: repetitions }, () => names).flat();
        if (paths.length > maxExperimentRows) throw tooManyRows();
        const { assistantId, version, isPinned } = chosen;
        const settings =
          isPinned && version !== null
            ? await withServerClient(clients, chosen.connectionId, (client) =>
                readVersionSettings(client, { assistantId, version }, signal),
              )
            : null;
        const target = settings === null ? chosen : { ...chosen, graphId: settings.graphId };
        let running = await findLoaded(experimentId);
        if (running && inputSource.kind === 'rows') {
          const before = await journal.readInputs(experimentId);
          const isSame =
            isDeepStrictEqual(before, inputSource.inputs) &&
            isDeepStrictEqual(running.table.head.checks, inputSource.checks ?? []);
          if (!isSame) throw otherInputs();
        }
        if (!running) {
          const inputsConnectionId = inputSource.kind === 'files' ? inputSource.connectionId : null;
          const texts = inputSource.kind === 'files' ? null : inputSource.inputs;
          const checks = inputSource.kind === 'files' ? [] : (inputSource.checks ?? []);
          const head = { experimentId, name, inputsConnectionId, atOnce, checks };
          running = await create(head, paths.length, texts, keepsOthers);
        }
        const part = { target, paths, settings };
        if (!running.table.hasPart(part)) await addPart(running, part);
        return viewOf((await load()).all, running);
      },
      'experiments.rows': async ({ experimentId, filter, search, from, limit }) => {
        const { table } = await find(experimentId);
        const changed = changedAt(tablesOf((await load()).all), table);
        const searchText = search.trim().toLowerCase();
        const rows: ExperimentRow[] = [];
        let total = 0;
        for (let index = 0; index < table.length; index += 1) {
          const { path, target, repetition } = table.placeOf(index);
          const assistant = table.targets[target]?.assistantName ?? '';
          if (searchText !== '' && !`${path} ${assistant}`.toLowerCase().includes(searchText)) continue;
          const isShown = total >= from && rows.length < limit;
          if (!isShown && filter === 'all') {
            total += 1;
            continue;
          }
          const row = { ...table.stateOf(index), path, target, repetition, index, changed: changed(index) };
          if (!fitsFilter(filter, row)) continue;
          if (isShown) rows.push(row);
          total += 1;
        }
        return { rows, total };
      },
      'experiments.stop': async ({ connectionId, experimentId }, signal) =>
        runnerOf(await find(experimentId), connectionId).stop(signal),
      'experiments.resume': async ({ connectionId, experimentId }) => {
        const running = await find(experimentId);
        runnerOf(running, connectionId).send(true);
        return viewOf((await load()).all, running);
      },
      'experiments.rerun': async (
        { connectionId, experimentId, newExperimentId, rows, keepsOthers = false },
        signal,
      ) => {
        const { table } = await find(experimentId);
        const { name, inputsConnectionId, atOnce, checks } = table.head;
        const parts = rerunParts(table, connectionId, rows);
        if (parts.length === 0) return null;
        // Before anything is stored or sent.
        if (inputsConnectionId !== null) await inputs.filesOf(inputsConnectionId);
        const texts = inputsConnectionId === null ? await journal.readInputs(experimentId) : null;
        const started = await findLoaded(newExperimentId);
        const missing = parts.filter((part) => started?.table.hasPart(part) !== true);
        if (started && missing.length === 0) return viewOf((await load()).all, started);
        const fresh = await Promise.all(
          missing.map(async (part) => ({ ...part, target: await refreshed(part.target, signal) })),
        );
        const count = fresh.reduce((sum, { paths }) => sum + paths.length, 0);
        const head = {
          experimentId: newExperimentId,
          name: rerunName(name, rows),
          inputsConnectionId,
          atOnce,
          checks,
        };
        const running = started ?? (await create(head, count, texts, keepsOthers));
        for (const part of fresh) await addPart(running, part);
        return viewOf((await load()).all, running);
      },
      'experiments.externalChecks': async ({ experimentId, rows }) => {
        const { table } = await find(experimentId);
        const { inputsConnectionId } = table.head;
        if (inputsConnectionId === null) return { folder: '', checks: [] };
        const servers = new Set(table.targets.map(({ connectionId }) => connectionId));
        const parts = [...servers].flatMap((connectionId) => rerunParts(table, connectionId, rows));
        const paths = new Set(parts.flatMap((part) => part.paths));
        return inputs.externalChecks(inputsConnectionId, [...paths]);
      },
      'experiments.compare': async ({ experimentId, index }, signal) => {
        const { table } = await find(experimentId);
        const { all } = await load();
        const connectionId = table.targets[table.placeOf(index).target]?.connectionId ?? '';
        const before = previousOf(tablesOf(all), table, index);
        const [afterText, beforeText] = await Promise.all([
          readValues(connectionId, table.stateOf(index), signal),
          before === null ? null : readValues(connectionId, before.state, signal),
        ]);
        return { afterText, beforeText, beforeAt: before?.at ?? null };
      },
      'experiments.scores': async ({ experimentId }) => {
        const { table } = await find(experimentId);
        return experimentScores(tablesOf((await load()).all), table);
      },
      'experiments.forget': async ({ experimentId }) => {
        await drop(await find(experimentId));
        return {};
      },
    },
    async forget(connectionId) {
      // The server is removed by now, whether or not its experiments can be read; the list says why they can't.
      const { all } = await load().catch(() => ({ all: [] }));
      for (const { table, runners } of all) {
        await runners.get(connectionId)?.close();
        runners.delete(connectionId);
        for (const index of table.indexes(
          connectionId,
          ({ result, problem }) => result === null && problem === null,
        )) {
          const state = { ...table.stateOf(index), problem: 'Its server was removed from the studio.' };
          table.change(index, state);
          journal.change(table.head.experimentId, index, state);
        }
      }
    },
    async stop() {
      isStopped = true;
      if (loaded === null) return;
      const { all } = await loaded;
      await Promise.all(all.flatMap(({ runners }) => [...runners.values()].map((runner) => runner.close())));
      await journal.close();
    },
  };
}

function problemOf(...problems: readonly (string | null)[]): string | null {
  const sentences = problems.filter((problem) => problem !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

function unreadableError(reason: string): AppError {
  return new AppError('storage', `This experiment could not be read: ${reason}.`, {
    hint: 'Its file was left as it is. Mend the disk or its permissions, then try again.',
  });
}

// `null` if all were read.
function unreadProblem(unread: readonly UnreadExperiment[]): string | null {
  const [first] = unread;
  if (first === undefined) return null;
  const reasons = [...new Set(unread.map(({ reason }) => reason))].join('; ');
  const which = unread.length === 1 ? 'One more experiment' : `${unread.length} more experiments`;
  return `${which} could not be read: ${reasons}. The studio tries again by itself.`;
}

function tooManyRows(): AppError {
  return new AppError(
    'invalid-input',
    `An experiment has at most ${maxExperimentRows.toLocaleString('en')} rows.`,
    {
      hint: 'Choose fewer inputs or repetitions.',
    },
  );
}

function noRoom(): AppError {
  return new AppError(
    'conflict',
    `${maxExperiments} experiments and ${maxExperimentRows.toLocaleString('en')} rows are kept, and those that run take this room.`,
    { hint: 'Wait until one has ended, or delete one. Nothing was started.' },
  );
}

function noRoomBesideOthers(): AppError {
  return new AppError(
    'conflict',
    `${maxExperiments} experiments and ${maxExperimentRows.toLocaleString('en')} rows are kept, and there is no room for this one.`,
    { hint: 'Somebody with the role edit can delete one. Nothing was started.' },
  );
}

function otherInputs(): AppError {
  return new AppError('conflict', 'The experiment was started with another table.', {
    hint: 'Close the dialog, and start a new experiment.',
  });
}
