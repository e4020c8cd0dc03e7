import { useState } from 'react';
import type { ExperimentTarget } from '../../shared/model/experiment.ts';
import { groupProps } from '../ui/a11y-props.ts';
import { TextField } from '../ui/controls/TextField.tsx';
import { TimeAgo } from '../ui/display/TimeAgo.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { Loading } from '../ui/display/Loading.tsx';
import { useTargetAssistants, useTargetVersions } from './queries.ts';
import { isSameTarget, targetOf, type TargetServer } from './targets.ts';
import styles from './Experiments.module.css';

interface TargetPickerProps {
  readonly servers: readonly TargetServer[];
  readonly targets: readonly ExperimentTarget[];
  readonly onToggle: (target: ExperimentTarget) => void;
}

export function TargetPicker({ servers, targets, onToggle }: TargetPickerProps) {
  return (
    <div className={styles.servers}>
      {servers.map((server, index) => (
        <ServerAssistants
          key={server.connectionId}
          server={server}
          isFirst={index === 0}
          targets={targets}
          onToggle={onToggle}
        />
      ))}
    </div>
  );
}

interface ServerAssistantsProps extends Pick<TargetPickerProps, 'targets' | 'onToggle'> {
  readonly server: TargetServer;
  readonly isFirst: boolean;
}

// Assistants that are listed; others are found by name.
const maxListed = 50;

function ServerAssistants({ server, isFirst, targets, onToggle }: ServerAssistantsProps) {
  const [isExpanded, setExpanded] = useState(isFirst);
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useTargetAssistants(server.connectionId, isExpanded);
  const searchText = search.trim().toLowerCase();
  const matches = (data ?? []).filter(({ name, graphId }) =>
    `${name} ${graphId}`.toLowerCase().includes(searchText),
  );
  const count = targets.filter((target) => target.connectionId === server.connectionId).length;
  return (
    <details
      className={styles.server}
      open={isExpanded}
      onToggle={(event) => setExpanded(event.currentTarget.open)}
    >
      <summary>
        {server.name}
        {count === 0 ? '' : ` · ${count} selected`}
      </summary>
      {error ? (
        <ErrorNotice action="Could not load assistants" error={error} onRetry={() => void refetch()} />
      ) : null}
      {(data?.length ?? 0) > maxListed ? (
        <TextField
          hideLabel
          label={`Search assistants of ${server.name}`}
          placeholder="Search assistants"
          value={search}
          onChange={setSearch}
        />
      ) : null}
      <div className={styles.assistants} {...groupProps(`Assistants of ${server.name}`)}>
        {matches.slice(0, maxListed).map((assistant) => {
          const target = targetOf(server, assistant);
          return (
            <div key={assistant.assistantId}>
              <label className={styles.assistant}>
                <input
                  type="checkbox"
                  checked={targets.some((one) => isSameTarget(one, target))}
                  onChange={() => onToggle(target)}
                />
                <span>{assistant.name}</span>
                <span className={styles.quiet}>
                  {assistant.graphId === assistant.name ? '' : assistant.graphId}
                  {assistant.version === null ? '' : ` v${assistant.version}`}
                </span>
              </label>
              {(assistant.version ?? 1) > 1 ? (
                <OtherVersions target={target} targets={targets} onToggle={onToggle} />
              ) : null}
            </div>
          );
        })}
      </div>
      {matches.length > maxListed ? (
        <p className={styles.quiet}>{`The first ${maxListed} of ${matches.length.toLocaleString('en')}.`}</p>
      ) : null}
    </details>
  );
}

interface OtherVersionsProps extends Pick<TargetPickerProps, 'targets' | 'onToggle'> {
  readonly target: ExperimentTarget;
}

function OtherVersions({ target, targets, onToggle }: OtherVersionsProps) {
  const [isExpanded, setExpanded] = useState(false);
  const { data, error, refetch } = useTargetVersions(target.connectionId, target.assistantId, isExpanded);
  const others = (data?.versions ?? []).filter(({ version }) => version !== target.version);
  return (
    <details className={styles.versions} onToggle={(event) => setExpanded(event.currentTarget.open)}>
      <summary aria-label={`Other versions of ${target.assistantName}`}>Other versions</summary>
      {error ? (
        <ErrorNotice action="Could not load versions" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading>Loading versions</Loading>
      ) : null}
      {others.slice(0, maxListed).map(({ version, name, createdAt }) => {
        const pinned = { ...target, version, isPinned: true };
        return (
          <label key={version} className={styles.assistant}>
            <input
              type="checkbox"
              checked={targets.some((one) => isSameTarget(one, pinned))}
              onChange={() => onToggle(pinned)}
            />
            <span>{`v${version}`}</span>
            <span className={styles.quiet}>
              {name === null || name === target.assistantName ? '' : `${name} `}
              {createdAt === null ? '' : <TimeAgo at={createdAt} />}
            </span>
          </label>
        );
      })}
      {others.length > maxListed || data?.isCut === true ? (
        <p className={styles.quiet}>{`The newest ${Math.min(maxListed, others.length)}.`}</p>
      ) : null}
    </details>
  );
}
