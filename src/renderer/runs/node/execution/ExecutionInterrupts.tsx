import { useMemo } from 'react';
import { formatJson } from '../../../../exact-json/scan/format.ts';
import { elementTexts, memberText } from '../../../../exact-json/scan/object-members.ts';
import type { TaskDetail } from '../../../../shared/model/threads/task-detail.ts';
import { TruncatedText } from '../../../ui/display/TruncatedText.tsx';
import { ErrorNotice } from '../../../ui/feedback/ErrorNotice.tsx';
import { Loading } from '../../../ui/feedback/Loading.tsx';
import { parseJson, stringOrNull } from '../../../../shared/run-events/frames/json-access.ts';
import { answersOf } from '../model/execution-sources.ts';
import type { ExecutionViewProps } from '../node-view-props.ts';
import { useTaskDetail } from '../queries.ts';
import { useEventMember } from './use-event-member.ts';
import styles from '../NodeView.module.css';

/** Shown of an interrupt's value at first, in characters. */
const shownAtFirst = 400;

/** The interrupts of an execution, each with its answer. */
export function ExecutionInterrupts({
  connectionId,
  threadId,
  execution,
  runs,
  eventsOf,
}: ExecutionViewProps) {
  const { before, parts, runId } = execution;
  const detail = useTaskDetail(connectionId, threadId, execution, before.known);
  // Before the checkpoint is listed, only the event of the task has them.
  const waitingPart = before.known ? undefined : parts.findLast(({ row }) => row.status === 'waiting');
  const event = useEventMember(
    waitingPart === undefined ? null : eventsOf(waitingPart.runId),
    waitingPart?.row.resultSeq ?? null,
    'interrupts',
  );
  const interrupts = useMemo(
    () => (before.known ? (detail.data?.interrupts ?? null) : interruptsIn(event.text)),
    [before.known, detail.data, event.text],
  );
  const problem = detail.error ?? event.problem;
  if (problem !== null) return <ErrorNotice action="Could not load the interrupts" error={problem} />;
  if (interrupts === null) return <Loading>Loading the interrupts</Loading>;
  if (interrupts.length === 0) return <p className={styles.line}>This task asked nothing.</p>;
  const own = new Set([...parts.map((part) => part.runId), ...(runId === null ? [] : [runId])]);
  const answers = [...own].flatMap((id) => answersOf(runs, id));
  return (
    <ul className={styles.interrupts}>
      {interrupts.map(({ id, valueText }, at) => {
        const answer = answers.find(
          ({ interruptId }) => interruptId === id || (interruptId === null && interrupts.length === 1),
        );
        return (
          <li key={`${id ?? ''} ${at}`}>
            <b>Asked</b>
            <TruncatedText text={formatJson(valueText)} initialLength={shownAtFirst} />
            {answer ? (
              <>
                <b>Answered</b>
                <TruncatedText text={formatJson(answer.valueText)} initialLength={shownAtFirst} />
              </>
            ) : (
              <span className={styles.unknown}>
                {execution.status === 'waiting'
                  ? 'Not answered yet.'
                  : 'The server lists no run with its answer.'}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function interruptsIn(listText: string | null): TaskDetail['interrupts'] | null {
  if (listText === null) return null;
  return elementTexts(listText).map((text) => ({
    id: stringOrNull(parseJson(memberText(text, 'id') ?? 'null')),
    valueText: memberText(text, 'value') ?? 'null',
  }));
}
