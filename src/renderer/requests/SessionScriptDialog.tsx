import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection } from '../../shared/model/connection.ts';
import { countOf } from '../../shared/count-of.ts';
import { saveFile, toFileName } from '../shared-ui/download.ts';
import { codeForms, type CodeForm } from '../shared-ui/request-code/request-code.ts';
import { planSession } from '../shared-ui/request-code/plan-session.ts';
import { scriptExtensions, sessionScript } from '../shared-ui/request-code/session-script.ts';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';
import { scrollableGroupProps } from '../ui/a11y-props.ts';
import { Button } from '../ui/controls/Button.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { SegmentedControl } from '../ui/controls/SegmentedControl.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { CodeText } from '../ui/display/CodeText.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { sessionThreads, toSessionRequest, type SessionEntry } from './session-requests.ts';
import styles from './session.module.css';
import type { HistoryPage } from '../../shared/model/thread.ts';

export interface SessionScriptDialogProps {
  readonly all: readonly SessionEntry[];
  readonly connection: Connection | null;
  readonly onClose: () => void;
}

const everything = 'all';

export function SessionScriptDialog({ all, connection, onClose }: SessionScriptDialogProps) {
  const rpc = useRpc();
  const threads = sessionThreads(all);
  const [scope, setScope] = useState(threads[0] ?? everything);
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set());
  const [form, setForm] = useState<CodeForm>('curl');
  const inScope = all.filter(({ threadId }) => scope === everything || threadId === scope);
  const chosen = inScope.filter(({ entry }) => !excluded.has(entry.id));
  const connectionId = connection?.id ?? null;
  const withCheckpoints = [
    ...new Set(
      chosen.flatMap(({ threadId, entry }) =>
        threadId !== null && entry.requestBody?.includes('"checkpoint') === true ? threadId : [],
      ),
    ),
  ];
  const checkpoints = useQuery({
    queryKey: ['session-checkpoints', connectionId, ...withCheckpoints],
    queryFn: ({ signal }) => readCheckpointIds(rpc, connectionId ?? '', withCheckpoints, signal),
    enabled: connectionId !== null && withCheckpoints.length > 0,
    staleTime: 0,
    gcTime: 0,
  });
  const plan = planSession(
    chosen.map(({ entry }) => toSessionRequest(entry)),
    checkpoints.data ?? new Map(),
  );
  const code = sessionScript(form, plan, connection);
  const skipped = plan.steps.filter(({ kind }) => kind === 'skipped').length;
  const toggle = (id: number): void =>
    setExcluded((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const save = (): void =>
    saveFile(toFileName(['session'], scriptExtensions[form]), new Blob([code], { type: 'text/plain' }));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Session as script"
      description="Repeats what was done here, in the same order. What is created gets new IDs; interrupts and checkpoints are looked up again. A model may answer differently."
      width={760}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={save}>
            Save script
          </Button>
        </>
      }
    >
      <Select
        wide
        label="Requests of"
        value={scope}
        onChange={setScope}
        options={[
          ...threads.map((id) => ({ value: id, label: `Thread ${id}` })),
          { value: everything, label: 'Everything on this server' },
        ]}
      />
      <div {...scrollableGroupProps('Requests in the script')} className={styles.requests}>
        {inScope.map(({ entry }) => (
          <label key={entry.id}>
            <input type="checkbox" checked={!excluded.has(entry.id)} onChange={() => toggle(entry.id)} />
            <span>{new Date(entry.at).toLocaleTimeString()}</span>
            <code>{`${entry.method} ${entry.path}`}</code>
          </label>
        ))}
      </div>
      {checkpoints.error ? (
        <ErrorNotice
          action="Could not read the checkpoints that the requests refer to"
          error={checkpoints.error}
          onRetry={() => void checkpoints.refetch()}
        />
      ) : null}
      <div className={styles.forms}>
        <SegmentedControl label="Language" value={form} onChange={setForm} options={codeForms} />
        <CopyButton label="Copy script" text={code} />
      </div>
      <CodeText label="Script" text={code} wrap maxHeight={280} />
      <p role="status">
        {countOf(chosen.length - skipped, 'request')}.
        {skipped === 0
          ? ''
          : ` ${countOf(skipped, 'request')} can’t be repeated; the script says which and why.`}
      </p>
    </Dialog>
  );
}

// Pages that are read; later ones are older.
const maxPages = 20;

// The ids of the checkpoints of threads, oldest first.
async function readCheckpointIds(
  rpc: StudioRpc,
  connectionId: string,
  threadIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const idsByThread = new Map<string, readonly string[]>();
  for (const threadId of threadIds) {
    const ids: string[] = [];
    let before: string | null = null;
    for (let page = 0; page < maxPages; page += 1) {
      const query = { connectionId, threadId, before, limit: 100 };
      const read: HistoryPage = await rpc.call('threads.history', query, signal);
      for (const { checkpointId } of read.checkpoints) ids.push(checkpointId);
      before = read.before;
      if (before === null) break;
    }
    // Counted from the oldest one, so all have to be known.
    if (before === null) idsByThread.set(threadId, ids.toReversed());
  }
  return idsByThread;
}
