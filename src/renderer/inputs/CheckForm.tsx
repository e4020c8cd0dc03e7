import { useState } from 'react';
import type { Check } from '../../shared/inputs/check.ts';
import { groupProps } from '../ui/a11y-props.ts';
import { Button } from '../ui/controls/Button.tsx';
import { checkOf, type CheckFields } from './check-fields.ts';
import { CheckField, checkFieldSpecs } from './CheckField.tsx';
import { checkTitles } from './check-titles.ts';
import styles from './InputsView.module.css';

interface CheckFormProps {
  readonly initial: CheckFields;
  readonly onDone: (check: Check) => void;
  readonly onCancel: () => void;
}

export function CheckForm({ initial, onDone, onCancel }: CheckFormProps) {
  const [fields, setFields] = useState(initial);
  const [isTried, setTried] = useState(false);
  const change = (part: Partial<CheckFields>): void => setFields({ ...fields, ...part });
  const { check, problem } = checkOf(fields);
  const submit = (): void => (check === null ? setTried(true) : onDone(check));
  const { kind } = fields;
  return (
    <form
      className={styles.checkForm}
      {...groupProps(`Check: ${checkTitles[kind]}`)}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h5>{checkTitles[kind]}</h5>
      {checkFieldSpecs[kind].map((field) => (
        <CheckField key={field.of} field={field} fields={fields} onChange={change} />
      ))}
      {isTried && problem !== null ? (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      ) : null}
      <div className={styles.formActions}>
        <Button size="small" type="submit" variant="primary">
          Use check
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
