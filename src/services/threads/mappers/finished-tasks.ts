/**
 * A task that waits although the state does not list it: a command has gone to its node beside the tasks of the superstep
 * (docs/protocol.md, Partial answers).
 */
export interface UnlistedTask {
  readonly id: string;
  readonly nodeId: string;
  readonly interrupts: readonly {
    readonly id: string | null;
    readonly valueText: string;
    readonly schemaText: string | null;
  }[];
}

/**
 * Evidence of answered interrupts besides the state. The JavaScript server lists an answered interrupt until its
 * superstep is done, and a second one of the same task under the same id; only the node's count in `next` shrinks, in
 * both cases (docs/protocol.md, Partial answers).
 *
 * - `recorded`: By task, how many interrupts the thread record lists: what the last run left. A task that the last run
 *   did not execute is listed as before that run; the level of another subgraph is not listed at all. `null` if the
 *   record has no such list.
 * - `unlisted`: Tasks with questions in that list which the state does not have.
 * - `answers`: By interrupt, how many ended runs answered it.
 * - `newestAnswers`: Interrupts that the newest ended run answered.
 * - `remembered`: What was certain at an earlier read, by task: finished, or after how many answers it asked again.
 */
export interface AnswerEvidence {
  readonly recorded: ReadonlyMap<string, number> | null;
  readonly unlisted: readonly UnlistedTask[];
  readonly answers: ReadonlyMap<string, number>;
  readonly newestAnswers: ReadonlySet<string>;
  readonly remembered: ReadonlyMap<string, 'finished' | number>;
}

export const noAnswerEvidence: AnswerEvidence = {
  recorded: null,
  unlisted: [],
  answers: new Map(),
  newestAnswers: new Set(),
  remembered: new Map(),
};

// - `interruptIds`: Ids of its interrupts; `null` for one without an id.
// - `isReportedAbove`: Its interrupts are reported by the waiting task that holds this level: what its last execution raised.
// - `hasEnded`: It is a subgraph, which has come to its end.
export interface ListedTask {
  readonly id: string;
  readonly name: string;
  readonly error: string | null;
  readonly hasResult: boolean;
  readonly interruptIds: readonly (string | null)[];
  readonly isReportedAbove: boolean;
  readonly hasEnded: boolean;
}

// `unclear`: answered, or one of several that may be, and not known to be finished or to ask again.
interface SettledTasks<Task> {
  readonly finished: ReadonlySet<Task>;
  readonly unclear: ReadonlySet<Task>;
}

// Finds the finished tasks of a level. A task that is no longer in `next` (`null` if the state has none) was
// answered: it is finished, or waits again with another question. A level is left when its last task is
// finished, so at least one task of a listed level is not, unless the level waits for others (`hasOthers`).
export function settleTasks<Task extends ListedTask>(
  listed: readonly Task[],
  next: readonly string[] | null,
  evidence: AnswerEvidence,
  hasOthers = false,
): SettledTasks<Task> {
  const finished = new Set(listed.filter(({ hasResult }) => hasResult));
  const unclearTasks = new Set<Task>();
  if (next === null) return { finished, unclear: unclearTasks };
  const nextCounts = countOf(next);
  for (const [name, tasks] of byName(listed)) {
    const count = nextCounts.get(name) ?? 0;
    // A past state's `next` includes finished tasks.
    if (count === tasks.length) continue;
    const open = tasks.filter((task) => !finished.has(task));
    const answered = answeredTasks(open, open.length - count, evidence);
    for (const task of open) {
      if (answered !== null && !answered.has(task)) continue;
      const state = stateOf(task, answered !== null, evidence);
      if (state === 'finished') finished.add(task);
      else if (state === 'unclear') unclearTasks.add(task);
    }
  }
  if (hasOthers) return { finished, unclear: unclearTasks };
  if (finished.size === listed.length) {
    for (const task of listed) if (isPresumablyFinished(task, evidence)) unclearTasks.add(task);
    for (const task of unclearTasks) finished.delete(task);
  }
  const [only] = unclearTasks;
  // All others are finished, so this one is not.
  if (only !== undefined && finished.size === listed.length - 1) unclearTasks.delete(only);
  return { finished, unclear: unclearTasks };
}

// The `count` tasks of a node that are not next any more, or `null` if the evidence does not name exactly that many.
function answeredTasks<Task extends ListedTask>(
  open: readonly Task[],
  count: number,
  evidence: AnswerEvidence,
): ReadonlySet<Task> | null {
  if (count <= 0) return new Set();
  if (count >= open.length) return new Set(open);
  const byRecord = (task: Task): boolean =>
    isKnownFinished(task, evidence) || isPresumablyFinished(task, evidence);
  const byRuns = (task: Task): boolean => byRecord(task) || answersTo(task, evidence) > 0;
  const guesses: ((task: Task) => boolean)[] = [
    byRecord,
    (task) => byRecord(task) || isSilent(task),
    byRuns,
    (task) => byRuns(task) || isSilent(task),
  ];
  for (const guess of guesses) {
    const answered = open.filter(guess);
    if (answered.length === count) return new Set(answered);
  }
  return null;
}

// `isAnswered`: it is certain that the task was answered, and not another one of its node.
function stateOf(
  task: ListedTask,
  isAnswered: boolean,
  evidence: AnswerEvidence,
): 'finished' | 'waiting' | 'unclear' {
  if (task.error !== null) return 'waiting';
  if (isKnownFinished(task, evidence)) return 'finished';
  if (isSilent(task)) return isAnswered ? 'finished' : 'waiting';
  if (task.isReportedAbove) return 'waiting';
  if (isPresumablyFinished(task, evidence)) return 'finished';
  const { recorded, newestAnswers, remembered } = evidence;
  const isListed = (recorded?.get(task.id) ?? 0) > 0;
  if (isListed && task.interruptIds.some((id) => id !== null && newestAnswers.has(id))) return 'waiting';
  const answers = answersTo(task, evidence);
  return answers > 0 && remembered.get(task.id) === answers ? 'waiting' : 'unclear';
}

// Whether an unlisted task may be finished: then the record repeats what it asked last.
export function isUnlistedUnclear({ id, interrupts }: UnlistedTask, evidence: AnswerEvidence): boolean {
  const { answers: counts, newestAnswers, remembered } = evidence;
  const min = interrupts.reduce(
    (count, one) => Math.min(count, one.id === null ? 0 : (counts.get(one.id) ?? 0)),
    Infinity,
  );
  const asksAgain = interrupts.some((one) => one.id !== null && newestAnswers.has(one.id));
  return min > 0 && !asksAgain && remembered.get(id) !== min;
}

function isKnownFinished(task: ListedTask, { recorded, remembered }: AnswerEvidence): boolean {
  if (isSilent(task) || task.error !== null || task.isReportedAbove) return false;
  return recorded?.get(task.id) === 0 || remembered.get(task.id) === 'finished';
}

// A subgraph that has come to its end asks nothing. The function of a node that called one may, but then its task is
// listed by the record, unless that describes the subgraph.
function isPresumablyFinished(task: ListedTask, evidence: AnswerEvidence): boolean {
  const { recorded } = evidence;
  if (!task.hasEnded || task.hasResult || recorded === null || recorded.has(task.id)) return false;
  return !isSilent(task) && task.error === null && !isKnownFinished(task, evidence);
}

// It has no interrupt, so it can't have been answered.
function isSilent({ interruptIds }: ListedTask): boolean {
  return interruptIds.length === 0;
}

function answersTo({ interruptIds }: ListedTask, { answers }: AnswerEvidence): number {
  const counts = interruptIds.map((id) => (id === null ? 0 : (answers.get(id) ?? 0)));
  return counts.length === 0 ? 0 : counts.reduce((min, count) => Math.min(min, count));
}

function byName<Task extends ListedTask>(tasks: readonly Task[]): ReadonlyMap<string, readonly Task[]> {
  const groups = new Map<string, Task[]>();
  for (const task of tasks) {
    const group = groups.get(task.name);
    if (group) group.push(task);
    else groups.set(task.name, [task]);
  }
  return groups;
}

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
