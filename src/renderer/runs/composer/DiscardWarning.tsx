import type { WaitingReason } from '../model/select-run.ts';
import styles from './Composer.module.css';

export function DiscardWarning({ waiting: { interrupts, answered } }: { readonly waiting: WaitingReason }) {
  const interruptedNodes = [...new Set(interrupts.map(({ nodeId }) => shown(nodeId)))].join(', ');
  return (
    <p className={styles.warning}>
      This thread is waiting for {interrupts.length === 1 ? 'an answer' : `${interrupts.length} answers`}. A
      new run starts from the beginning and discards the pending interrupts of {interruptedNodes}
      {answered.length === 0
        ? ''
        : ` and the answers given so far (${answered.map(({ nodeId }) => shown(nodeId)).join(', ')})`}
      . To answer, use Resume.
    </p>
  );
}

function shown(nodeId: string): string {
  return nodeId.replaceAll(':', ' › ');
}
