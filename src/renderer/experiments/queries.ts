import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  Experiment,
  ExperimentFilter,
  ExperimentInputs,
  ExperimentRow,
  ExperimentStop,
  ExperimentTarget,
} from '../../shared/model/experiment.ts';
import type { InputSummary } from '../../shared/model/input-file.ts';
import { invalidateChanged } from '../queries/invalidate-changed.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { assistantsQuery } from '../queries/shared-queries.ts';
import { useCallMutation, useCallQuery } from '../queries/use-call.ts';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';
import { isOpen } from '../../shared/inputs/experiment-labels.ts';
import { targetKey } from './targets.ts';

// How often experiments are read while something runs, and else: another window may start one. In milliseconds.
const refreshMs = 1000;
const idleMs = 15_000;

export function useExperiments() {
  const rpc = useRpc();
  return useQuery({
    queryKey: queryKeys.experiments,
    queryFn: ({ signal }) => rpc.call('experiments.list', {}, signal),
    refetchInterval: ({ state }) => (state.data?.experiments.some(isOpen) === true ? refreshMs : idleMs),
  });
}

export interface RowQuery {
  readonly experimentId: string;
  readonly filter: ExperimentFilter;
  readonly search: string;
}

export const pageSize = 100;

// A page of rows, read again when the table has changed. The page before stays until then.
export function useRowPage(query: RowQuery, page: number, revision: number) {
  const rpc = useRpc();
  return useQuery({
    queryKey: [...queryKeys.experiments, query.experimentId, query.filter, query.search, page, revision],
    queryFn: ({ signal }) =>
      rpc.call('experiments.rows', { ...query, from: page * pageSize, limit: pageSize }, signal),
    placeholderData: (before) => before,
    staleTime: Infinity,
    gcTime: 10_000,
  });
}

export async function readAllRows(rpc: StudioRpc, experimentId: string): Promise<ExperimentRow[]> {
  const rows: ExperimentRow[] = [];
  for (;;) {
    const query = { experimentId, filter: 'all', search: '', from: rows.length, limit: 500 } as const;
    const page = await rpc.call('experiments.rows', query);
    for (const row of page.rows) rows.push(row);
    if (page.rows.length === 0 || rows.length >= page.total) return rows;
  }
}

// `runId`: of the row, which goes on with another one when it gets an answer.
export function useComparison(experimentId: string, index: number, runId: string | null) {
  return useCallQuery(
    [...queryKeys.experiments, experimentId, 'compare', index, runId],
    'experiments.compare',
    { experimentId, index },
    { staleTime: Infinity, retry: false },
  );
}

export function useScores(experimentId: string, revision: number, isWanted: boolean) {
  return useCallQuery(
    [...queryKeys.experiments, experimentId, 'scores', revision],
    'experiments.scores',
    { experimentId },
    { staleTime: Infinity, gcTime: 10_000, placeholderData: keepPreviousData, enabled: isWanted },
  );
}

// What the checks of files reach that nobody has agreed to yet.
export function useExternalChecks(connectionId: string | null, paths: readonly string[] | null) {
  return useCallQuery(
    [...queryKeys.inputs(connectionId ?? ''), 'external-checks', paths],
    'inputs.externalChecks',
    { connectionId: connectionId ?? '', paths: [...(paths ?? [])] },
    { enabled: connectionId !== null && paths !== null, gcTime: 0 },
  );
}

// The same for the files of an experiment whose rows may be started.
export function useChecksOfRows({ experimentId, inputsConnectionId }: Experiment, rows: RowsToStart['rows']) {
  return useCallQuery(
    [...queryKeys.inputs(inputsConnectionId ?? ''), 'external-checks', experimentId, rows],
    'experiments.externalChecks',
    { experimentId, rows },
    { gcTime: 0 },
  );
}

export function useAllowChecks(connectionId: string | null) {
  return useCallMutation('inputs.allowChecks', queryKeys.inputs(connectionId ?? ''));
}

export function useTargetAssistants(connectionId: string, isWanted: boolean) {
  const rpc = useRpc();
  return useQuery({ ...assistantsQuery(rpc, connectionId), enabled: isWanted });
}

export function useTargetVersions(connectionId: string, assistantId: string, isWanted: boolean) {
  return useCallQuery(
    queryKeys.assistantVersions(connectionId, assistantId),
    'assistants.versions',
    { connectionId, assistantId },
    { enabled: isWanted },
  );
}

// Files of one call.
const summariesAtOnce = 100;

export function useInputSummaries(connectionId: string | null, paths: readonly string[] | null) {
  const rpc = useRpc();
  return useQuery({
    queryKey: [...queryKeys.inputs(connectionId ?? ''), 'summaries', paths],
    queryFn: async ({ signal }) => {
      const summaries: InputSummary[] = [];
      for (let from = 0; from < (paths ?? []).length; from += summariesAtOnce) {
        const some = (paths ?? []).slice(from, from + summariesAtOnce);
        const query = { connectionId: connectionId ?? '', paths: some };
        for (const summary of await rpc.call('inputs.summaries', query, signal)) summaries.push(summary);
      }
      return summaries;
    },
    enabled: connectionId !== null && paths !== null,
    // A file may have been changed since it was run last.
    gcTime: 0,
  });
}

export interface NewExperiment {
  readonly name: string;
  readonly atOnce: number | null;
  readonly repetitions: number;
  readonly parts: readonly { readonly target: ExperimentTarget; readonly inputs: ExperimentInputs }[];
}

// Starts one experiment: a call for each assistant, because servers marked as production confirm each.
export function useStartExperiment() {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  // After a failure, what was started is not started again.
  const [started] = useState(() => ({ experimentId: crypto.randomUUID(), targets: new Set<string>() }));
  return useMutation({
    mutationFn: async ({ parts, ...experiment }: NewExperiment): Promise<string> => {
      const { experimentId } = started;
      for (const { target, inputs } of parts) {
        const key = targetKey(target);
        if (started.targets.has(key)) continue;
        await rpc.call('experiments.start', { experimentId, ...experiment, inputs, ...target });
        started.targets.add(key);
      }
      return experimentId;
    },
    onSettled: () => invalidateChanged(queryClient, queryKeys.experiments),
  });
}

interface ServerFailure {
  readonly connectionId: string;
  readonly serverName: string;
  readonly error: unknown;
}

export interface StoppedExperiment {
  readonly stops: readonly ExperimentStop[];
  // Of servers on which it was not stopped, with the reason of each.
  readonly failures: readonly ServerFailure[];
}

// For each server of an experiment, one after the other: where one refuses, the others are asked nonetheless. Rejects if it has
// one server, and that one refuses.
async function onEachServer(
  { targets }: Experiment,
  work: (connectionId: string) => Promise<unknown>,
): Promise<readonly ServerFailure[]> {
  const serverNames = new Map(targets.map(({ connectionId, serverName }) => [connectionId, serverName]));
  const failures: ServerFailure[] = [];
  for (const [connectionId, serverName] of serverNames) {
    try {
      await work(connectionId);
    } catch (error) {
      if (serverNames.size === 1) throw error;
      failures.push({ connectionId, serverName, error });
    }
  }
  return failures;
}

export function useStopExperiment() {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (experiment: Experiment): Promise<StoppedExperiment> => {
      const { experimentId } = experiment;
      const stops: ExperimentStop[] = [];
      const failures = await onEachServer(experiment, async (connectionId) => {
        stops.push(await rpc.call('experiments.stop', { connectionId, experimentId }));
      });
      return { stops, failures };
    },
    onSettled: () => invalidateChanged(queryClient, queryKeys.experiments),
  });
}

// `experimentId`: the experiment whose rows were started: a new one, or for unsent rows the same.
export interface StartedRows extends Pick<RowsToStart, 'rows'> {
  readonly experimentId: string;
  // Of servers on which they were not started, with the reason of each.
  readonly failures: readonly ServerFailure[];
}

// Resolves with `null` if a person has to be asked first, because of what its checks reach.
export function useStartRows() {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  // After a failure, servers whose rows were started do not start them again.
  const [newIds] = useState(() => new Map<string, string>());
  return useMutation({
    mutationFn: async ({ experiment, rows, isAsked }: RowsToStart): Promise<StartedRows | null> => {
      const { experimentId, inputsConnectionId } = experiment;
      if (inputsConnectionId !== null && !isAsked) {
        const { checks } = await rpc.call('experiments.externalChecks', { experimentId, rows });
        if (checks.length > 0) return null;
      }
      if (rows === 'unsent') {
        const failures = await onEachServer(experiment, (connectionId) =>
          rpc.call('experiments.resume', { connectionId, experimentId }),
        );
        return { experimentId, rows, failures };
      }
      const key = `${experimentId} ${rows}`;
      const newExperimentId = newIds.get(key) ?? crypto.randomUUID();
      newIds.set(key, newExperimentId);
      const failures = await onEachServer(experiment, (connectionId) =>
        rpc.call('experiments.rerun', { connectionId, experimentId, newExperimentId, rows }),
      );
      if (failures.length === 0) newIds.delete(key);
      return { experimentId: newExperimentId, rows, failures };
    },
    onSettled: () => invalidateChanged(queryClient, queryKeys.experiments),
  });
}

export interface RowsToStart {
  readonly experiment: Experiment;
  // `unsent`: in the same experiment.
  readonly rows: 'all' | 'failed' | 'unsent';
  readonly isAsked: boolean;
}

export function useForgetExperiment() {
  return useCallMutation('experiments.forget', queryKeys.experiments);
}
