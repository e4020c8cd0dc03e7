import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { AppError } from '../../shared/app-error.ts';
import type { RequestLogChange, RequestLogSnapshot } from '../../shared/model/request-log.ts';
import { createRefCountedStore, type RefCountedStore } from '../rpc/ref-counted-store.ts';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';
import { subscribeToStream } from '../rpc/subscription.ts';

export interface LoggedRequests {
  /** `null` until they have come. */
  readonly log: RequestLogSnapshot | null;
  readonly error: AppError | null;
}

/** The log after a change. Entries that did not change stay the same objects. */
export function applyRequestChange(
  before: RequestLogSnapshot | null,
  { entries, settled, oldestId, total }: RequestLogChange,
): RequestLogSnapshot {
  const settledById = new Map(settled.map((one) => [one.id, one]));
  const earlierEntries = (before?.entries ?? []).flatMap((entry) => {
    if (entry.id < oldestId) return [];
    const change = settledById.get(entry.id);
    return change === undefined ? entry : { ...entry, ...change };
  });
  return { entries: [...entries, ...earlierEntries], total };
}

const stores = new WeakMap<StudioRpc, RefCountedStore<LoggedRequests>>();

/** The requests of this studio, live while any view shows them. */
export function useLoggedRequests(): LoggedRequests {
  const rpc = useRpc();
  const store = useMemo(() => {
    const ofStudio = stores.get(rpc) ?? createStore(rpc);
    stores.set(rpc, ofStudio);
    return ofStudio;
  }, [rpc]);
  return useStore(store);
}

function createStore(rpc: StudioRpc): RefCountedStore<LoggedRequests> {
  const initial: LoggedRequests = { log: null, error: null };
  const store = createRefCountedStore(initial, () =>
    subscribeToStream(
      rpc,
      'requests.watch',
      {},
      {
        onItem: (change, isFirst) =>
          store.setState(({ log }) => ({ log: applyRequestChange(isFirst ? null : log, change) })),
        onState: (_, error) => store.setState({ error }),
      },
    ),
  );
  return store;
}
