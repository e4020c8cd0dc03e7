import { Dialog } from 'radix-ui';
import { Search, X } from 'lucide-react';
import { useState } from 'react';
import type { RequestEntry } from '../../shared/model/request-log.ts';
import { useSubscription } from '../rpc/use-subscription.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { RequestDetail } from './RequestDetail.tsx';
import { RequestRow } from './RequestRow.tsx';
import styles from './RequestsDrawer.module.css';

export interface RequestsDrawerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Every request that the studio made to a graph server. The window stays usable beside it. */
export function RequestsDrawer({ open, onOpenChange }: RequestsDrawerProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Dialog.Portal>
        <Dialog.Content
          className={styles.drawer}
          aria-describedby={undefined}
          onInteractOutside={(event) => event.preventDefault()}
        >
          <Requests />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Requests() {
  const { item: snapshot, error } = useSubscription('requests.watch', {});
  const [filter, setFilter] = useState('');
  const [shownId, setShownId] = useState<number | null>(null);
  const entries = snapshot?.entries.filter((entry) => matches(entry, filter)) ?? [];
  const shown = entries.find((entry) => entry.id === shownId) ?? null;
  return (
    <>
      <div className={styles.head}>
        <Dialog.Title asChild>
          <h2>Requests</h2>
        </Dialog.Title>
        <span className={styles.quiet}>
          {snapshot ? `${snapshot.total.toLocaleString('en')} since the start` : ''}
        </span>
        <label className={styles.filter}>
          <Search size={13} aria-hidden />
          <span className="visually-hidden">Filter requests</span>
          <input
            type="search"
            value={filter}
            placeholder="Path, status or purpose"
            onChange={(event) => setFilter(event.target.value)}
          />
        </label>
        <Dialog.Close className={styles.close} aria-label="Close">
          <X size={15} aria-hidden />
        </Dialog.Close>
      </div>
      <div className={styles.rows}>
        {snapshot === null ? (
          error ? (
            <ErrorNotice action="Could not load requests" error={error} />
          ) : (
            <Loading>Loading requests</Loading>
          )
        ) : entries.length === 0 ? (
          <EmptyState
            compact
            title={snapshot.total === 0 ? 'No requests yet' : 'Nothing matches'}
            sentence={
              snapshot.total === 0 ? 'Requests to graph servers appear here.' : 'No stored request matches.'
            }
          />
        ) : (
          <Listbox
            label="Requests"
            items={entries}
            keyOf={(entry) => String(entry.id)}
            selectedKey={shown === null ? null : String(shown.id)}
            onSelect={(entry) => setShownId(entry.id === shownId ? null : entry.id)}
            render={(entry) => <RequestRow entry={entry} />}
          />
        )}
      </div>
      {shown ? <RequestDetail entry={shown} /> : null}
    </>
  );
}

function matches({ method, path, status, purpose }: RequestEntry, filter: string): boolean {
  const text = `${method} ${path} ${status ?? ''} ${purpose}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
