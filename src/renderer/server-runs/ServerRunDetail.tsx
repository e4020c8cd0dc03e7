import { Ban, CircleQuestionMark, MessagesSquare, Radio } from 'lucide-react';
import { useUnavailable } from '../rpc/server-features.ts';
import type { ServerRunKind } from '../../shared/model/server-run.ts';
import { dispatch } from '../commands/command-queue.ts';
import { CompareButton } from '../shared-ui/CompareItem.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { Property, PropertyList } from '../ui/display/PropertyList.tsx';
import { StatusChip } from '../ui/display/Chip.tsx';
import { StatusIcon } from '../ui/display/StatusIcon.tsx';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { DetailPane } from '../ui/resource-view/DetailPane.tsx';
import styles from '../ui/resource-view/resource-view.module.css';
import { queueText, runThreadTitle, serverRunTrayEntry, statusOf } from './row-labels.ts';
import type { ServerRunRow } from './run-rows.ts';

interface RunDetailProps {
  readonly connectionId: string;
  readonly kind: ServerRunKind;
  readonly row: ServerRunRow;
  /** The rows of its thread, in the order in which they run. */
  readonly queue: readonly ServerRunRow[];
  readonly assistantName: string;
  readonly onOpen: () => void;
  readonly onCancel: () => void;
}

export function ServerRunDetail({
  connectionId,
  kind,
  row,
  queue,
  assistantName,
  onOpen,
  onCancel,
}: RunDetailProps) {
  const readOnly = useUnavailable(connectionId, 'serverRuns.cancel');
  const { thread, run } = row;
  const isActive = kind === 'active' && run !== null;
  return (
    <DetailPane
      label="Run"
      title={runThreadTitle(thread)}
      status={<StatusChip status={statusOf(kind, thread, run)} />}
      actions={
        <>
          <Button
            size="small"
            icon={isActive ? <Radio size={14} aria-hidden /> : <MessagesSquare size={14} aria-hidden />}
            onClick={onOpen}
          >
            {isActive ? 'Follow' : kind === 'waiting' ? 'Answer in its thread' : 'Open its thread'}
          </Button>
          {kind === 'failed' && run !== null ? (
            <Button
              size="small"
              icon={<CircleQuestionMark size={14} aria-hidden />}
              onClick={() =>
                dispatch({ type: 'what-changed', connectionId, threadId: thread.threadId, runId: run.runId })
              }
            >
              What changed?
            </Button>
          ) : null}
          {run === null ? null : <CompareButton entry={serverRunTrayEntry(connectionId, thread, run)} />}
          {isActive ? (
            <Button
              size="small"
              icon={<Ban size={14} aria-hidden />}
              disabled={readOnly !== null}
              title={readOnly ?? undefined}
              onClick={onCancel}
            >
              Cancel run…
            </Button>
          ) : null}
        </>
      }
    >
      {thread.problem ? <ErrorNotice action="Could not load its runs" error={thread.problem} /> : null}
      <PropertyList>
        {run === null ? (
          <Property name="Run">unknown</Property>
        ) : (
          <>
            <Property name="Run" action={<CopyButton label="Copy run ID" text={run.runId} />}>
              <code>{run.runId}</code>
            </Property>
            <Property name="Assistant">{assistantName}</Property>
            <Property name="Created">
              {run.createdAt === null ? 'unknown' : new Date(run.createdAt).toLocaleString()}
            </Property>
            <Property name="Started by">
              {run.source === 'unknown' ? 'unknown, not this studio' : run.source}
            </Property>
            <Property name="Events">
              {run.resumable === null
                ? 'unknown until the run is opened'
                : run.resumable
                  ? 'stored on the server for every reader'
                  : 'only for one reader: not started as resumable'}
            </Property>
          </>
        )}
        <Property name="Thread" action={<CopyButton label="Copy thread ID" text={thread.threadId} />}>
          <code>{thread.threadId}</code>
        </Property>
        <Property name="Graph">{thread.graphId ?? 'unknown'}</Property>
      </PropertyList>
      {isActive && queue.length > 1 ? (
        <>
          <h4>Queue of the thread</h4>
          <ol className={styles.lines} aria-label="Queue of the thread">
            {queue.map((one) => (
              <li key={one.key}>
                <StatusIcon status={statusOf(kind, thread, one.run)} label="" />
                <code>{one.run?.runId}</code>
                <span className={styles.quiet}>{queueText(one)}</span>
                {one.run?.createdAt == null ? null : (
                  <span className={styles.quiet}>
                    <TimeAgo at={one.run.createdAt} />
                  </span>
                )}
              </li>
            ))}
          </ol>
          {thread.hasMore ? <p className={styles.quiet}>More runs are queued than are listed.</p> : null}
        </>
      ) : null}
    </DetailPane>
  );
}
