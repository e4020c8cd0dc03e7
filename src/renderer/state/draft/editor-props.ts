import type { StartedRun } from '../../../shared/model/runs/run.ts';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import type { CheckpointSelection } from '../../domain/checkpoint.ts';

export interface EditedSubgraph {
  readonly checkpointNs: string;
  readonly nodeId: string;
  /** The checkpoint of the thread whose tasks ran it. */
  readonly rootId: string;
}

export interface StateEditorProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly assistantId: string | null;
  readonly state: ThreadState;
  /** The subgraph that the state is of, with the node that it is; `null` for the thread's own state. */
  readonly subgraph: EditedSubgraph | null;
  /** The state is the thread's newest, so that saving goes on from it instead of forking. */
  readonly isHead: boolean;
  readonly writers: readonly string[];
  readonly onCheckpoint: (checkpointId: string | null) => void;
  readonly onOpenCheckpoint: (place: CheckpointSelection) => void;
  readonly onStarted: (run: StartedRun) => void;
  /** A wish from elsewhere to write this state as a node; `ask` tells one wish from the next. */
  readonly editAs: { readonly nodeId: string; readonly ask: number } | null;
  /** A wish from the messages of the state to edit one of them. */
  readonly editMessages?: EditMessagesCommand | null;
}

/** The run that was to follow a save; `problem` is why it was not started, `null` where it was or where none was asked for. */
export interface RunAfterSave {
  readonly wasRequested: boolean;
  readonly problem: unknown;
}

/** What an edit started from. It stays while the user types, whatever happens to the thread meanwhile (row D-7). */
export interface EditBase {
  /** `null`: the thread has no state yet. */
  readonly checkpointId: string | null;
  readonly subgraph: EditedSubgraph | null;
  readonly valuesText: string;
  readonly startText: string;
  readonly isHead: boolean;
  /** The node that the edit was asked for; `null` leaves it to who wrote the state. */
  readonly asNode: string | null;
  /** How often an edit was begun: the next one begins with its own node, or with another message. */
  readonly turn: number;
  /** How the edit begins: as text, or with its messages. */
  readonly start: EditStart;
}

/** With its messages: which of them is open at first, by its id. */
export type EditStart =
  { readonly look: 'json' } | { readonly look: 'messages'; readonly key: string; readonly id: string | null };

/** A wish from the messages of the state to edit it; `ask` tells one wish from the next. */
export interface EditMessagesCommand {
  readonly start: EditStart;
  readonly ask: number;
}

/** The parts of the keys of an edit's drafts: where the text belongs. */
export function draftKeyParts(
  connectionId: string,
  threadId: string,
  checkpointId: string | null,
  subgraph: EditedSubgraph | null,
): readonly string[] {
  const place = [connectionId, threadId, checkpointId ?? ''];
  return subgraph ? [...place, subgraph.checkpointNs] : place;
}
