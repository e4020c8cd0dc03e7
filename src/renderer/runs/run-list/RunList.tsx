import { useState } from 'react';
import type { RunRecord } from '../../../shared/model/runs/run.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { scrollableGroupProps } from '../../ui/a11y-props.ts';
import { useRunRecords } from './queries.ts';
import type { RunListProps } from './run-list-props.ts';
import { RunRow } from './RunRow.tsx';
import styles from './RunList.module.css';

export function RunList(props: RunListProps) {
  const { connectionId, threadId, runId } = props;
  const records = useRunRecords(connectionId, threadId);
  /** `undefined` until a run is displayed: the first one is expanded, also if it is known later than the list. */
  const [openId, setOpenId] = useState<string | null | undefined>(runId ?? undefined);
  if (openId === undefined && runId !== null) setOpenId(runId);
  if (records.error && !records.data) {
    return (
      <div className={styles.note}>
        <ErrorNotice
          action="Could not load runs"
          error={records.error}
          onRetry={() => void records.refetch()}
        />
      </div>
    );
  }
  if (!records.data) return <Loading fill>Loading runs</Loading>;
  if (records.data.length === 0) {
    return <EmptyState compact title="No runs" sentence="This thread has no runs, or they were deleted." />;
  }
  const all = records.data;
  return (
    <div className={styles.list} {...scrollableGroupProps('Runs')}>
      {records.error ? (
        <ErrorNotice
          action="Could not load runs"
          error={records.error}
          onRetry={() => void records.refetch()}
        />
      ) : null}
      <div className={styles.head} aria-hidden>
        <span>Run</span>
        <span>Status</span>
        <span>Started by</span>
        <span>Input</span>
        <span>Time</span>
        <span>Tokens</span>
      </div>
      <ul>
        {all.map((record: RunRecord, at) => (
          <RunRow
            key={record.runId}
            {...props}
            record={record}
            number={all.length - at}
            open={record.runId === openId}
            onOpen={(open) => setOpenId(open ? record.runId : null)}
          />
        ))}
      </ul>
    </div>
  );
}
