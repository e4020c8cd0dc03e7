import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection } from '../../shared/model/connection.ts';
import { isSameServer } from '../../shared/model/studio-link.ts';
import type { ExportedServer } from '../../shared/model/server-file.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Switch } from '../ui/controls/Switch.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { draftOfExported, missingText } from './server-file.ts';
import styles from './transfer.module.css';

export interface ImportServersDialogProps {
  readonly servers: readonly ExportedServer[];
  readonly connections: readonly Connection[];
  readonly onClose: () => void;
}

export function ImportServersDialog({ servers, connections, onClose }: ImportServersDialogProps) {
  const rpc = useRpc();
  const isThere = ({ url }: ExportedServer): boolean =>
    connections.some((connection) => isSameServer(connection.url ?? '', url));
  const [chosen, setChosen] = useState(() => new Set(servers.filter((server) => !isThere(server))));
  const [added, setAdded] = useState<ReadonlySet<ExportedServer>>(new Set());
  const add = useMutation({
    mutationFn: async () => {
      for (const server of servers) {
        if (!chosen.has(server) || added.has(server)) continue;
        await rpc.call('connections.save', draftOfExported(server));
        // One that fails later does not add the earlier ones twice.
        setAdded((before) => new Set(before).add(server));
      }
    },
    onSuccess: onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Import servers"
      description="The file contains no keys or header values. Check the addresses before you add them."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={chosen.size === 0}
            busy={add.isPending ? 'Adding' : null}
            onClick={() => add.mutate()}
          >
            {chosen.size === 1 ? 'Add 1 server' : `Add ${chosen.size} servers`}
          </Button>
        </>
      }
    >
      {servers.length === 0 ? <p>This file has no servers.</p> : null}
      <ul className={styles.list} aria-label="Servers in the file">
        {servers.map((server, index) => (
          <li key={`${index} ${server.url}`}>
            <Switch
              label={server.name}
              checked={chosen.has(server)}
              hint={
                <>
                  <code>{server.url}</code>
                  {isThere(server) ? ' A server with this address already exists.' : null}
                  {server.production === true ? ' Production.' : null}
                  {server.certificates === null ? null : ' Trusts its own certificates.'}{' '}
                  {missingText(server)}
                </>
              }
              onChange={(isChosen) => {
                const next = new Set(chosen);
                if (isChosen) next.add(server);
                else next.delete(server);
                setChosen(next);
              }}
            />
          </li>
        ))}
      </ul>
      {add.error ? <ErrorNotice action="Import failed" error={add.error} /> : null}
    </Dialog>
  );
}
