import { withoutNulls } from '../run-stream/run-payload.ts';
import type { HistoryCursor, StateRef } from './thread-types.ts';
import type { WireCheckpoint } from '../http/api-types.ts';

// The checkpoint object of a reference, without null members (refused by the JavaScript server); `undefined`
// for the newest.
export function toCheckpoint(threadId: string, ref: StateRef): WireCheckpoint | undefined {
  const members = withoutNulls({
    ...ref.checkpoint,
    ...(ref.checkpointId ? { checkpoint_id: ref.checkpointId } : {}),
    ...(ref.checkpointNs ? { checkpoint_ns: ref.checkpointNs } : {}),
  });
  const names =
    'checkpoint_id' in members || 'checkpoint_map' in members || Boolean(members['checkpoint_ns']);
  if (!names) return undefined;
  return { thread_id: threadId, checkpoint_ns: '', ...members };
}

/** The checkpoint that a page of history comes after. */
export function toBeforeCheckpoint(
  threadId: string,
  before: HistoryCursor | null | undefined,
  ref: StateRef,
): WireCheckpoint | undefined {
  if (before === null || before === undefined || before === '') return undefined;
  const checkpointNs = ref.checkpointNs ?? ref.checkpoint?.checkpoint_ns;
  if (typeof before === 'string') return toCheckpoint(threadId, { checkpointId: before, checkpointNs });
  const checkpoint: WireCheckpoint | undefined =
    'configurable' in before ? before.configurable : (before as WireCheckpoint);
  return checkpoint && toCheckpoint(threadId, { checkpoint: { checkpoint_ns: checkpointNs, ...checkpoint } });
}

// True for a checkpoint as servers write it, in place of a reference.
export function isCheckpoint(ref: object): ref is WireCheckpoint {
  return ['thread_id', 'checkpoint_id', 'checkpoint_ns', 'checkpoint_map'].some((key) => key in ref);
}
