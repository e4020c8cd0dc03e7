import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { ServerOff } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { useCheckConnection } from '../../connections/mutations.ts';
import type { Server } from '../../connections/queries.ts';
import { useProjectOf } from '../../projects/queries.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { showProjectLog } from '../show-project-log.ts';
import { useUiStore } from '../ui-store.ts';
import styles from './Banner.module.css';

export interface AwayBannerProps {
  readonly server: Server;
}

/** Why the current server is unreachable, as far as the studio knows: with the reason where the studio itself runs it. */
export function AwayBanner({ server }: AwayBannerProps) {
  const check = useCheckConnection();
  const store = useUiStore();
  const { id, name } = server.connection;
  const earlier = useHasEarlierData(id) ? ' Showing earlier data.' : '';
  const project = useProjectOf(id);
  const failure = project?.status.problem ?? null;
  if (project !== null && failure !== null) {
    return (
      <output className={styles.banner} data-testid="server-banner">
        <ServerOff size={14} aria-hidden />
        <span title={failure.hint ?? undefined}>
          {name}: {failure.message}
          {earlier}
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
        {server.health?.state === 'offline'
          ? `${name} is unreachable: the studio's computer is offline.${earlier}`
          : `${name} is not responding.${earlier} Retrying every few seconds.`}
      </span>
      <Button size="small" busy={check.isPending ? 'Checking' : null} onClick={() => check.mutate(id)}>
        Check now
      </Button>
    </output>
  );
}

// Whether all that is shown of the server has been read before: a view that has nothing says so itself.
function useHasEarlierData(connectionId: string): boolean {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const watch = useCallback(
    (onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  );
  return useSyncExternalStore(watch, () =>
    cache
      .findAll({ queryKey: ['server', connectionId], type: 'active' })
      .every(({ state }) => state.status !== 'error' || state.data !== undefined),
  );
}
