import { useState } from 'react';
import type { Assistant } from '../../shared/model/assistant.ts';
import type { ExperimentTarget } from '../../shared/model/inputs/experiment.ts';
import { groupProps } from '../ui/a11y-props.ts';
import { Button } from '../ui/controls/Button.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { Dialog } from '../ui/feedback/Dialog.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { useStartExperiment, useTargetAssistants } from './queries.ts';
import styles from './Experiments.module.css';

/** A server that can run inputs. */
export interface TargetServer {
  readonly connectionId: string;
  readonly name: string;
}

export interface RunInputsDialogProps {
  /** The server whose folder has the inputs; it comes first. */
  readonly connectionId: string;
  readonly servers: readonly TargetServer[];
  readonly paths: readonly string[];
  /** The assistant that is proposed. */
  readonly assistant: Assistant | null;
  readonly onClose: () => void;
  readonly onStarted: (experimentId: string) => void;
}

/** Which assistants run the inputs, and how many runs at a time. */
export function RunInputsDialog(props: RunInputsDialogProps) {
  const { connectionId, servers, paths, assistant, onClose, onStarted } = props;
  const start = useStartExperiment();
  const own = servers.find((server) => server.connectionId === connectionId);
  const [targets, setTargets] = useState<readonly ExperimentTarget[]>(
    assistant && own ? [targetOf(own, assistant)] : [],
  );
  const what =
    paths.length === 1
      ? (paths[0] ?? '').replace(/\.json$/, '')
      : `${paths.length.toLocaleString('en')} inputs`;
  const [name, setName] = useState(what);
  const [atOnce, setAtOnce] = useState('');
  const atOnceProblem = atOnce === '' || /^[1-9]\d?$|^100$/.test(atOnce) ? null : 'A number from 1 to 100.';
  const count = paths.length * targets.length;
  const toggle = (target: ExperimentTarget): void =>
    setTargets((before) =>
      before.some((one) => isSame(one, target))
        ? before.filter((one) => !isSame(one, target))
        : [...before, target],
    );
  const submit = (): void =>
    start.mutate(
      {
        name: name.trim(),
        inputsConnectionId: connectionId,
        paths,
        atOnce: atOnce === '' ? null : Number(atOnce),
        targets,
      },
      { onSuccess: onStarted },
    );
  const ordered = [...servers].toSorted((a, b) => Number(b === own) - Number(a === own));
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Run ${what}`}
      description="Each input runs on a new thread, once on each assistant. Assistants run with their latest version: to compare another one, set it as latest first."
      width={600}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={count === 0 || name.trim() === '' || atOnceProblem !== null}
            busy={start.isPending ? 'Starting' : null}
            onClick={submit}
          >
            {count === 1 ? 'Start 1 run' : `Start ${count.toLocaleString('en')} runs`}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextField label="Name" value={name} onChange={setName} maxLength={200} />
        <div className={styles.servers}>
          {ordered.map((server) => (
            <ServerAssistants
              key={server.connectionId}
              server={server}
              isFirst={server === own}
              targets={targets}
              onToggle={toggle}
            />
          ))}
        </div>
        <TextField
          label="At most this many at a time, on each server"
          value={atOnce}
          onChange={setAtOnce}
          error={atOnceProblem}
          inputMode="numeric"
          placeholder="all"
          hint={
            atOnce === ''
              ? 'All runs go to the server, which queues them: the studio may be closed once they are sent.'
              : 'Later runs follow as others end, while the studio is open.'
          }
        />
        {start.error ? <ErrorNotice action="Could not start all runs" error={start.error} /> : null}
      </div>
    </Dialog>
  );
}

interface ServerAssistantsProps {
  readonly server: TargetServer;
  readonly isFirst: boolean;
  readonly targets: readonly ExperimentTarget[];
  readonly onToggle: (target: ExperimentTarget) => void;
}

/** Assistants that are listed; others are found by name. */
const mostListed = 50;

function ServerAssistants({ server, isFirst, targets, onToggle }: ServerAssistantsProps) {
  const [isExpanded, setExpanded] = useState(isFirst);
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useTargetAssistants(server.connectionId, isExpanded);
  const wanted = search.trim().toLowerCase();
  const found = (data ?? []).filter(({ name, graphId }) =>
    `${name} ${graphId}`.toLowerCase().includes(wanted),
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
      {(data?.length ?? 0) > mostListed ? (
        <TextField
          hideLabel
          label={`Search assistants of ${server.name}`}
          placeholder="Search assistants"
          value={search}
          onChange={setSearch}
        />
      ) : null}
      <div className={styles.assistants} {...groupProps(`Assistants of ${server.name}`)}>
        {found.slice(0, mostListed).map((assistant) => {
          const target = targetOf(server, assistant);
          return (
            <label key={assistant.assistantId} className={styles.assistant}>
              <input
                type="checkbox"
                checked={targets.some((one) => isSame(one, target))}
                onChange={() => onToggle(target)}
              />
              <span>{assistant.name}</span>
              <span className={styles.quiet}>
                {assistant.graphId === assistant.name ? '' : assistant.graphId}
                {assistant.version === null ? '' : ` v${assistant.version}`}
              </span>
            </label>
          );
        })}
      </div>
      {found.length > mostListed ? (
        <p className={styles.quiet}>{`The first ${mostListed} of ${found.length.toLocaleString('en')}.`}</p>
      ) : null}
    </details>
  );
}

function targetOf({ connectionId, name }: TargetServer, assistant: Assistant): ExperimentTarget {
  const { assistantId, name: assistantName, graphId, version } = assistant;
  return { connectionId, serverName: name, assistantId, assistantName, graphId, version };
}

function isSame(a: ExperimentTarget, b: ExperimentTarget): boolean {
  return a.connectionId === b.connectionId && a.assistantId === b.assistantId;
}
