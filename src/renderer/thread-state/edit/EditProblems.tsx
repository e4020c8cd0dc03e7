import type { ReactNode } from 'react';
import { Switch } from '../../ui/controls/Switch.tsx';
import { asNodeProblem } from './as-node.ts';
import type { EditAnalysis } from './analyze-edit.ts';
import type { StateSchemaErrors } from './use-state-schema-errors.ts';
import edit from './edit.module.css';
import styles from '../state.module.css';

interface EditProblemsProps {
  readonly reading: EditAnalysis;
  readonly bySchema: StateSchemaErrors;
  readonly asNode: string | null;
  readonly isFirst: boolean;
  readonly override: boolean;
  readonly onOverride: (override: boolean) => void;
}

export function EditProblems(props: EditProblemsProps) {
  const { reading, bySchema, asNode, isFirst, override, onOverride } = props;
  const { long } = reading;
  const { violations: schema, unchecked } = bySchema;
  const { fault, removed, changes } = reading.edit;
  if (fault) return <Problem>{fault.message}</Problem>;
  const refused = asNodeProblem(asNode, changes.length, isFirst);
  return (
    <>
      {removed.length === 0 ? null : (
        <Problem>
          A server cannot delete a key: {removed.join(', ')}. Put {removed.length === 1 ? 'it' : 'them'} back,
          or set {removed.length === 1 ? 'it' : 'them'} to null.
        </Problem>
      )}
      {refused === null ? null : <Problem>{refused}</Problem>}
      {long.length === 0 ? null : (
        <p className={styles.hint}>
          {long.slice(0, 3).join(', ')}: the server may turn{' '}
          {long.length === 1 ? 'this number' : 'such numbers'} into a float, because{' '}
          {long.length === 1 ? 'it needs' : 'they need'} more than 64 bits.
        </p>
      )}
      {unchecked === null ? null : (
        <p className={styles.hint} role="status">
          The edit {unchecked}. You can save it anyway.
        </p>
      )}
      {schema.length === 0 ? null : (
        <div className={styles.moved} role="group" aria-label="Schema errors">
          <ul className={edit.list}>
            {schema.map(({ pointer, message }) => (
              <li key={`${pointer} ${message}`}>
                <code>{pointer}</code>: {message}
              </li>
            ))}
          </ul>
          <Switch label="Save despite schema errors" checked={override} onChange={onOverride} />
        </div>
      )}
    </>
  );
}

function Problem({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.problem} role="alert">
      {children}
    </p>
  );
}
