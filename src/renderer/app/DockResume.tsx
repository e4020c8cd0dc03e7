import { useEffect } from 'react';
import { setWaitingQuestions } from '../client/waiting-questions.ts';
import { questionLines } from '../interrupts/question-lines.ts';
import { ResumePane } from '../interrupts/ResumePane.tsx';
import { SentMessage } from '../runs/messages/SentMessage.tsx';
import type { DockResumeSlot } from '../runs/RunDock.tsx';

/** The pane of the dock that answers what waits; it also tells the canvas what that is. */
export function DockResume({ slot }: { readonly slot: DockResumeSlot }) {
  const { interrupts } = slot;
  useEffect(() => {
    const lines = questionLines(interrupts);
    setWaitingQuestions(interrupts.map(({ nodeId }, at) => ({ nodeId, line: lines[at] ?? '' })));
    return () => setWaitingQuestions([]);
  }, [interrupts]);
  return <ResumePane {...slot} renderMessage={(text) => <SentMessage text={text} />} />;
}
