import { useId, useState, type ReactNode } from 'react';
import { SegmentedControl } from '../controls/SegmentedControl.tsx';
import { JsonEditor } from '../json-editor/JsonEditor.tsx';
import { useValidationError } from './use-validation-error.ts';
import { SchemaForm } from './SchemaForm.tsx';
import styles from './JsonOrFormField.module.css';

export interface JsonOrFormFieldProps {
  readonly label: string;
  readonly schemaText: string | null;
  readonly text: string | null;
  readonly onChange: (text: string) => void;
  readonly problem: string | null;
  /** See `SchemaForm`. */
  readonly onFormProblem: (problem: string | null) => void;
  readonly actions?: ReactNode;
  /** See `SchemaForm`. */
  readonly startAt?: string | null;
}

/** JSON as a form where there is a schema, or as text. */
export function JsonOrFormField(props: JsonOrFormFieldProps) {
  const { label, schemaText, text, onChange, problem, onFormProblem, actions, startAt = null } = props;
  // `null`: a form as soon as there is a schema, which may come after the field. What is typed as JSON until then stays JSON.
  const [mode, setMode] = useState<'form' | 'json' | null>(null);
  const { unchecked } = useValidationError(schemaText, problem === null ? (text ?? '') : '');
  const formId = useId();
  const isForm = mode !== 'json' && schemaText !== null;
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <span className={styles.label}>{label}</span>
        {text === null || schemaText === null ? null : (
          <SegmentedControl
            label={`Write the ${label.toLowerCase()} as`}
            value={isForm ? 'form' : 'json'}
            onChange={setMode}
            options={[
              { value: 'form', label: 'Form' },
              { value: 'json', label: 'JSON' },
            ]}
          />
        )}
        {actions}
      </div>
      {text === null ? null : isForm ? (
        <SchemaForm
          label={label}
          formId={formId}
          schemaText={schemaText}
          valueText={text}
          startAt={startAt}
          onChange={onChange}
          onProblem={onFormProblem}
        />
      ) : (
        <JsonEditor
          label={label}
          value={text}
          onChange={(next) => {
            setMode('json');
            onChange(next);
          }}
          schemaText={schemaText}
          minHeight={48}
          maxHeight={220}
        />
      )}
      {problem === null ? null : <p className={styles.problem}>{problem}</p>}
      {/* The form shows its own errors. */}
      {text === null || unchecked === null || isForm ? null : (
        <p className={styles.quiet} role="status">
          {label} {unchecked}. You can send it anyway.
        </p>
      )}
    </div>
  );
}
