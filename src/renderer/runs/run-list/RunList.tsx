import { foreignRecordsText } from '../../../shared/foreign-records.ts';
import { useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { sumTokens, tokenSumsByRun } from '../../../shared/thread-record/sum-tokens.ts';
import { useThreadRecord } from '../../queries/thread-record.ts';
import { displayRun } from '../../run-state/run-display.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { useRefreshError } from '../../shared-ui/refresh-error.ts';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { scrollableGroupProps } from '../../ui/a11y-props.ts';
import { useWindowedList } from '../../ui/lists/use-windowed-list.ts';
import { useRunRecords } from './queries.ts';
import { DeleteRunDialog, type NamedRun } from './DeleteRunDialog.tsx';
import { RunRow } from './RunRow.tsx';
import { ThreadCost } from './ThreadCost.tsx';
import styles from './RunList.module.css';
import type { RunDetailProps, RunListProps } from './RunDetail.tsx';

// With its border.
const closedRowHeight = 29;

export function RunList(props: RunListProps) {
  const { connectionId, serverName, threadId } = props;
  const [deleting, setDeleting] = useState<NamedRun | null>(null);
  return (
    <>
      <Runs {...props} onDelete={setDeleting} />
      {deleting === null ? null : (
        <DeleteRunDialog
          key={deleting.runId}
          {...{ connectionId, serverName, threadId }}
          run={deleting}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

function Runs(props: RunListProps & Pick<RunDetailProps, 'onDelete'>) {
  const { connectionId, threadId, runId } = props;
  const records = useRunRecords(connectionId, threadId);
  const refreshError = useRefreshError(connectionId, records.error);
  const thread = useThreadRecord(connectionId, threadId);
  const executions = thread.record?.executions;
  const { ofThread, ofRuns } = useMemo(
    () => ({ ofThread: sumTokens(executions ?? []), ofRuns: tokenSumsByRun(executions ?? []) }),
    [executions],
  );
  // `undefined` until a run is displayed: the first one is expanded, also if it is known later than the
  // list.
  const [openId, setOpenId] = useState<string | null | undefined>(runId ?? undefined);
  const list = useRef<HTMLUListElement>(null);
  const { records: all = [], isCut = false, foreign = 0 } = records.data ?? {};
  const { rows, height, topOf } = useWindowedList(list, { count: all.length, rowHeight: closedRowHeight });
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
  if (all.length === 0) {
    const sentence = 'This thread has no runs, or they were deleted.';
    return (
      <EmptyState
        compact
        title="No runs"
        sentence={foreign === 0 ? sentence : `${sentence} ${foreignRecordsText(foreign)}`}
      />
    );
  }
  const rowOf = (index: number, top: number | null = null): ReactNode => {
    const record = all[index];
    if (record === undefined) return null;
    return (
      <RunRow
        key={record.runId}
        {...props}
        record={record}
        display={displayRun(record.runId, record, thread)}
        hasUnknownTokens={ofRuns.get(record.runId)?.isLowerBound === true}
        number={isCut ? null : all.length - index}
        open={record.runId === openId}
        onOpen={(open) => setOpenId(open ? record.runId : null)}
        placement={
          top === null ? null : { at: index, top, of: all.length, measure: rows?.measureElement ?? null }
        }
      />
    );
  };
  return (
    <div
      className={styles.list}
      // Room for the chevron and for the highest number, which would say something else when cut off.
      style={{ '--number': `calc(20px + ${Math.max(3, `#${all.length}`.length + 0.5)}ch)` } as CSSProperties}
      {...scrollableGroupProps('Runs')}
    >
      {refreshError ? (
        <ErrorNotice action="Could not refresh" error={refreshError} onRetry={() => void records.refetch()} />
      ) : null}
      {isCut ? (
        <p className={styles.note}>
          The newest {all.length.toLocaleString('en')} runs. There are more, so their numbers are unknown.
        </p>
      ) : null}
      {foreign === 0 ? null : (
        <p className={styles.note} role="status">
          {foreignRecordsText(foreign)}
        </p>
      )}
      <ThreadCost
        connectionId={connectionId}
        threadId={threadId}
        records={all}
        tokens={ofThread}
        isCut={isCut}
      />
      <div className={styles.head} aria-hidden>
        <span>Run</span>
        <span>Status</span>
        <span>Started by</span>
        <span>Input</span>
        <span>Time</span>
        <span>Tokens</span>
      </div>
      <ul ref={list} className={styles.rows} style={{ height }}>
        {rows === null
          ? all.map((_, index) => rowOf(index))
          : rows.getVirtualItems().map(({ index, start }) => rowOf(index, topOf(start)))}
      </ul>
    </div>
  );
}
