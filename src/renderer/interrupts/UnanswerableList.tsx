import type { ReactNode } from 'react';
import type { PendingInterrupt } from '../../shared/model/threads/thread.ts';
import { nodePathLabel } from './model/group-interrupts.ts';
import { ValueView } from './answer/ValueView.tsx';
import styles from './Interrupts.module.css';

export interface UnanswerableListProps {
  readonly interrupts: readonly PendingInterrupt[];
  readonly renderMessage: (messageText: string) => ReactNode;
}

/** Interrupts without an ID, with the reason why they can't be answered. */
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
        This interrupt has no ID and is not the only pending one, so it can't be answered yet. Answer the
        others first: the last pending interrupt needs no ID. Continuing without an answer asks again.
      </p>
      <div className={styles.value}>
        <ValueView text={valueText} label={`What ${nodeId} sent`} renderMessage={renderMessage} />
      </div>
    </section>
  ));
}
