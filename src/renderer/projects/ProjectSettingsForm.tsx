import { useState } from 'react';
import type { Project } from '../../shared/model/project.ts';
import { Button } from '../ui/controls/Button.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { ErrorNotice } from '../ui/feedback/ErrorNotice.tsx';
import { isRunning, parsePort } from './project-labels.ts';
import { useSaveProjectSettings } from './queries.ts';
import styles from './ProjectsView.module.css';

/** Port, environment file and debugger of a project. They apply at the next start. */
export function ProjectSettingsForm({ project }: { readonly project: Project }) {
  const { settings, status, configEnvFile, language } = project;
  const save = useSaveProjectSettings(project.id);
  const [port, setPort] = useState(settings.port?.toString() ?? '');
  const [envFile, setEnvFile] = useState(settings.envFile ?? '');
  const [debugPort, setDebugPort] = useState(settings.debugPort?.toString() ?? '');
  const [ports, debugPorts] = [parsePort(port), parsePort(debugPort)];
  const isInvalid = 'error' in ports || 'error' in debugPorts;
  const next = isInvalid
    ? null
    : { port: ports.port, envFile: envFile.trim() || null, debugPort: debugPorts.port };
  const isChanged = JSON.stringify(next) !== JSON.stringify(settings);
  return (
    <form
      className={styles.settings}
      aria-label="Project settings"
      onSubmit={(event) => {
        event.preventDefault();
        if (next && isChanged) save.mutate(next);
      }}
    >
      <TextField
        label="Port"
        placeholder="a free one"
        inputMode="numeric"
        value={port}
        onChange={setPort}
        error={'error' in ports ? ports.error : null}
      />
      <TextField
        label="Environment file"
        mono
        placeholder={configEnvFile ?? 'none'}
        hint={configEnvFile === null ? undefined : `In addition to ${configEnvFile} of langgraph.json`}
        value={envFile}
        onChange={setEnvFile}
      />
      <TextField
        label="Debugger port"
        placeholder="no debugger"
        hint={language === 'python' ? 'Needs debugpy' : undefined}
        inputMode="numeric"
        value={debugPort}
        onChange={setDebugPort}
        error={'error' in debugPorts ? debugPorts.error : null}
      />
      <div className={styles.save}>
        <Button
          type="submit"
          size="small"
          disabled={!isChanged || isInvalid}
          busy={save.isPending ? 'Saving' : null}
        >
          Save
        </Button>
        {isRunning(status) && save.isSuccess && !isChanged ? (
          <span className={styles.quiet} role="status">
            Saved. Restart the server to apply it.
          </span>
        ) : null}
      </div>
      {save.error ? <ErrorNotice action="Could not save" error={save.error} /> : null}
    </form>
  );
}
