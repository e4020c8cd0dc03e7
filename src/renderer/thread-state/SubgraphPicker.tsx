import type { ThreadTask } from '../../shared/model/thread.ts';
import { Select } from '../ui/controls/Select.tsx';
import { shortId } from '../ui/display/format.ts';
import styles from './state.module.css';

interface SubgraphPickerProps {
  readonly tasks: readonly ThreadTask[];
  readonly taskId: string | null;
  // The node of a subgraph checkpoint picked in the history, else `null`.
  readonly picked: string | null;
  readonly onChange: (taskId: string | null) => void;
}

export function subgraphTasks(tasks: readonly ThreadTask[]): readonly ThreadTask[] {
  return tasks.filter(({ subgraph }) => subgraph !== undefined);
}

const pickedValue = ' picked';

export function SubgraphPicker({ tasks, taskId, picked, onChange }: SubgraphPickerProps) {
  const inner = subgraphTasks(tasks);
  if (inner.length === 0 && picked === null) return null;
  const runsTwice = (nodeId: string): boolean => inner.filter((task) => task.nodeId === nodeId).length > 1;
  return (
    <div className={styles.subgraph}>
      <span>State of</span>
      <Select
        wide
        label="State of"
        value={picked === null ? (taskId ?? '') : pickedValue}
        onChange={(value) => onChange(value === '' ? null : value)}
        options={[
          { value: '', label: 'the thread' },
          ...(picked === null
            ? []
            : [
                {
                  value: pickedValue,
                  label: picked.replaceAll(':', ' › '),
                  detail: 'selected in the story',
                },
              ]),
          ...inner.map(({ id, nodeId }) => ({
            value: id,
            label: nodeId.replaceAll(':', ' › '),
            detail: runsTwice(nodeId) ? shortId(id) : 'subgraph',
          })),
        ]}
      />
    </div>
  );
}
