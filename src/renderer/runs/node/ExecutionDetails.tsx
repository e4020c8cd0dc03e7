import { useSyncExternalStore } from 'react';
import type { RunLogStore } from '../model/run-log-store.ts';
import { Message } from '../messages/Message.tsx';
import type { ExecutionViewProps } from './node-view-props.ts';
import { ExecutionInterrupts } from './ExecutionInterrupts.tsx';
import { ExecutionMetadata } from './ExecutionMetadata.tsx';
import { ExecutionSection } from './ExecutionSection.tsx';
import { unknownReasons } from './unknown-reasons.ts';
import { useTaskEvents } from './use-task-events.ts';
import styles from './NodeView.module.css';
import type { Execution } from '../../../shared/model/thread-record.ts';
import { statusLabels } from '../../../shared/status-labels.ts';
import { workedTime } from '../../../shared/thread-record/worked-time.ts';
import { StatusIcon } from '../../ui/display/StatusIcon.tsx';
import { workedTimeText } from '../timeline/timeline-labels.ts';
import { executionIcons, hasEnded } from './execution-labels.ts';
import { subscribeToNothing } from '../../rpc/subscribe-to-nothing.ts';

const noKeys: readonly string[] = [];

export function ExecutionDetails(props: ExecutionViewProps) {
  const { execution, questions, facts, actions } = props;
  const { log, row, isLoading } = useTaskEvents(props);
  const keys = useMessageKeys(log, execution.taskId);
  const why = isLoading ? 'loading' : log === null || row === null ? 'no-events' : 'events-missing';
  // Without an event of it, or if some are missing, it may have sent any number.
  const isUnknown = keys.length === 0 && (log === null || row === null || log.get().end?.incomplete === true);
  const isAsking = execution.status === 'interrupted';
  return (
    <>
      <ExecutionSection title="Messages" note={isUnknown ? 'unknown' : keys.length}>
        {log === null || isUnknown ? (
          <p className={styles.line}>{unknownReasons[why]}</p>
        ) : keys.length === 0 ? (
          <p className={styles.line}>No model or tool sent a message.</p>
        ) : (
          <Messages log={log} keys={keys} />
        )}
      </ExecutionSection>
      {isAsking || questions.length > 0 ? (
        <ExecutionSection title="Interrupts" startsOpen={isAsking}>
          <ExecutionInterrupts {...props} />
        </ExecutionSection>
      ) : null}
      {facts.inside.length > 0 || execution.innerNamespace !== null ? (
        <ExecutionSection title="Subgraph" note={facts.inside.length}>
          <SubgraphTasks executions={facts.inside} onTask={actions.openTask} />
        </ExecutionSection>
      ) : null}
      <ExecutionSection title="Metadata">
        <ExecutionMetadata {...props} />
      </ExecutionSection>
    </>
  );
}

// Messages beyond this number are in the Messages view of the run.
const maxMessages = 50;

function Messages({ log, keys }: { readonly log: RunLogStore; readonly keys: readonly string[] }) {
  const { messages } = log.get().model;
  // A result is shown with its call, unless another node made the call.
  const calls = new Set(keys.flatMap((key) => messages.get(key)?.toolCalls.map(({ id }) => id) ?? []));
  const topLevelKeys = keys.filter((key) => !calls.has(messages.get(key)?.toolCallId ?? ''));
  return (
    <div className={styles.messages}>
      {topLevelKeys.slice(0, maxMessages).map((key) => (
        <Message key={key} messages={messages} messageKey={key} />
      ))}
      {topLevelKeys.length > maxMessages ? (
        <p className={styles.line}>
          {(topLevelKeys.length - maxMessages).toLocaleString('en')} more are in Messages of the run.
        </p>
      ) : null}
    </div>
  );
}

function useMessageKeys(log: RunLogStore | null, taskId: string): readonly string[] {
  return useSyncExternalStore(log?.subscribe ?? subscribeToNothing, () =>
    log === null ? noKeys : log.get().model.messages.keysOf(taskId),
  );
}

// Tasks beyond this number are in the timeline.
const maxTasks = 100;

function SubgraphTasks({
  executions,
  onTask,
}: {
  readonly executions: readonly Execution[];
  readonly onTask: (nodeId: string, taskId: string) => void;
}) {
  return (
    <ul className={styles.tasks}>
      {executions.slice(0, maxTasks).map((execution) => {
        const { executionId, taskId, nodeId, name, status } = execution;
        return (
          <li key={executionId}>
            <button type="button" className={styles.task} onClick={() => onTask(nodeId, taskId)}>
              <StatusIcon status={executionIcons[status]} label={statusLabels[status]} size={12} />
              <span>{name}</span>
              {hasEnded(status) ? <small>{workedTimeText(workedTime([execution]))}</small> : null}
            </button>
          </li>
        );
      })}
      {executions.length > maxTasks ? (
        <li className={styles.line}>
          {(executions.length - maxTasks).toLocaleString('en')} more are in the timeline.
        </li>
      ) : null}
    </ul>
  );
}
