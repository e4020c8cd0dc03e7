import { useQuery } from '@tanstack/react-query';
import type { Connection } from '../../shared/model/connection.ts';
import { isSameServer } from '../../shared/model/studio-link.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import styles from './transfer.module.css';

export interface FindServersDialogProps {
  readonly connections: readonly Connection[];
  readonly onAdd: (url: string) => void;
  readonly onClose: () => void;
}

export function FindServersDialog({ connections, onAdd, onClose }: FindServersDialogProps) {
  const rpc = useRpc();
  const search = useQuery({
    queryKey: queryKeys.localServers,
    queryFn: ({ signal }) => rpc.call('connections.findLocal', {}, signal),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Servers on this computer"
      description="Graph servers that listen on the usual ports: 2024 to 2034, 8000, 8001, 8080, 8123, 8124 and 9123."
      footer={
        <>
          <Button busy={search.isFetching ? 'Looking' : null} onClick={() => void search.refetch()}>
            Look again
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {search.isPending ? <Loading>Looking for servers</Loading> : null}
      {search.error ? <ErrorNotice action="Could not look for servers" error={search.error} /> : null}
      {search.data?.length === 0 ? (
        <p role="status">None found. Start one, for example with “langgraph dev”, then look again.</p>
      ) : null}
      {search.data === undefined || search.data.length === 0 ? null : (
        <ul className={styles.list} aria-label="Found servers">
          {search.data.map(({ url, version, needsKey }) => {
            const savedConnection = connections.find((connection) => isSameServer(connection.url ?? '', url));
            return (
              <li key={url} className={styles.found}>
                <span>
                  <code>{url}</code>
                  {version === null ? null : ` ${version}`}
                  {needsKey ? ', requires a key' : null}
                </span>
                {savedConnection ? (
                  <span className={styles.known} title={savedConnection.name}>
                    added as {savedConnection.name}
                  </span>
                ) : (
                  <Button size="small" aria-label={`Add ${url}`} onClick={() => onAdd(url)}>
                    Add
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Dialog>
  );
}
