import { useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Connection } from '../../shared/model/connection.ts';
import type { RequestEntry } from '../../shared/model/request-log.ts';
import { useSubscription } from '../rpc/use-subscription.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { Switch } from '../ui/controls/Switch.tsx';
import { EmptyList } from '../ui/display/EmptyList.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { Drawer, DrawerHead, DrawerSearch } from '../ui/controls/Drawer.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import {
  filterRequests,
  noRequestFilter,
  noRequestText,
  requestFilter,
  type StatusChoice,
} from './request-filter.ts';
import { useLoggedRequests } from './request-entries.ts';
import { RequestDetail } from './RequestDetail.tsx';
import { RequestRow } from './RequestRow.tsx';
import { RecordedRequestList } from './RecordedRequestList.tsx';
import { RecordSourceChoice, type RecordSource } from '../shared-ui/RecordSourceChoice.tsx';
import { sessionEntries, type SessionEntry } from './session-requests.ts';
import { SessionScriptDialog } from './SessionScriptDialog.tsx';
import styles from './RequestsDrawer.module.css';

export interface RequestsDrawerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly recording: Connection | null;
}

export function RequestsDrawer({ open, onOpenChange, recording }: RequestsDrawerProps) {
  const [source, setSource] = useState<RecordSource>('recording');
  const sources = recording === null ? null : <RecordSourceChoice value={source} onChange={setSource} />;
  return (
    <Drawer open={open} onOpenChange={onOpenChange} width={720}>
      {recording !== null && source === 'recording' ? (
        <RecordedRequestList key={recording.id} connection={recording} sources={sources} />
      ) : (
        <Requests sources={sources} />
      )}
    </Drawer>
  );
}

const statusChoices: readonly { readonly value: StatusChoice; readonly label: string }[] = [
  { value: 'any', label: 'Any status' },
  { value: 'ok', label: 'Succeeded' },
  { value: 'failed', label: 'Failed' },
  { value: 'open', label: 'In progress' },
];
const anyMethod = 'any';

interface Replay {
  readonly of: RequestEntry;
  readonly after: number;
}

interface Script {
  readonly all: readonly SessionEntry[];
  readonly connectionId: string | null;
}

function isReplay({ id, purpose, method, path }: RequestEntry, { of, after }: Replay): boolean {
  return id > after && purpose === 'requests.replay' && method === of.method && path === of.path;
}

function Requests({ sources }: { readonly sources: ReactNode }) {
  const { log: snapshot, error } = useLoggedRequests();
  const filter = useStore(requestFilter);
  const [shownId, setShownId] = useState<number | null>(null);
  const all = snapshot?.entries ?? [];
  const filtered = filterRequests(all, filter);
  const { entries, hiddenPolling, cleared } = filtered;
  const [replay, setReplay] = useState<Replay | null>(null);
  const replayed = replay === null ? undefined : all.findLast((entry) => isReplay(entry, replay));
  if (replayed) {
    setReplay(null);
    setShownId(replayed.id);
  }
  const openEntry = all.find((entry) => entry.id === shownId) ?? null;
  // The server that was changed last.
  const sessionServer =
    all.find((entry) => sessionEntries([entry], entry.connectionId).length > 0)?.connectionId ?? null;
  const session = sessionEntries(all, sessionServer);
  const [script, setScript] = useState<Script | null>(null);
  const connections = useSubscription('connections.watch', {}).item?.connections ?? [];
  const methods = [...new Set(all.map(({ method }) => method))].toSorted();
  const clear = (): void => requestFilter.setState({ clearedUpTo: all[0]?.id ?? 0 });
  const showAll = (): void => requestFilter.setState(noRequestFilter);
  return (
    <>
      <DrawerHead title="Requests">
        <span className={styles.quiet}>
          {snapshot ? `${snapshot.total.toLocaleString('en')} since the start` : ''}
        </span>
        {sources}
        <DrawerSearch
          label="Filter requests"
          value={filter.text}
          placeholder="Path, status or purpose"
          onChange={(event) => requestFilter.setState({ text: event.target.value })}
        />
      </DrawerHead>
      <div className={styles.tools}>
        <Select
          label="Method"
          value={filter.method ?? anyMethod}
          onChange={(value) => requestFilter.setState({ method: value === anyMethod ? null : value })}
          options={[
            { value: anyMethod, label: 'Any method' },
            ...methods.map((method) => ({ value: method, label: method })),
          ]}
        />
        <Select
          label="Status"
          value={filter.status}
          onChange={(value) =>
            requestFilter.setState({
              status: statusChoices.find((choice) => choice.value === value)?.value ?? 'any',
            })
          }
          options={statusChoices}
        />
        <Switch
          label="Polling"
          checked={filter.showPolling}
          onChange={(showPolling) => requestFilter.setState({ showPolling })}
        />
        <span className={styles.quiet} role="status">
          {hiddenPolling === 0 ? '' : `${hiddenPolling} hidden`}
        </span>
        <span className={styles.grow} />
        <Button
          size="small"
          variant="ghost"
          disabled={session.length === 0}
          onClick={() => setScript({ all: session, connectionId: sessionServer })}
        >
          Session as script
        </Button>
        <Button size="small" variant="ghost" disabled={all.length === cleared} onClick={clear}>
          Clear
        </Button>
      </div>
      <div className={styles.rows}>
        {snapshot === null ? (
          error ? (
            <ErrorNotice action="Could not load requests" error={error} />
          ) : (
            <Loading>Loading requests</Loading>
          )
        ) : entries.length > 0 ? (
          <Listbox
            label="Requests"
            items={entries}
            keyOf={(entry) => String(entry.id)}
            selectedKey={openEntry === null ? null : String(openEntry.id)}
            onSelect={(entry) => setShownId(entry.id === shownId ? null : entry.id)}
            render={(entry) => <RequestRow entry={entry} />}
          />
        ) : snapshot.total === 0 ? (
          <EmptyState compact title="No requests yet" sentence="Requests to graph servers appear here." />
        ) : (
          <EmptyList
            {...noRequestText(all.length, filtered)}
            actionLabel="Show all requests"
            onAction={showAll}
          />
        )}
      </div>
      {script === null ? null : (
        <SessionScriptDialog
          all={script.all}
          connection={connections.find(({ id }) => id === script.connectionId) ?? null}
          onClose={() => setScript(null)}
        />
      )}
      {openEntry ? (
        <RequestDetail
          key={openEntry.id}
          entry={openEntry}
          onReplay={() => setReplay({ of: openEntry, after: all[0]?.id ?? 0 })}
        />
      ) : null}
    </>
  );
}
