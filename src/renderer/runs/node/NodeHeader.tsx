import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { StatusIcon } from '../../ui/display/StatusIcon.tsx';
import { executionDetail, executionLabel, executionStatuses } from './execution/execution-labels.ts';
import type { NodeExecution } from './model/node-execution.ts';
import styles from './NodeView.module.css';

export interface NodeHeaderProps {
  readonly nodeId: string;
  /** Oldest first. */
  readonly executions: readonly NodeExecution[];
  readonly execution: NodeExecution | null;
  /** There are older executions that are not listed. */
  readonly isCut: boolean;
  readonly onPick: (key: string) => void;
}

/** Entries of the list on each side of the picked one; a loop may have thousands. */
const mostBeside = 100;

/** The name of the node, and which of its executions is shown. */
export function NodeHeader({ nodeId, executions, execution, isCut, onPick }: NodeHeaderProps) {
  const at = execution === null ? -1 : executions.indexOf(execution);
  const from = Math.max(0, at - mostBeside);
  const listed = executions.slice(from, at + mostBeside + 1);
  const step = (to: number): void => {
    const next = executions[to];
    if (next) onPick(next.key);
  };
  return (
    <header className={styles.header}>
      <h3 className={styles.name} title={nodeId}>
        {execution === null ? null : (
          <StatusIcon status={executionStatuses[execution.status].status} label="" />
        )}
        <span>{nodeId.replaceAll(':', ' › ')}</span>
      </h3>
      {executions.length < 2 || execution === null ? null : (
        <div className={styles.picker} role="group" aria-label="Executions">
          <IconButton
            size="small"
            label="Previous execution"
            icon={<ChevronLeft size={14} aria-hidden />}
            disabled={at <= 0}
            onClick={() => step(at - 1)}
          />
          <Select
            label="Execution"
            value={execution.key}
            onChange={onPick}
            options={listed.map((one, index) => ({
              value: one.key,
              label: `${from + index + 1} of ${executions.length}${isCut ? '+' : ''} · ${executionLabel(one)}`,
              detail: executionDetail(one),
            }))}
          />
          <IconButton
            size="small"
            label="Next execution"
            icon={<ChevronRight size={14} aria-hidden />}
            disabled={at >= executions.length - 1}
            onClick={() => step(at + 1)}
          />
        </div>
      )}
    </header>
  );
}
