import type { ReactNode } from 'react';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { ReadOnlyInterrupts } from './ReadOnlyInterrupts.tsx';
import styles from './Interrupts.module.css';

export interface RecordedInterruptsProps {
  readonly interrupts: readonly PendingInterrupt[];
  readonly isPlayed: boolean;
  readonly renderMessage: (messageText: string) => ReactNode;
}

export function RecordedInterrupts({ interrupts, isPlayed, renderMessage }: RecordedInterruptsProps) {
  if (interrupts.length === 0) return null;
  return (
    <div className={styles.recorded}>
      <p className={styles.quiet}>
        {isPlayed ? 'Asked by this run so far.' : 'The thread waited for an answer when it was recorded.'}
      </p>
      <ReadOnlyInterrupts interrupts={interrupts} label="recorded question" renderMessage={renderMessage} />
    </div>
  );
}
