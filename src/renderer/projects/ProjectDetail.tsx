import { Bug, Play, RefreshCw, RotateCw, Square, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '../../shared/count-of.ts';
import type { Project, ProjectProblem } from '../../shared/model/project.ts';
import { useCommandBindings } from '../commands/command-registry.ts';
import { useCallMutation } from '../queries/use-call.ts';
import { scrollableGroupProps } from '../ui/a11y-props.ts';
import { Button } from '../ui/controls/Button.tsx';
import { CopyButton } from '../ui/controls/CopyButton.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Chip } from '../ui/display/Chip.tsx';
import { durationText } from '../ui/display/format.ts';
import { Property, PropertyList } from '../ui/display/PropertyList.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { ConfirmIconButton } from '../ui/resource-view/ConfirmIconButton.tsx';
import { commandText, isServerRunning, obstacleOf, stateTones } from './project-labels.ts';
import { ConfigSettings } from './ConfigSettings.tsx';
import { AttachDialog } from './AttachDialog.tsx';
import { ProjectLogPane } from './ProjectLogPane.tsx';
import { ProjectSettingsForm } from './ProjectSettingsForm.tsx';
import { useStartProject } from './queries.ts';
import styles from './ProjectsView.module.css';

interface ProjectDetailProps {
  readonly project: Project;
  readonly onReady: (connectionId: string) => void;
  readonly onShowGraphs: (connectionId: string) => void;
}

export function ProjectDetail({ project, onReady, onShowGraphs }: ProjectDetailProps) {
  const { id, status, problems, command, connectionId } = project;
  const start = useStartProject(onReady);
  const stop = useCallMutation('projects.stop');
  const refresh = useCallMutation('projects.refresh');
  const install = useCallMutation('projects.install');
  const remove = useCallMutation('projects.remove');
  const onProject = { projectId: id };
  const runs = isServerRunning(status);
  const obstacle = obstacleOf(project);
  const hasDebugger = status.debugAddress !== undefined;
  const [isAttaching, setAttaching] = useState(false);
  const noDebugger =
    isServerRunning(status) && hasDebugger ? null : 'Start the project with the debugger first.';
  useCommandBindings({
    'project.debug': {
      run: () => start.mutate({ ...onProject, withDebugger: true }),
      blocked: obstacle,
      title: `${runs ? 'Restart' : 'Start'} ${project.name} with debugger`,
    },
    'project.attach': { run: () => setAttaching(true), blocked: noDebugger },
  });
  const isBusy = start.isPending || status.state === 'starting' || status.state === 'stopping';
  return (
    <section className={styles.detail} aria-label={`Project ${project.name}`}>
      <header className={styles.head}>
        <h2>{project.name}</h2>
        <Chip tone={stateTones[status.state]}>{status.state}</Chip>
        <span className={styles.quiet}>{statusNote(project)}</span>
        <div className={styles.actions}>
          {status.state === 'ready' && connectionId !== null ? (
            <Button variant="primary" onClick={() => onShowGraphs(connectionId)}>
              Show graphs
            </Button>
          ) : null}
          <Button
            variant={runs ? 'plain' : 'primary'}
            icon={runs ? <RotateCw size={13} aria-hidden /> : <Play size={13} aria-hidden />}
            disabled={obstacle !== null && (!runs || status.state === 'installing')}
            busy={isBusy && status.state !== 'stopping' ? 'Starting' : null}
            onClick={() =>
              start.mutate(runs && hasDebugger ? { ...onProject, withDebugger: true } : onProject)
            }
          >
            {runs ? 'Restart' : 'Start'}
          </Button>
          {runs && hasDebugger ? null : (
            <Button
              icon={<Bug size={13} aria-hidden />}
              disabled={obstacle !== null || isBusy}
              onClick={() => start.mutate({ ...onProject, withDebugger: true })}
            >
              {runs ? 'Restart with debugger' : 'Start with debugger'}
            </Button>
          )}
          {runs ? (
            <Button
              icon={<Square size={13} aria-hidden />}
              busy={status.state === 'stopping' ? 'Stopping' : null}
              onClick={() => stop.mutate(onProject)}
            >
              Stop
            </Button>
          ) : null}
          <IconButton
            label="Read the folder again"
            icon={<RefreshCw size={14} aria-hidden />}
            onClick={() => refresh.mutate(onProject)}
          />
          <ConfirmIconButton
            label="Remove from list"
            confirmLabel="Remove project"
            title={`Remove “${project.name}” from the list?`}
            body="Stops its server. The folder and everything in it are kept, and so is its server under Servers."
            busyLabel="Removing"
            action={remove}
            onConfirm={() => remove.mutateAsync(onProject)}
          />
        </div>
      </header>
      <div className={styles.facts} {...scrollableGroupProps('About the project')}>
        {status.problem ? <ErrorNotice action={null} error={status.problem} /> : null}
        {[start, stop, refresh, install].map(({ error }, index) =>
          error ? <ErrorNotice key={index} action={null} error={error} /> : null,
        )}
        {problems.map((problem) => (
          <Problem
            key={problem.message}
            problem={problem}
            busy={install.isPending || status.state === 'installing' ? 'Installing' : null}
            onInstall={() => install.mutate(onProject)}
          />
        ))}
        {project.isOpenToWebPages && obstacle === null ? <OpenServerWarning /> : null}
        <PropertyList>
          <Property name="Folder" action={<CopyButton label="Copy folder" text={project.folder} />}>
            <code>{project.folder}</code>
          </Property>
          <Property name="Graphs">
            {project.graphs.length === 0 ? 'unknown' : project.graphs.map((graph) => graph.id).join(', ')}
          </Property>
          {command === null ? null : (
            <Property
              name={runs ? 'Command' : 'Starts'}
              action={<CopyButton label="Copy command" text={commandText(command, status.url)} />}
            >
              <code title={commandText(command, status.url)}>{commandText(command, status.url)}</code>
            </Property>
          )}
          {status.url === null ? null : (
            <Property name="Address" action={<CopyButton label="Copy address" text={status.url} />}>
              <code>{status.url}</code>
            </Property>
          )}
          {status.debugAddress === undefined || !runs ? null : (
            <Property
              name="Debugger"
              action={<CopyButton label="Copy address of the debugger" text={status.debugAddress} />}
            >
              <span className={styles.debugger}>
                <code>{status.debugAddress}</code>
                <Button size="small" onClick={() => setAttaching(true)}>
                  Write attach configuration…
                </Button>
              </span>
            </Property>
          )}
        </PropertyList>
        {project.configSettings.length === 0 ? null : (
          <details className={styles.more}>
            <summary>{`In langgraph.json (${countOf(project.configSettings.length, 'setting')})`}</summary>
            <ConfigSettings settings={project.configSettings} />
          </details>
        )}
        <details
          className={styles.more}
          open={Object.values(project.settings).some((value) => value !== null)}
        >
          <summary>Settings</summary>
          <ProjectSettingsForm project={project} />
        </details>
      </div>
      {isAttaching ? <AttachDialog projectId={id} onClose={() => setAttaching(false)} /> : null}
      <ProjectLogPane key={id} projectId={id} />
    </section>
  );
}

function statusNote({ status, language }: Project): string {
  const { pid, startedInMs, reloads, state } = status;
  const parts = [
    language === null ? null : language === 'python' ? 'Python' : 'JavaScript',
    pid === null ? null : `pid ${pid}`,
    startedInMs === null || state === 'failed' ? null : `ready in ${durationText(startedInMs)}`,
    reloads === 0 ? null : `reloaded ${reloads === 1 ? 'once' : `${reloads.toLocaleString()} times`}`,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

interface ProblemProps {
  readonly problem: ProjectProblem;
  readonly busy: string | null;
  readonly onInstall: () => void;
}

function Problem({ problem, busy, onInstall }: ProblemProps) {
  const { severity, message, hint, command, canInstall } = problem;
  return (
    <div className={severity === 'error' ? styles.error : styles.warning} role="note">
      <TriangleAlert size={14} aria-hidden />
      <div>
        <p>{message}</p>
        <p className={styles.hint}>{hint}</p>
        {command === null ? null : (
          <p className={styles.command}>
            <code>{command}</code>
            <CopyButton label="Copy command" text={command} />
            {canInstall ? (
              <Button size="small" busy={busy} onClick={onInstall}>
                Install
              </Button>
            ) : null}
          </p>
        )}
      </div>
    </div>
  );
}

const closedCors = '"http": { "cors": { "allow_origins": [] } }';

function OpenServerWarning() {
  return (
    <div className={styles.warning} role="note">
      <TriangleAlert size={14} aria-hidden />
      <div>
        <p>Web pages that you visit can call this server: it requires no key and allows every origin.</p>
        <p className={styles.hint}>
          It listens on this machine only. To block web pages, add this to langgraph.json. The studio works
          either way.
        </p>
        <p className={styles.command}>
          <code>{closedCors}</code>
          <CopyButton label="Copy setting" text={closedCors} />
        </p>
      </div>
    </div>
  );
}
