import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { AppError } from '../../shared/app-error.ts';
import { defaultRunOptions } from '../../shared/model/run-options.ts';
import type { RunRequest, RunTrigger } from '../../shared/model/run-request.ts';
import type { InboxThread } from '../../shared/model/inbox.ts';
import type { StartedRun } from '../../shared/model/run.ts';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { mayHaveHappened } from '../../shared/may-have-happened.ts';
import { ignorePins, readRunStops, withRunStops } from '../shared-ui/run-stops.ts';
import { dismissGraphChanges } from '../shared-ui/graph-baselines.ts';
import { refreshThread } from '../queries/refresh-thread.ts';
import { confirmOnce, watchConfirmation } from '../rpc/confirmations.ts';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';
import { assertStillPending, rememberStartedRun } from './answer-guard.ts';
import { getRunStateStore } from './run-state-store.ts';

// Starts a run. All panes are notified before the first response. Rejects if the run was not accepted.
// `answering`: the interrupts that it answers, as shown; they must still be pending. `act`: see `RunToStart`.
async function launchRun(
  rpc: StudioRpc,
  queryClient: QueryClient,
  request: RunRequest,
  answering: readonly PendingInterrupt[],
  act: StudioRpc,
): Promise<StartedRun> {
  const { connectionId, threadId, trigger } = request;
  if (threadId !== null && answering.length > 0)
    await assertStillPending(rpc, { connectionId, threadId }, answering);
  const store = threadId === null ? null : getRunStateStore(rpc, queryClient, connectionId, threadId);
  const sayStarting = (): void => {
    store?.dispatch({ by: 'window', kind: 'starting', continues: trigger.kind !== 'input', at: Date.now() });
  };
  sayStarting();
  const stopWatching = watchConfirmation(rpc, request, (isAsking) => {
    if (isAsking) store?.dispatch({ by: 'window', kind: 'refused', at: Date.now() });
    else sayStarting();
  });
  try {
    const run = await act.call('runs.start', request);
    rememberStartedRun(run.runId);
    dismissGraphChanges(connectionId, request.assistantId);
    store?.dispatch({ by: 'window', kind: 'started', runId: run.runId, at: Date.now() });
    return run;
  } catch (error) {
    store?.dispatch({ by: 'window', kind: 'refused', at: Date.now() });
    throw isLostAnswer(error) ? lostStart(error) : error;
  } finally {
    stopWatching();
  }
}

// The connection to the studio was lost after the request had been sent over it.
function isLostAnswer(error: unknown): boolean {
  return error instanceof AppError && error.code === 'port-closed' && mayHaveHappened(error);
}

function lostStart(cause: unknown): AppError {
  return new AppError(
    'outcome-unknown',
    'The run may have started: the connection to the studio was lost before it responded.',
    { hint: 'Check the runs of the thread before you start it again.', cause },
  );
}

export interface RunToStart {
  readonly request: RunRequest;
  readonly answering?: readonly PendingInterrupt[];
  /** The operation with other starts that it is part of (see `confirmOnce`), if any. */
  readonly act?: StudioRpc;
  /** Creates a thread first, which stays even if the run fails to start. */
  readonly newThread?: { readonly graphId: string; readonly onCreated: (threadId: string) => void };
  /** Called before what it changes is read again, even if the view is gone. */
  readonly onStarted?: (run: StartedRun) => void;
}

/** Starts runs and refreshes what they change. */
export function useStartRun() {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ request, answering = [], newThread, act }: RunToStart) => {
      if (newThread === undefined) return launchRun(rpc, queryClient, request, answering, act ?? rpc);
      const operation = act ?? confirmOnce(rpc);
      const { connectionId } = request;
      const { graphId, onCreated } = newThread;
      // A request that is refused must not leave an empty thread behind.
      if (hasBreakpoints(request)) await rpc.call('runs.preview', { request, newThread: true });
      const { threadId } = await operation.call('threads.create', { connectionId, graphId, name: null });
      onCreated(threadId);
      return launchRun(rpc, queryClient, { ...request, threadId }, answering, operation);
    },
    onSuccess: (run, { onStarted }) => {
      ignorePins(false);
      onStarted?.(run);
    },
    onSettled: (run, _problem, { request }) => {
      const { connectionId } = request;
      return refreshThread(
        queryClient,
        { connectionId, threadId: run?.threadId ?? request.threadId },
        'action',
      );
    },
  });
}

function hasBreakpoints({ options, breakpoints = [], pins = [] }: RunRequest): boolean {
  return (
    options.interruptBefore.length + options.interruptAfter.length + breakpoints.length + pins.length > 0
  );
}

/** A request that continues a thread which is not the selected one: with default options, and the stops of its graph. */
export function continuationRequest(
  connectionId: string,
  thread: Pick<InboxThread, 'threadId' | 'assistantId' | 'graphId'>,
  trigger: RunTrigger,
): RunRequest {
  const { threadId, graphId } = thread;
  // Servers know their graphs by name, too.
  const assistantId = thread.assistantId ?? graphId ?? '';
  const base = { connectionId, threadId, assistantId, checkpointId: null, checkpointNs: '' };
  const request = { ...base, trigger, background: false, options: defaultRunOptions };
  if (graphId === null) return request;
  return withRunStops(request, readRunStops({ connectionId, assistantId, graphId }), false);
}
