import { useEffect } from 'react';
import { setWaitingQuestions } from '../client/waiting-questions.ts';
import { questionLine, readQuestion } from '../interrupts/question.ts';
import { ResumePane } from '../interrupts/ResumePane.tsx';
import { SentMessage } from '../runs/messages/SentMessage.tsx';
import type { DockResumeSlot } from '../runs/RunDock.tsx';

/** The pane of the dock that answers what waits; it also tells the canvas what that is. */
export function DockResume({ slot }: { readonly slot: DockResumeSlot }) {
  const { interrupts } = slot;
  useEffect(() => {
    setWaitingQuestions(
      interrupts.map((one) => ({ nodeId: one.nodeId, line: questionLine(readQuestion(one)) })),
    );
    return () => setWaitingQuestions([]);
  }, [interrupts]);
  return <ResumePane {...slot} renderMessage={(text) => <SentMessage text={text} />} />;
}
