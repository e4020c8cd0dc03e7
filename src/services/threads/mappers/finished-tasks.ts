/**
 * Evidence of answered interrupts besides the state. The JavaScript server lists an answered interrupt until
 * its superstep is done; only its node's count in `next` shrinks (docs/protocol.md, Partial answers).
 */
export interface AnswerEvidence {
  /** Tasks whose interrupts the thread record no longer lists. */
  readonly taskIds: ReadonlySet<string>;
  /** Interrupts that ended runs answered. A task may have asked again since, under the same id. */
  readonly interruptIds: ReadonlySet<string>;
}

export const noAnswerEvidence: AnswerEvidence = { taskIds: new Set(), interruptIds: new Set() };

/** A task without a result, as far as the state tells. */
export interface OpenTask {
  readonly id: string;
  /** Ids of its interrupts; `null` for one without an id. */
  readonly interruptIds: readonly (string | null)[];
}

/** The finished tasks. `unclear`: some others are finished too, but unknown which. */
export interface FinishedTasks {
  readonly finished: ReadonlySet<OpenTask>;
  readonly unclear: boolean;
}

/**
 * Finds the finished ones among a node's open tasks, of which `left` are still to run. Evidence counts only
 * if it names exactly the missing number.
 */
export function finishedTasks(
  tasks: readonly OpenTask[],
  left: number,
  { taskIds, interruptIds }: AnswerEvidence,
): FinishedTasks {
  const wanted = tasks.length - left;
  if (wanted <= 0) return { finished: new Set(), unclear: false };
  const isSilent = ({ interruptIds: ids }: OpenTask): boolean => ids.length === 0;
  const byRecord = (task: OpenTask): boolean => !isSilent(task) && taskIds.has(task.id);
  const byRuns = (task: OpenTask): boolean =>
    !isSilent(task) && task.interruptIds.every((id) => id !== null && interruptIds.has(id));
  const guesses: ((task: OpenTask) => boolean)[] = [
    () => left <= 0,
    byRecord,
    (task) => byRecord(task) || isSilent(task),
    (task) => byRecord(task) || byRuns(task),
    (task) => byRecord(task) || byRuns(task) || isSilent(task),
  ];
  for (const guess of guesses) {
    const finished = tasks.filter(guess);
    if (finished.length === wanted) return { finished: new Set(finished), unclear: false };
  }
  const certain = tasks.filter(byRecord);
  return { finished: new Set(certain.length < wanted ? certain : []), unclear: true };
}
