import { Answers } from './Answers.tsx';
import { answerableInterrupts, unanswerableInterrupts } from './group-interrupts.ts';
import { ContinueRunForm } from './ContinueRunForm.tsx';
import { NewestCheckpointNotice } from './NewestCheckpointNotice.tsx';
import type { ResumePaneProps } from './resume-pane-props.ts';
import styles from './Interrupts.module.css';

export function ResumePane(props: ResumePaneProps) {
  const questions = answerableInterrupts(props.interrupts);
  const unaddressed = unanswerableInterrupts(props.interrupts);
  const form =
    questions.length > 0 ? (
      <Answers {...props} questions={questions} unaddressed={unaddressed} />
    ) : (
      <ContinueRunForm {...props} unaddressed={unaddressed} />
    );
  return (
    <div className={styles.pane}>
      {props.newest === undefined ? null : (
        <NewestCheckpointNotice {...props.newest} isAnswered={questions.length > 0} />
      )}
      {form}
    </div>
  );
}
