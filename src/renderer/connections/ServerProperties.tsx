import type { Connection, ConnectionHealth, KeyView } from '../../shared/model/connection.ts';
import { Chip } from '../ui/display/Chip.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { durationText } from '../ui/display/format.ts';
import { serverText } from './connection-labels.ts';
import { FactRow } from './FactRow.tsx';
import { InsecureBadge } from './InsecureBadge.tsx';
import type { Server } from './queries.ts';
import { isInsecure } from './insecure-connection.ts';
import { resolvedAddressText, certificateText, clockSkewText } from './network-labels.ts';
import styles from './ServersView.module.css';

export function ServerProperties({ connection, health }: Server) {
  const isDemo = connection.kind === 'demo';
  const certificate = certificateText(connection);
  const clock = clockSkewText(health?.networkPath);
  return (
    <dl className={styles.properties}>
      <FactRow name="Address">
        <span className={styles.mono}>{connection.url ?? 'not started yet'}</span>
        {connection.url === null ? null : <CopyButton label="Copy address" text={connection.url} />}
      </FactRow>
      <NetworkRow connection={connection} health={health} />
      {health?.server ? <FactRow name="Server">{serverText(health.server)}</FactRow> : null}
      {typeof health?.latencyMs === 'number' ? (
        <FactRow name="Latency">{durationText(health.latencyMs)}</FactRow>
      ) : null}
      {clock === null ? null : (
        <FactRow name="Clock">
          <Chip tone="wait">{clock}</Chip>
        </FactRow>
      )}
      {certificate === null ? null : (
        <FactRow name="Certificate">
          {isInsecure(connection) ? (
            <Chip tone="fail" icon={<InsecureBadge silent />}>
              {certificate}
            </Chip>
          ) : (
            certificate
          )}
        </FactRow>
      )}
      {isDemo || connection.credential !== undefined ? null : (
        <FactRow name="Key">{keyText(connection.key)}</FactRow>
      )}
      {connection.group === undefined ? null : <FactRow name="Group">{connection.group}</FactRow>}
      {connection.timeoutSeconds === undefined ? null : (
        <FactRow name="Timeout">{connection.timeoutSeconds} s until a response begins</FactRow>
      )}
      {connection.headers.length === 0 ? null : (
        <FactRow name="Headers">
          <span className={styles.mono}>
            {connection.headers.map(({ name, last4 }) => `${name}: …${last4}`).join(', ')}
          </span>
        </FactRow>
      )}
    </dl>
  );
}

// The proxy in use, and which of several addresses answered. Not for the demo server.
function NetworkRow({
  connection,
  health,
}: {
  readonly connection: Connection;
  readonly health: ConnectionHealth | null;
}) {
  const networkPath = health?.networkPath;
  if (!networkPath || connection.kind === 'demo') return null;
  const address = resolvedAddressText(connection.url, networkPath);
  return (
    <>
      {address === null ? null : (
        <FactRow name="Answered by">
          <span className={styles.mono}>{address}</span>
        </FactRow>
      )}
      <FactRow name="Proxy">
        {networkPath.proxy === null ? 'none' : <span className={styles.mono}>{networkPath.proxy}</span>}
      </FactRow>
    </>
  );
}

const keyLocations = {
  none: 'none',
  session: 'stored until the studio closes',
  sealed: "in the system's key store",
  plain: 'in a file, unprotected',
  locked: 'stored, but can’t be read now',
  weak: 'stored, but not protected: enter it again',
} as const;

function keyText({ storage, last4 }: KeyView): string {
  return last4 === null ? keyLocations[storage] : `ends in ${last4}, ${keyLocations[storage]}`;
}
