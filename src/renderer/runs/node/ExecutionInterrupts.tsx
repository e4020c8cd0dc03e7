import { formatJson } from 'exact-json';
import { hasMoreRuns, maxListedRuns, type Run } from '../../../shared/model/run.ts';
import type { RecordedInterrupt } from '../../../shared/model/thread-record.ts';
import { useThreadState } from '../../queries/thread-state-query.ts';
import { TruncatedText } from '../../ui/display/TruncatedText.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import type { ExecutionViewProps } from './node-view-props.ts';
import { useTaskDetail } from './queries.ts';
import styles from './NodeView.module.css';

// Shown of an interrupt's value at first, in characters.
const initialLength = 400;

export function ExecutionInterrupts(props: ExecutionViewProps) {
  const { connectionId, threadId, execution, questions, facts, runs } = props;
  const detail = useTaskDetail(connectionId, threadId, execution, questions.length > 0);
  // The checkpoint does not list a task to which a command has sent a run beside the others; the newest state does.
  const head = useThreadState({ connectionId, threadId, checkpointId: null }, detail.isError);
  if (questions.length === 0) {
    return (
      <p className={styles.line}>
        {facts.inside.length > 0
          ? 'A task in its subgraph is asking.'
          : 'The server lists no question for it.'}
      </p>
    );
  }
  const valueOf = ({ index }: RecordedInterrupt): string | undefined =>
    detail.data?.interrupts[index]?.valueText ??
    head.data?.interrupts.find((one) => one.taskId === execution.taskId && one.index === index)?.valueText;
  const [first] = questions;
  if (first !== undefined && valueOf(first) === undefined) {
    if (detail.isPending || head.isFetching) return <Loading>Loading the interrupts</Loading>;
    if (detail.error !== null)
      return <ErrorNotice action="Could not load the interrupts" error={detail.error} />;
  }
  return (
    <ul className={styles.interrupts}>
      {questions.map((question) => {
        const value = valueOf(question);
        const answer =
          question.status === 'answered' ? answerTo(question, questions, facts.runIds, runs ?? []) : null;
        return (
          <li key={question.index}>
            <b>Asked</b>
            {value === undefined ? (
              <span className={styles.unknown}>The checkpoint does not contain its value.</span>
            ) : (
              <TruncatedText text={formatJson(value)} initialLength={initialLength} />
            )}
            {answer === null ? (
              <span className={styles.unknown}>
                {(question.status === 'answered' ? whyUnknown(facts.runIds, runs) : null) ??
                  withoutAnswer[question.status]}
              </span>
            ) : (
              <>
                <b>Answered</b>
                <TruncatedText text={formatJson(answer)} initialLength={initialLength} />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const withoutAnswer: Readonly<Record<RecordedInterrupt['status'], string>> = {
  waiting: 'Not answered yet.',
  answered: 'The server lists no run with its answer.',
  abandoned: 'Not answered: the thread continued without an answer.',
  unknown: 'The server does not say whether it is answered.',
};

// Why an answer may be in a run that is not among the listed ones; `null` if they are all of the execution.
function whyUnknown(runIds: readonly string[], runs: readonly Run[] | null): string | null {
  if (runs === null) return 'Its answer is unknown: the runs of the thread are not read.';
  const isOlder = hasMoreRuns(runs) && runIds.some((id) => !runs.some(({ runId }) => runId === id));
  return isOlder
    ? `Its answer is unknown: only the newest ${maxListedRuns} runs of the thread are read.`
    : null;
}

// The answer of the last run that sent one: sequential questions of a task have the same id, and the
// checkpoint lists the last of them.
function answerTo(
  { interruptId }: RecordedInterrupt,
  questions: readonly RecordedInterrupt[],
  runIds: readonly string[],
  runs: readonly Run[],
): string | null {
  for (const runId of runIds.toReversed()) {
    const answers = runs.find((run) => run.runId === runId)?.answers ?? [];
    const answer = answers.find(
      (one) => one.interruptId === interruptId || (one.interruptId === null && questions.length === 1),
    );
    if (answer !== undefined) return answer.valueText;
  }
  return null;
}
