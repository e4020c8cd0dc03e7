import type { ThreadState } from '../../../shared/model/thread.ts';
import type { CheckpointSelection } from '../../shared-ui/checkpoint.ts';
import type { RunFrom } from '../../shared-ui/run-launcher.ts';

export interface EditedSubgraph {
  readonly checkpointNs: string;
  readonly nodeId: string;
  readonly rootId: string;
}

export interface StateEditorProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly assistantId: string | null;
  readonly state: ThreadState;
  // It is the state of another checkpoint until that of the picked one is read, or is not known yet: no edit may start
  // from it.
  readonly isStale?: boolean;
  // The subgraph of the state with its node; `null` for the root graph.
  readonly subgraph: EditedSubgraph | null;
  // The state is the thread's newest, so saving continues from it instead of forking.
  readonly isHead: boolean;
  readonly writers: readonly string[];
  // Rejects if the run was not accepted.
  readonly onRun: (from: RunFrom) => Promise<unknown>;
  readonly onCheckpoint: (checkpointId: string | null) => void;
  readonly onOpenCheckpoint: (position: CheckpointSelection) => void;
}

// The run requested after a save. `problem`: why it did not start; `null` if it did or none was requested.
export interface RunAfterSave {
  readonly wasRequested: boolean;
  readonly problem: unknown;
}

// The state that an edit started from. Fixed during the edit, even if the thread changes meanwhile.
export interface EditBase {
  readonly checkpointId: string | null;
  readonly subgraph: EditedSubgraph | null;
  readonly valuesText: string;
  readonly startText: string;
  readonly isHead: boolean;
  // The requested node; `null` uses the writer of the state.
  readonly asNode: string | null;
  // Number of edits started; resets node and message for the next one.
  readonly turn: number;
  readonly start: EditStart;
}

export type EditStart =
  | { readonly look: 'json' }
  /** `id`: the message that opens first. */
  | { readonly look: 'messages'; readonly key: string; readonly id: string | null };

/**
 * The key parts that identify an edit's drafts. Its text, undo steps, options, invalid fields and scheduled save have a key
 * each: as one draft, a text of 5.7 MB would take 9 ms instead of 0.5 ms for each key press, and exceed the limit of a
 * stored text.
 */
export function draftKeyParts(
  connectionId: string,
  threadId: string,
  checkpointId: string | null,
  subgraph: EditedSubgraph | null,
): readonly string[] {
  const position = [connectionId, threadId, checkpointId ?? ''];
  return subgraph ? [...position, subgraph.checkpointNs] : position;
}
