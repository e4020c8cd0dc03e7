import { Plus, Table2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Assistant } from '../../shared/model/assistant.ts';
import { Button } from '../ui/controls/Button.tsx';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import styles from '../ui/layout/ListDetail.module.css';
import { ListDetail } from '../ui/layout/ListDetail.tsx';
import { PaneHeader } from '../ui/layout/Toolbar.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { BatchDetail } from './BatchDetail.tsx';
import { NewBatchDialog } from './NewBatchDialog.tsx';
import { useBatches } from './queries.ts';

export interface BatchesViewProps {
  readonly connectionId: string;
  readonly serverName: string;
  /** The assistant that runs a new batch; `null` without one. */
  readonly assistant: Assistant | null;
  /** Switches to the other lists of runs. */
  readonly switcher: ReactNode;
  readonly onOpen: (threadId: string, runId: string | null) => void;
}

/** Tables of inputs that were run on a server. */
export function BatchesView(props: BatchesViewProps) {
  const { connectionId, serverName, assistant, switcher, onOpen } = props;
  const { data, error, refetch } = useBatches(connectionId);
  const [shownId, setShownId] = useState<string | null>(null);
  const [isNew, setNew] = useState(false);
  const shown = data?.find(({ batchId }) => batchId === shownId) ?? data?.[0] ?? null;
  const newButton = (
    <Button
      size="small"
      icon={<Plus size={14} aria-hidden />}
      disabled={assistant === null}
      onClick={() => setNew(true)}
    >
      New batch
    </Button>
  );
  return (
    <>
      <ListDetail
        label="Batches"
        id="batches.columns"
        list={{ id: 'batches', size: '42%', minSize: 320 }}
        detail={{ id: 'batch', minSize: 320 }}
        header={
          <>
            <PaneHeader title="Batches" note={data ? String(data.length) : ''} actions={newButton} />
            <div className={styles.filters}>{switcher}</div>
            {error ? (
              <ErrorNotice action="Could not load batches" error={error} onRetry={() => void refetch()} />
            ) : null}
          </>
        }
        shown={
          shown === null ? (
            <EmptyState
              icon={<Table2 size={20} aria-hidden />}
              title="No batch selected"
              sentence={
                assistant === null
                  ? 'Select an assistant in the top bar to run a batch.'
                  : `A new batch runs with ${assistant.name}, the assistant of the top bar.`
              }
            />
          ) : (
            <BatchDetail key={shown.batchId} batch={shown} serverName={serverName} onOpen={onOpen} />
          )
        }
      >
        {!data ? (
          error ? null : (
            <Loading>Loading batches</Loading>
          )
        ) : data.length === 0 ? (
          <EmptyState
            compact
            title="No batches"
            sentence="Run a table of inputs, each on a thread of its own."
          />
        ) : (
          <Listbox
            label="Batches"
            items={data}
            keyOf={({ batchId }) => batchId}
            selectedKey={shown?.batchId ?? null}
            onSelect={({ batchId }) => setShownId(batchId)}
            render={({ name, rows, createdAt }) => (
              <div className={styles.row}>
                <Table2 size={14} aria-hidden />
                <span className={styles.name}>{name}</span>
                <span className={`${styles.quiet} ${styles.end}`}>
                  <TimeAgo at={createdAt} />
                </span>
                <span className={`${styles.quiet} ${styles.second}`}>
                  {`${rows.length.toLocaleString('en')} ${rows.length === 1 ? 'row' : 'rows'}`}
                </span>
              </div>
            )}
          />
        )}
        <p className={styles.note}>The last 20 batches that this studio started.</p>
      </ListDetail>
      {isNew && assistant ? (
        <NewBatchDialog
          connectionId={connectionId}
          serverName={serverName}
          assistant={assistant}
          onClose={() => setNew(false)}
          onStarted={({ batchId }) => {
            setNew(false);
            setShownId(batchId);
          }}
        />
      ) : null}
    </>
  );
}
