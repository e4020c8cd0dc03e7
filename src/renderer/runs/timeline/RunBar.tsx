import { memo } from 'react';
import type { RunItem } from './run-items.ts';
import { TimelineSpan } from './TimelineSpan.tsx';
import { TimelineItemFrame, type TimelineItemProps } from './TimelineItemFrame.tsx';
import styles from './TimelineView.module.css';

/** A run without tasks: from its creation to its end, by the server. */
export const RunBar = memo(function RunBar(props: TimelineItemProps<RunItem>) {
  const { label, facts, startMs, endMs, hasFailed } = props.item;
  const status = hasFailed ? 'failed' : 'unknown';
  return (
    <TimelineItemFrame {...props} label={label} visit={null} status={status} facts={facts}>
      <TimelineSpan className={styles.bar} status={status} fromMs={startMs} toMs={endMs} view={props.view} />
    </TimelineItemFrame>
  );
});
