import { memberText, sameJson } from 'exact-json';
import {
  GraphServerError,
  JsonText,
  mentionsBusyThread,
  ProtocolError,
  type GraphClient,
} from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type {
  StateChange,
  StateDifference,
  StateUpdateResult,
  ThreadState,
} from '../../shared/model/thread.ts';
import { loneSurrogateIndex, parseJsonInput } from '../common/json-input.ts';
import { savedButUnread } from '../common/saved-but-unread.ts';
import { readState } from './read-state.ts';
import { messagesEqual } from './messages-equal.ts';
import { changedKeys } from './mappers/history-mapper.ts';

interface StateEdit {
  readonly threadId: string;
  readonly checkpointId: string | null;
  // The subgraph to edit; empty or omitted for the root graph.
  readonly checkpointNs?: string | undefined;
  readonly expectedHeadId: string | null;
  readonly asNode: string | null;
  readonly changes: readonly StateChange[];
  // Called just before the request that writes: a failure without it has changed nothing.
  readonly onSend?: () => void;
}

/**
 * Edits a state: sends the `update_state` of LangGraph (which keys, `as_node`), and reads the saved state back. Servers
 * can't check a condition before writing, so the head is compared before the write and the new checkpoint's parent after
 * it. An edit of the head is of the state that was compared: a heavy state is read twice in all, not three times.
 */
export async function updateState(
  client: GraphClient,
  edit: StateEdit,
  signal: AbortSignal,
): Promise<StateUpdateResult> {
  const { threadId, checkpointId, checkpointNs, expectedHeadId, changes } = edit;
  const values = valuesOf(changes);
  const head = expectedHeadId !== null || checkpointId === null ? await readHead(client, edit, signal) : null;
  const base =
    head?.checkpointId === checkpointId
      ? head
      : await readState(client, threadId, checkpointId, signal, checkpointNs);
  const newId = await sendStateEdit(client, edit, values);
  // The write is done: aborting must not hide its outcome.
  const state = await readState(client, threadId, newId, new AbortController().signal, checkpointNs).catch(
    savedButUnread('The edit'),
  );
  checkParent(state, checkpointId, edit.asNode === '__copy__' ? base : null);
  return {
    state,
    changedKeys: changedKeys(base.valuesText, state.valuesText),
    differences: differencesOf(changes, state.valuesText),
  };
}

// The object to send, from typed texts: no number is rounded, no key moves.
function valuesOf(changes: readonly StateChange[]): JsonText | null {
  if (changes.length === 0) return null;
  const members = changes.map(({ key, valueText }) => {
    if (loneSurrogateIndex(key) >= 0)
      throw new AppError('invalid-input', 'A key contains half of a character (an unpaired surrogate).');
    return `${JSON.stringify(key)}:${parseJsonInput(valueText, `The value of "${key}"`).text}`;
  });
  if (new Set(changes.map(({ key }) => key)).size < changes.length) {
    throw new AppError('invalid-input', 'The same key is changed twice.', { hint: 'Nothing was sent.' });
  }
  return new JsonText(`{${members.join(',')}}`);
}

// The newest state. Throws an `AppError` (`thread-moved`) if it is not the expected one.
async function readHead(client: GraphClient, edit: StateEdit, signal: AbortSignal): Promise<ThreadState> {
  const { threadId, checkpointNs, expectedHeadId } = edit;
  const head = await readState(client, threadId, null, signal, checkpointNs);
  if (head.checkpointId === expectedHeadId) return head;
  throw new AppError('thread-moved', 'The thread has changed since this state was loaded.', {
    hint: 'Apply the edit to the latest state, or fork from your version.',
    details: {
      written: 'no',
      expected: expectedHeadId ?? 'no checkpoint',
      found: head.checkpointId ?? 'no checkpoint',
    },
  });
}

// The one request that writes. Resolves with the new checkpoint's id.
async function sendStateEdit(client: GraphClient, edit: StateEdit, values: JsonText | null): Promise<string> {
  const { threadId, checkpointId, checkpointNs, asNode } = edit;
  let unreadable: ProtocolError | null = null;
  edit.onSend?.();
  try {
    const answer = await client.threads.updateState(
      threadId,
      { values, asNode, checkpointId, checkpointNs },
      { purpose: 'threads.updateState' },
    );
    const newId = answer.checkpoint.checkpoint_id;
    if (typeof newId === 'string') return newId;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw await writeProblem(client, edit, error);
    unreadable = error;
  }
  // The server has answered with success, so the edit was written, whatever its answer looks like.
  const { signal } = new AbortController();
  const newest = await readState(client, threadId, null, signal, checkpointNs).catch(() => null);
  // Nothing here answers as a graph server does, so the first answer counts.
  if (newest === null && unreadable !== null) throw unreadable;
  if (newest !== null && newest.checkpointId !== null) {
    const { checkpointId: newestId, parentId, source } = newest;
    if (parentId === checkpointId && source === 'update') return newestId;
  }
  throw new AppError(
    'protocol',
    'The server accepted the edit, but did not report which checkpoint it created.',
    {
      hint: 'Refresh the history to see the new checkpoint.',
      details: { written: 'yes' },
    },
  );
}

// 409 (and on some servers 422) means that a run is active; the thread itself shows whether it is.
async function writeProblem(client: GraphClient, edit: StateEdit, error: unknown): Promise<unknown> {
  if (!(error instanceof GraphServerError)) return error;
  const { status, serverText } = error;
  const details = { status: String(status), server: serverText };
  if (
    status === 409 ||
    (status === 422 && mentionsBusyThread(serverText) && (await isBusy(client, edit.threadId)))
  ) {
    return new AppError('thread-busy', 'A run is active on this thread, so its state can’t be edited.', {
      hint: 'Your edit is saved as a draft. Apply it when the run has ended.',
      details,
    });
  }
  if (status === 500 && edit.asNode !== null) {
    return new AppError('server-failed', `The server failed to write the state as node "${edit.asNode}".`, {
      hint: 'Check that the graph has this node, and that the values match the state schema.',
      details,
    });
  }
  return error;
}

async function isBusy(client: GraphClient, threadId: string): Promise<boolean> {
  const thread = await client.threads.get(threadId, { purpose: 'threads.updateState' }).catch(() => null);
  return thread?.status === 'busy';
}

// A copy is a sibling of `copied` (or its child if that has no parent), anything else a child of its base.
function checkParent(state: ThreadState, checkpointId: string | null, copied: ThreadState | null): void {
  // The server may create a base for a thread's first state.
  if (checkpointId === null || state.parentId === checkpointId) return;
  if (state.missing?.includes('parent_checkpoint') === true) return;
  if (copied && state.parentId === copied.parentId) return;
  throw new AppError(
    'thread-moved',
    'The edit was saved, but on a different checkpoint than the one shown.',
    {
      hint: 'Check the latest checkpoint before you continue.',
      details: {
        written: 'yes',
        expected: checkpointId,
        found: state.parentId ?? 'no parent',
        checkpointId: state.checkpointId ?? '',
      },
    },
  );
}

// Keys whose value differs from the request: a reducer added to it, or the server rounded a number.
function differencesOf(changes: readonly StateChange[], valuesText: string): StateDifference[] {
  return changes.flatMap(({ key, valueText, expectedText }) => {
    const gotText = memberText(valuesText, key);
    const sentText = expectedText ?? valueText;
    const isSame = expectedText === undefined ? sameJson : messagesEqual;
    return gotText !== null && isSame(sentText, gotText)
      ? []
      : [{ key, expectedText: sentText, actualText: gotText }];
  });
}
