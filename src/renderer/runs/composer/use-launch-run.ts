import { useEffect, useEffectEvent } from 'react';
import { AppError } from '../../../shared/app-error.ts';
import type { Assistant } from '../../../shared/model/assistant.ts';
import type { RunLauncher } from '../../shared-ui/run-launcher.ts';
import { readRunStops } from '../../shared-ui/run-stops.ts';
import { useResetOnReconnect } from '../../shared-ui/use-on-reconnect.ts';
import { withRunSettings } from '../../shared-ui/run-settings.ts';
import { useStartRun } from '../../run-state/use-start-run.ts';
import { showStartedRun } from '../chosen-run.ts';
import { changeSelection, startKey, useRunSession, useSession, type RunSession } from '../run-session.ts';
import { chooseOwnThread } from '../selection.ts';
import { addToInputHistory } from './input-history.ts';
import { buildRunRequest, isStateless } from './build-request.ts';
import type { FailedStart, RunStart, StartAttempt } from './run-start.ts';
import { useRunOptions } from './composer-options.ts';

/** The start of the selected thread and assistant that is under way, or has failed. */
export interface ShownStart {
  readonly isPending: boolean;
  readonly failed: FailedStart | null;
  readonly error: Error | null;
  readonly reset: () => void;
}

/** Starts runs with the current options and breakpoints of the assistant. */
export function useLaunchRun(connectionId: string, assistant: Assistant | null) {
  const session = useRunSession();
  const selection = useSession((state) => state.selection);
  const { threadId } = selection;
  const assistantId = assistant?.assistantId ?? '';
  const [options, setOptions] = useRunOptions(connectionId, assistantId);
  const selectedKey = startKey(selection);
  const current = useSession(({ startAttempts }) => startAttempts.get(selectedKey)) ?? null;
  const { mutateAsync } = useStartRun();

  /** Rejects if the run did not start. `onStarted` is called before what it changes is read again. */
  const launch = async (start: RunStart, onStarted?: () => void): Promise<boolean> => {
    if (assistant === null || current?.error === null) return false;
    const { trigger, checkpointId, step, answering = [], settings } = start;
    const plan = {
      connectionId,
      assistantId,
      threadId,
      checkpointId,
      trigger,
      options: settings === undefined ? options : { ...options, ...withRunSettings(options, settings) },
      ...readRunStops({ connectionId, ...assistant }),
      step,
    };
    const request = buildRunRequest(plan);
    // The thread that it creates is known later.
    let key = selectedKey;
    const isSelected = (): boolean => startKey(session.getState().selection) === key;
    setStart(session, key, { start, error: null });
    session.setState({ stopNotice: null });
    const onCreated = (createdId: string): void => {
      const wasSelected = isSelected();
      setStart(session, key, null);
      key = startKey({ ...selection, threadId: createdId });
      setStart(session, key, { start, error: null });
      if (wasSelected) changeSelection(session, (before) => chooseOwnThread(before, createdId));
    };
    const { graphId } = assistant;
    try {
      await mutateAsync({
        request,
        answering,
        onStarted: (run) => {
          const origin = { kind: trigger.kind, checkpointId };
          if (isSelected()) showStartedRun(session, run, origin, request.background);
          onStarted?.();
        },
        ...(threadId === null && !isStateless(plan) ? { newThread: { graphId, onCreated } } : {}),
      });
      setStart(session, key, null);
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      setStart(session, key, { start, error });
      throw cause;
    }
    if (trigger.kind === 'input') addToInputHistory(connectionId, assistantId, trigger.inputText);
    return true;
  };
  const error = current?.error ?? null;
  const start: ShownStart = {
    isPending: current !== null && error === null,
    failed: current !== null && error !== null ? { ...current, error } : null,
    error,
    reset: () => setStart(session, selectedKey, null),
  };
  useResetOnReconnect(connectionId, start);
  useProvideLauncher(launch);
  /** For buttons: resolves to whether the run started. `start` holds the error. */
  const onRun = (run: RunStart, onStarted?: () => void): Promise<boolean> =>
    launch(run, onStarted).catch(() => false);
  return { start, launch, onRun, options, setOptions };
}

function setStart(session: RunSession, key: string, attempt: StartAttempt | null): void {
  session.setState(({ startAttempts }) => {
    const next = new Map(startAttempts);
    if (attempt === null) next.delete(key);
    else next.set(key, attempt);
    return { startAttempts: next };
  });
}

/** Lets other panes start runs of the selected thread. */
function useProvideLauncher(launch: (start: RunStart) => Promise<boolean>): void {
  const session = useRunSession();
  const onLaunch = useEffectEvent(async (threadId: string, start: RunStart): Promise<void> => {
    if (threadId !== session.getState().selection.threadId)
      throw new AppError('conflict', 'Another thread was opened meanwhile.', {
        hint: 'No run was started. Open the thread again to run it.',
      });
    if (!(await launch(start)))
      throw new AppError('conflict', 'Another run of this thread is being started.', {
        hint: 'No second one was started. Wait for it, and run again.',
      });
  });
  useEffect(() => {
    const launcher: RunLauncher = {
      runFromCheckpoint: async (threadId, checkpointId, step, settings) =>
        onLaunch(threadId, {
          trigger: { kind: 'continue' },
          checkpointId,
          step,
          ...(settings === undefined ? {} : { settings }),
        }),
      launch: async ({ threadId, ...from }, step) => onLaunch(threadId, { ...from, step }),
    };
    session.setState({ launcher });
    return () => session.setState({ launcher: null });
  }, [session]);
}

/** Forgets that a start failed because of another run, once that one has ended. */
export function useForgetBusyFailure(isThreadBusy: boolean, { error, reset }: ShownStart): void {
  const onFree = useEffectEvent(() => {
    const code = error instanceof AppError ? error.code : null;
    if (code === 'thread-busy' || code === 'conflict') reset();
  });
  useEffect(() => {
    if (!isThreadBusy) return;
    return () => onFree();
  }, [isThreadBusy]);
}
