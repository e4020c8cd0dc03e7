import { useEffect, useRef, useState } from 'react';
import type { Assistant } from '../../../shared/model/assistant.ts';
import type { RunRequest } from '../../../shared/model/runs/run-request.ts';
import type { RunOrigin, StartedRun } from '../../../shared/model/runs/run.ts';
import { readBreakpoints } from '../../domain/breakpoints/breakpoints.ts';
import { useStartRun } from '../../run-state/launch-run.ts';
import type { FailedStart, RunStart } from './request/composer-props.ts';
import { addToInputHistory } from './input-history.ts';
import { withRunSettings } from '../../domain/settings/run-settings.ts';
import { isStateless, buildRunRequest } from './request/build-request.ts';
import { useRunOptions } from './request/run-options.ts';
import { scopeKeyOf, useStartAttempts } from './start-attempts.ts';

export interface LaunchRunOptions {
  readonly connectionId: string;
  readonly assistant: Assistant | null;
  readonly threadId: string | null;
  readonly onThread: (threadId: string) => void;
  /** Not called for a run of a thread and assistant that are not shown any more. */
  readonly onStarted: (run: StartedRun, background: boolean) => void;
}

export interface ShownStart {
  readonly isPending: boolean;
  readonly failed: FailedStart | null;
  readonly error: Error | null;
  readonly reset: () => void;
}

/** The thread and assistant of a start; the thread is known once it has been created. */
interface Target {
  key: string;
}

export function useLaunchRun({ connectionId, assistant, threadId, onThread, onStarted }: LaunchRunOptions) {
  const assistantId = assistant?.assistantId ?? '';
  const [options, setOptions] = useRunOptions(connectionId, assistantId);
  const [begun, setBegun] = useState<{ readonly runId: string; readonly began: RunOrigin } | null>(null);
  const scope = { connectionId, assistantId, threadId };
  const { current, change } = useStartAttempts(scope);
  const key = scopeKeyOf(scope);
  const shownKey = useRef(key);
  useEffect(() => {
    shownKey.current = key;
  }, [key]);
  const latestOnStarted = useRef(onStarted);
  useEffect(() => {
    latestOnStarted.current = onStarted;
  });
  const [targets] = useState(() => new WeakMap<RunRequest, Target>());
  const { mutateAsync } = useStartRun((run, request) => {
    if (targets.get(request)?.key === shownKey.current) latestOnStarted.current(run, request.background);
  });

  /** Rejects if the run did not start. */
  const launch = async (start: RunStart): Promise<boolean> => {
    if (assistant === null || current?.error === null) return false;
    const { trigger, checkpointId, step, answering = [], settings } = start;
    const breakpoints = readBreakpoints({ connectionId, ...assistant });
    const plan = {
      connectionId,
      assistantId,
      threadId,
      checkpointId,
      trigger,
      options: settings === undefined ? options : { ...options, ...withRunSettings(options, settings) },
      breakpoints,
      step,
    };
    const request = buildRunRequest(plan);
    const target: Target = { key };
    targets.set(request, target);
    change(target.key, { start, error: null });
    const onCreated = (createdId: string): void => {
      const isShown = shownKey.current === target.key;
      change(target.key, null);
      target.key = scopeKeyOf({ ...scope, threadId: createdId });
      change(target.key, { start, error: null });
      if (!isShown) return;
      // Its run may start before the thread has been rendered.
      shownKey.current = target.key;
      onThread(createdId);
    };
    const { graphId } = assistant;
    try {
      const started = await mutateAsync({
        request,
        answering,
        ...(threadId === null && !isStateless(plan) ? { newThread: { graphId, onCreated } } : {}),
      });
      setBegun({ runId: started.runId, began: { kind: trigger.kind, checkpointId } });
      change(target.key, null);
    } catch (error) {
      change(target.key, { start, error: error instanceof Error ? error : new Error(String(error)) });
      throw error;
    }
    if (trigger.kind === 'input') addToInputHistory(connectionId, assistantId, trigger.inputText);
    return true;
  };
  /** For buttons: resolves to whether the run started. The shown start holds the error. */
  const beginNow = (run: RunStart): Promise<boolean> => launch(run).catch(() => false);
  const continueRun = (step: boolean): void =>
    void beginNow({ trigger: { kind: 'continue' }, checkpointId: null, step });
  const error = current?.error ?? null;
  const shown: ShownStart = {
    isPending: current !== null && error === null,
    failed: current !== null && error !== null ? { ...current, error } : null,
    error,
    reset: () => change(key, null),
  };
  return { start: shown, begin: launch, beginNow, goOn: continueRun, begun, options, setOptions };
}
