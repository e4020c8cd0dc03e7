import type { Project } from '../../shared/model/project.ts';
import { FormConflicts } from '../shared-ui/EditConflicts.tsx';
import { useRebasedForm } from '../shared-ui/use-rebased-form.ts';
import { useCallMutation } from '../queries/use-call.ts';
import { Button } from '../ui/controls/Button.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import { isServerRunning, parsePort } from './project-labels.ts';
import styles from './ProjectsView.module.css';

interface SettingsForm {
  readonly port: string;
  readonly envFile: string;
  readonly debugPort: string;
}

const labels: Readonly<Record<keyof SettingsForm, string>> = {
  port: 'Port',
  envFile: 'Environment file',
  debugPort: 'Debugger port',
};

function formOf({ port, envFile, debugPort }: Project['settings']): SettingsForm {
  return { port: port?.toString() ?? '', envFile: envFile ?? '', debugPort: debugPort?.toString() ?? '' };
}

// Port, environment file and debugger of a project. They apply at the next start.
export function ProjectSettingsForm({ project }: { readonly project: Project }) {
  const { settings, status, configEnvFile, language } = project;
  const save = useCallMutation('projects.saveSettings');
  const saved = formOf(settings);
  const rebased = useRebasedForm(saved);
  const { form, setForm, conflicts } = rebased;
  const { port, envFile, debugPort } = form;
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
        if (next && isChanged && conflicts.length === 0)
          save.mutate({ projectId: project.id, settings: next });
      }}
    >
      <TextField
        label={labels.port}
        placeholder="any free port"
        inputMode="numeric"
        value={port}
        onChange={(text) => setForm({ ...form, port: text })}
        error={'error' in ports ? ports.error : null}
      />
      <TextField
        label={labels.envFile}
        mono
        placeholder={configEnvFile ?? 'none'}
        hint={configEnvFile === null ? undefined : `In addition to ${configEnvFile} in langgraph.json`}
        value={envFile}
        onChange={(text) => setForm({ ...form, envFile: text })}
      />
      <TextField
        label={labels.debugPort}
        placeholder="no debugger"
        hint={`With a port, each start has the debugger${language === 'python' ? '; needs debugpy' : ''}`}
        inputMode="numeric"
        value={debugPort}
        onChange={(text) => setForm({ ...form, debugPort: text })}
        error={'error' in debugPorts ? debugPorts.error : null}
      />
      <FormConflicts rebased={rebased} saved={saved} labels={labels} />
      <div className={styles.save}>
        <Button
          type="submit"
          size="small"
          disabled={!isChanged || isInvalid || conflicts.length > 0}
          busy={save.isPending ? 'Saving' : null}
        >
          Save
        </Button>
        {isServerRunning(status) && save.isSuccess && !isChanged ? (
          <span className={styles.quiet} role="status">
            Saved. Restart the server to apply it.
          </span>
        ) : null}
      </div>
      {save.error ? <ErrorNotice action="Could not save" error={save.error} /> : null}
    </form>
  );
}
