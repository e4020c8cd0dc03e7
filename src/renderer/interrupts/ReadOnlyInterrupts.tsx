import type { ReactNode } from 'react';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { ValueView } from './ValueView.tsx';
import { nodePathLabel } from './group-interrupts.ts';
import styles from './Interrupts.module.css';

export interface ReadOnlyInterruptsProps {
  readonly interrupts: readonly PendingInterrupt[];
  readonly label: string;
  readonly note?: string;
  readonly renderMessage: (messageText: string) => ReactNode;
}

export function ReadOnlyInterrupts({ interrupts, label, note, renderMessage }: ReadOnlyInterruptsProps) {
  return interrupts.map(({ nodeId, valueText }, index) => (
    <section key={`${index} ${nodeId}`} className={styles.card} aria-label={`${nodeId} · ${label}`}>
      <div className={styles.head}>
        <h3>{nodePathLabel(nodeId)} · question</h3>
      </div>
      {note === undefined ? null : (
        <p className={styles.note} role="note">
          {note}
        </p>
      )}
      <div className={styles.value}>
        <ValueView text={valueText} label={`What ${nodeId} sent`} renderMessage={renderMessage} />
      </div>
    </section>
  ));
}
