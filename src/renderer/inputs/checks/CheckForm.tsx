import { useState } from 'react';
import type { Check, RunEnding } from '../../../shared/inputs/check.ts';
import { groupProps } from '../../ui/a11y-props.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { Switch } from '../../ui/controls/Switch.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { checkOf, type CheckFields } from './check-fields.ts';
import { checkTitles } from './check-titles.ts';
import styles from '../InputsView.module.css';

interface CheckFormProps {
  readonly initial: CheckFields;
  readonly onDone: (check: Check) => void;
  readonly onCancel: () => void;
}

const endings: readonly { readonly value: RunEnding; readonly label: string }[] = [
  { value: 'finished', label: 'Finished' },
  { value: 'waiting', label: 'Waits for an answer' },
  { value: 'failed', label: 'Failed' },
];

/** Edits one check. Nothing is saved before the input is. */
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
      {kind === 'status' ? (
        <Select
          label="The run"
          value={fields.is}
          onChange={(is) => change({ is: endings.find(({ value }) => value === is)?.value ?? fields.is })}
          options={endings}
          wide
        />
      ) : null}
      {kind === 'equals' || kind === 'contains' || kind === 'recorded' || kind === 'schema' ? (
        <TextField
          label="Part of the state"
          mono
          value={fields.of}
          placeholder="whole state"
          hint="An expression, such as messages[-1].content"
          onChange={(of) => change({ of })}
        />
      ) : null}
      {kind === 'equals' || kind === 'contains' || kind === 'recorded' ? (
        <JsonField
          label="Value"
          hint={valueHints[kind]}
          value={fields.value}
          onChange={(value) => change({ value })}
        />
      ) : null}
      {kind === 'schema' ? (
        <JsonField label="JSON Schema" value={fields.schema} onChange={(schema) => change({ schema })} />
      ) : null}
      {kind === 'expression' ? (
        <TextField
          label="Expression"
          mono
          value={fields.expression}
          placeholder="len(messages) > 2 and approved"
          hint="Over the keys of the state, as in breakpoints."
          onChange={(expression) => change({ expression })}
        />
      ) : null}
      {kind === 'tokens' || kind === 'time' || kind === 'cost' ? (
        <TextField
          label={belowLabels[kind]}
          inputMode="decimal"
          value={fields.below}
          onChange={(below) => change({ below })}
        />
      ) : null}
      {kind === 'path' ? (
        <>
          <TextField
            label="Nodes, in order"
            mono
            value={fields.nodes}
            placeholder="plan, write"
            hint="Nodes of the graph itself. Those of one superstep in any order."
            onChange={(nodes) => change({ nodes })}
          />
          <Switch
            label="No other nodes"
            checked={fields.exactly}
            onChange={(exactly) => change({ exactly })}
          />
        </>
      ) : null}
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

const valueHints = {
  equals: 'JSON, texts in double quotes.',
  contains: 'JSON: a text within a text, an item of a list, or members of an object.',
  recorded: 'JSON, as a run left it. IDs of messages don’t count.',
} as const;

const belowLabels = {
  tokens: 'Fewer tokens than',
  time: 'Fewer seconds than',
  cost: 'Costs less than',
} as const;

interface JsonFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function JsonField({ label, hint, value, onChange }: JsonFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <textarea
          {...control}
          className={styles.json}
          rows={3}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
