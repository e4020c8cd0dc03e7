import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import styles from './SlowStartNotice.module.css';

/** Delay before a slow start gets a notice, in milliseconds. */
export const slowStartMs = 15_000;

export function SlowStartNotice({ starting }: { readonly starting: boolean }) {
  if (!useDelayedFlag(starting, slowStartMs)) return null;
  return (
    <p className={styles.note} role="status">
      The server has not responded for 15 seconds. It may be busy, or a proxy may be holding back the
      response. The run is requested only once, however long this takes.
    </p>
  );
}
