import { CircleDot, CircleEqual, PencilLine, RotateCcw } from 'lucide-react';
import type { ReactElement } from 'react';
import { useUnavailable } from '../../rpc/server-features.ts';
import { useCommandBindings } from '../../commands/command-registry.ts';
import { CompareIconButton } from '../../shared-ui/CompareItem.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { tooltip } from '../../ui/popups/Tooltip.tsx';
import {
  entryName,
  pickForCompare,
  useCompareTray,
  waitingEntry,
  type TrayEntry,
} from '../../shared-ui/compare-tray.ts';
import { executionTrayEntry } from '../../shared-ui/tray-entries.ts';
import type { Execution } from '../../../shared/model/thread-record.ts';
import type { ExecutionFacts } from '../../../shared/thread-record/execution-facts.ts';
import type { ExecutionActions } from './node-view-props.ts';
import { unknownReasons } from './unknown-reasons.ts';
import styles from './NodeView.module.css';

export interface ExecutionToolbarProps {
  readonly execution: Execution;
  readonly facts: ExecutionFacts;
  readonly actions: ExecutionActions;
  readonly connectionId: string;
  readonly threadId: string | null;
  /** An export of another tool, which has no server to run on. */
  readonly isImport: boolean;
}

export function ExecutionToolbar(props: ExecutionToolbarProps) {
  const { execution, actions, connectionId, threadId, isImport } = props;
  const noRuns = useUnavailable(connectionId, 'runs.start');
  const noEdits = useUnavailable(connectionId, 'threads.updateState');
  const noStart =
    threadId === null
      ? 'A stateless run has no checkpoints to run from.'
      : execution.before === null
        ? unknownReasons['no-checkpoint']
        : null;
  const noServer = isImport ? 'An import has no server to run on.' : null;
  const runBlocker = noServer ?? noRuns ?? noStart;
  const editBlocker = noServer ?? noEdits ?? noStart;
  const { breakpoint } = actions;
  const waiting = useCompareTray(waitingEntry);
  const entry = trayEntryOf(props);
  useCommandBindings({
    'node.run-again': { run: () => actions.runAgain(execution), blocked: runBlocker, connectionId },
    'node.edit-input': { run: () => actions.editInput(execution), blocked: editBlocker, connectionId },
    'compare.node': {
      run: () => {
        if (entry !== null) pickForCompare(entry);
      },
      blocked: entry === null ? 'No checkpoint lists what this node did.' : null,
      title:
        waiting === null
          ? 'Compare what this node did with…'
          : `Compare what this node did with ${entryName(waiting)}`,
    },
  });
  if (isImport && entry === null && breakpoint === null) return null;
  return (
    <div className={styles.actions} role="group" aria-label="Node actions">
      {isImport ? null : (
        <>
          <Blocked reason={runBlocker}>
            <Button
              size="small"
              icon={<RotateCcw size={13} aria-hidden />}
              disabled={runBlocker !== null}
              onClick={() => actions.runAgain(execution)}
            >
              {execution.status === 'next' ? 'Run this node' : 'Run again'}
            </Button>
          </Blocked>
          <Blocked reason={editBlocker}>
            <Button
              size="small"
              icon={<PencilLine size={13} aria-hidden />}
              disabled={editBlocker !== null}
              onClick={() => actions.editInput(execution)}
            >
              Edit input
            </Button>
          </Blocked>
        </>
      )}
      {entry === null ? null : <CompareIconButton entry={entry} />}
      {breakpoint === null ? null : (
        <>
          <IconButton
            size="small"
            label={'Break before this node'}
            pressed={breakpoint.isSet}
            icon={<CircleDot size={14} aria-hidden />}
            onClick={breakpoint.toggle}
          />
          <IconButton
            size="small"
            label="Break with conditions"
            icon={<CircleEqual size={14} aria-hidden />}
            onClick={breakpoint.edit}
          />
        </>
      )}
    </div>
  );
}

// The execution for the compare tray; `null` while no checkpoint lists its task.
function trayEntryOf({ execution, facts, connectionId, threadId }: ExecutionToolbarProps): TrayEntry | null {
  const { before, taskId, nodeId, namespace } = execution;
  if (threadId === null || taskId === '' || before === null) return null;
  return executionTrayEntry({
    connectionId,
    threadId,
    nodeId,
    taskId,
    checkpointId: before,
    checkpointNs: namespace,
    at: facts.startedAt === null ? null : new Date(facts.startedAt.ms).toISOString(),
  });
}

function Blocked({ reason, children }: { readonly reason: string | null; readonly children: ReactElement }) {
  if (reason === null) return children;
  return <span {...tooltip(reason)}>{children}</span>;
}
