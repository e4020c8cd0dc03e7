import type { StartedRun } from '../../shared/model/run.ts';
import type { ThreadState } from '../../shared/model/thread.ts';

export interface SubgraphPlace {
  readonly checkpointNs: string;
  readonly nodeId: string;
}

export interface StateEditorProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly assistantId: string | null;
  readonly state: ThreadState;
  /** The subgraph that the state is of, with the node that it is; `null` for the thread's own state. */
  readonly subgraph: SubgraphPlace | null;
  /** The state is the thread's newest, so that saving goes on from it instead of forking. */
  readonly isHead: boolean;
  readonly writers: readonly string[];
  readonly onCheckpoint: (checkpointId: string | null) => void;
  readonly onStarted: (run: StartedRun) => void;
  /** A wish from elsewhere to write this state as a node; `ask` tells one wish from the next. */
  readonly editAs: { readonly nodeId: string; readonly ask: number } | null;
}

/** What an edit started from. It stays while the user types, whatever happens to the thread meanwhile (row D-7). */
export interface EditBase {
  /** `null`: the thread has no state yet. */
  readonly checkpointId: string | null;
  readonly subgraph: SubgraphPlace | null;
  readonly valuesText: string;
  readonly startText: string;
  readonly isHead: boolean;
  /** The node that the edit was asked for; `null` leaves it to who wrote the state. */
  readonly asNode: string | null;
  /** Which wish it came from: the next one begins with its own node. */
  readonly ask: number;
}

/** The parts of the keys of an edit's drafts: where the text belongs. */
export function draftPlace(
  connectionId: string,
  threadId: string,
  checkpointId: string | null,
  subgraph: SubgraphPlace | null,
): readonly string[] {
  const place = [connectionId, threadId, checkpointId ?? ''];
  return subgraph ? [...place, subgraph.checkpointNs] : place;
}
