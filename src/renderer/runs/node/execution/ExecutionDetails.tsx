import { useSyncExternalStore } from 'react';
import type { RunLogStore } from '../../log/run-log-store.ts';
import { Message } from '../../messages/Message.tsx';
import type { TimelineRow } from '../../../../shared/run-events/timeline/timeline-row.ts';
import { ExecutionInterrupts } from './ExecutionInterrupts.tsx';
import { ExecutionMetadata } from './ExecutionMetadata.tsx';
import { ExecutionSection } from './ExecutionSection.tsx';
import type { ExecutionViewProps } from '../node-view-props.ts';
import { SubgraphTasks } from './SubgraphTasks.tsx';
import { unknownReasons } from '../model/fact.ts';
import styles from '../NodeView.module.css';

const noKeys: readonly string[] = [];
const noRows: readonly TimelineRow[] = [];

/** Everything about an execution that is not its input or output. */
export function ExecutionDetails(props: ExecutionViewProps) {
  const { execution, eventsOf, actions } = props;
  const { taskId, runId, task, parts, before, status } = execution;
  const log = runId === null ? null : eventsOf(runId);
  const keys = useMessageKeys(log, taskId);
  const inside = useTasksInside(log, taskId);
  const asks =
    status === 'waiting' || parts.length > 1 || (before.known && before.value.checkpoint.interrupts > 0);
  return (
    <>
      <ExecutionSection title="Messages" note={log === null ? 'unknown' : keys.length}>
        {log === null ? (
          <p className={styles.line}>{unknownReasons['no-events']}</p>
        ) : keys.length === 0 ? (
          <p className={styles.line}>No model or tool sent a message.</p>
        ) : (
          <Messages log={log} keys={keys} />
        )}
      </ExecutionSection>
      {asks ? (
        <ExecutionSection title="Interrupts" startsOpen={status === 'waiting'}>
          <ExecutionInterrupts {...props} />
        </ExecutionSection>
      ) : null}
      {inside.length > 0 || task?.checkpointNs !== undefined ? (
        <ExecutionSection title="Subgraph" {...(inside.length > 0 ? { note: inside.length } : {})}>
          <SubgraphTasks rows={inside} onTask={actions.openTask} />
        </ExecutionSection>
      ) : null}
      <ExecutionSection title="Metadata">
        <ExecutionMetadata {...props} />
      </ExecutionSection>
    </>
  );
}

/** Messages beyond this number are in the Messages view of the run. */
const mostMessages = 50;

function Messages({ log, keys }: { readonly log: RunLogStore; readonly keys: readonly string[] }) {
  const { messages } = log.get().model;
  // A result is shown with its call, unless another node made the call.
  const calls = new Set(keys.flatMap((key) => messages.get(key)?.toolCalls.map(({ id }) => id) ?? []));
  const own = keys.filter((key) => !calls.has(messages.get(key)?.toolCallId ?? ''));
  return (
    <div className={styles.messages}>
      {own.slice(0, mostMessages).map((key) => (
        <Message key={key} messages={messages} messageKey={key} />
      ))}
      {own.length > mostMessages ? (
        <p className={styles.line}>
          {(own.length - mostMessages).toLocaleString('en')} more are in Messages of the run.
        </p>
      ) : null}
    </div>
  );
}

function useMessageKeys(log: RunLogStore | null, taskId: string | null): readonly string[] {
  return useSyncExternalStore(log?.subscribe ?? subscribeToNothing, () =>
    log === null || taskId === null ? noKeys : log.get().model.messages.keysOf(taskId),
  );
}

function useTasksInside(log: RunLogStore | null, taskId: string | null): readonly TimelineRow[] {
  return useSyncExternalStore(log?.subscribe ?? subscribeToNothing, () =>
    log === null || taskId === null ? noRows : log.get().model.timeline.rowsInside(taskId),
  );
}

function subscribeToNothing(): () => void {
  return () => undefined;
}
