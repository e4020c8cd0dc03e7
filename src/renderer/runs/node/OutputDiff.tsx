import { useThreadState } from '../../queries/thread-state-query.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import type { ExecutionViewProps } from './node-view-props.ts';
import styles from './NodeView.module.css';

interface OutputDiffProps extends ExecutionViewProps {
  // The keys that it wrote; `null` if its result does not name them.
  readonly keys: readonly string[] | null;
}

// The keys that an execution wrote, before and after it: what the reducers made of its writes.
export function OutputDiff({ connectionId, threadId, execution, slots, keys }: OutputDiffProps) {
  const { before, made, namespace: checkpointNs } = execution;
  const hasDiff = before !== null && made !== null && keys?.length !== 0;
  const old = useThreadState({ connectionId, threadId, checkpointId: before, checkpointNs }, hasDiff);
  const now = useThreadState({ connectionId, threadId, checkpointId: made, checkpointNs }, hasDiff);
  const problem = old.error ?? now.error;
  if (keys?.length === 0)
    return <EmptyState compact title="Nothing written" sentence="It returned an empty update." />;
  if (problem !== null) {
    return (
      <div className={styles.padded}>
        <ErrorNotice action="Could not load the states" error={problem} />
      </div>
    );
  }
  if (!old.data || !now.data || old.isPlaceholderData || now.isPlaceholderData)
    return <Loading fill>Loading the states</Loading>;
  return slots.renderDiff(old.data.valuesText, now.data.valuesText, keys);
}
