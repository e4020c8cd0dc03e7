import type { RunTrigger, RunRequest } from '../../../shared/model/run-request.ts';
import { everyNode } from '../../../shared/model/breakpoint.ts';
import { withRunStops, type RunStops } from '../../shared-ui/run-stops.ts';
import type { ComposerOptions } from './composer-options.ts';

export interface RunPlan extends RunStops {
  readonly connectionId: string;
  readonly assistantId: string;
  readonly threadId: string | null;
  readonly checkpointId: string | null;
  readonly trigger: RunTrigger;
  readonly options: ComposerOptions;
  readonly step: boolean;
}

/** A resumed or forked run needs its thread, whatever the options say. */
export function isStateless({ trigger, checkpointId, options }: Omit<RunPlan, 'connectionId'>): boolean {
  return options.stateless && trigger.kind === 'input' && checkpointId === null;
}

export function buildRunRequest(plan: RunPlan): RunRequest {
  const { connectionId, assistantId, threadId, checkpointId, trigger, step } = plan;
  const { stateless: _stateless, background, ...options } = plan.options;
  const base = { connectionId, assistantId, threadId: isStateless(plan) ? null : threadId, checkpointId };
  const request = withRunStops(
    {
      ...base,
      checkpointNs: '',
      trigger,
      background,
      options: { ...options, interruptBefore: [], interruptAfter: [] },
    },
    plan,
    isStateless(plan),
  );
  return step ? { ...request, options: { ...request.options, interruptAfter: [everyNode] } } : request;
}
