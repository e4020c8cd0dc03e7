import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { differingValues } from './differing-values.ts';
import { questionLine, readQuestion } from './question.ts';

/** Each of a thread's questions in one line, for lists; those that ask the same thing with what tells them apart. */
export function questionLines(interrupts: readonly PendingInterrupt[]): readonly string[] {
  const differing = differingValues(interrupts);
  return interrupts.map((one, at) => {
    const line = questionLine(readQuestion(one));
    const differs = differing[at] ?? null;
    return differs === null ? line : `${line} (${differs})`;
  });
}
