import type { ThreadTask } from '../../../shared/model/threads/thread.ts';
import { Select } from '../../ui/controls/Select.tsx';
import styles from '../state.module.css';

interface SubgraphPickerProps {
  /** The tasks of the thread's own state, over all levels. */
  readonly tasks: readonly ThreadTask[];
  /** The task whose subgraph is looked into; `null` is the thread itself. */
  readonly taskId: string | null;
  /** The node whose subgraph was picked at another checkpoint of its own, by the history; else `null`. */
  readonly picked: string | null;
  readonly onChange: (taskId: string | null) => void;
}

/** Tasks that are subgraphs and have a state of their own here. */
export function subgraphTasks(tasks: readonly ThreadTask[]): readonly ThreadTask[] {
  return tasks.filter(({ subgraph }) => subgraph !== undefined);
}

const pickedValue = ' picked';

/** Goes into the states of subgraphs. Nothing where there are none. */
export function SubgraphPicker({ tasks, taskId, picked, onChange }: SubgraphPickerProps) {
  const inner = subgraphTasks(tasks);
  if (inner.length === 0 && picked === null) return null;
  const twice = (nodeId: string): boolean => inner.filter((task) => task.nodeId === nodeId).length > 1;
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
                { value: pickedValue, label: picked.replaceAll(':', ' › '), detail: 'picked in the history' },
              ]),
          ...inner.map(({ id, nodeId }) => ({
            value: id,
            label: nodeId.replaceAll(':', ' › '),
            detail: twice(nodeId) ? id.slice(0, 8) : 'subgraph',
          })),
        ]}
      />
    </div>
  );
}
