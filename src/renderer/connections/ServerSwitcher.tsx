import { Plus, Server as ServerIcon } from 'lucide-react';
import { Fragment } from 'react';
import type { Connection } from '../../shared/model/connection.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { Loading } from '../ui/display/Loading.tsx';
import {
  Menu,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from '../ui/popups/Menu.tsx';
import { PickerButton } from '../ui/controls/PickerButton.tsx';
import { addressText, serverNote, serverStyle } from './connection-labels.ts';
import { groupServers } from './group-servers.ts';
import { InsecureBadge } from './InsecureBadge.tsx';
import { useServers, type Server } from './queries.ts';
import { ColorSwatch, ProductionBadge } from './ServerMarks.tsx';
import { StatusDot } from './StatusDot.tsx';
import { insecureText, isInsecure } from './insecure-connection.ts';
import styles from './ServerSwitcher.module.css';

export interface ServerSwitcherProps {
  readonly selectedId: string | null;
  readonly onSelect: (connectionId: string) => void;
  readonly onAdd: () => void;
  readonly onManage: () => void;
}

export function ServerSwitcher({ selectedId, onSelect, onAdd, onManage }: ServerSwitcherProps) {
  const { servers } = useServers();
  const noAdd = useUnavailable(null, 'connections.save');
  const selected = servers?.find(({ connection }) => connection.id === selectedId);
  const name = selected?.connection.name ?? (servers === null ? 'Loading servers' : 'Choose a server');
  const insecure = selected !== undefined && isInsecure(selected.connection);
  return (
    <Menu
      width={280}
      trigger={
        <PickerButton
          aria-label={
            selected
              ? `Server: ${[name, serverStyle(selected).word, ...marksOf(selected.connection)].join(', ')}`
              : name
          }
          icon={
            selected ? (
              <>
                <ColorSwatch color={selected.connection.color} />
                <StatusDot look={serverStyle(selected)} silent />
                {insecure ? <InsecureBadge silent /> : null}
              </>
            ) : undefined
          }
          name={name}
          note={selected ? serverNote(selected) : undefined}
        />
      }
    >
      {servers === null ? <Loading>Loading servers</Loading> : null}
      <MenuRadioGroup value={selectedId ?? ''} onChange={onSelect}>
        {groupServers(servers ?? []).map((group) => (
          <Fragment key={group.name ?? ''}>
            {group.name === null ? null : <MenuLabel>{group.name}</MenuLabel>}
            {group.servers.map((server) => (
              <ServerItem key={server.connection.id} server={server} />
            ))}
          </Fragment>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuItem
        icon={<Plus size={14} aria-hidden />}
        disabled={noAdd !== null}
        detail={noAdd}
        onSelect={onAdd}
      >
        Add a server
      </MenuItem>
      <MenuItem icon={<ServerIcon size={14} aria-hidden />} onSelect={onManage}>
        Manage servers
      </MenuItem>
    </Menu>
  );
}

// Announced after the status.
function marksOf(connection: Connection): string[] {
  return [
    ...(connection.production === true ? ['production'] : []),
    ...(isInsecure(connection) ? [insecureText] : []),
  ];
}

function ServerItem({ server }: { readonly server: Server }) {
  const { connection } = server;
  return (
    <MenuRadioItem
      value={connection.id}
      detail={addressText(connection)}
      end={
        <span className={styles.end}>
          {connection.production === true ? <ProductionBadge short /> : null}
          <ColorSwatch color={connection.color} />
          {isInsecure(connection) ? <InsecureBadge /> : null}
          <StatusDot look={serverStyle(server)} silent />
          {serverNote(server) || serverStyle(server).word}
        </span>
      }
    >
      {connection.name}
    </MenuRadioItem>
  );
}
