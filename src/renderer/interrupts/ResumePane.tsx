import { Answers, type ResumePaneProps } from './Answers.tsx';
import { answerableInterrupts, unanswerableInterrupts } from './group-interrupts.ts';
import { ContinueRunForm } from './ContinueRunForm.tsx';
import styles from './Interrupts.module.css';
import type { NewestCheckpoint } from '../shared-ui/resume-props.ts';
import { Button } from '../ui/controls/Button.tsx';

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

interface NewestCheckpointNoticeProps extends NewestCheckpoint {
  readonly isAnswered: boolean;
}

/** Names the checkpoint that is answered or continued while another one is displayed. */
function NewestCheckpointNotice({ step, onShow, isAnswered }: NewestCheckpointNoticeProps) {
  const name = step === null ? 'the newest checkpoint' : `step ${step}, the newest checkpoint`;
  return (
    <div className={styles.newest} role="status" data-testid="answers-newest">
      <p>
        {isAnswered ? 'Answers go to' : 'Continues from'} {name}. You are viewing an older one.
      </p>
      <Button size="small" onClick={onShow}>
        {step === null ? 'Show it' : `Show step ${step}`}
      </Button>
    </div>
  );
}
