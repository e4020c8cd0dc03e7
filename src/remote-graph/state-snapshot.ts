import { failureOf } from './server-differences.ts';
import type { WireCheckpoint, WireInterrupt, WireObject, WireTask, WireThreadState } from './wire.ts';
import type { RemoteConfig } from './run-config.ts';

/** A task of a snapshot. `state`: the subgraph's own snapshot, or the configuration to read it with. */
export interface SnapshotTask {
  readonly id: string;
  readonly name: string;
  readonly path: readonly unknown[];
  readonly error: { readonly name: string; readonly message: string } | null;
  readonly interrupts: readonly WireInterrupt[];
  readonly state: StateSnapshot | RemoteConfig | null;
  readonly result: unknown;
}

/** A thread's state in the words of a local graph. Times are the server's texts. */
export interface StateSnapshot {
  readonly values: unknown;
  readonly next: readonly string[];
  readonly config: RemoteConfig;
  readonly metadata: WireObject | null;
  readonly createdAt: string | null;
  readonly parentConfig: RemoteConfig | null;
  readonly tasks: readonly SnapshotTask[];
  /** The interrupts of all tasks. */
  readonly interrupts: readonly WireInterrupt[];
}

/** The snapshot for a server's state. A thread that never ran has no checkpoint: its config is the one that was asked with. */
export function snapshotOf(state: WireThreadState, asked: RemoteConfig): StateSnapshot {
  const tasks = (state.tasks ?? []).map((task) => taskOf(task, asked));
  return {
    values: state.values,
    next: state.next ?? [],
    config: state.checkpoint ? configOf(state.checkpoint) : asked,
    metadata: state.metadata ?? null,
    createdAt: state.created_at ?? null,
    parentConfig: state.parent_checkpoint ? configOf(state.parent_checkpoint) : null,
    tasks,
    interrupts: tasks.flatMap(({ interrupts }) => interrupts),
  };
}

/** The configuration that names a checkpoint. */
export function configOf(checkpoint: WireCheckpoint): RemoteConfig {
  return { configurable: { ...checkpoint, checkpoint_map: checkpoint.checkpoint_map ?? {} } };
}

function taskOf(task: WireTask, asked: RemoteConfig): SnapshotTask {
  const failed = task.error !== null && task.error !== undefined;
  const below = task.checkpoint ? configOf(task.checkpoint) : null;
  return {
    id: task.id,
    name: task.name,
    path: task.path ?? [],
    error: failed ? failureOf(task.error) : null,
    interrupts: task.interrupts ?? [],
    state: task.state ? snapshotOf(task.state, asked) : below,
    result: task.result ?? null,
  };
}
