import { useState } from 'react';
import type { Assistant } from '../../../shared/model/assistant.ts';
import type { RunOrigin, StartedRun } from '../../../shared/model/runs/run.ts';
import { readBreakpoints } from '../../domain/breakpoints/breakpoints.ts';
import { useStartRun } from '../../run-state/launch-run.ts';
import type { RunStart } from './request/composer-props.ts';
import { addToInputHistory } from './input-history.ts';
import { withRunSettings } from '../../domain/settings/run-settings.ts';
import { isStateless, buildRunRequest } from './request/build-request.ts';
import { useRunOptions } from './request/run-options.ts';

export interface LaunchRunOptions {
  readonly connectionId: string;
  readonly assistant: Assistant | null;
  readonly threadId: string | null;
  readonly onThread: (threadId: string) => void;
  readonly onStarted: (run: StartedRun, background: boolean) => void;
}

/** Starts runs with the current options and breakpoints of the assistant. */
export function useLaunchRun({ connectionId, assistant, threadId, onThread, onStarted }: LaunchRunOptions) {
  const [options, setOptions] = useRunOptions(connectionId, assistant?.assistantId ?? '');
  const [begun, setBegun] = useState<{ readonly runId: string; readonly began: RunOrigin } | null>(null);
  const start = useStartRun((run, { background }) => onStarted(run, background));

  /** Rejects if the run did not start. */
  const launch = async ({
    trigger,
    checkpointId,
    step,
    answering = [],
    settings,
  }: RunStart): Promise<boolean> => {
    if (assistant === null || start.isPending) return false;
    const { assistantId } = assistant;
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
    const { graphId } = assistant;
    const started = await start.mutateAsync({
      request: buildRunRequest(plan),
      answering,
      ...(threadId === null && !isStateless(plan) ? { newThread: { graphId, onCreated: onThread } } : {}),
    });
    setBegun({ runId: started.runId, began: { kind: trigger.kind, checkpointId } });
    if (trigger.kind === 'input') addToInputHistory(connectionId, assistantId, trigger.inputText);
    return true;
  };
  /** For buttons: resolves to whether the run started. The mutation's state holds the error. */
  const beginNow = (run: RunStart): Promise<boolean> => launch(run).catch(() => false);
  const continueRun = (step: boolean): void =>
    void beginNow({ trigger: { kind: 'continue' }, checkpointId: null, step });
  return { start, begin: launch, beginNow, goOn: continueRun, begun, options, setOptions };
}
