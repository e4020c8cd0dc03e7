import type { RunLogSnapshot } from './log/run-log-store.ts';
import styles from './dock/RunDock.module.css';

export interface ConnectionNoticeProps extends Pick<RunLogSnapshot, 'link'> {
  /** Whether the run's server answers; `null` while that is not known. */
  readonly serverAnswers: boolean | null;
}

/** What a run's link means for the person who waits; nothing while events come. */
export function ConnectionNotice({ link, serverAnswers }: ConnectionNoticeProps) {
  if (serverAnswers === false && (link === 'silent' || link === 'reconnecting')) {
    return (
      <p className={styles.warning} role="status">
        The server does not answer. Whether the run goes on there is not known. The studio asks again until it
        does.
      </p>
    );
  }
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
        The connection to the events of this run is cut. The studio keeps trying to read on.
      </p>
    );
  }
  return null;
}
