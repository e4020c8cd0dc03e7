import { useState, type ReactNode } from 'react';
import type { Connection } from '../../shared/model/connection.ts';
import { recordedCountText } from '../shared-ui/recorded-count.ts';
import { CodeText } from '../ui/display/CodeText.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { DrawerHead, DrawerSearch } from '../ui/controls/Drawer.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { filterRequests, noRequestFilter } from './request-filter.ts';
import { RequestRow } from './RequestRow.tsx';
import { ResponseText } from './ResponseText.tsx';
import { useRecordedRequest, useRecordedRequests } from './queries.ts';
import styles from './RequestsDrawer.module.css';

interface RecordedRequestListProps {
  readonly connection: Connection;
  readonly sources: ReactNode;
}

export function RecordedRequestList({ connection, sources }: RecordedRequestListProps) {
  const { data, error, refetch } = useRecordedRequests(connection.id);
  const [text, setText] = useState('');
  const [shownId, setShownId] = useState<number | null>(null);
  const { entries } = filterRequests(data?.entries ?? [], { ...noRequestFilter, showPolling: true, text });
  return (
    <>
      <DrawerHead title="Requests">
        <span className={styles.quiet} role="status">
          {data ? recordedCountText(data.entries.length, data) : ''}
        </span>
        {sources}
        <DrawerSearch
          label="Filter requests"
          value={text}
          placeholder="Path, status or purpose"
          onChange={(event) => setText(event.target.value)}
        />
      </DrawerHead>
      <div className={styles.rows}>
        {error ? (
          <ErrorNotice
            action="Could not read the requests of the recording"
            error={error}
            onRetry={() => void refetch()}
          />
        ) : data === undefined ? (
          <Loading>Loading requests</Loading>
        ) : entries.length > 0 ? (
          <Listbox
            label="Requests of the recording"
            items={entries}
            keyOf={(entry) => String(entry.id)}
            selectedKey={shownId === null ? null : String(shownId)}
            onSelect={(entry) => setShownId(entry.id === shownId ? null : entry.id)}
            render={(entry) => <RequestRow entry={entry} />}
          />
        ) : data.total === 0 ? (
          <EmptyState
            compact
            title="No requests in the recording"
            sentence="A recording contains the requests that its studio made for the thread."
          />
        ) : data.entries.length === 0 ? (
          <EmptyState
            compact
            title="No readable requests"
            sentence="The records in the file are too large, or do not follow the format."
          />
        ) : (
          <EmptyState compact title="Nothing matches" sentence="No recorded request matches." />
        )}
      </div>
      {shownId === null ? null : <RecordedRequestDetail connectionId={connection.id} id={shownId} />}
    </>
  );
}

function RecordedRequestDetail({ connectionId, id }: { readonly connectionId: string; readonly id: number }) {
  const { data, error } = useRecordedRequest(connectionId, id - 1);
  if (error) return <ErrorNotice action="Could not read the request" error={error} />;
  if (data === undefined) return <Loading>Loading the request</Loading>;
  const { entry, response } = data;
  return (
    <section className={styles.detail} aria-label="Request">
      <div className={styles.part}>
        <h3>{new Date(entry.at).toLocaleString()}</h3>
        <span className={styles.quiet}>{entry.purpose}</span>
      </div>
      <ResponseText
        status={entry.status}
        response={response}
        missing={entry.status === null ? 'No response was recorded.' : 'Nothing else was recorded.'}
      />
      {entry.problem === null ? null : <CodeText label="Problem" text={entry.problem} wrap maxHeight={120} />}
      <div className={styles.part}>
        <h3>Request</h3>
        <span className={styles.quiet}>
          {entry.isBodyTruncated ? 'Only the beginning of the body was recorded.' : ''}
        </span>
      </div>
      <CodeText label="Request line" text={`${entry.method} ${entry.path}`} wrap maxHeight={90} />
      {entry.requestBody === null ? null : (
        <CodeText label="Request body" text={entry.requestBody} wrap maxHeight={160} />
      )}
    </section>
  );
}
