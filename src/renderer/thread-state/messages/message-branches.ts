import type { CheckpointSummary } from '../../../shared/model/thread.ts';
import type { MessageCheckpoint, MessageHistory } from '../../../shared/model/message-history.ts';

export interface MessageBranches {
  readonly checkpointIds: readonly string[];
  readonly current: number;
}

// For each message of a checkpoint, the alternatives: messages in the same position after the same messages,
// at the ends of the thread's branches. `null` without alternatives.
export function findMessageBranches(
  history: MessageHistory,
  checkpointId: string | null,
): (MessageBranches | null)[] {
  const selected = history.checkpoints.find(({ checkpoint }) => checkpoint.checkpointId === checkpointId);
  if (!selected) return [];
  const parents = new Set(history.checkpoints.map(({ checkpoint }) => checkpoint.parentId));
  const branchEnds = history.checkpoints.filter(({ checkpoint }) => !parents.has(checkpoint.checkpointId));
  let lanes = branchEnds;
  return selected.messages.map((message, index) => {
    // The newest branch of each message. The list is newest first, so the first match wins.
    const byMessage = new Map<number, string>();
    for (const { messages, checkpoint } of lanes) {
      const laneMessage = messages[index];
      if (laneMessage !== undefined && !byMessage.has(laneMessage))
        byMessage.set(laneMessage, checkpoint.checkpointId);
    }
    lanes = lanes.filter(({ messages }) => messages[index] === message);
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

export interface MessageOrigin {
  // The first checkpoint that contains it; `null` if the history doesn't show it.
  readonly first: CheckpointSummary | null;
  // The checkpoint to run from to regenerate it.
  readonly from: CheckpointSummary | null;
  // Why there is none, as a message for the user.
  readonly why: string | null;
}

// The checkpoint to run from to regenerate a message: the one before its first appearance, so that its node
// runs again. For a human message or an edit it is the first one that contains it, so that the reply is
// regenerated.
export function findMessageOrigin(
  history: MessageHistory,
  checkpointId: string | null,
  index: number,
  role: string,
): MessageOrigin {
  const byId = new Map(history.checkpoints.map((one) => [one.checkpoint.checkpointId, one]));
  const selected = byId.get(checkpointId ?? '');
  const selectedMessage = selected?.messages[index];
  const id = selectedMessage === undefined ? null : (history.ids[selectedMessage] ?? null);
  if (!selected || id === null) {
    return { first: null, from: null, why: 'The history does not show the origin of this message.' };
  }
  const isSaid = role === 'human' || role === 'system';
  // A human message counts as new when its text changes; a node's message keeps its origin when edited.
  const isIt = (message: number): boolean =>
    isSaid ? message === selectedMessage : history.ids[message] === id;
  const [{ checkpoint: first }, before] = sinceWhen(origin(history, selected, isIt), byId, isIt);
  if (first.source !== 'loop' || isSaid)
    return { first, ...runnable(first, 'Nothing runs after this message.') };
  if (!before) return { first, from: null, why: 'The checkpoint before this message was pruned.' };
  return { first, ...runnable(before.checkpoint, 'Nothing runs from the checkpoint before this message.') };
}

function runnable(from: CheckpointSummary, why: string): Pick<MessageOrigin, 'from' | 'why'> {
  return from.next.length === 0 ? { from: null, why } : { from, why: null };
}

// The history in which to search for the origin. A subgraph run that continues another one starts with copied
// messages, so the oldest run with the message is searched.
function origin(
  history: MessageHistory,
  selected: MessageCheckpoint,
  isIt: (message: number) => boolean,
): MessageCheckpoint {
  if (!selected.subgraph) return selected;
  const oldest = history.checkpoints.findLast(({ messages }) => messages.some(isIt));
  return oldest?.subgraph?.checkpointNs === selected.subgraph.checkpointNs ? selected : (oldest ?? selected);
}

// The first checkpoint of the unbroken sequence that contains a message, and the one before it.
function sinceWhen(
  selected: MessageCheckpoint,
  byId: ReadonlyMap<string, MessageCheckpoint>,
  isIt: (message: number) => boolean,
): readonly [MessageCheckpoint, MessageCheckpoint | undefined] {
  const parentOf = ({ checkpoint }: MessageCheckpoint) => byId.get(checkpoint.parentId ?? '');
  let first = selected;
  let before = parentOf(first);
  // Nothing keeps a server from a checkpoint that is its own ancestor.
  const visited = new Set([first]);
  while (before !== undefined && !visited.has(before) && before.messages.some((message) => isIt(message))) {
    first = before;
    visited.add(first);
    before = parentOf(first);
  }
  return [first, before];
}
