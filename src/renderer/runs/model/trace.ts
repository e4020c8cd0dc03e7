import type { RunEnd } from '../../../shared/model/runs/run.ts';
import type { TraceStep } from '../../../shared/model/threads/execution-trace.ts';
import type { TaskFrame } from '../../../shared/run-events/frames/task-frame.ts';

/** The supersteps of a run, from its tasks. Deterministic: live and reloaded frames give the same steps. */
export interface TraceReducer {
  add(task: TaskFrame | null): void;
  /** Removes a task that an earlier run finished and this one only repeats. */
  drop(task: TaskFrame): void;
  end(end: Pick<RunEnd, 'outcome'>): void;
  /** Returns the same array until something changes. `tokensOf` returns the tokens of a task including its subgraph. */
  steps(runId: string, fromStart: boolean, tokensOf: (taskId: string) => number | null): TraceStep[];
}

interface TracedTask {
  readonly id: string;
  readonly name: string;
  readonly from: readonly string[];
  readonly startedAt: number;
  endedAt: number | null;
  finished: boolean;
}

interface TracedStep {
  readonly container: string;
  readonly previousStep: number | null;
  readonly sequence: Sequence;
  readonly tasks: TracedTask[];
}

/** The steps of one call of the root graph or of a subgraph. */
interface Sequence {
  /** The task that called the subgraph; `null` for the root graph and if the server doesn't name it. */
  readonly callerId: string | null;
  last: number | null;
}

export function createTraceReducer(): TraceReducer {
  const steps: TracedStep[] = [];
  const sequences = new Map<string, Sequence>();
  const tasks = new Map<string, { readonly task: TracedTask; readonly step: TracedStep }>();
  let isFinished = false;

  const sequenceOf = (task: TaskFrame): Sequence => {
    const known = sequences.get(task.callKey);
    if (known) return known;
    const fresh: Sequence = { callerId: task.around.at(-1)?.taskId ?? null, last: null };
    sequences.set(task.callKey, fresh);
    return fresh;
  };
  const startTask = (frame: TaskFrame): TracedTask => {
    const sequence = sequenceOf(frame);
    const task = {
      id: frame.taskId,
      name: frame.name,
      from: frame.from,
      startedAt: frame.atMs,
      endedAt: null,
      finished: false,
    };
    const current = sequence.last === null ? undefined : steps[sequence.last];
    // All tasks of a superstep start before any of them ends.
    const joins = current?.tasks.every(({ endedAt }) => endedAt === null) === true;
    const step = joins
      ? current
      : {
          container: frame.around.map(({ name }) => name).join(':'),
          previousStep: sequence.last,
          sequence,
          tasks: [],
        };
    if (!joins) sequence.last = steps.push(step) - 1;
    step.tasks.push(task);
    tasks.set(task.id, { task, step });
    return task;
  };
  /** Whether the entry point of the (sub)graph led to the first step, rather than a resume. */
  const isFresh = ({ callerId }: Sequence, fromStart: boolean): boolean => {
    const caller = callerId === null ? undefined : tasks.get(callerId);
    if (caller === undefined) return fromStart;
    return caller.step.previousStep !== null || isFresh(caller.step.sequence, fromStart);
  };
  const isOver = ({ callerId }: Sequence): boolean =>
    callerId === null ? isFinished : (tasks.get(callerId)?.task.finished ?? false);

  return {
    add(frame) {
      if (frame === null) return;
      const task = tasks.get(frame.taskId)?.task ?? startTask(frame);
      if (frame.kind === 'start') return;
      task.endedAt ??= frame.atMs;
      task.finished = frame.outcome === 'finished';
    },
    drop({ taskId }) {
      const known = tasks.get(taskId);
      if (known === undefined) return;
      known.step.tasks.splice(known.step.tasks.indexOf(known.task), 1);
      tasks.delete(taskId);
    },
    end({ outcome }) {
      isFinished = outcome === 'finished';
    },
    steps(runId, fromStart, tokensOf) {
      const inside = new Map<string, number>();
      for (const { sequence, tasks: own } of steps) {
        if (sequence.callerId === null) continue;
        const sum = own.reduce((total, { id }) => total + (tokensOf(id) ?? 0), 0);
        inside.set(sequence.callerId, (inside.get(sequence.callerId) ?? 0) + sum);
      }
      return steps.map(({ container, previousStep, sequence, tasks: own }, at) => ({
        container,
        runId,
        previousStep,
        isFirst: previousStep === null && isFresh(sequence, fromStart),
        isLast: sequence.last === at && isOver(sequence),
        tasks: own.map(({ id, name, from, startedAt, endedAt }) => {
          const tokens = tokensOf(id);
          return {
            name,
            from: [...from],
            ms: endedAt === null ? null : endedAt - startedAt,
            startMs: startedAt,
            // Tokens of inner tasks are counted there.
            tokens: tokens === null ? null : Math.max(0, tokens - (inside.get(id) ?? 0)),
          };
        }),
      }));
    },
  };
}
