import pLimit from 'p-limit';
import type { CallsOf, StudioHandlers } from '../../shared/contract.ts';
import type { ServerRunDelete, ServerRunRepeat } from '../../shared/model/server-run.ts';
import { toWireError } from '../../shared/wire-error.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import { repeatRun } from './repeat-run.ts';

// What acts on one run: cancelling waits until it has stopped.
export type SingleRunCalls = Pick<StudioHandlers['calls'], 'runs.cancel' | 'runs.delete' | 'runs.start'>;

export interface ServerRuns {
  readonly calls: CallsOf<'serverRuns'>;
}

interface ServerRunsOptions {
  readonly clients: ServerClients;
  readonly runs: SingleRunCalls;
}

interface RunOfThread {
  readonly threadId: string;
  readonly runId: string;
}

const cancelsAtOnce = 8;
const deletionsAtOnce = 4;
const startsAtOnce = 4;

/** Cancels, deletes or repeats several runs of a server at once, of any threads, with a result for each. */
export function createServerRuns({ clients, runs: runCalls }: ServerRunsOptions): ServerRuns {
  return {
    calls: {
      'serverRuns.cancel': ({ connectionId, runs }, signal) => {
        const inTurn = pLimit(cancelsAtOnce);
        return Promise.all(
          runs.map(({ threadId, runId }) =>
            inTurn(async () => {
              try {
                const action = 'interrupt';
                const result = await runCalls['runs.cancel'](
                  { connectionId, threadId, runId, action },
                  signal,
                );
                return { runId, result, problem: null };
              } catch (error) {
                signal.throwIfAborted();
                return { runId, result: null, problem: toWireError(error) };
              }
            }),
          ),
        );
      },
      'serverRuns.delete': async ({ connectionId, runs }, signal) => {
        const inTurn = pLimit(deletionsAtOnce);
        const results = new Map<string, ServerRunDelete>();
        await Promise.all(
          groupByThread(runs).map((runsOfThread) =>
            inTurn(async () => {
              for (const { threadId, runId } of runsOfThread) {
                // What was deleted before stays reported.
                if (signal.aborted) return;
                const problem = await runCalls['runs.delete']({ connectionId, threadId, runId }, signal).then(
                  () => null,
                  toWireError,
                );
                results.set(runId, { runId, problem: problem?.code === 'not-found' ? null : problem });
              }
            }),
          ),
        );
        signal.throwIfAborted();
        return runs.flatMap(({ runId }) => results.get(runId) ?? []);
      },
      'serverRuns.repeat': ({ connectionId, runs }, signal) =>
        withServerClient(clients, connectionId, async (client) => {
          const inTurn = pLimit(startsAtOnce);
          return Promise.all(
            runs.map((run) =>
              inTurn(async (): Promise<ServerRunRepeat> => {
                const { runId } = run;
                try {
                  signal.throwIfAborted();
                  const { threadId, ...request } = await repeatRun(client, run, signal);
                  const started = await runCalls['runs.start'](
                    { connectionId, threadId, ...request },
                    signal,
                  );
                  return { runId, started: { threadId, runId: started.runId }, problem: null };
                } catch (error) {
                  return { runId, started: null, problem: toWireError(error) };
                }
              }),
            ),
          );
        }),
    },
  };
}

function groupByThread(runs: readonly RunOfThread[]): RunOfThread[][] {
  const threads = new Map<string, RunOfThread[]>();
  for (const run of runs) {
    const group = threads.get(run.threadId);
    if (group === undefined) threads.set(run.threadId, [run]);
    else group.push(run);
  }
  return [...threads.values()];
}
