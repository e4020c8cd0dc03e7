import { Answers } from './Answers.tsx';
import { answerableInterrupts, unanswerableInterrupts } from './model/group-interrupts.ts';
import { ContinueRunForm } from './ContinueRunForm.tsx';
import type { ResumePaneProps } from './resume-pane-props.ts';

export function ResumePane(props: ResumePaneProps) {
  const questions = answerableInterrupts(props.interrupts);
  const unaddressed = unanswerableInterrupts(props.interrupts);
  return questions.length > 0 ? (
    <Answers {...props} questions={questions} unaddressed={unaddressed} />
  ) : (
    <ContinueRunForm {...props} unaddressed={unaddressed} />
  );
}
