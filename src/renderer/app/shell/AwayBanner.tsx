import { ServerOff } from 'lucide-react';
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
  const project = useProjectOf(id);
  const failure = project?.status.problem ?? null;
  if (project !== null && failure !== null) {
    return (
      <output className={styles.banner} data-testid="server-banner">
        <ServerOff size={14} aria-hidden />
        <span title={failure.hint ?? undefined}>
          {name}: {failure.message} What is shown may be out of date.
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
          ? `${name} is unreachable: the studio's computer is offline. What is shown may be out of date.`
          : `${name} is not responding. What is shown may be out of date. Retrying every few seconds.`}
      </span>
      <Button size="small" busy={check.isPending ? 'Checking' : null} onClick={() => check.mutate(id)}>
        Check now
      </Button>
    </output>
  );
}
