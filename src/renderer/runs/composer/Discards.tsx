import type { WaitingReason } from '../log/select-run.ts';
import styles from './Composer.module.css';

/** What a new run on a waiting thread throws away. */
export function DiscardWarning({ waiting: { interrupts, answered } }: { readonly waiting: WaitingReason }) {
  const asked = [...new Set(interrupts.map(({ nodeId }) => shown(nodeId)))].join(', ');
  return (
    <p className={styles.warning}>
      This thread waits for {interrupts.length === 1 ? 'an answer' : `${interrupts.length} answers`}. A new
      run starts from the top and throws away what waits in {asked}
      {answered.length === 0
        ? ''
        : ` and the answers already given (${answered.map(({ nodeId }) => shown(nodeId)).join(', ')})`}
      . To answer, use Resume.
    </p>
  );
}

function shown(nodeId: string): string {
  return nodeId.replaceAll(':', ' › ');
}
