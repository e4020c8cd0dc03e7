import type { z } from 'zod';
import type { StudioContract } from './contract.ts';

/**
 * What a call does to a graph server: nothing (it reads, or concerns the studio only); a change that can be
 * corrected; or one that deletes what can't be restored.
 */
export type CallEffect = 'none' | 'write' | 'destroy';

type Calls = StudioContract['calls'];
type WritingEffect = Exclude<CallEffect, 'none'>;

/**
 * The calls that change a graph server, and how, some by their input. Apart from the other calls (call-effects.ts), since the
 * initial bundle of the window needs no more.
 */
export const writingCalls = {
  'connections.tryAgent': 'write',
  'assistants.create': 'write',
  'assistants.update': 'write',
  'assistants.delete': 'destroy',
  'assistants.setLatest': 'write',
  'threads.create': 'write',
  'threads.update': 'write',
  'threads.copy': 'write',
  'threads.delete': 'destroy',
  'threads.prune': 'destroy',
  'threads.updateState': 'write',
  'threads.forkSubgraph': 'write',
  'clones.start': 'write',
  'runs.start': 'write',
  // Rolling back deletes the run and its checkpoints.
  'runs.cancel': ({ action }) => (action === 'rollback' ? 'destroy' : 'write'),
  'runs.delete': 'destroy',
  'runs.deleteStuck': 'destroy',
  'store.put': 'write',
  'store.delete': 'destroy',
  'crons.create': 'write',
  'crons.update': 'write',
  'crons.delete': 'destroy',
  'serverRuns.cancel': 'write',
  'serverRuns.delete': 'destroy',
  'serverRuns.repeat': 'write',
  'experiments.start': 'write',
  'experiments.stop': 'write',
  'experiments.resume': 'write',
  'experiments.rerun': 'write',
} as const satisfies {
  readonly [K in keyof Calls]?: WritingEffect | ((input: z.output<Calls[K]['input']>) => WritingEffect);
};

export type WritingCall = keyof typeof writingCalls;

export function isWritingCall(name: string): name is WritingCall {
  return Object.hasOwn(writingCalls, name);
}
