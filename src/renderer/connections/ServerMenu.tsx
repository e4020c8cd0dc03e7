import { ArrowDown, ArrowUp, Copy, Ellipsis } from 'lucide-react';
import { CopyLinkItem } from '../shared-ui/CopyLinkItem.tsx';
import { OpenInNewWindowItem } from '../shared-ui/open-window.tsx';
import { useUnavailable } from '../rpc/server-features.ts';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { failedAction } from '../ui/display/describe-error.ts';
import { showToast } from '../ui/popups/toast-store.ts';
import { Menu, MenuItem } from '../ui/popups/Menu.tsx';
import { movedOrder } from './group-servers.ts';
import { useDuplicateConnection, useReorderConnections } from './mutations.ts';
import type { Server } from './queries.ts';

export interface ServerMenuProps {
  readonly server: Server;
  readonly servers: readonly Server[];
  readonly onShow: (connectionId: string) => void;
}

export function ServerMenu({ server, servers, onShow }: ServerMenuProps) {
  const { id, kind, url } = server.connection;
  const duplicate = useDuplicateConnection();
  const reorder = useReorderConnections();
  const noCopy = useUnavailable(null, 'connections.duplicate');
  const noOrder = useUnavailable(null, 'connections.reorder');
  const report = (action: string) => (error: unknown) => showToast(failedAction(action, error), 'fail');
  const move = (order: readonly string[] | null): void => {
    if (order)
      reorder.mutate({ connectionIds: order, group: null }, { onError: report('Could not move the server') });
  };
  const up = movedOrder(servers, id, -1);
  const down = movedOrder(servers, id, 1);
  if (kind !== 'remote') return null;
  return (
    <Menu
      align="end"
      target={`server “${server.connection.name}”`}
      trigger={<IconButton label="More actions" icon={<Ellipsis size={15} aria-hidden />} />}
    >
      <MenuItem
        icon={<Copy size={14} aria-hidden />}
        disabled={noCopy !== null}
        detail={noCopy}
        onSelect={() =>
          duplicate.mutate(id, {
            onSuccess: (copy) => onShow(copy.id),
            onError: report('Could not duplicate the server'),
          })
        }
      >
        Duplicate
      </MenuItem>
      <CopyLinkItem link={url === null ? null : { baseUrl: url }} />
      <OpenInNewWindowItem link={url === null ? null : { baseUrl: url }} />
      <MenuItem
        icon={<ArrowUp size={14} aria-hidden />}
        disabled={up === null || noOrder !== null}
        detail={noOrder}
        onSelect={() => move(up)}
      >
        Move up
      </MenuItem>
      <MenuItem
        icon={<ArrowDown size={14} aria-hidden />}
        disabled={down === null || noOrder !== null}
        detail={noOrder}
        onSelect={() => move(down)}
      >
        Move down
      </MenuItem>
    </Menu>
  );
}
