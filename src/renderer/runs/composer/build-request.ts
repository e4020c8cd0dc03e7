import type { RunTrigger, RunRequest } from '../../../shared/model/run-request.ts';
import { everyNode, type Breakpoint } from '../../../shared/model/breakpoint.ts';
import { breakpointsOfRun } from '../../shared-ui/breakpoints.ts';
import type { ComposerOptions } from './composer-options.ts';

export interface RunPlan {
  readonly connectionId: string;
  readonly assistantId: string;
  readonly threadId: string | null;
  readonly checkpointId: string | null;
  readonly trigger: RunTrigger;
  readonly options: ComposerOptions;
  readonly breakpoints: readonly Breakpoint[];
  readonly step: boolean;
}

/** A resumed or forked run needs its thread, whatever the options say. */
export function isStateless({ trigger, checkpointId, options }: Omit<RunPlan, 'connectionId'>): boolean {
  return options.stateless && trigger.kind === 'input' && checkpointId === null;
}

export function buildRunRequest(plan: RunPlan): RunRequest {
  const { connectionId, assistantId, threadId, checkpointId, trigger, step } = plan;
  const { before, after, checked } = breakpointsOfRun(plan.breakpoints, isStateless(plan));
  const { stateless: _stateless, background, ...options } = plan.options;
  return {
    connectionId,
    assistantId,
    threadId: isStateless(plan) ? null : threadId,
    checkpointId,
    checkpointNs: '',
    trigger,
    background,
    options: {
      ...options,
      interruptBefore: [...before],
      interruptAfter: step ? [everyNode] : [...after],
    },
    ...(checked.length === 0 ? {} : { breakpoints: [...checked] }),
  };
}
