import { useQueryClient } from '@tanstack/react-query';
import { ServerOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCheckConnection } from '../../connections/mutations.ts';
import { useProjectOf } from '../../projects/queries.ts';
import { emit } from '../../shared-ui/window-events.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { showProjectLog } from '../show-project-log.ts';
import { useUiStore } from '../ui-store.ts';
import { useWorkbench } from '../use-workbench.ts';
import styles from './Banner.module.css';

/**
 * Shown in every view while the current server is unreachable, with the reason where the studio itself runs it. Once it responds, refetches failed queries and
 * resets failed mutations, so that no error message outlives its cause.
 */
export function ServerBanner() {
  const { server } = useWorkbench();
  const queryClient = useQueryClient();
  const check = useCheckConnection();
  const id = server?.connection.id ?? null;
  const state = server?.health?.state ?? null;
  const isAway = state === 'unreachable' || state === 'offline';
  const [answered, setAnswered] = useState<string | null>(null);
  if (state === 'connected' && answered !== id) setAnswered(id);
  const away = useRef<string | null>(null);
  useEffect(() => {
    if (isAway) away.current = id;
    if (state !== 'connected' || away.current !== id) return;
    away.current = null;
    void queryClient.invalidateQueries({ queryKey: ['server', id] });
    if (id !== null) emit({ type: 'server-returned', connectionId: id });
  }, [queryClient, id, isAway, state]);

  const project = useProjectOf(id);
  const store = useUiStore();
  // For a server that never responded, the canvas shows the error.
  if (server === null || !isAway || answered !== id) return null;
  const { name } = server.connection;
  const failure = project?.status.problem ?? null;
  if (project !== null && failure !== null) {
    return (
      <output className={styles.banner} data-testid="server-banner">
        <ServerOff size={14} aria-hidden />
        <span title={failure.hint ?? undefined}>
          {name}: {failure.message} Showing earlier data.
        </span>
        <Button size="small" onClick={() => showProjectLog(store, project.id)}>
          Show log
        </Button>
      </output>
    );
  }
  return (
    <output className={styles.banner} data-testid="server-banner">
      <ServerOff size={14} aria-hidden />
      <span>
        {state === 'offline'
          ? `${name} is unreachable: this computer is offline. Showing earlier data.`
          : `${name} is not responding. Showing earlier data. Retrying every few seconds.`}
      </span>
      <Button
        size="small"
        busy={check.isPending ? 'Checking' : null}
        onClick={() => check.mutate(server.connection.id)}
      >
        Check now
      </Button>
    </output>
  );
}
