import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { NodeExecution } from '../../../shared/thread-record/node.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { StatusIcon } from '../../ui/display/StatusIcon.tsx';
import { executionDetail, executionIcons, executionLabel } from './execution-labels.ts';
import styles from './NodeView.module.css';

export interface NodeHeaderProps {
  readonly nodeId: string;
  readonly source: ReactNode;
  readonly executions: readonly NodeExecution[];
  readonly selected: NodeExecution | null;
  readonly isCut: boolean;
  readonly onPick: (executionId: string) => void;
}

// Entries of the list on each side of the picked one; a loop may have thousands.
const maxBeside = 100;

export function NodeHeader({ nodeId, source, executions, selected, isCut, onPick }: NodeHeaderProps) {
  const index = selected === null ? -1 : executions.indexOf(selected);
  const from = Math.max(0, index - maxBeside);
  const listed = executions.slice(from, index + maxBeside + 1);
  const step = (to: number): void => {
    const next = executions[to];
    if (next) onPick(next.execution.executionId);
  };
  return (
    <header className={styles.header}>
      <h3 className={styles.name} title={nodeId}>
        {selected === null ? null : (
          <StatusIcon status={executionIcons[selected.execution.status]} label="" />
        )}
        <span>{nodeId.replaceAll(':', ' › ')}</span>
      </h3>
      {source}
      {executions.length < 2 || selected === null ? null : (
        <div className={styles.picker} role="group" aria-label="Executions">
          <IconButton
            size="small"
            label="Previous execution"
            icon={<ChevronLeft size={14} aria-hidden />}
            disabled={index <= 0}
            onClick={() => step(index - 1)}
          />
          <Select
            label="Execution"
            value={selected.execution.executionId}
            onChange={onPick}
            options={listed.map((one, position) => ({
              value: one.execution.executionId,
              label: `${from + position + 1} of ${executions.length}${isCut ? '+' : ''} · ${executionLabel(one)}`,
              detail: executionDetail(one),
            }))}
          />
          <IconButton
            size="small"
            label="Next execution"
            icon={<ChevronRight size={14} aria-hidden />}
            disabled={index >= executions.length - 1}
            onClick={() => step(index + 1)}
          />
        </div>
      )}
    </header>
  );
}
