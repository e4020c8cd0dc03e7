import type { CheckpointSummary } from '../../../../shared/model/threads/thread.ts';
import type { SubgraphRun } from '../../../domain/checkpoint.ts';
import type { RunSettings } from '../../../domain/settings/run-settings.ts';

/** An unconfirmed run from a checkpoint of the selected thread. */
export interface CheckpointRunRequest {
  readonly checkpoint: Pick<CheckpointSummary, 'checkpointId' | 'next' | 'step' | 'source'> & {
    /** Those that its tasks ran; omitted for none. */
    readonly subgraphs?: readonly { readonly nodeId: string }[] | undefined;
  };
  /** The requested node, if the checkpoint is the last one before it. */
  readonly nodeId: string | null;
  /** Set for a checkpoint of a subgraph. */
  readonly inner: SubgraphRun | null;
  /** The run pauses after one superstep of the thread's graph. */
  readonly step?: true;
  /** The node has not run from the checkpoint yet. */
  readonly isFirst?: true;
  /** Settings that are tried, and are not saved. */
  readonly settings?: RunSettings;
}
