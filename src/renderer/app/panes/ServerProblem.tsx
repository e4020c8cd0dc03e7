import { healthHeading } from '../../connections/connection-labels.ts';
import { useCheckConnection } from '../../connections/mutations.ts';
import type { Server } from '../../connections/queries.ts';
import { useProjectOf } from '../../projects/queries.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { showProjectLog } from '../show-project-log.ts';
import { useUiStore } from '../ui-store.ts';
import styles from '../shell/Workspace.module.css';

/** In place of the graph: why its server can't be used, and what to do. */
export function ServerProblem({ server: { connection, health } }: { readonly server: Server }) {
  const store = useUiStore();
  const check = useCheckConnection();
  const project = useProjectOf(connection.id);
  if (health === null) return null;
  return (
    <div className={styles.problem}>
      <h2>{healthHeading(health)}</h2>
      <p className={styles.quiet}>
        {connection.name} <code>{connection.url ?? ''}</code>
      </p>
      <ErrorNotice
        action={null}
        error={project?.status.problem ?? health.problem}
        onRetry={() => check.mutate(connection.id)}
      />
      {project !== null ? (
        <Button onClick={() => showProjectLog(store, project.id)}>Show log</Button>
      ) : connection.kind === 'demo' ? (
        <Button onClick={() => store.setState({ railView: 'servers' })}>Show log</Button>
      ) : (
        <Button onClick={() => store.setState({ modal: `edit:${connection.id}` })}>Edit the server</Button>
      )}
    </div>
  );
}
