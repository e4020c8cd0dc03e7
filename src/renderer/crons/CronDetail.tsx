import { Pencil, TriangleAlert } from 'lucide-react';
import { formatJson } from 'exact-json';
import type { Cron } from '../../shared/model/cron.ts';
import { truncate } from '../../shared/truncate.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { Button } from '../ui/controls/Button.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { Chip } from '../ui/display/Chip.tsx';
import { CodeText } from '../ui/display/CodeText.tsx';
import { Property, PropertyList } from '../ui/display/PropertyList.tsx';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { ConfirmIconButton } from '../ui/resource-view/ConfirmIconButton.tsx';
import { DetailPane } from '../ui/resource-view/DetailPane.tsx';
import { cronStatus, timeIn, timesUntilEnd, unattendedText } from './cron-labels.ts';
import { LastRuns } from './LastRuns.tsx';
import { NextTimes } from './NextTimes.tsx';
import { useScheduleReading, useUpdateCron, useDeleteCron } from './queries.ts';
import list from '../ui/resource-view/resource-view.module.css';
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
  const change = useUpdateCron(connectionId);
  const remove = useDeleteCron(connectionId);
  const noUpdate = useUnavailable(connectionId, 'crons.update');
  const noDelete = useUnavailable(connectionId, 'crons.delete');
  const status = cronStatus(cron);
  const input = cron.inputText === null ? '' : formatJson(cron.inputText, 2, maxInputLength);
  const next = timesUntilEnd(cron, reading?.next ?? []);
  const nextRun = timesUntilEnd(cron, cron.nextRunAt === null ? [] : [cron.nextRunAt]);
  const warning = unattendedText(status, reading?.due ?? null);
  const enable = (enabled: boolean): void =>
    change.mutate({ connectionId, cronId: cron.cronId, settings: { enabled } });
  return (
    <DetailPane
      label="Cron"
      title={assistantName}
      status={<Chip tone={status === 'enabled' ? 'ok' : 'mute'}>{status}</Chip>}
      actions={
        <>
          <Button
            size="small"
            disabled={status === 'ended' || noUpdate !== null}
            title={noUpdate ?? undefined}
            busy={change.isPending ? 'Saving' : null}
            onClick={() => enable(cron.enabled === false)}
          >
            {cron.enabled === false ? 'Enable' : 'Disable'}
          </Button>
          <Button
            size="small"
            icon={<Pencil size={14} aria-hidden />}
            disabled={noUpdate !== null}
            title={noUpdate ?? undefined}
            onClick={onEdit}
          >
            Edit
          </Button>
          <ConfirmIconButton
            size="small"
            label="Delete cron"
            blocked={noDelete}
            danger
            title={`Delete this cron of “${assistantName}”?`}
            body={
              <>
                <strong>{serverName}</strong> will not run it again. Its past runs and threads are kept. This
                can’t be undone.
              </>
            }
            busyLabel="Deleting"
            action={remove}
            onConfirm={() => remove.mutateAsync({ connectionId, cronId: cron.cronId })}
          />
        </>
      }
    >
      {warning === null ? null : (
        <p className={styles.warning} role="note">
          <TriangleAlert size={14} aria-hidden />
          {warning}
        </p>
      )}
      {change.error ? <ErrorNotice action="Could not change the cron" error={change.error} /> : null}
      <PropertyList>
        <Property name="Schedule">
          <code>{cron.schedule}</code>
          <span className={list.quiet}>{reading?.words ?? ''}</span>
        </Property>
        <Property name="Time zone">{cron.timezone ?? 'UTC'}</Property>
        <Property name="Next run">
          {nextRun.none ?? (cron.nextRunAt === null ? 'unknown' : timeIn(cron.nextRunAt, undefined))}
        </Property>
        <Property name="Ends">
          {cron.endsAt === null ? 'none' : new Date(cron.endsAt).toLocaleString()}
        </Property>
        <Property name="Thread">
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
        </Property>
        <Property name="Webhook">{cron.webhook ?? 'none given'}</Property>
        <Property name="Created">
          {cron.createdAt === null ? 'unknown' : <TimeAgo at={cron.createdAt} />}
        </Property>
        <Property name="ID" action={<CopyButton label="Copy cron ID" text={cron.cronId} />}>
          <code>{cron.cronId}</code>
        </Property>
      </PropertyList>
      <h4>Next scheduled times</h4>
      {next.none === null ? (
        <NextTimes reading={reading ? { ...reading, next: next.times } : null} timezone={cron.timezone} />
      ) : (
        <p className={list.quiet}>{next.none}</p>
      )}
      <h4>{cron.threadId === null ? 'Last runs' : 'Newest runs of its thread'}</h4>
      <LastRuns connectionId={connectionId} threadId={cron.threadId} />
      <h4>Input</h4>
      {cron.inputText === null ? (
        <p className={list.quiet}>none</p>
      ) : (
        <>
          <CodeText label="Input" text={truncate(input, maxInputLength)} wrap maxHeight={240} />
          {input.length > maxInputLength ? (
            <p className={list.quiet}>
              Only the first {maxInputLength.toLocaleString('en')} characters are shown.
            </p>
          ) : null}
        </>
      )}
    </DetailPane>
  );
}

const maxInputLength = 100_000;
