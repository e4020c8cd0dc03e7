import { Select } from '../../ui/controls/Select.tsx';
import {
  nextNodesText,
  checkpointPositionText,
  specialNodes,
  successorsOf,
  writableNodes,
} from './as-node.ts';
import { useGraphShape } from '../../queries/shared-queries.ts';
import styles from '../state.module.css';

interface AsNodeFieldProps {
  readonly connectionId: string;
  readonly assistantId: string | null;
  readonly value: string | null;
  readonly onChange: (node: string | null) => void;
  readonly fork: boolean;
  readonly container: string | null;
}

const serverChooses = '';

export function AsNodeField(props: AsNodeFieldProps) {
  const { connectionId, assistantId, value, onChange, fork, container } = props;
  const graph = useGraphShape(connectionId, assistantId, Infinity);
  const nodes = graph.data ? writableNodes(graph.data, container) : [];
  const options = [
    ...nodes.map((node) => ({ value: node, label: node })),
    { value: serverChooses, label: 'the server chooses', detail: 'the last node that wrote' },
    ...specialNodes.map(({ name, detail }) => ({ value: name, label: name, detail })),
  ];
  const special = specialNodes.find(({ name }) => name === value);
  return (
    <>
      <div className={styles.asNode}>
        <span aria-hidden="true">as node</span>
        <Select
          wide
          label="As node"
          value={value ?? serverChooses}
          options={options}
          onChange={(node) => onChange(node === serverChooses ? null : node)}
        />
      </div>
      <p className={styles.hint}>
        {value === null
          ? 'The server writes this as the node that wrote last.'
          : (special?.sentence ?? (
              <>
                The server writes this as if the node <strong>{value}</strong> had just run.{' '}
                {graph.data && container === null ? nextNodesText(successorsOf(graph.data, value)) : ''}
              </>
            ))}{' '}
        {checkpointPositionText(value, fork)}
      </p>
    </>
  );
}
