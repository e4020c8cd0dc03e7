import type { CheckpointSummary } from '../../../../shared/model/threads/thread.ts';
import type { MessageCheckpoint, MessageHistory } from '../../../../shared/model/threads/message-history.ts';

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
export function findMessageBranches(
  history: MessageHistory,
  checkpointId: string | null,
): (MessageBranches | null)[] {
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

/** Where a message came from, and from where it is made once more. */
export interface MessageOrigin {
  /** The first checkpoint that holds it; `null` where the history does not show it. */
  readonly first: CheckpointSummary | null;
  /** The checkpoint to run from so that it is made again. */
  readonly from: CheckpointSummary | null;
  /** Why there is none, in words. */
  readonly why: string | null;
}

/**
 * The checkpoint to run from so that the node that made a message makes it again: the one before the message was first
 * there. For what a person said or an edit wrote, it is the one that first holds it: what answers it runs again.
 */
export function findMessageOrigin(
  history: MessageHistory,
  checkpointId: string | null,
  at: number,
  role: string,
): MessageOrigin {
  const byId = new Map(history.checkpoints.map((one) => [one.checkpoint.checkpointId, one]));
  const shown = byId.get(checkpointId ?? '');
  const own = shown?.messages[at];
  const id = own === undefined ? null : (history.ids[own] ?? null);
  if (!shown || id === null) {
    return { first: null, from: null, why: 'The history does not show the origin of this message.' };
  }
  const isSaid = role === 'human' || role === 'system';
  // What a person said counts as it is worded now; what a node made stays its own when it is edited.
  const isIt = (message: number): boolean => (isSaid ? message === own : history.ids[message] === id);
  const [{ checkpoint: first }, before] = sinceWhen(origin(history, shown, isIt), byId, isIt);
  if (first.source !== 'loop' || isSaid)
    return { first, ...runnable(first, 'Nothing runs after this message.') };
  if (!before) return { first, from: null, why: 'The checkpoint before this message was pruned.' };
  return { first, ...runnable(before.checkpoint, 'Nothing runs from the checkpoint before this message.') };
}

function runnable(from: CheckpointSummary, why: string): Pick<MessageOrigin, 'from' | 'why'> {
  return from.next.length === 0 ? { from: null, why } : { from, why: null };
}

/**
 * From where to look for where a message came from. A run of a subgraph that went on from another one begins with what was
 * written into it: then the oldest run that holds the message knows more.
 */
function origin(
  history: MessageHistory,
  shown: MessageCheckpoint,
  isIt: (message: number) => boolean,
): MessageCheckpoint {
  if (!shown.subgraph) return shown;
  const oldest = history.checkpoints.findLast(({ messages }) => messages.some(isIt));
  return oldest?.subgraph?.checkpointNs === shown.subgraph.checkpointNs ? shown : (oldest ?? shown);
}

/** The first checkpoint of an unbroken row of them that holds a message, and the one before it. */
function sinceWhen(
  shown: MessageCheckpoint,
  byId: ReadonlyMap<string, MessageCheckpoint>,
  isIt: (message: number) => boolean,
): readonly [MessageCheckpoint, MessageCheckpoint | undefined] {
  const before = byId.get(shown.checkpoint.parentId ?? '');
  const isThere = before !== undefined && before.messages.some((message) => isIt(message));
  return isThere ? sinceWhen(before, byId, isIt) : [shown, before];
}
