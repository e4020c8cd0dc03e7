import { useEffect } from 'react';
import { setPendingInterrupts } from '../domain/pending-interrupts.ts';
import { interruptSummaries } from '../interrupts/question-lines.ts';
import { ResumePane } from '../interrupts/ResumePane.tsx';
import { JsonMessage } from '../runs/messages/JsonMessage.tsx';
import type { DockResumeProps } from '../runs/dock/RunDock.tsx';

/** The pane of the dock that answers what waits; it also tells the canvas what that is. */
export function DockResume({ slot }: { readonly slot: DockResumeProps }) {
  const { interrupts } = slot;
  useEffect(() => {
    const lines = interruptSummaries(interrupts);
    setPendingInterrupts(interrupts.map(({ nodeId }, at) => ({ nodeId, line: lines[at] ?? '' })));
    return () => setPendingInterrupts([]);
  }, [interrupts]);
  return <ResumePane {...slot} renderMessage={(text) => <JsonMessage text={text} />} />;
}
