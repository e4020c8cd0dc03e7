import type { RunTrigger, RunRequest } from '../../../../shared/model/runs/run-request.ts';
import { everyNode, type BreakpointSets } from '../../../domain/breakpoints.ts';
import type { ComposerOptions } from './run-options.ts';

export interface RunPlan {
  readonly connectionId: string;
  readonly assistantId: string;
  /** `null`: there is none yet. */
  readonly threadId: string | null;
  readonly checkpointId: string | null;
  readonly trigger: RunTrigger;
  readonly options: ComposerOptions;
  readonly breakpoints: BreakpointSets;
  /** Stop after the next superstep. */
  readonly step: boolean;
}

/** A run that goes on from something needs its thread, whatever is chosen for new ones. */
export function isStateless({ trigger, checkpointId, options }: Omit<RunPlan, 'connectionId'>): boolean {
  return options.stateless && trigger.kind === 'input' && checkpointId === null;
}

/** The request of a planned run. A thread that it needs and that is not there yet is put in when it is made. */
export function buildRunRequest(plan: RunPlan): RunRequest {
  const { connectionId, assistantId, threadId, checkpointId, trigger, breakpoints, step } = plan;
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
      interruptBefore: ownNodes(breakpoints.before),
      interruptAfter: step ? [everyNode] : ownNodes(breakpoints.after),
    },
  };
}

/** Servers know the nodes of the graph itself only; those in subgraphs are no names to them. */
function ownNodes(names: readonly string[]): string[] {
  return names.filter((name) => !name.includes(':'));
}
