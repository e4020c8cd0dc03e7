import { MousePointerClick } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isActive as isRunListedActive } from '../../../shared/model/runs/is-active.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import type { RunLogStore } from '../log/run-log-store.ts';
import { chooseExecution } from './model/choose-execution.ts';
import { collectExecutions } from './model/collect-executions.ts';
import { ExecutionView } from './execution/ExecutionView.tsx';
import type { UnknownReason } from './model/fact.ts';
import type { NodeExecution } from './model/node-execution.ts';
import type { NodeViewProps } from './node-view-props.ts';
import { NodeHeader } from './NodeHeader.tsx';
import { NodeSettingsSection } from './execution/NodeSettingsSection.tsx';
import { useRunEvidence } from './use-run-evidence.ts';
import { useStoredLogs } from './use-stored-logs.ts';
import styles from './NodeView.module.css';

/** The picked execution, until another node or task is clicked. */
interface Pick {
  readonly of: string;
  readonly key: string;
}

/** What a node did: one of its executions, with what it read and what it wrote. */
export function NodeView(props: NodeViewProps) {
  const { connectionId, threadId, nodeId, taskId, checkpointId, levels, runs, head, isActive } = props;
  const clicked = `${threadId ?? ''} ${nodeId} ${taskId ?? ''} ${checkpointId ?? ''}`;
  const [picked, setPicked] = useState<Pick | null>(null);
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const stored = useStoredLogs(connectionId, threadId, wanted);
  const logs = useMemo(() => (props.log === null ? stored : [props.log, ...stored]), [props.log, stored]);
  const evidence = useRunEvidence(logs, runs, props.activeRunId, nodeId, taskId);
  const executions = useMemo(
    () =>
      collectExecutions({
        nodeId,
        levels,
        runs: evidence,
        whyNoEvents: (runId) => whyNoEvents(logs, runId),
        headTasks: head?.tasks ?? [],
        headId: head?.checkpointId ?? null,
        isActive,
        checkpointId,
      }),
    [nodeId, levels, evidence, logs, head, isActive, checkpointId],
  );
  const isCut = evidence.some((run) => run.isCut);
  const own = picked?.of === clicked ? executions.find(({ key }) => key === picked.key) : undefined;
  const execution = own ?? chooseExecution(executions, taskId, checkpointId);

  const needed = storedRunsOf(execution, props);
  // Adjusts during the render: a run that is no longer needed stays, so that going back to it reads nothing.
  const missing = needed.filter((runId) => !wanted.includes(runId));
  if (missing.length > 0) setWanted([...missing, ...wanted].slice(0, mostLogs));

  if (execution === null) {
    return (
      <div className={styles.view}>
        <NodeHeader
          nodeId={nodeId}
          executions={executions}
          execution={null}
          isCut={isCut}
          onPick={() => undefined}
        />
        {props.isLoading ? (
          <Loading fill>Loading the checkpoints</Loading>
        ) : (
          <EmptyState
            icon={<MousePointerClick size={20} />}
            title={levels.some(({ hasOlder }) => hasOlder) ? 'Nothing is known of it' : 'It has not run'}
            sentence={
              levels.some(({ hasOlder }) => hasOlder)
                ? 'No loaded checkpoint and no event tells of this node. Scroll the history to load older checkpoints.'
                : 'No checkpoint of this thread and no event of the displayed run tells of this node.'
            }
          />
        )}
        <NodeSettingsSection slots={props.slots} execution={null} />
      </div>
    );
  }
  return (
    <div className={styles.view}>
      <NodeHeader
        nodeId={nodeId}
        executions={executions}
        execution={execution}
        isCut={isCut}
        onPick={(key) => setPicked({ of: clicked, key })}
      />
      <ExecutionView
        key={execution.key}
        {...props}
        execution={execution}
        eventsOf={(runId) => logs.find((log) => log.key.runId === runId) ?? null}
      />
    </div>
  );
}

/** Logs that are held beside that of the dock. */
const mostLogs = 4;

/** The ended runs whose events would tell more of an execution, and are stored here. */
function storedRunsOf(execution: NodeExecution | null, { log, runs }: NodeViewProps): readonly string[] {
  if (execution === null) return [];
  const { before, runId } = execution;
  // The run that asked, where another one answered.
  const interruptedRunId =
    before.known && before.value.checkpoint.interrupts > 0 ? before.value.checkpoint.runId : null;
  return [runId, interruptedRunId].filter((id): id is string => {
    if (id === null || id === log?.key.runId) return false;
    const run = runs.find((one) => one.runId === id);
    return run?.hasLog === true && !isRunListedActive(run.status);
  });
}

function whyNoEvents(logs: readonly RunLogStore[], runId: string | null): UnknownReason {
  const log = logs.find(({ key }) => key.runId === runId);
  if (log === undefined) return 'no-events';
  const { problem, end } = log.get();
  return problem === null && end === null ? 'loading' : 'no-events';
}
