import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import styles from './SlowStartNotice.module.css';

/** Delay before a slow start gets a notice, in milliseconds (row R-16). */
export const slowStartMs = 15_000;

/** Explains why starting a run takes long and that waiting is safe. */
export function SlowStartNotice({ starting }: { readonly starting: boolean }) {
  if (!useDelayedFlag(starting, slowStartMs)) return null;
  return (
    <p className={styles.note} role="status">
      The server has not answered for 15 seconds. It may be busy, or something between here and it holds the
      answer back. The run is asked for once only, however long this takes.
    </p>
  );
}
