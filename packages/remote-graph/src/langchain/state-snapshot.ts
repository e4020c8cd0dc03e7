import { taskInterrupts } from '../compat/reported-interrupts.ts';
import type { RunnableConfig } from '@langchain/core/runnables';
import { parseFailure } from '../compat/run-failures.ts';
import type {
  WireCheckpoint,
  WireInterrupt,
  WireObject,
  WireTask,
  WireThreadState,
} from '../http/api-types.ts';

/** A task of a snapshot. `state`: the subgraph's snapshot, or the configuration to read it with. */
export interface SnapshotTask {
  readonly id: string;
  readonly name: string;
  readonly path: readonly unknown[];
  readonly error?: { readonly name: string; readonly message: string } | undefined;
  readonly interrupts: readonly WireInterrupt[];
  readonly state?: StateSnapshot | RunnableConfig | undefined;
  readonly result?: unknown;
}

/** A thread's state in a local graph's terms. Times as the server formats them. */
export interface StateSnapshot {
  readonly values: unknown;
  readonly next: readonly string[];
  readonly config: RunnableConfig;
  readonly metadata?: WireObject | undefined;
  readonly createdAt?: string | undefined;
  readonly parentConfig?: RunnableConfig | undefined;
  readonly tasks: readonly SnapshotTask[];
  readonly interrupts: readonly WireInterrupt[];
}

// Converts a server's state. A thread that never ran has no checkpoint: its config is the requested one.
export function toStateSnapshot(state: WireThreadState, requested: RunnableConfig): StateSnapshot {
  const tasks = (state.tasks ?? []).map((task) => taskOf(task, requested));
  return {
    values: state.values,
    next: state.next ?? [],
    config: state.checkpoint ? checkpointConfig(state.checkpoint) : refOnly(requested),
    metadata: state.metadata ?? undefined,
    createdAt: state.created_at ?? undefined,
    parentConfig: state.parent_checkpoint ? checkpointConfig(state.parent_checkpoint) : undefined,
    tasks,
    interrupts: tasks.flatMap(({ interrupts }) => interrupts),
  };
}

export function checkpointConfig(checkpoint: WireCheckpoint): RunnableConfig {
  return { configurable: { ...checkpoint, checkpoint_map: checkpoint.checkpoint_map ?? {} } };
}

function refOnly(requested: RunnableConfig): RunnableConfig {
  const names = ['thread_id', 'checkpoint_ns', 'checkpoint_id', 'checkpoint_map'];
  const entries = Object.entries<unknown>(requested.configurable ?? {});
  return {
    configurable: Object.fromEntries(
      entries.filter(([key, value]) => names.includes(key) && value !== undefined),
    ),
  };
}

function taskOf(task: WireTask, requested: RunnableConfig): SnapshotTask {
  const failed = task.error !== null && task.error !== undefined;
  const subgraphConfig = task.checkpoint ? checkpointConfig(task.checkpoint) : undefined;
  return {
    id: task.id,
    name: task.name,
    path: task.path ?? [],
    error: failed ? parseFailure(task.error) : undefined,
    interrupts: taskInterrupts(task),
    state: task.state ? toStateSnapshot(task.state, requested) : subgraphConfig,
    result: task.result ?? undefined,
  };
}
