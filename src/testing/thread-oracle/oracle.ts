import { z } from 'zod';
import type { RawAnswers, RawCheckpoint, RawRun, RawTask } from './read-answers.ts';

/**
 * How a task may stand by a server's answers. More than one where they do not say. `next` would run if the thread went on,
 * `abandoned` asked and was left behind by a new input, an edit or a fork.
 */
const allStatuses = [
  'finished',
  'failed',
  'aborted',
  'cancelled',
  'interrupted',
  'abandoned',
  'next',
  'running',
  'queued',
] as const;
export type OracleStatus = (typeof allStatuses)[number];

/** A task of a checkpoint, as a patient reader of the server's answers understands it. */
export interface OracleTask {
  readonly taskId: string;
  readonly name: string;
  readonly namespace: string;
  /** Names joined by `:`. */
  readonly nodePath: string;
  /** The task whose subgraph it ran in; `null` in the root graph, `undefined` if the answers do not say. */
  readonly parentTaskId: string | null | undefined;
  /** Id of the checkpoint whose task it is. */
  readonly before: string;
  /** Ids of the checkpoints that runs made of that one. */
  readonly made: readonly string[];
  /** A run ran it again after those, and made none: what is listed may be of either. */
  readonly isRunAgain: boolean;
  readonly statuses: ReadonlySet<OracleStatus>;
  /** Milliseconds since 1970. */
  readonly earliestStart: number;
  readonly latestEnd: number | null;
  readonly interruptIds: readonly (string | undefined)[];
  /** Whether the server says that its questions wait; `null` if it does not say. */
  readonly isWaiting: boolean | null;
}

export type OracleEnding =
  | 'finished'
  | 'interrupted'
  | 'paused'
  | 'failed'
  | 'cancelled'
  | 'timed-out'
  | 'active'
  | 'unknown';

export interface OracleRun {
  readonly runId: string;
  readonly endings: ReadonlySet<OracleEnding>;
  /** Nodes whose tasks failed, one of which ended the run; empty if none is known. */
  readonly failedTaskIds: ReadonlySet<string>;
  readonly isRecursionLimit: boolean | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface OracleReading {
  readonly headId: string | null;
  readonly tasks: readonly OracleTask[];
  readonly runs: readonly OracleRun[];
  /** Interrupts that certainly wait for an answer. */
  readonly waitingIds: ReadonlySet<string>;
}

const startTask = '__start__';
const isActive = ({ status }: RawRun): boolean => status === 'pending' || status === 'running';
const idOf = ({ checkpoint }: RawCheckpoint): string => checkpoint.checkpoint_id;

/** Reads what ran on a thread out of what a server says, one question after the other, without any short cut. */
export function readThread(answers: RawAnswers): OracleReading {
  const tasks: OracleTask[] = [];
  for (const [namespace, rows] of answers.checkpoints) {
    for (const row of rows) {
      for (const task of row.tasks) {
        if (task.name !== startTask) tasks.push(readTask(answers, namespace, row, task));
      }
    }
  }
  return {
    headId: answers.state.checkpoint?.checkpoint_id ?? null,
    tasks,
    runs: answers.runs.map((run) => readRun(answers, run)),
    waitingIds: waitingInterrupts(answers),
  };
}

function readTask(answers: RawAnswers, namespace: string, row: RawCheckpoint, task: RawTask): OracleTask {
  const children = childrenOf(answers, namespace, row).filter(({ metadata }) => metadata.source === 'loop');
  const ends = children.map(({ created_at: createdAt }) => Date.parse(createdAt));
  const isLate = children.some((child) => isWrittenLate(answers, child));
  const isOpen = answers.runs.some(isActive);
  const runEnds = answers.runs.map(({ updated_at: updatedAt }) => Date.parse(updatedAt));
  const isRunAgain = comesBack(answers, namespace, row, children);
  return {
    taskId: task.id,
    name: task.name,
    namespace,
    nodePath: [...namesIn(namespace), task.name].join(':'),
    parentTaskId: parentOf(answers, namespace, row),
    before: idOf(row),
    made: isLeftOver(answers, row, task) ? [] : children.map(idOf),
    isRunAgain,
    statuses: new Set(
      isRunAgain ? allStatuses : statusesOf(answers, namespace, row, task, children.length > 0),
    ),
    earliestStart: Date.parse(row.created_at),
    latestEnd: isLate
      ? null
      : ends.length > 0 && !isRunAgain
        ? Math.max(...ends)
        : isOpen
          ? null
          : Math.max(...runEnds),
    interruptIds: task.interrupts.map(({ id }) => id),
    isWaiting: isWaiting(answers, namespace, row, task, children.length > 0),
  };
}

/**
 * A resume that names a past checkpoint runs its tasks without a copy of it, and without a child where one of them asks
 * or fails.
 */
function comesBack(
  { runs, checkpoints }: RawAnswers,
  namespace: string,
  row: RawCheckpoint,
  children: readonly RawCheckpoint[],
): boolean {
  if (namespace !== '' || children.length === 0) return false;
  const lastChild = Math.max(...children.map(({ created_at: createdAt }) => Date.parse(createdAt)));
  const root = checkpoints.get('') ?? [];
  return runs.some(
    ({ run_id: runId, status, created_at: createdAt, kwargs }) =>
      status !== 'pending' &&
      kwargs.command != null &&
      kwargs.config?.configurable?.checkpoint_id === idOf(row) &&
      Date.parse(createdAt) >= lastChild &&
      !root.some(({ metadata }) => metadata.run_id === runId),
  );
}

/** The JavaScript server may go on inside a subgraph after the end of a run, beside the next run. */
function isWrittenLate({ runs }: RawAnswers, { metadata, created_at: createdAt }: RawCheckpoint): boolean {
  const run = runs.find(({ run_id: runId }) => runId === metadata.run_id);
  return run !== undefined && !isActive(run) && Date.parse(createdAt) > Date.parse(run.updated_at);
}

function childrenOf(answers: RawAnswers, namespace: string, row: RawCheckpoint): RawCheckpoint[] {
  const rows = answers.checkpoints.get(namespace) ?? [];
  return rows.filter((other) => other.parent_checkpoint?.checkpoint_id === idOf(row));
}

/** `sub:ID|deep:ID` names `sub` and `deep`; a bare number counts the calls of one task. */
function namesIn(namespace: string): string[] {
  if (namespace === '') return [];
  const segments = namespace.split('|').filter((segment) => !/^\d+$/.test(segment));
  return segments.map((segment) => segment.replace(/:[^:]*$/, ''));
}

/**
 * The task in whose subgraph a checkpoint is: by the id in its namespace, else by the checkpoint that it names as its
 * parent.
 */
function parentOf(answers: RawAnswers, namespace: string, row: RawCheckpoint): string | null | undefined {
  if (namespace === '') return null;
  const segments = namespace.split('|').filter((segment) => !/^\d+$/.test(segment));
  const [, taskId] = /:([^:]*)$/.exec(segments.at(-1) ?? '') ?? [];
  if (taskId !== undefined) return taskId;
  const outer = segments.slice(0, -1).join('|');
  const outerId = row.metadata.parents?.[outer];
  const candidates = (answers.checkpoints.get(outer) ?? [])
    .filter((other) => idOf(other) === outerId)
    .flatMap(({ tasks }) => tasks)
    .filter(({ name }) => name === segments.at(-1));
  return candidates.length === 1 ? candidates[0]?.id : undefined;
}

/** Whether an error is that of a task which ended because of another one, or because its run was stopped. */
function kindOfError(error: unknown): 'own' | 'aborted' | 'stopped' {
  const text = typeof error === 'string' ? error : JSON.stringify(error);
  if (/"message":"(interrupt|rollback)"|^User(Interrupt|Rollback)/.test(text)) return 'stopped';
  return /AbortError|operation was aborted|CancelledError|"message":"Abort/.test(text) ? 'aborted' : 'own';
}

function hasError({ error }: RawTask): boolean {
  return error !== null && error !== undefined;
}

function hasResult({ result }: RawTask): boolean {
  return result !== null && result !== undefined;
}

/**
 * What was next before an input is listed beside it, and may run with it or be discarded. Where a command sends a run
 * that names a checkpoint is listed there, too.
 */
export function isLeftOver({ runs }: RawAnswers, row: RawCheckpoint, task: RawTask): boolean {
  if (task.name === startTask || hasResult(task) || hasError(task) || task.interrupts.length > 0)
    return false;
  const isSentThere = ({ kwargs }: RawRun): boolean =>
    kwargs.config?.configurable?.checkpoint_id === idOf(row) && gotoOf(kwargs['command']);
  return row.metadata.source === 'input' || (row.checkpoint.checkpoint_ns === '' && runs.some(isSentThere));
}

function gotoOf(command: unknown): boolean {
  return z.looseObject({ goto: z.unknown() }).safeParse(command).data?.goto != null;
}

function statusesOf(
  answers: RawAnswers,
  namespace: string,
  row: RawCheckpoint,
  task: RawTask,
  isDone: boolean,
): OracleStatus[] {
  if (isDone && isLeftOver(answers, row, task)) return ['finished', 'abandoned'];
  // A run goes on from a superstep when all of its tasks have finished.
  if (isDone) return ['finished'];
  if (hasResult(task)) {
    // The Python server stores what an edit writes in a node's name as the result of that node's task.
    const isEdited = childrenOf(answers, namespace, row).some(({ metadata }) => metadata.source === 'update');
    return isEdited
      ? ['finished', 'next', 'abandoned', 'interrupted', 'failed', 'aborted', 'cancelled']
      : ['finished'];
  }
  const couldRun: OracleStatus[] = answers.runs.some(isActive) ? ['running', 'queued'] : [];
  if (hasError(task)) {
    const kind = kindOfError(task.error);
    const errorStatuses: OracleStatus[] =
      kind === 'own' ? ['failed'] : kind === 'stopped' ? ['cancelled'] : ['aborted', 'cancelled'];
    // The error of a first try stays beside what a later run makes of the task, which the JavaScript server does not say.
    const others = row.tasks.filter((other) => other !== task);
    const asked: OracleStatus[] = task.interrupts.length > 0 ? ['interrupted', 'abandoned'] : [];
    const isTriedAgain =
      laterRuns(answers, row).length > 1 || others.some((other) => other.interrupts.length > 0);
    return isTriedAgain
      ? [...errorStatuses, 'finished', 'cancelled', 'aborted', ...asked, ...couldRun]
      : [...errorStatuses, ...couldRun];
  }
  if (task.interrupts.length > 0) {
    const waits = isWaiting(answers, namespace, row, task, false);
    if (waits === true) return ['interrupted', ...couldRun];
    return ['interrupted', 'abandoned', 'finished', 'cancelled', ...couldRun];
  }
  return ['next', 'abandoned', 'cancelled', 'aborted', 'finished', 'failed', 'interrupted', ...couldRun];
}

/** Runs that could work at a checkpoint: those that ended after it was made. */
function laterRuns(answers: RawAnswers, row: RawCheckpoint): RawRun[] {
  return answers.runs.filter(
    (run) => isActive(run) || Date.parse(run.updated_at) >= Date.parse(row.created_at),
  );
}

function isWaiting(
  answers: RawAnswers,
  namespace: string,
  row: RawCheckpoint,
  task: RawTask,
  isDone: boolean,
): boolean | null {
  if (isDone || hasResult(task) || task.interrupts.length === 0) return false;
  if (answers.runs.some(isActive)) return null;
  const ids = new Set(task.interrupts.map(({ id }) => id));
  const listed = Object.values(answers.thread.interrupts ?? {}).flat();
  const isListed = listed.some(({ id }) => ids.has(id));
  const newest = (answers.checkpoints.get('') ?? []).at(-1);
  if (namespace === '') {
    const isHead = newest !== undefined && idOf(newest) === idOf(row);
    // The list is that of the last run: an edit since then leaves it as it was.
    if (!isHead) return false;
    if (!isFresh(answers)) return null;
    const waiting = waitingInterrupts(answers);
    return task.interrupts.some(({ id }) => id !== undefined && waiting.has(id)) ? true : null;
  }
  return isListed ? null : false;
}

/**
 * After a run that does not answer it, the list of the JavaScript server may have an interrupt again that was answered
 * before.
 */
function isListedAgain({ runs }: RawAnswers, ids: ReadonlySet<string | undefined>): boolean {
  const answered = runs.map(({ kwargs }) => {
    const command = z.looseObject({ resume: z.looseObject({}) }).safeParse(kwargs['command']);
    return command.success ? Object.keys(command.data.resume) : [];
  });
  const isIn = (list: readonly string[] = []): boolean => list.some((id) => ids.has(id));
  return isIn(answered.flat()) && !isIn(answered.at(-1));
}

/**
 * Whether the thread's list of what waits is up to date: an edit, also inside a subgraph, leaves it as it was, and so
 * may a failed run.
 */
function isFresh({ runs, thread, checkpoints }: RawAnswers): boolean {
  if (thread.status !== 'interrupted' || runs.some(isActive)) return false;
  const ended = Math.max(...runs.map((run) => Date.parse(run.updated_at)));
  const edits = [...checkpoints.values()].flat().filter(({ metadata }) => metadata.source === 'update');
  return edits.every((row) => Date.parse(row.created_at) < ended);
}

/** Interrupts of tasks from whose checkpoint a run went on: a task around them may still list them. */
function askedByDone(answers: RawAnswers): Set<string | undefined> {
  const ids = new Set<string | undefined>();
  for (const [namespace, rows] of answers.checkpoints)
    for (const row of rows)
      if (childrenOf(answers, namespace, row).some(({ metadata }) => metadata.source === 'loop'))
        for (const { interrupts } of row.tasks) for (const { id } of interrupts) ids.add(id);
  return ids;
}

/** Interrupts that the thread and the tasks of its newest checkpoint both name. */
function waitingInterrupts(answers: RawAnswers): Set<string> {
  if (!isFresh(answers)) return new Set();
  const newest = (answers.checkpoints.get('') ?? []).at(-1);
  // The Python server's list may still have an answered one.
  const open = (newest?.tasks ?? []).filter((task) => !hasResult(task));
  const ofHead = new Set(open.flatMap(({ interrupts }) => interrupts.map(({ id }) => id)));
  const done = askedByDone(answers);
  const listed = Object.values(answers.thread.interrupts ?? {}).flat();
  return new Set(
    listed.flatMap(({ id }) =>
      id !== undefined && ofHead.has(id) && !done.has(id) && !isListedAgain(answers, new Set([id]))
        ? [id]
        : [],
    ),
  );
}

function readRun(answers: RawAnswers, run: RawRun): OracleRun {
  const root = answers.checkpoints.get('') ?? [];
  const runCheckpoints = root.filter(({ metadata }) => metadata.run_id === run.run_id);
  const lastOwn = runCheckpoints.at(-1);
  const isLast = answers.runs.at(-1) === run;
  const named = run.kwargs.config?.configurable?.checkpoint_id;
  // A run that made no checkpoint worked at the one that it names, or that was the newest then.
  const last =
    lastOwn ??
    root.find((row) => idOf(row) === named) ??
    root.findLast((row) => Date.parse(row.created_at) <= Date.parse(run.updated_at));
  const failed = (last?.tasks ?? []).filter((task) => hasError(task) && kindOfError(task.error) === 'own');
  const endings = new Set<OracleEnding>(
    endingsOf(run, last, lastOwn !== undefined, isLast, answers.thread.status),
  );
  return {
    runId: run.run_id,
    endings,
    failedTaskIds: new Set(failed.map(({ id }) => id)),
    isRecursionLimit: endings.has('failed') ? isRecursionLimit(run, runCheckpoints, failed) : false,
    createdAt: Date.parse(run.created_at),
    updatedAt: Date.parse(run.updated_at),
  };
}

function endingsOf(
  run: RawRun,
  last: RawCheckpoint | undefined,
  madeIt: boolean,
  isLast: boolean,
  threadStatus: string,
): OracleEnding[] {
  if (isActive(run)) return ['active'];
  if (run.status === 'timeout') return ['timed-out'];
  if (run.status === 'interrupted') return ['cancelled', 'interrupted'];
  // The JavaScript server calls a run that it rolled back while it ran an error.
  if (run.status === 'error') {
    const isStopped = (last?.tasks ?? []).some(
      (task) => hasError(task) && kindOfError(task.error) === 'stopped',
    );
    return isStopped ? ['cancelled', 'failed'] : ['failed', 'cancelled'];
  }
  if (last === undefined) return ['finished', 'unknown'];
  // The Python server does not always list the tasks before which a run stopped.
  if (last.tasks.length === 0)
    return isLast && threadStatus === 'interrupted' && (run.kwargs.interrupt_before ?? []).length > 0
      ? ['finished', 'paused']
      : ['finished'];
  const asks = last.tasks.some(({ interrupts }) => interrupts.length > 0);
  if (!asks) return madeIt ? ['paused'] : ['paused', 'finished', 'unknown'];
  const stops = stopsBefore(run, last);
  // What another run asked later, after a breakpoint, looks like a question of this one.
  if (madeIt && isLast && !stops) return ['interrupted'];
  return ['interrupted', 'paused', ...(madeIt ? [] : (['finished', 'unknown'] as const))];
}

function stopsBefore({ kwargs }: RawRun, { tasks }: RawCheckpoint): boolean {
  if (kwargs.interrupt_after != null && kwargs.interrupt_after.length > 0) return true;
  const before = kwargs.interrupt_before ?? [];
  return tasks.some(({ name }) => before === '*' || before.includes('*') || before.includes(name));
}

function isRecursionLimit(
  run: RawRun,
  checkpoints: readonly RawCheckpoint[],
  failed: readonly RawTask[],
): boolean | null {
  // A subgraph has the limit of its run.
  if (failed.length > 0) {
    const atLimit = failed.filter(({ error }) => JSON.stringify(error).includes('Recursion limit of '));
    // The first of several errors ended the run, and an error may be of a run before.
    return atLimit.length === failed.length ? true : atLimit.length === 0 ? false : null;
  }
  const limit = run.kwargs.config?.recursion_limit;
  const steps = checkpoints.filter(({ metadata }) => metadata.source === 'loop').length;
  const isOpen = (checkpoints.at(-1)?.tasks ?? []).every((task) => !hasError(task) && !hasResult(task));
  if (limit !== undefined && steps >= limit && isOpen) return true;
  return limit === undefined || steps >= limit ? null : false;
}
