import { useId, useState } from 'react';
import type { Check } from '../../shared/inputs/check.ts';
import { Button } from '../ui/controls/Button.tsx';
import { checkOf, type CheckFields } from './check-fields.ts';
import { CheckField, checkFieldSpecs } from './CheckField.tsx';
import { CheckKeys } from './CheckKeys.tsx';
import { checkTitles } from './check-titles.ts';
import styles from './InputsView.module.css';

interface CheckFormProps {
  // Of its heading.
  readonly level: 4 | 5;
  readonly fields: CheckFields;
  readonly onChange: (fields: CheckFields) => void;
  readonly onDone: (check: Check) => void;
  readonly onCancel: () => void;
}

export function CheckForm({ level, fields, onChange, onDone, onCancel }: CheckFormProps) {
  const Heading = level === 4 ? 'h4' : 'h5';
  const [isTried, setTried] = useState(false);
  const change = (part: Partial<CheckFields>): void => onChange({ ...fields, ...part });
  const { check, problem } = checkOf(fields);
  const submit = (): void => (check === null ? setTried(true) : onDone(check));
  const { kind } = fields;
  const formId = useId();
  return (
    <div className={styles.checkForm}>
      <form
        id={formId}
        className={styles.checkFields}
        aria-label={`Check: ${checkTitles[kind]}`}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Heading>{checkTitles[kind]}</Heading>
        {checkFieldSpecs[kind].map((field) => (
          <CheckField key={field.of} field={field} fields={fields} onChange={change} />
        ))}
        {isTried && problem !== null ? (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        ) : null}
      </form>
      {check?.kind === 'http' && check.headers.length > 0 ? <CheckKeys check={check} /> : null}
      <div className={styles.formActions}>
        <Button size="small" type="submit" form={formId} variant="primary">
          Use check
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
