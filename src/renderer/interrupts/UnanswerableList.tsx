import type { ReactNode } from 'react';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { ReadOnlyInterrupts } from './ReadOnlyInterrupts.tsx';

export interface UnanswerableListProps {
  readonly interrupts: readonly PendingInterrupt[];
  readonly renderMessage: (messageText: string) => ReactNode;
}

export function UnanswerableList({ interrupts, renderMessage }: UnanswerableListProps) {
  return (
    <ReadOnlyInterrupts
      interrupts={interrupts}
      label="question without an ID"
      note="This interrupt has no ID and is not the only pending one, so it can't be answered yet. Answer the others first: the last pending interrupt needs no ID. Continuing without an answer asks again."
      renderMessage={renderMessage}
    />
  );
}
