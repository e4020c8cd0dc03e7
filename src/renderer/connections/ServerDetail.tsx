import { Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Capability, KeyView } from '../../shared/model/connection.ts';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { ErrorNote } from '../ui/ErrorNote.tsx';
import { durationText } from '../ui/time-ago.ts';
import { lookOf, serverText } from './connection-words.ts';
import { useCheckConnection, useRemoveConnection } from './mutations.ts';
import type { Server } from './queries.ts';
import styles from './ServersView.module.css';

export interface ServerDetailProps {
  readonly server: Server;
  /** Whether the window works on it now. */
  readonly inUse: boolean;
  readonly onUse: () => void;
  readonly onEdit: () => void;
  readonly children: ReactNode;
}

export function ServerDetail({ server, inUse, onUse, onEdit, children }: ServerDetailProps) {
  const { connection, health } = server;
  const check = useCheckConnection();
  const remove = useRemoveConnection();
  const [asking, setAsking] = useState(false);
  const look = lookOf(health);
  const isDemo = connection.kind === 'demo';
  return (
    <section className={styles.detail} aria-label={`Server ${connection.name}`}>
      <header className={styles.head}>
        <h2 className={styles.title}>{connection.name}</h2>
        <Chip tone={look.tone}>{look.word}</Chip>
        {inUse ? <Chip tone="accent">in use</Chip> : null}
        <span className={styles.grow} />
        {inUse ? null : (
          <Button variant="primary" onClick={onUse}>
            Use this server
          </Button>
        )}
        <Button
          icon={<RefreshCw size={13} aria-hidden />}
          busy={check.isPending ? 'Checking' : null}
          onClick={() => check.mutate(connection.id)}
        >
          Check now
        </Button>
        {isDemo ? null : (
          <>
            <Button icon={<Pencil size={13} aria-hidden />} onClick={onEdit}>
              Edit
            </Button>
            <Button icon={<Trash2 size={13} aria-hidden />} onClick={() => setAsking(true)}>
              Remove
            </Button>
          </>
        )}
      </header>
      {health?.problem ? <ErrorNote error={health.problem} /> : null}
      {check.error ? <ErrorNote error={check.error} /> : null}
      <dl className={styles.facts}>
        <Fact name="Address">
          <span className={styles.mono}>{connection.url ?? 'not started yet'}</span>
          {connection.url === null ? null : <CopyButton label="Copy address" text={connection.url} />}
        </Fact>
        {health?.server ? <Fact name="Server">{serverText(health.server)}</Fact> : null}
        {typeof health?.latencyMs === 'number' ? (
          <Fact name="Answers in">{durationText(health.latencyMs)}</Fact>
        ) : null}
        {isDemo ? null : <Fact name="Key">{keyText(connection.key)}</Fact>}
        {connection.headers.length === 0 ? null : (
          <Fact name="Headers">
            <span className={styles.mono}>
              {connection.headers.map(({ name, last4 }) => `${name}: …${last4}`).join(', ')}
            </span>
          </Fact>
        )}
        {health?.server ? (
          <>
            <Fact name="Webhooks">{capabilityText(health.server.capabilities.webhooks)}</Fact>
            <Fact name="Crons">{capabilityText(health.server.capabilities.crons)}</Fact>
            <Fact name="X-ray depth">{capabilityText(health.server.capabilities.xrayDepth)}</Fact>
          </>
        ) : null}
      </dl>
      {children}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        danger
        title={`Remove ${connection.name}?`}
        body="The studio forgets its address, key and headers. Nothing on the server changes."
        confirmLabel="Remove server"
        busyLabel="Removing"
        onConfirm={() => remove.mutateAsync(connection.id)}
      />
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const places = {
  none: 'none',
  session: 'kept until the studio closes',
  sealed: "in the system's key store",
  plain: 'in a file, unprotected',
  locked: 'stored, but not readable now',
} as const;

function keyText({ place, last4 }: KeyView): string {
  return last4 === null ? places[place] : `ends in ${last4}, ${places[place]}`;
}

function capabilityText({ available, reason }: Capability): string {
  return reason === null ? (available ? 'yes' : 'no') : `${available ? 'yes' : 'no'}: ${reason}`;
}
