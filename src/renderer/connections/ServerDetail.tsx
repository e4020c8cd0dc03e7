import { Pencil, RefreshCw, Trash2, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../ui/controls/Button.tsx';
import { Chip } from '../ui/display/Chip.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { CapabilityTable } from './CapabilityTable.tsx';
import { connectionStyleOf } from './connection-labels.ts';
import { InsecureBadge } from './InsecureBadge.tsx';
import { ServerFactsSection } from './ServerFactsSection.tsx';
import { useCheckConnection, useRemoveConnection } from './mutations.ts';
import { RecordingProperties } from './RecordingProperties.tsx';
import type { Server } from './queries.ts';
import { RemoveServerDialog } from './RemoveServerDialog.tsx';
import { ColorSwatch, ProductionBadge } from './ServerMarks.tsx';
import { ServerProperties } from './ServerProperties.tsx';
import { insecureText, isInsecure } from './network-labels.ts';
import styles from './ServersView.module.css';

export interface ServerDetailProps {
  readonly server: Server;
  readonly inUse: boolean;
  readonly onUse: () => void;
  readonly onEdit: () => void;
  readonly menu: ReactNode;
  readonly children: ReactNode;
}

export function ServerDetail({ server, inUse, onUse, onEdit, menu, children }: ServerDetailProps) {
  const { connection, health } = server;
  const check = useCheckConnection();
  const close = useRemoveConnection();
  const [asking, setAsking] = useState(false);
  const style = connectionStyleOf(health);
  const isSaved = connection.kind === 'remote';
  return (
    <section className={styles.detail} aria-label={`Server ${connection.name}`}>
      <header className={styles.head}>
        <ColorSwatch color={connection.color} />
        <h2 className={styles.title}>{connection.name}</h2>
        {connection.kind === 'recording' ? (
          <Chip>recording, read-only</Chip>
        ) : (
          <Chip tone={style.tone}>{style.word}</Chip>
        )}
        {inUse ? <Chip tone="accent">in use</Chip> : null}
        {connection.production === true ? <ProductionBadge /> : null}
        {isInsecure(connection) ? (
          <Chip tone="fail" icon={<InsecureBadge silent />}>
            {insecureText}
          </Chip>
        ) : null}
        <span className={styles.grow} />
        {inUse ? null : (
          <Button variant="primary" onClick={onUse}>
            Use this server
          </Button>
        )}
        {connection.kind === 'recording' ? null : (
          <Button
            icon={<RefreshCw size={13} aria-hidden />}
            busy={check.isPending ? 'Checking' : null}
            onClick={() => check.mutate(connection.id)}
          >
            Check now
          </Button>
        )}
        {connection.kind === 'recording' ? (
          <Button icon={<X size={13} aria-hidden />} onClick={() => close.mutate(connection.id)}>
            Close recording
          </Button>
        ) : null}
        {isSaved ? (
          <>
            <Button icon={<Pencil size={13} aria-hidden />} onClick={onEdit}>
              Edit
            </Button>
            <Button icon={<Trash2 size={13} aria-hidden />} onClick={() => setAsking(true)}>
              Remove
            </Button>
          </>
        ) : null}
        {menu}
      </header>
      {health?.problem ? <ErrorNotice action={null} error={health.problem} /> : null}
      {check.error ? <ErrorNotice action="Check failed" error={check.error} /> : null}
      {close.error ? <ErrorNotice action="Could not close the recording" error={close.error} /> : null}
      {connection.recording ? (
        <RecordingProperties recording={connection.recording} health={health} />
      ) : (
        <ServerProperties connection={connection} health={health} />
      )}
      {health?.server && !connection.recording ? (
        <CapabilityTable capabilities={health.server.capabilities} />
      ) : null}
      {health?.state === 'connected' && !connection.recording ? (
        <ServerFactsSection connectionId={connection.id} />
      ) : null}
      {children}
      <RemoveServerDialog connection={connection} open={asking} onOpenChange={setAsking} />
    </section>
  );
}
