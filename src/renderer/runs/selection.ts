import type { Assistant } from '../../shared/model/assistant.ts';
import type { Thread } from '../../shared/model/thread.ts';
import type { CheckpointSelection, SubgraphCheckpoint } from '../shared-ui/checkpoint.ts';

/** The current selection. `checkpointId: null` is the newest state of the thread. */
export interface Selection {
  readonly connectionId: string | null;
  readonly assistantId: string | null;
  readonly threadId: string | null;
  readonly checkpointId: string | null;
  /** The selected checkpoint of a subgraph below `checkpointId`. */
  readonly inner?: SubgraphCheckpoint | undefined;
}

export const emptySelection: Selection = {
  connectionId: null,
  assistantId: null,
  threadId: null,
  checkpointId: null,
};

/** Another server has other assistants and threads, so nothing carries over. */
export function chooseServer(selection: Selection, connectionId: string): Selection {
  return selection.connectionId === connectionId ? selection : { ...emptySelection, connectionId };
}

/** Keeps the thread if it belongs to the assistant's graph, or to none yet. `thread` is the selected one, if known. */
export function chooseAssistant(
  selection: Selection,
  assistant: Assistant,
  thread: Thread | null,
): Selection {
  const { assistantId } = assistant;
  if (selection.assistantId === assistantId) return selection;
  const staysSelected =
    thread !== null &&
    thread.threadId === selection.threadId &&
    (thread.graphId === null || thread.graphId === assistant.graphId);
  return staysSelected
    ? { ...selection, assistantId }
    : { ...selection, assistantId, threadId: null, checkpointId: null, inner: undefined };
}

/** Selecting a thread also selects its assistant, or one of its graph, if known on this server. */
export function chooseThread(
  selection: Selection,
  thread: Thread,
  assistants: readonly Assistant[],
): Selection {
  const { threadId } = thread;
  const { checkpointId, inner } = selection.threadId === threadId ? selection : emptySelection;
  const assistantId = assistantOf(thread, selection.assistantId, assistants) ?? selection.assistantId;
  return { ...selection, threadId, checkpointId, inner, assistantId };
}

export function chooseOwnThread(selection: Selection, threadId: string | null): Selection {
  return selection.threadId === threadId
    ? selection
    : { ...selection, threadId, checkpointId: null, inner: undefined };
}

export function chooseCheckpoint(selection: Selection, checkpointId: string | null): Selection {
  return chooseCheckpointSelection(selection, { checkpointId, inner: null });
}

export function chooseCheckpointSelection(
  selection: Selection,
  { checkpointId, inner }: CheckpointSelection,
): Selection {
  return selection.threadId === null ? selection : { ...selection, checkpointId, inner: inner ?? undefined };
}

/** The initial assistant: `writer` on the demo server, because it shows most, else the first by graph. */
export function firstAssistant(assistants: readonly Assistant[], isDemo: boolean): Assistant | null {
  const ordered = assistants.toSorted(
    (a, b) => a.graphId.localeCompare(b.graphId) || Number(b.bySystem) - Number(a.bySystem),
  );
  const writer = isDemo ? ordered.find((assistant) => assistant.graphId === 'writer') : undefined;
  return writer ?? ordered[0] ?? null;
}

function assistantOf(
  thread: Thread,
  currentId: string | null,
  assistants: readonly Assistant[],
): string | null {
  const threadAssistant = assistants.find((assistant) => assistant.assistantId === thread.assistantId);
  if (threadAssistant) return threadAssistant.assistantId;
  const ofGraph = assistants.filter((assistant) => assistant.graphId === thread.graphId);
  if (ofGraph.some((assistant) => assistant.assistantId === currentId)) return currentId;
  return (ofGraph.find((assistant) => assistant.bySystem) ?? ofGraph[0])?.assistantId ?? null;
}
