import type { Connection, ConnectionHealth, KeyView } from '../../shared/model/connections/connection.ts';
import { Chip } from '../ui/display/Chip.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { durationText } from '../ui/display/format.ts';
import { serverText } from './connection-labels.ts';
import { Fact } from './Fact.tsx';
import { InsecureBadge } from './InsecureBadge.tsx';
import type { Server } from './queries.ts';
import { resolvedAddressText, certificateText, clockText, isInsecure } from './network-labels.ts';
import styles from './ServersView.module.css';

export function ServerProperties({ connection, health }: Server) {
  const isDemo = connection.kind === 'demo';
  const certificate = certificateText(connection);
  const clock = clockText(health?.networkPath);
  return (
    <dl className={styles.properties}>
      <Fact name="Address">
        <span className={styles.mono}>{connection.url ?? 'not started yet'}</span>
        {connection.url === null ? null : <CopyButton label="Copy address" text={connection.url} />}
      </Fact>
      <NetworkRow connection={connection} health={health} />
      {health?.server ? <Fact name="Server">{serverText(health.server)}</Fact> : null}
      {typeof health?.latencyMs === 'number' ? (
        <Fact name="Latency">{durationText(health.latencyMs)}</Fact>
      ) : null}
      {clock === null ? null : (
        <Fact name="Clock">
          <Chip tone="wait">{clock}</Chip>
        </Fact>
      )}
      {certificate === null ? null : (
        <Fact name="Certificate">
          {isInsecure(connection) ? (
            <Chip tone="fail" icon={<InsecureBadge silent />}>
              {certificate}
            </Chip>
          ) : (
            certificate
          )}
        </Fact>
      )}
      {isDemo ? null : <Fact name="Key">{keyText(connection.key)}</Fact>}
      {connection.group === undefined ? null : <Fact name="Group">{connection.group}</Fact>}
      {connection.timeoutSeconds === undefined ? null : (
        <Fact name="Timeout">{connection.timeoutSeconds} s until a response begins</Fact>
      )}
      {connection.headers.length === 0 ? null : (
        <Fact name="Headers">
          <span className={styles.mono}>
            {connection.headers.map(({ name, last4 }) => `${name}: …${last4}`).join(', ')}
          </span>
        </Fact>
      )}
    </dl>
  );
}

/** The proxy in use, and which of several addresses answered. Not for the demo server. */
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
        <Fact name="Answered by">
          <span className={styles.mono}>{address}</span>
        </Fact>
      )}
      <Fact name="Proxy">
        {networkPath.proxy === null ? 'none' : <span className={styles.mono}>{networkPath.proxy}</span>}
      </Fact>
    </>
  );
}

const keyLocations = {
  none: 'none',
  session: 'stored until the studio closes',
  sealed: "in the system's key store",
  plain: 'in a file, unprotected',
  locked: 'stored, but not readable now',
  weak: 'stored, but not protected: type it again',
} as const;

function keyText({ storage, last4 }: KeyView): string {
  return last4 === null ? keyLocations[storage] : `ends in ${last4}, ${keyLocations[storage]}`;
}
