import type { ReactNode } from 'react';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { pathWords } from './answerable.ts';
import { ValueView } from './ValueView.tsx';
import styles from './Interrupts.module.css';

export interface UnaddressedProps {
  readonly interrupts: readonly PendingInterrupt[];
  readonly renderMessage: (messageText: string) => ReactNode;
}

/** Questions that came without an id: they are shown, and it is said why they have no answer. */
export function Unaddressed({ interrupts, renderMessage }: UnaddressedProps) {
  return interrupts.map(({ nodeId, valueText }, at) => (
    <section key={`${at} ${nodeId}`} className={styles.card} aria-label={`${nodeId} asks without an id`}>
      <div className={styles.head}>
        <h3>{pathWords(nodeId)} asks</h3>
      </div>
      <p className={styles.note} role="note">
        The server gave this question no id, so no answer can be addressed to it. A newer server gives one;
        going on without an answer asks it again.
      </p>
      <div className={styles.value}>
        <ValueView text={valueText} label={`What ${nodeId} sent`} renderMessage={renderMessage} />
      </div>
    </section>
  ));
}
