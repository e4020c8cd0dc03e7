import type { RunLogPicture } from './run-log-store.ts';
import styles from './Runs.module.css';

/** What a run's link means for the person who waits; nothing while events come. */
export function LinkNote({ link }: Pick<RunLogPicture, 'link'>) {
  if (link === 'silent') {
    return (
      <p className={styles.warning} role="status">
        Connected, but nothing has come for 15 seconds. The run may wait for its turn, or something between
        here and the server holds its events back. They are shown as soon as they come.
      </p>
    );
  }
  if (link === 'reconnecting') {
    return (
      <p className={styles.warning} role="status">
        The connection is cut. The run goes on at its server, and the studio keeps trying to reach it.
      </p>
    );
  }
  return null;
}
