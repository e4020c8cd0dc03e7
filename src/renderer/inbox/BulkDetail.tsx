import { CircleCheck, CircleSlash, LoaderCircle, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/controls/Button.tsx';
import { describeError } from '../ui/display/describe-error.ts';
import type { BulkAnswer, BulkResult, ChosenQuestion } from './bulk-answers.ts';
import styles from './InboxView.module.css';

// Props of the answers to several threads. They are another feature, so the window composes the two.
export interface InboxBulkProps {
  readonly questions: readonly ChosenQuestion[];
  readonly isSending: boolean;
  readonly onSend: (answers: readonly BulkAnswer[]) => void;
}

interface BulkDetailProps extends InboxBulkProps {
  readonly results: readonly BulkResult[];
  readonly renderBulk: (slot: InboxBulkProps) => ReactNode;
  readonly onDone: () => void;
}

export function BulkDetail({ results, renderBulk, onDone, ...slot }: BulkDetailProps) {
  const { questions, isSending } = slot;
  return (
    <section className={styles.detail} aria-label="Selected questions">
      <header className={styles.head}>
        <div>
          <h2>{questions.length === 1 ? '1 question selected' : `${questions.length} questions selected`}</h2>
          <p className={styles.quiet}>Answered together. Each thread gets its own answer.</p>
        </div>
        <Button disabled={isSending} onClick={onDone}>
          Clear selection
        </Button>
      </header>
      <div className={styles.bulk}>
        {results.length === 0 ? null : (
          <ul className={styles.results} aria-label="Results" aria-live="polite">
            {results.map((result) => (
              <Result key={result.key} result={result} />
            ))}
          </ul>
        )}
        {questions.length === 0 ? null : renderBulk(slot)}
      </div>
    </section>
  );
}

const states: Readonly<Record<BulkResult['state'], { readonly label: string; readonly icon: LucideIcon }>> = {
  waiting: { label: 'not sent yet', icon: LoaderCircle },
  sending: { label: 'sending', icon: LoaderCircle },
  answered: { label: 'answered', icon: CircleCheck },
  refused: { label: 'not answered', icon: CircleSlash },
  unknown: { label: 'may have been answered', icon: TriangleAlert },
  failed: { label: 'failed', icon: TriangleAlert },
};

function Result({ result: { name, state, problem } }: { readonly result: BulkResult }) {
  const { label, icon: Icon } = states[state];
  const reason = problem === null ? null : describeError(problem);
  return (
    <li data-state={state}>
      <Icon size={13} aria-hidden />
      <span>
        <b>{name}</b> {label}
        {reason === null ? '' : `: ${reason.sentence}`} {reason?.hint}
      </span>
    </li>
  );
}
