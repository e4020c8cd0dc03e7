import { useState, type ReactNode } from 'react';
import { useUnavailable } from '../rpc/server-features.ts';
import type { Assistant, AssistantVersion } from '../../shared/model/assistant.ts';
import { CompareButton } from '../shared-ui/CompareItem.tsx';
import { assistantTrayEntry } from '../shared-ui/tray-entries.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Chip } from '../ui/display/Chip.tsx';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { Listbox } from '../ui/lists/Listbox.tsx';
import { useSaveAssistant, useSetLatestVersion, useVersions } from './mutations.ts';
import { staleSettings, staleSettingsText } from './stale-settings.ts';
import styles from './AssistantDialog.module.css';

interface VersionsDialogProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly assistant: Assistant;
  readonly onClose: () => void;
  readonly renderDiff: (before: string, after: string) => ReactNode;
}

export function VersionsDialog({
  connectionId,
  serverName,
  assistant,
  onClose,
  renderDiff,
}: VersionsDialogProps) {
  const { data, error, refetch } = useVersions(connectionId, assistant.assistantId);
  const choose = useSetLatestVersion(connectionId, assistant.assistantId);
  const save = useSaveAssistant(connectionId);
  const [selected, setSelected] = useState<number | null>(null);
  const [otherNumber, setOther] = useState<number | null>(null);
  const readOnly = useUnavailable(connectionId, 'assistants.setLatest');
  const versions = data?.versions ?? [];
  const active = assistant.version;
  const stale = staleSettings(assistant, versions);
  const activeVersion = versions.find(({ version }) => version === active) ?? null;
  const displayedVersion =
    versions.find(({ version }) => version === (selected ?? active)) ?? versions[0] ?? null;
  const other =
    versions.find(({ version }) => version === otherNumber) ??
    versions[displayedVersion === null ? -1 : versions.indexOf(displayedVersion) + 1] ??
    null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={860}
      title={`Versions of “${assistant.name}”`}
      description={
        <>
          {active === null
            ? 'It is unknown which version runs use on '
            : stale.length > 0
              ? `Runs use only part of version ${active} on `
              : `Runs use version ${active} on `}
          <strong>{serverName}</strong>. Each edit creates a new version. A version never changes.
        </>
      }
      footer={
        <>
          {displayedVersion === null ? null : (
            <CompareButton
              entry={assistantTrayEntry(connectionId, assistant, displayedVersion.version)}
              onPick={onClose}
            />
          )}
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            disabled={displayedVersion === null || displayedVersion.version === active || readOnly !== null}
            title={readOnly ?? undefined}
            busy={choose.isPending ? 'Saving' : null}
            onClick={() => {
              if (displayedVersion) choose.mutate(displayedVersion.version);
            }}
          >
            {displayedVersion === null ? 'Use this version' : `Use version ${displayedVersion.version}`}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorNotice action="Could not load the versions" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading>Loading versions</Loading>
      ) : (
        <div className={styles.versions}>
          <div className={styles.rows}>
            <Listbox
              label="Versions"
              items={versions}
              keyOf={({ version }) => String(version)}
              selectedKey={displayedVersion === null ? null : String(displayedVersion.version)}
              onSelect={({ version }) => setSelected(version)}
              render={(version) => (
                <VersionRow
                  version={version}
                  isActive={version.version === active}
                  isPartial={stale.length > 0}
                />
              )}
            />
            {data.isCut ? <p className={styles.quiet}>Older versions are not listed.</p> : null}
          </div>
          {displayedVersion === null ? null : (
            <div className={styles.compared}>
              <div className={styles.head}>
                <strong>Version {displayedVersion.version}</strong>
                {other === null && !data.isCut ? (
                  <span className={styles.quiet}>the first one</span>
                ) : (
                  <>
                    <span className={styles.quiet}>compared with</span>
                    <Select
                      label="Compare with"
                      value={other === null ? null : String(other.version)}
                      onChange={(value) => setOther(Number(value))}
                      options={versions
                        .filter(({ version }) => version !== displayedVersion.version)
                        .map(({ version }) => ({ value: String(version), label: `Version ${version}` }))}
                    />
                  </>
                )}
              </div>
              {other === null && data.isCut ? (
                <p className={styles.quiet}>The version before it is not listed.</p>
              ) : (
                <div className={styles.diff}>
                  {renderDiff(other === null ? '{}' : textOf(other), textOf(displayedVersion))}
                </div>
              )}
            </div>
          )}
        </div>
      )}
      {stale.length === 0 || activeVersion === null ? null : (
        <section className={styles.stale} aria-label="What runs use">
          <p role="status">
            The server calls version {activeVersion.version} the one in use, but runs get{' '}
            {staleSettingsText(stale)}. To run with what version {activeVersion.version} has, save it as a new
            version.
          </p>
          <Button
            size="small"
            disabled={readOnly !== null}
            title={readOnly ?? undefined}
            busy={save.isPending ? 'Saving' : null}
            onClick={() =>
              save.mutate({
                base: assistant,
                graphId: assistant.graphId,
                settings: {
                  name: activeVersion.name ?? assistant.name,
                  description: activeVersion.description,
                  configText: activeVersion.configText,
                  contextText: activeVersion.contextText,
                },
              })
            }
          >
            Save version {activeVersion.version} as a new version
          </Button>
        </section>
      )}
      {choose.error ? <ErrorNotice action="Could not change the version" error={choose.error} /> : null}
      {save.error ? <ErrorNotice action="Could not save the version" error={save.error} /> : null}
    </Dialog>
  );
}

function VersionRow({
  version,
  isActive,
  isPartial,
}: {
  readonly version: AssistantVersion;
  readonly isActive: boolean;
  readonly isPartial: boolean;
}) {
  return (
    <div className={styles.version}>
      <span>Version {version.version}</span>
      {isActive ? (
        <Chip tone={isPartial ? 'wait' : 'accent'}>{isPartial ? 'partly in use' : 'in use'}</Chip>
      ) : null}
      <span className={styles.quiet}>
        {version.createdBy === null ? null : `${version.createdBy} · `}
        <TimeAgo at={version.createdAt} />
      </span>
    </div>
  );
}

function textOf({ name, description, configText, contextText }: AssistantVersion): string {
  const texts = [
    `"name":${JSON.stringify(name)}`,
    `"description":${JSON.stringify(description)}`,
    `"context":${contextText}`,
    `"config":${configText}`,
  ];
  return `{${texts.join(',')}}`;
}
