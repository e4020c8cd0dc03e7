import { memo } from 'react';
import type { UnseenRun } from '../pass/unseen-runs.ts';
import { TimelineSpan } from './TimelineSpan.tsx';
import { TimelineItemFrame, type TimelineItemProps } from './TimelineItemFrame.tsx';
import styles from '../TimelineView.module.css';

/** A run without known tasks: from its creation to its end, by the server. */
export const UnseenRunBar = memo(function UnseenRunBar(props: TimelineItemProps<UnseenRun>) {
  const { label, facts, startMs, endMs } = props.item;
  return (
    <TimelineItemFrame {...props} label={label} visit={null} status="unknown" facts={facts}>
      <TimelineSpan className={styles.bar} status="unknown" fromMs={startMs} toMs={endMs} view={props.view} />
    </TimelineItemFrame>
  );
});
