import { Plus, Server as ServerIcon } from 'lucide-react';
import { clsx } from 'clsx';
import { useRef, type ReactNode } from 'react';
import type { Connection } from '../../shared/model/connection.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { Button } from '../ui/controls/Button.tsx';
import { EmptyState } from '../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { failedAction } from '../ui/display/describe-error.ts';
import { showToast } from '../ui/popups/toast-store.ts';
import { useDragOrder } from '../ui/lists/use-drag-order.ts';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { SplitPane } from '../ui/controls/SplitPane.tsx';
import { PaneHeader } from '../ui/controls/Toolbar.tsx';
import { addressText, serverNote, serverStyle } from './connection-labels.ts';
import { droppedOrder, groupServers } from './group-servers.ts';
import { InsecureBadge } from './InsecureBadge.tsx';
import { useReorderConnections } from './mutations.ts';
import { useServers, type Server } from './queries.ts';
import { ServerDetail } from './ServerDetail.tsx';
import { ColorSwatch, ProductionBadge } from './ServerMarks.tsx';
import { ServerListMenu } from './ServerListMenu.tsx';
import { ServerMenu } from './ServerMenu.tsx';
import { StatusDot } from './StatusDot.tsx';
import { isInsecure } from './insecure-connection.ts';
import styles from './ServersView.module.css';

export interface ServersViewProps {
  readonly selectedId: string | null;
  readonly onSelect: (connectionId: string) => void;
  readonly openServerId: string | null;
  readonly onShow: (connectionId: string) => void;
  readonly onAdd: (url?: string) => void;
  readonly onEdit: (connection: Connection) => void;
  readonly demo: ReactNode;
}

export function ServersView(props: ServersViewProps) {
  const { selectedId, onSelect, openServerId, onShow, onAdd, onEdit, demo } = props;
  const { servers, watched } = useServers();
  const noAdd = useUnavailable(null, 'connections.save');
  const noOrder = useUnavailable(null, 'connections.reorder');
  const openServer =
    servers?.find(({ connection }) => connection.id === (openServerId ?? selectedId)) ?? servers?.[0] ?? null;

  const rows = useRef<HTMLDivElement>(null);
  const reorder = useReorderConnections();
  const { drag, onPointerDown } = useDragOrder(rows, (id, { group, before }) => {
    const order = droppedOrder(servers ?? [], id, { group: group === '' ? null : group, before });
    if (order === null) return;
    reorder.mutate(order, {
      onError: (error) => showToast(failedAction('Could not move the server', error), 'fail'),
    });
  });
  const notice = watched.item?.notice;

  if (servers === null) {
    return watched.error ? (
      <div className={styles.centered}>
        <ErrorNotice action="Could not load servers" error={watched.error} />
      </div>
    ) : (
      <Loading fill>Loading servers</Loading>
    );
  }
  return (
    <SplitPane
      id="servers.columns"
      direction="row"
      panes={[
        {
          id: 'list',
          size: 320,
          minSize: 220,
          content: (
            <section className={styles.list} aria-label="Servers">
              <PaneHeader
                title="Servers"
                note={servers.length}
                actions={
                  <>
                    <Button
                      size="small"
                      icon={<Plus size={13} aria-hidden />}
                      disabled={noAdd !== null}
                      title={noAdd ?? undefined}
                      onClick={() => onAdd()}
                    >
                      Add
                    </Button>
                    {noAdd === null ? (
                      <ServerListMenu
                        connections={servers.map(({ connection }) => connection)}
                        onAdd={onAdd}
                      />
                    ) : null}
                  </>
                }
              />
              <div
                ref={rows}
                className={clsx(styles.rows, drag && styles.dragging)}
                onPointerDown={noOrder === null ? onPointerDown : undefined}
              >
                {notice === undefined ? null : (
                  <p className={styles.notice} role="status">
                    {notice}
                  </p>
                )}
                {groupServers(servers).map((group) => (
                  <section key={group.name ?? ''} data-drag-group={group.name ?? ''}>
                    {group.name === null ? null : <h3 className={styles.groupName}>{group.name}</h3>}
                    <Listbox
                      label={group.name === null ? 'Servers' : `Servers in ${group.name}`}
                      items={group.servers}
                      keyOf={({ connection }) => connection.id}
                      selectedKey={openServer?.connection.id ?? null}
                      onSelect={({ connection }) => onShow(connection.id)}
                      render={(server) => (
                        <Row server={server} isDragged={drag?.id === server.connection.id} />
                      )}
                    />
                  </section>
                ))}
                {drag === null ? null : (
                  <div className={styles.dropLine} style={{ top: drag.top }} data-testid="drop-line" />
                )}
              </div>
            </section>
          ),
        },
        {
          id: 'detail',
          minSize: 320,
          content: openServer ? (
            <ServerDetail
              key={openServer.connection.id}
              server={openServer}
              inUse={openServer.connection.id === selectedId}
              onUse={() => onSelect(openServer.connection.id)}
              onEdit={() => onEdit(openServer.connection)}
              onShow={onShow}
              menu={<ServerMenu server={openServer} servers={servers} onShow={onShow} />}
            >
              {openServer.connection.kind === 'demo' ? demo : null}
            </ServerDetail>
          ) : (
            <EmptyState
              icon={<ServerIcon size={20} aria-hidden />}
              title="No servers"
              sentence={noAdd ?? 'Add one by its address to see its graphs.'}
              action={noAdd === null ? <Button onClick={() => onAdd()}>Add a server</Button> : undefined}
            />
          ),
        },
      ]}
    />
  );
}

function Row({ server, isDragged }: { readonly server: Server; readonly isDragged: boolean }) {
  const { connection } = server;
  const style = serverStyle(server);
  return (
    <div
      className={clsx(styles.row, isDragged && styles.dragged)}
      {...(connection.kind === 'remote' ? { 'data-drag-id': connection.id } : {})}
    >
      <StatusDot look={style} silent />
      <span className={styles.name}>
        <ColorSwatch color={connection.color} />
        <span>{connection.name}</span>
        {connection.production === true ? <ProductionBadge short /> : null}
      </span>
      <span className={styles.note}>
        {isInsecure(connection) ? <InsecureBadge /> : null}
        {serverNote(server) || style.word}
      </span>
      <span className={styles.url}>{addressText(connection)}</span>
    </div>
  );
}
