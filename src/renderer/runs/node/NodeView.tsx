import { MousePointerClick } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isActive } from '../../../shared/model/is-active.ts';
import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import { executionFacts, type ExecutionFacts } from '../../../shared/thread-record/execution-facts.ts';
import { chooseExecution, executionsOfNode, mayHaveRun } from '../../../shared/thread-record/node.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { Loading } from '../../ui/display/Loading.tsx';
import { ExecutionView } from './ExecutionView.tsx';
import { NodeSettingsSection } from './NodeSettingsSection.tsx';
import type { NodeViewProps } from './node-view-props.ts';
import { NodeHeader } from './NodeHeader.tsx';
import { useStoredLogs } from './use-stored-logs.ts';
import styles from './NodeView.module.css';

// The picked execution, until another node or task is clicked.
interface Pick {
  readonly of: string;
  readonly executionId: string;
}

export function NodeView(props: NodeViewProps) {
  const { connectionId, threadId, nodeId, taskId, checkpointId, record } = props;
  const clicked = `${threadId ?? ''} ${nodeId} ${taskId ?? ''} ${checkpointId ?? ''}`;
  const [picked, setPicked] = useState<Pick | null>(null);
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const stored = useStoredLogs(connectionId, threadId, wanted);
  const logs = useMemo(() => (props.log === null ? stored : [props.log, ...stored]), [props.log, stored]);
  const executions = useMemo(
    () => (record === null ? [] : executionsOfNode(record, nodeId, checkpointId)),
    [record, nodeId, checkpointId],
  );
  const pickedExecution =
    picked?.of === clicked
      ? executions.find(({ execution }) => execution.executionId === picked.executionId)
      : undefined;
  const selected = pickedExecution ?? chooseExecution(executions, taskId, checkpointId);
  const facts = useMemo(
    () => (record === null || selected === null ? null : executionFacts(record, selected.execution)),
    [record, selected],
  );

  const needed = storedRunsOf(facts, props);
  // Adjusts during the render: a run that is no longer needed stays, so that going back to it reads nothing.
  const missing = needed.filter((runId) => !wanted.includes(runId));
  if (missing.length > 0) setWanted([...missing, ...wanted].slice(0, maxLogs));

  const header = (
    <NodeHeader
      nodeId={nodeId}
      source={props.slots.source}
      executions={executions}
      selected={selected}
      isCut={record?.gaps.some(({ kind }) => kind === 'limit') === true}
      onPick={(executionId) => setPicked({ of: clicked, executionId })}
    />
  );
  if (record === null || selected === null || facts === null) {
    return (
      <div className={styles.view}>
        {header}
        {threadId === null && props.log === null ? (
          <EmptyState
            icon={<MousePointerClick size={20} />}
            title="No thread selected"
            sentence="Select a thread, or run the graph, to see what this node read and wrote."
          />
        ) : record !== null ? (
          <NoExecution record={record} nodeId={nodeId} threadId={threadId} />
        ) : props.problem !== null ? (
          <div className={styles.padded}>
            <ErrorNotice
              action="Could not read what ran on the thread"
              error={props.problem}
              onRetry={props.onRetry}
            />
          </div>
        ) : (
          <Loading fill>Reading what ran</Loading>
        )}
        <NodeSettingsSection slots={props.slots} execution={null} />
      </div>
    );
  }
  return (
    <div className={styles.view}>
      {header}
      <ExecutionView
        key={selected.execution.executionId}
        {...props}
        {...selected}
        record={record}
        facts={facts}
        eventsOf={(runId) => logs.find((log) => log.key.runId === runId) ?? null}
      />
    </div>
  );
}

interface NoExecutionProps {
  readonly record: ThreadRecord;
  readonly nodeId: string;
  readonly threadId: string | null;
}

function NoExecution({ record, nodeId, threadId }: NoExecutionProps) {
  const isUnknown = threadId === null || mayHaveRun(record, nodeId);
  return (
    <EmptyState
      icon={<MousePointerClick size={20} />}
      title={isUnknown ? 'Nothing is known about it' : 'It has not run'}
      sentence={
        threadId === null
          ? 'No event of the run mentions this node. Turn on the stream mode “tasks” in the run options.'
          : isUnknown
            ? 'It may have run: some checkpoints of the thread are missing, or a subgraph around it stores none.'
            : 'No checkpoint of this thread mentions this node.'
      }
    />
  );
}

// Logs that are held beside that of the dock.
const maxLogs = 4;

// Ended runs whose events are stored here and have more details of an execution.
function storedRunsOf(facts: ExecutionFacts | null, { log, runs }: NodeViewProps): readonly string[] {
  return (facts?.runIds ?? []).slice(-maxLogs).filter((runId) => {
    if (runId === log?.key.runId) return false;
    const run = runs?.find((one) => one.runId === runId);
    return run?.hasLog === true && !isActive(run.status);
  });
}
