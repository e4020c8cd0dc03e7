import type { ReactNode } from 'react';
import type { PendingInterrupt } from '../../shared/model/threads/thread.ts';
import { nodePathLabel } from './model/group-interrupts.ts';
import { ValueView } from './answer/ValueView.tsx';
import styles from './Interrupts.module.css';

export interface UnanswerableListProps {
  readonly interrupts: readonly PendingInterrupt[];
  readonly renderMessage: (messageText: string) => ReactNode;
}

/** Questions that came without an id: they are shown, and it is said why they have no answer. */
export function UnanswerableList({ interrupts, renderMessage }: UnanswerableListProps) {
  return interrupts.map(({ nodeId, valueText }, at) => (
    <section
      key={`${at} ${nodeId}`}
      className={styles.card}
      aria-label={`${nodeId} · question without an ID`}
    >
      <div className={styles.head}>
        <h3>{nodePathLabel(nodeId)} · question</h3>
      </div>
      <p className={styles.note} role="note">
        The server gave this question no id, and others wait too, so no answer can be addressed to it. Answer
        those that have an id first: the last one that waits needs none. Going on without an answer asks
        again.
      </p>
      <div className={styles.value}>
        <ValueView text={valueText} label={`What ${nodeId} sent`} renderMessage={renderMessage} />
      </div>
    </section>
  ));
}
