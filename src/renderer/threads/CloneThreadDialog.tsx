import { useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import type { CloneBranches, CloneCheck } from '../../shared/model/thread-clone.ts';
import { useSubscription } from '../rpc/use-subscription.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Field } from '../ui/controls/Field.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { commonLosses, lossText, cloneProgressText } from '../../shared/clone-labels.ts';
import { countOf } from '../../shared/count-of.ts';
import { CloneResultView } from './CloneResultView.tsx';
import { useCloneCheck, useCloneThread, useTargetGraphs, type CloneTarget } from './clone-queries.ts';
import styles from './clone.module.css';

export interface CloneThreadDialogProps {
  readonly source: { readonly connectionId: string; readonly threadId: string };
  readonly title: string;
  readonly graphId: string | null;
  // Where it can be cloned to. Another server than the thread's own is proposed, if there is one.
  readonly servers: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
  readonly onOpen: (connectionId: string, threadId: string) => void;
}

// Makes a thread anew on another server: where, what it will lack, how far it is, and what came of it.
export function CloneThreadDialog(props: CloneThreadDialogProps) {
  const { source, title, servers, onClose, onOpen } = props;
  const [cloneId] = useState(() => crypto.randomUUID());
  const [connectionId, setConnectionId] = useState(
    servers.find(({ id }) => id !== source.connectionId)?.id ?? servers[0]?.id ?? '',
  );
  const [chosenGraph, setChosenGraph] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [branches, setBranches] = useState<CloneBranches>('all');
  const graphs = useTargetGraphs(connectionId);
  const graphIds = graphs.data ?? [];
  const sameGraphId = graphIds.find((graphId) => graphId === props.graphId);
  const graphId = graphIds.find((id) => id === chosenGraph) ?? sameGraphId ?? graphIds[0] ?? null;
  const target: CloneTarget | null = graphId === null ? null : { connectionId, graphId, source, branches };
  const { mutation: clone, cancel } = useCloneThread(cloneId);
  // What it would be is of no interest once it is made.
  const check = useCloneCheck(clone.isIdle || clone.isError ? target : null);
  const serverName = servers.find(({ id }) => id === connectionId)?.name ?? 'the server';
  const others = check.data?.otherBranches ?? 0;
  const canStart =
    check.data !== undefined && !check.isPlaceholderData && (check.data.missingNodes ?? []).length === 0;
  const start = (): void => {
    if (target !== null && canStart)
      clone.mutate({ ...target, name: name.trim() === '' ? null : name.trim() });
  };
  if (clone.data) {
    const { threadId } = clone.data;
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={`Clone of “${title}”`}
        width={560}
        footer={
          <>
            <Button onClick={onClose}>Close</Button>
            <Button variant="primary" onClick={() => onOpen(connectionId, threadId)}>
              Open clone
            </Button>
          </>
        }
      >
        <CloneResultView result={clone.data} serverName={serverName} />
      </Dialog>
    );
  }
  if (clone.isPending) {
    return (
      <Dialog
        open
        onOpenChange={cancel}
        title={`Clone “${title}”`}
        width={560}
        footer={<Button onClick={cancel}>Cancel</Button>}
      >
        <CloneProgressText cloneId={cloneId} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Clone “${title}” to a server`}
      description="Recreates the thread, checkpoint by checkpoint, and compares the clone with it. The thread itself does not change."
      width={560}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!canStart} onClick={start}>
            Clone thread
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Field label="Server">
          {() => (
            <Select
              wide
              label="Server"
              value={connectionId}
              onChange={setConnectionId}
              options={servers.map(({ id, name: label }) => ({ value: id, label }))}
            />
          )}
        </Field>
        <Field label="Graph">
          {() => (
            <Select
              wide
              label="Graph"
              value={graphId}
              onChange={setChosenGraph}
              options={graphIds.map((id) => ({ value: id, label: id }))}
            />
          )}
        </Field>
        <TextField
          label="Name"
          value={name}
          maxLength={200}
          placeholder="Same as the source"
          onChange={setName}
        />
        {others === 0 ? null : (
          <Field label="Branches">
            {() => (
              <Select
                wide
                label="Branches"
                value={branches}
                onChange={(value) => setBranches(value === 'newest' ? 'newest' : 'all')}
                options={[
                  { value: 'all', label: `All ${others + 1} branches` },
                  { value: 'newest', label: 'Newest branch only' },
                ]}
              />
            )}
          </Field>
        )}
      </div>
      {graphs.error ? (
        <ErrorNotice
          action={`Could not read the graphs of ${serverName}`}
          error={graphs.error}
          onRetry={() => void graphs.refetch()}
        />
      ) : graphs.data?.length === 0 ? (
        <p>{serverName} has no graphs.</p>
      ) : (
        <CheckView check={check.data ?? null} error={check.error} onRetry={() => void check.refetch()} />
      )}
      {clone.error && !isCancelled(clone.error) ? (
        <ErrorNotice action="Could not clone the thread" error={clone.error} />
      ) : clone.error ? (
        <p role="status">
          Cancelled. What was created on {serverName} is deleted; the log says so if that fails.
        </p>
      ) : null}
    </Dialog>
  );
}

function isCancelled(error: unknown): boolean {
  return error instanceof AppError && error.code === 'cancelled';
}

function CloneProgressText({ cloneId }: { readonly cloneId: string }) {
  const { item } = useSubscription('clones.progress', { cloneId });
  return (
    <Loading>{cloneProgressText(item ?? { phase: 'waiting', done: 0, total: null, attempt: 1 })}</Loading>
  );
}

interface CheckViewProps {
  readonly check: CloneCheck | null;
  readonly error: unknown;
  readonly onRetry: () => void;
}

// What would be cloned, and what would not.
function CheckView({ check, error, onRetry }: CheckViewProps) {
  if (error) return <ErrorNotice action="Could not check the clone" error={error} onRetry={onRetry} />;
  if (check === null) return <Loading>Reading the history…</Loading>;
  const missing = check.missingNodes ?? [];
  if (missing.length > 0) {
    return (
      <p className={styles.warning} role="alert">
        This graph lacks nodes that the thread ran: {missing.join(', ')}. Choose the graph that the thread
        belongs to.
      </p>
    );
  }
  return (
    <>
      <p>
        {check.checkpoints === 0
          ? 'The thread has no checkpoints. Its metadata is cloned.'
          : `Cloned: metadata, and ${countOf(check.checkpoints, 'checkpoint')} with their values.`}
        {check.missingNodes === null ? ' The graph could not be read, so its nodes are not checked.' : ''}
      </p>
      <section aria-label="Not cloned">
        <h3 className={styles.heading}>Not cloned</h3>
        <ul className={styles.list}>
          {[...check.losses.map(lossText), ...commonLosses].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
    </>
  );
}
