import type { CheckpointSummary } from '../../../shared/model/thread.ts';
import type { MessageHistory } from '../../../shared/model/message-history.ts';

/** The lanes in which something else stands in a message's place, oldest first. */
export interface MessageBranches {
  /** The newest checkpoint of each lane. */
  readonly checkpointIds: readonly string[];
  /** Which of them is shown. */
  readonly current: number;
}

/**
 * For each message of a checkpoint: which other messages stand in its place after the same messages, at the ends of the
 * thread's lanes. `null` where no other does.
 */
export function branchesOf(history: MessageHistory, checkpointId: string | null): (MessageBranches | null)[] {
  const shown = history.checkpoints.find(({ checkpoint }) => checkpoint.checkpointId === checkpointId);
  if (!shown) return [];
  const parents = new Set(history.checkpoints.map(({ checkpoint }) => checkpoint.parentId));
  const ends = history.checkpoints.filter(({ checkpoint }) => !parents.has(checkpoint.checkpointId));
  let lanes = ends;
  return shown.messages.map((message, at) => {
    // The newest lane of each message; the list is newest first, so that the first one met is it.
    const byMessage = new Map<number, string>();
    for (const { messages, checkpoint } of lanes) {
      const own = messages[at];
      if (own !== undefined && !byMessage.has(own)) byMessage.set(own, checkpoint.checkpointId);
    }
    lanes = lanes.filter(({ messages }) => messages[at] === message);
    if (byMessage.size < 2 || !byMessage.has(message)) return null;
    const since = (number: number): number =>
      history.checkpoints.findLastIndex(({ messages }) => messages.includes(number));
    const ordered = [...byMessage].toSorted(([a], [b]) => since(b) - since(a));
    return {
      checkpointIds: ordered.map(([, id]) => id),
      current: ordered.findIndex(([number]) => number === message),
    };
  });
}

/** From where a message is made once more, or why it can't be. */
export type Regeneration =
  { readonly from: CheckpointSummary; readonly why: null } | { readonly from: null; readonly why: string };

/**
 * The checkpoint to run from so that the node that made a message makes it again: the one before the message was first
 * there. For what a person said or an edit wrote, it is the one that first holds it: what answers it runs again.
 */
export function regenerationOf(
  history: MessageHistory,
  checkpointId: string | null,
  at: number,
  role: string,
): Regeneration {
  const byId = new Map(history.checkpoints.map((one) => [one.checkpoint.checkpointId, one]));
  const shown = byId.get(checkpointId ?? '');
  const own = shown?.messages[at];
  const id = own === undefined ? null : (history.ids[own] ?? null);
  if (!shown || id === null) return refused('The history does not show where this message was made.');
  const isSaid = role === 'human' || role === 'system';
  // What a person said counts as it is worded now; what a node made stays its own when it is edited.
  const isIt = (message: number): boolean => (isSaid ? message === own : history.ids[message] === id);
  let first = shown;
  let before = byId.get(first.checkpoint.parentId ?? '');
  while (before?.messages.some(isIt)) {
    first = before;
    before = byId.get(first.checkpoint.parentId ?? '');
  }
  const wasMade = first.checkpoint.source === 'loop' && !isSaid;
  if (!wasMade) return runnable(first.checkpoint, 'Nothing runs after this message.');
  if (!before) return refused('The checkpoint before this message is not there any more.');
  return runnable(before.checkpoint, 'Nothing runs from the checkpoint before this message.');
}

function runnable(from: CheckpointSummary, why: string): Regeneration {
  return from.next.length === 0 ? refused(why) : { from, why: null };
}

function refused(why: string): Regeneration {
  return { from: null, why };
}
