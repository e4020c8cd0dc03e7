import type { PendingInterrupt } from '../../shared/model/threads/thread.ts';
import { differingValues } from './differing-values.ts';
import { interruptSummary, parseInterrupt } from './model/parse-interrupt.ts';

/** Each of a thread's questions in one line, for lists; those that ask the same thing with what tells them apart. */
export function interruptSummaries(interrupts: readonly PendingInterrupt[]): readonly string[] {
  const differing = differingValues(interrupts);
  return interrupts.map((one, at) => {
    const line = interruptSummary(parseInterrupt(one));
    const differs = differing[at] ?? null;
    return differs === null ? line : `${line} (${differs})`;
  });
}
