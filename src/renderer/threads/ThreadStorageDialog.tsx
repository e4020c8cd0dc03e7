import { useQuery } from '@tanstack/react-query';
import type { StorageAmount, ThreadStorage } from '../../shared/model/thread-storage.ts';
import { countOf } from '../../shared/count-of.ts';
import { sizeText } from '../../shared/size-text.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { scrollableGroupProps } from '../ui/a11y-props.ts';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import styles from './ThreadStorageDialog.module.css';

export interface ThreadStorageDialogProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly title: string;
  readonly onClose: () => void;
}

export function ThreadStorageDialog({ connectionId, threadId, title, onClose }: ThreadStorageDialogProps) {
  const rpc = useRpc();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.threadStorage(connectionId, threadId),
    queryFn: ({ signal }) => rpc.call('threads.storage', { connectionId, threadId }, signal),
    // Each run adds to it.
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Storage of the thread"
      description={
        <>
          What <strong className={styles.thread}>{title}</strong> takes in the server’s store, as the server
          counts it.
        </>
      }
      width={560}
    >
      {error ? (
        <ErrorNotice action="Could not read the storage" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <StorageTables storage={data} />
      ) : (
        <Loading>Reading the storage</Loading>
      )}
    </Dialog>
  );
}

function StorageTables({ storage }: { readonly storage: ThreadStorage }) {
  const { totalBytes, checkpoints, channelValues, pendingWrites, channels, moreChannels } = storage;
  return (
    <div className={styles.parts} {...scrollableGroupProps('Storage')}>
      <table className={styles.table} aria-label="Parts of the thread">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Count</th>
            <th scope="col">Size</th>
          </tr>
        </thead>
        <tbody>
          <PartRow name="Channel values" part={channelValues} />
          <PartRow name="Checkpoints" part={checkpoints} />
          <PartRow name="Pending writes" part={pendingWrites} />
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Total
            </th>
            <td>{bytesText(totalBytes)}</td>
          </tr>
        </tfoot>
      </table>
      {channels === null ? (
        <p className={styles.note}>The server does not list the channels.</p>
      ) : channels.length === 0 ? (
        <p className={styles.note}>No channel has a value yet.</p>
      ) : (
        <table className={styles.table} aria-label="Channels of the thread">
          <thead>
            <tr>
              <th scope="col">Channel</th>
              <th scope="col">Versions</th>
              <th scope="col">Size</th>
            </tr>
          </thead>
          <tbody>
            {channels.map(({ name, versions, bytes }, index) => (
              // Long names may be cut to the same text.
              <tr key={index}>
                <th scope="row" className={styles.channel} title={name}>
                  {name === '' ? '(no name)' : name}
                </th>
                <td>{countText(versions)}</td>
                <td>{bytesText(bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {moreChannels > 0 ? (
        <p className={styles.note}>And {countOf(moreChannels, 'smaller channel')}.</p>
      ) : null}
    </div>
  );
}

function PartRow({ name, part }: { readonly name: string; readonly part: StorageAmount }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{countText(part.count)}</td>
      <td>{bytesText(part.bytes)}</td>
    </tr>
  );
}

function countText(count: number | null): string {
  return count === null ? 'unknown' : count.toLocaleString('en');
}

function bytesText(bytes: number | null): string {
  return bytes === null ? 'unknown' : sizeText(bytes);
}
