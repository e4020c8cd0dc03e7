import type { CheckpointSummary } from '../../../shared/model/thread.ts';
import type { SubgraphRun } from '../../shared-ui/checkpoint.ts';
import type { RunSettings } from '../../shared-ui/run-settings.ts';

export interface CheckpointRunRequest {
  readonly checkpoint: Pick<CheckpointSummary, 'checkpointId' | 'next' | 'step' | 'source'> & {
    readonly subgraphs?: readonly { readonly nodeId: string }[] | undefined;
  };
  /** The requested node, if the checkpoint is the last one before it. */
  readonly nodeId: string | null;
  readonly inner: SubgraphRun | null;
  /** The run pauses after one superstep of the thread's graph. */
  readonly step?: true;
  /** The node has not run from the checkpoint yet. */
  readonly isFirst?: true;
  readonly settings?: RunSettings;
}
