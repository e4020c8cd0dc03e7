import { changedMembers, memberText, memberTexts } from 'exact-json';
import {
  GraphServerError,
  JsonText,
  type GraphClient,
  type ThreadStateUpdate,
} from 'remote-graph-client/client';
import { AppError } from '../../../shared/app-error.ts';
import type { SideBranch } from './side-branches.ts';
import type { SourceCheckpoint } from './source-history.ts';
import type { PlannedStep } from './step-plan.ts';

type CloneIds = Map<string, string>;

// A superstep that one state update makes: one node writes, and goes where its edges lead.
export function isOneUpdate({ superstep: { updates } }: PlannedStep): boolean {
  return updates.length === 1 && !updates[0]?.command;
}

// - `branches`: The newest one first.
// - `plans`: Of each branch.
// - `cloned`: The clone of the newest branch, without its last checkpoint.
interface SidesRequest {
  readonly client: GraphClient;
  readonly threadId: string;
  readonly branches: readonly SideBranch[];
  readonly plans: readonly (readonly PlannedStep[])[];
  readonly cloned: readonly SourceCheckpoint[];
}

// Makes the branches beside the newest one by state updates, each of the checkpoint before it, and then the last
// checkpoint of the newest one. A branch ends where the server refuses a checkpoint. Returns the checkpoints of the
// clone, by those of the source.
export async function writeSides(
  { client, threadId, branches, plans, cloned }: SidesRequest,
  signal: AbortSignal,
  onWritten: (checkpoints: number) => void,
  cloneIds?: CloneIds,
): Promise<ReadonlyMap<string, string>> {
  const newest = branches[0]?.path ?? [];
  const ids: CloneIds =
    cloneIds ?? new Map(cloned.map((one, index) => [newest[index]?.checkpointId ?? '', one.checkpointId]));
  let written = 0;
  const write = async (index: number, step: number): Promise<void> => {
    signal.throwIfAborted();
    const planned = plans[index]?.[step];
    if (planned) await writeStep(client, threadId, planned, branches[index]?.path[step - 1] ?? null, ids);
    onWritten((written += 1));
  };
  for (const [index, { path, ownFrom }] of branches.entries()) {
    if (index === 0) continue;
    try {
      for (let step = ownFrom; step < path.length; step += 1) await write(index, step);
    } catch (error) {
      if (!(error instanceof GraphServerError)) throw error;
    }
  }
  await write(0, newest.length - 1);
  return ids;
}

// Makes the newest branch, and then those beside it, by state updates only, for a server that ignores supersteps. The newest
// branch's last checkpoint comes last, so that it is the state of the thread.
export async function writeNewest(
  request: SidesRequest,
  signal: AbortSignal,
  onWritten: (checkpoints: number) => void,
): Promise<ReadonlyMap<string, string>> {
  const { client, threadId, branches, plans } = request;
  const newest = branches[0]?.path ?? [];
  const ids: CloneIds = new Map();
  const stepCount = branches.length > 1 ? newest.length - 1 : newest.length;
  for (let step = 0; step < stepCount; step += 1) {
    signal.throwIfAborted();
    const planned = plans[0]?.[step];
    if (planned) await writeStep(client, threadId, planned, newest[step - 1] ?? null, ids);
    onWritten(step + 1);
  }
  if (branches.length === 1) return ids;
  return writeSides(request, signal, (written) => onWritten(stepCount + written), ids);
}

// What was made of a branch; `null` where a checkpoint is missing, or is not of the one before it.
export function clonedPath(
  path: readonly SourceCheckpoint[],
  ids: ReadonlyMap<string, string>,
  history: readonly SourceCheckpoint[],
): (SourceCheckpoint | null)[] {
  const byId = new Map(history.map((checkpoint) => [checkpoint.checkpointId, checkpoint]));
  return path.map(({ checkpointId }, index) => {
    const checkpoint = byId.get(ids.get(checkpointId) ?? '');
    const parentId = ids.get(path[index - 1]?.checkpointId ?? '') ?? null;
    return checkpoint && checkpoint.parentId === parentId ? checkpoint : null;
  });
}

// Makes one checkpoint by a state update of its parent's clone.
async function writeStep(
  client: GraphClient,
  threadId: string,
  step: PlannedStep,
  parent: SourceCheckpoint | null,
  ids: CloneIds,
): Promise<void> {
  const checkpointId = parent === null ? null : ids.get(parent.checkpointId);
  if (checkpointId === undefined) return;
  const update: ThreadStateUpdate = {
    ...toUpdate(step, parent?.valuesText ?? '{}'),
    ...(checkpointId === null ? {} : { checkpointId }),
  };
  const { checkpoint } = await client.threads.updateState(threadId, update, { purpose: 'threads.clone' });
  if (typeof checkpoint?.checkpoint_id !== 'string') {
    throw new AppError('server-failed', 'The server did not report the checkpoint that it created.');
  }
  ids.set(step.checkpoint.checkpointId, checkpoint.checkpoint_id);
}

// Of several nodes, the first writes for all: a key that several wrote as a whole, past its reducer.
function toUpdate(step: PlannedStep, before: string): Pick<ThreadStateUpdate, 'values' | 'asNode'> {
  const { updates } = step.superstep;
  const asNode = updates[0]?.asNode ?? '__start__';
  const all = updates.map((update) =>
    memberTexts(textOf(update.command ? update.command.update : update.values)),
  );
  const changed = new Set(changedMembers(before, step.checkpoint.valuesText).changed.map(({ key }) => key));
  const keys = new Set(all.flat().map(({ key }) => key));
  const members = [...keys].flatMap((key) => {
    const texts = all.flatMap((one) => one.filter((member) => member.key === key));
    const after = memberText(step.checkpoint.valuesText, key);
    if (texts.length > 1 && after !== null && !changed.has(key)) return [];
    const text = texts.length > 1 && after !== null ? `{"__overwrite__":${after}}` : texts[0]?.text;
    return `${JSON.stringify(key)}:${text ?? 'null'}`;
  });
  return { asNode, values: new JsonText(`{${members.join(',')}}`) };
}

const textOf = (values: unknown): string => (values instanceof JsonText ? values.text : '{}');
