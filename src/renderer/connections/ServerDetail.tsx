import { KeyRound, Pencil, RefreshCw, Trash2, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ownerOfConnection } from '../../shared/model/team.ts';
import { useTeamMember } from '../queries/use-team-member.ts';
import { useUnavailable } from '../rpc/server-features.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Chip } from '../ui/display/Chip.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { CredentialSection } from './CredentialSection.tsx';
import { CapabilityTable } from './CapabilityTable.tsx';
import { serverStyle } from './connection-labels.ts';
import { InsecureBadge } from './InsecureBadge.tsx';
import { SecurityAdvisories, ServerFactsSection } from './ServerFactsSection.tsx';
import { useCheckConnection, useRemoveConnection } from './mutations.ts';
import { RecordingProperties } from './RecordingProperties.tsx';
import type { Server } from './queries.ts';
import { OwnKeyDialog } from './dialog/OwnKeyDialog.tsx';
import { RemoveServerDialog } from './RemoveServerDialog.tsx';
import { ColorSwatch, ProductionBadge } from './ServerMarks.tsx';
import { ServerProperties } from './ServerProperties.tsx';
import { insecureText, isInsecure } from './insecure-connection.ts';
import { TracesSection } from './traces/TracesSection.tsx';
import styles from './ServersView.module.css';

export interface ServerDetailProps {
  readonly server: Server;
  readonly inUse: boolean;
  readonly onUse: () => void;
  readonly onEdit: () => void;
  readonly onShow: (connectionId: string) => void;
  readonly menu: ReactNode;
  readonly children: ReactNode;
}

export function ServerDetail({ server, inUse, onUse, onEdit, onShow, menu, children }: ServerDetailProps) {
  const { connection, health } = server;
  const check = useCheckConnection();
  const close = useRemoveConnection();
  const noRemove = useUnavailable(null, 'connections.remove', { connectionId: connection.id });
  const noSave = useUnavailable(null, 'connections.save');
  const [asking, setAsking] = useState(false);
  const style = serverStyle(server);
  const isSaved = connection.kind === 'remote';
  const member = useTeamMember();
  const [isSettingKey, setSettingKey] = useState(false);
  const isOwn = ownerOfConnection(connection.id) !== null;
  const isForKeyOnly = isOwn && member?.role !== 'edit';
  const noEdit = isForKeyOnly ? null : noSave;
  const hasFacts = health?.state === 'connected' && !connection.recording;
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
        {isOwn ? <Chip icon={<KeyRound size={11} aria-hidden />}>your key, only you see it</Chip> : null}
        {connection.production === true ? <ProductionBadge /> : null}
        {isInsecure(connection) ? (
          <Chip tone="fail" icon={<InsecureBadge silent />}>
            {insecureText}
          </Chip>
        ) : null}
        <div className={styles.actions}>
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
            <Button
              icon={<X size={13} aria-hidden />}
              disabled={noRemove !== null}
              title={noRemove ?? undefined}
              onClick={() => close.mutate(connection.id)}
            >
              Close recording
            </Button>
          ) : null}
          {isSaved ? (
            <>
              {member === null || isOwn ? null : (
                <Button icon={<KeyRound size={13} aria-hidden />} onClick={() => setSettingKey(true)}>
                  Use my own key
                </Button>
              )}
              <div className={styles.savedActions}>
                <Button
                  icon={<Pencil size={13} aria-hidden />}
                  disabled={noEdit !== null}
                  title={noEdit ?? undefined}
                  onClick={isForKeyOnly ? () => setSettingKey(true) : onEdit}
                >
                  Edit
                </Button>
                <Button
                  icon={<Trash2 size={13} aria-hidden />}
                  disabled={noRemove !== null}
                  title={noRemove ?? undefined}
                  onClick={() => setAsking(true)}
                >
                  Remove
                </Button>
                {menu}
              </div>
            </>
          ) : (
            menu
          )}
        </div>
      </header>
      {health?.problem ? <ErrorNotice action={null} error={health.problem} /> : null}
      {check.error ? <ErrorNotice action="Check failed" error={check.error} /> : null}
      {close.error ? <ErrorNotice action="Could not close the recording" error={close.error} /> : null}
      {hasFacts ? <SecurityAdvisories connectionId={connection.id} /> : null}
      {connection.recording ? (
        <RecordingProperties recording={connection.recording} health={health} />
      ) : (
        <ServerProperties {...server} />
      )}
      {connection.credential === undefined ? null : (
        <CredentialSection connection={connection} credential={connection.credential} onEdit={onEdit} />
      )}
      {connection.kind === 'recording' ? null : <TracesSection connection={connection} />}
      {health?.server && !connection.recording ? (
        <CapabilityTable capabilities={health.server.capabilities} />
      ) : null}
      {hasFacts ? <ServerFactsSection connectionId={connection.id} /> : null}
      {children}
      {isSettingKey ? (
        <OwnKeyDialog
          connection={connection}
          onClose={() => setSettingKey(false)}
          onSaved={({ id }) => {
            setSettingKey(false);
            onShow(id);
          }}
        />
      ) : null}
      <RemoveServerDialog connection={connection} open={asking} onOpenChange={setAsking} />
    </section>
  );
}
