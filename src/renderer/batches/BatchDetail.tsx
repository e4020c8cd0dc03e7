import { Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { collapseSpaces } from '../../shared/escape-invisible.ts';
import type { BatchRow, BatchView } from '../../shared/model/runs/batch.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { StatusIcon } from '../ui/display/StatusIcon.tsx';
import { ConfirmDialog } from '../ui/feedback/ConfirmDialog.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import styles from '../ui/layout/ListDetail.module.css';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { closingText, isOpen, progressText, rowLabel, rowStatus, stopText } from './batch-labels.ts';
import { useBatch, useForgetBatch, useStopBatch } from './queries.ts';
import own from './BatchesView.module.css';

interface BatchDetailProps {
  readonly batch: BatchView;
  readonly serverName: string;
  readonly onOpen: (threadId: string, runId: string | null) => void;
}

/** A batch: how far it is, and what became of each row. */
export function BatchDetail({ batch: listed, serverName, onOpen }: BatchDetailProps) {
  const { data: batch = listed, error, refetch } = useBatch(listed);
  const stop = useStopBatch(listed.connectionId);
  const forget = useForgetBatch(listed.connectionId);
  const [asking, setAsking] = useState<'stop' | 'forget' | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  const rows = batch.rows.map((row, index) => ({ row, index }));
  const row = shown === null ? undefined : batch.rows[shown];
  const closing = closingText(batch);
  return (
    <section className={own.detail} aria-label="Batch">
      <header className={styles.head}>
        <h3>{batch.name}</h3>
        <span className={styles.grow} />
        {isOpen(batch) ? (
          <Button
            size="small"
            icon={<Square size={13} aria-hidden />}
            busy={stop.isPending ? 'Stopping' : null}
            onClick={() => setAsking('stop')}
          >
            Stop…
          </Button>
        ) : null}
        <IconButton
          size="small"
          label="Forget batch"
          icon={<Trash2 size={14} aria-hidden />}
          onClick={() => setAsking('forget')}
        />
      </header>
      <p role="status">{progressText(batch)}</p>
      <progress
        aria-label="Ended rows"
        className={own.progress}
        max={batch.rows.length}
        value={batch.rows.filter(({ problem, result }) => problem !== null || result !== null).length}
      />
      {closing === null ? null : <p className={styles.quiet}>{closing}</p>}
      {stop.data ? <p className={styles.quiet}>{stopText(stop.data)}</p> : null}
      {error ? (
        <ErrorNotice action="Could not read the results" error={error} onRetry={() => void refetch()} />
      ) : null}
      <div className={own.results}>
        <Listbox
          label="Rows"
          items={rows}
          keyOf={({ index }) => String(index)}
          selectedKey={shown === null ? null : String(shown)}
          onSelect={({ index }) => setShown(index === shown ? null : index)}
          render={({ row: one, index }) => <ResultRow row={one} index={index} />}
        />
      </div>
      {row === undefined || shown === null ? null : (
        <div className={own.row}>
          <header className={styles.head}>
            <h4>{`Row ${shown + 1}: ${rowLabel(row)}`}</h4>
            <span className={styles.grow} />
            <Button
              size="small"
              disabled={row.threadId === null}
              onClick={() => row.threadId !== null && onOpen(row.threadId, row.runId)}
            >
              Open its thread
            </Button>
          </header>
          <p className={own.text}>{detailText(row)}</p>
        </div>
      )}
      <ConfirmDialog
        open={asking === 'stop'}
        onOpenChange={() => setAsking(null)}
        danger
        title={`Stop "${batch.name}" on ${serverName}?`}
        body="Its active runs are cancelled, and rows that were not sent stay unsent. What the runs wrote stays."
        confirmLabel="Stop batch"
        busyLabel="Stopping"
        action={stop}
        onConfirm={() => stop.mutateAsync(batch.batchId)}
      />
      <ConfirmDialog
        open={asking === 'forget'}
        onOpenChange={() => setAsking(null)}
        title={`Forget "${batch.name}"?`}
        body="The studio forgets this table, and sends no more of its rows. Its threads and runs stay on the server."
        confirmLabel="Forget batch"
        busyLabel="Forgetting"
        action={forget}
        onConfirm={() => forget.mutateAsync(batch.batchId)}
      />
    </section>
  );
}

function detailText({ problem, result }: BatchRow): string {
  return problem ?? result?.error ?? result?.outputText ?? 'No result yet.';
}

function ResultRow({ row, index }: { readonly row: BatchRow; readonly index: number }) {
  const status = rowStatus(row);
  return (
    <div className={own.result}>
      <span className={own.number}>{index + 1}</span>
      <StatusIcon status={status === 'unsent' ? 'idle' : status} label="" />
      <span>{rowLabel(row)}</span>
      <span className={own.output}>
        {collapseSpaces(row.problem ?? row.result?.error ?? row.result?.outputText ?? '')}
      </span>
    </div>
  );
}
