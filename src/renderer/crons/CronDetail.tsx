import { Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatJson } from 'exact-json';
import type { Cron } from '../../shared/model/cron.ts';
import { Button } from '../ui/controls/Button.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Chip } from '../ui/display/Chip.tsx';
import { CodeText } from '../ui/display/CodeText.tsx';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { ConfirmDialog } from '../ui/feedback/ConfirmDialog.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { cronStatus, timeIn, unattendedText } from './cron-labels.ts';
import { LastRuns } from './LastRuns.tsx';
import { NextTimes } from './NextTimes.tsx';
import { useChangeCron, useDeleteCron, useScheduleReading } from './queries.ts';
import list from '../ui/layout/ListDetail.module.css';
import styles from './CronsView.module.css';

interface CronDetailProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly cron: Cron;
  readonly assistantName: string;
  readonly onEdit: () => void;
  readonly onOpenThread: (threadId: string) => void;
}

export function CronDetail(props: CronDetailProps) {
  const { connectionId, serverName, cron, assistantName, onEdit, onOpenThread } = props;
  const { data: reading } = useScheduleReading(cron.schedule, cron.timezone, cron.createdAt);
  const change = useChangeCron(connectionId);
  const remove = useDeleteCron(connectionId);
  const [isDeleting, setDeleting] = useState(false);
  const status = cronStatus(cron);
  const warning = unattendedText(status, reading?.due ?? null);
  const enable = (enabled: boolean): void =>
    change.mutate({ kind: 'update', cronId: cron.cronId, settings: { enabled } });
  return (
    <section className={list.detail} aria-label="Cron">
      <header className={list.head}>
        <h3>{assistantName}</h3>
        <Chip tone={status === 'enabled' ? 'ok' : 'mute'}>{status}</Chip>
        <span className={list.grow} />
        <Button
          size="small"
          disabled={status === 'ended'}
          busy={change.isPending ? 'Saving' : null}
          onClick={() => enable(cron.enabled === false)}
        >
          {cron.enabled === false ? 'Enable' : 'Disable'}
        </Button>
        <Button size="small" icon={<Pencil size={14} aria-hidden />} onClick={onEdit}>
          Edit
        </Button>
        <IconButton
          size="small"
          label="Delete cron"
          icon={<Trash2 size={14} aria-hidden />}
          onClick={() => setDeleting(true)}
        />
      </header>
      {warning === null ? null : (
        <p className={styles.warning} role="note">
          <TriangleAlert size={14} aria-hidden />
          {warning}
        </p>
      )}
      {change.error ? <ErrorNotice action="Could not change the cron" error={change.error} /> : null}
      <dl className={styles.facts}>
        <dt>Schedule</dt>
        <dd>
          <code>{cron.schedule}</code>
          <span className={list.quiet}>{reading?.words ?? ''}</span>
        </dd>
        <dt>Time zone</dt>
        <dd>{cron.timezone ?? 'UTC'}</dd>
        <dt>Next run</dt>
        <dd>{cron.nextRunAt === null ? 'unknown' : timeIn(cron.nextRunAt, undefined)}</dd>
        <dt>Ends</dt>
        <dd>{cron.endsAt === null ? 'no end given' : new Date(cron.endsAt).toLocaleString()}</dd>
        <dt>Thread</dt>
        <dd>
          {cron.threadId === null ? (
            <>a new one for each run{cron.onRunCompleted === 'delete' ? ', deleted afterwards' : ''}</>
          ) : (
            <>
              <code>{cron.threadId}</code>
              <Button size="small" variant="ghost" onClick={() => onOpenThread(cron.threadId ?? '')}>
                Open thread
              </Button>
            </>
          )}
        </dd>
        <dt>Webhook</dt>
        <dd>{cron.webhook ?? 'none given'}</dd>
        <dt>Created</dt>
        <dd>{cron.createdAt === null ? 'unknown' : <TimeAgo at={cron.createdAt} />}</dd>
        <dt>ID</dt>
        <dd>
          <code>{cron.cronId}</code>
          <CopyButton label="Copy cron ID" text={cron.cronId} />
        </dd>
      </dl>
      <h4>Next times of its schedule</h4>
      <NextTimes reading={reading ?? null} timezone={cron.timezone} />
      <h4>{cron.threadId === null ? 'Last runs' : 'Newest runs of its thread'}</h4>
      <LastRuns connectionId={connectionId} threadId={cron.threadId} />
      <h4>Input</h4>
      {cron.inputText === null ? (
        <p className={list.quiet}>none</p>
      ) : (
        <CodeText
          label="Input"
          text={formatJson(cron.inputText, 2, maxInputLength).slice(0, maxInputLength)}
          wrap
          maxHeight={240}
        />
      )}
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        danger
        title={`Delete this cron of “${assistantName}”?`}
        body={
          <>
            <strong>{serverName}</strong> will not run it again. Its past runs and threads stay. This can’t be
            undone.
          </>
        }
        confirmLabel="Delete cron"
        busyLabel="Deleting"
        action={remove}
        onConfirm={() => remove.mutateAsync(cron.cronId)}
      />
    </section>
  );
}

const maxInputLength = 100_000;
