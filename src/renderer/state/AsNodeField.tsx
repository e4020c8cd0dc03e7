import { Select } from '../ui/Select.tsx';
import { nextSentence, successorsOf, writableNodes } from './as-node.ts';
import { useGraphShape } from './queries.ts';
import styles from './state.module.css';

interface AsNodeFieldProps {
  readonly connectionId: string;
  readonly assistantId: string | null;
  /** `null` lets the server choose: the node that wrote last. */
  readonly value: string | null;
  readonly onChange: (node: string | null) => void;
  readonly fork: boolean;
}

const serverChooses = '';

/** As which node the edit is written, and what that means for what runs next. */
export function AsNodeField({ connectionId, assistantId, value, onChange, fork }: AsNodeFieldProps) {
  const graph = useGraphShape(connectionId, assistantId);
  const nodes = graph.data ? writableNodes(graph.data) : [];
  const options = [
    ...nodes.map((node) => ({ value: node, label: node })),
    { value: serverChooses, label: 'the server chooses', detail: 'whoever wrote last' },
  ];
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
        {value === null ? (
          'The server writes this as whoever wrote last.'
        ) : (
          <>
            The server writes this as if <strong>{value}</strong> had just run.{' '}
            {graph.data ? nextSentence(successorsOf(graph.data, value)) : ''}
          </>
        )}{' '}
        {fork ? 'A fork is made; later checkpoints stay.' : 'A new checkpoint follows this one.'}
      </p>
    </>
  );
}
