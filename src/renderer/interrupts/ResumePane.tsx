import { Answers } from './Answers.tsx';
import { answerable, withoutId } from './answerable.ts';
import { GoOn } from './GoOn.tsx';
import type { ResumePaneProps } from './resume-pane-props.ts';

/** What a waiting thread asks, and how to let it go on. */
export function ResumePane(props: ResumePaneProps) {
  const questions = answerable(props.interrupts);
  const unaddressed = withoutId(props.interrupts);
  return questions.length > 0 ? (
    <Answers {...props} questions={questions} unaddressed={unaddressed} />
  ) : (
    <GoOn {...props} unaddressed={unaddressed} />
  );
}
