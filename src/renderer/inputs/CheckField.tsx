import type { CheckKind, RunEnding } from '../../shared/inputs/check.ts';
import { Field } from '../ui/controls/Field.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { Switch } from '../ui/controls/Switch.tsx';
import { TextField } from '../ui/controls/TextField.tsx';
import type { CheckFields } from './check-fields.ts';
import styles from './InputsView.module.css';

type TextOf = { [K in keyof CheckFields]: string extends CheckFields[K] ? K : never }[keyof CheckFields];

type FieldSpec =
  | {
      readonly of: TextOf;
      readonly label: string;
      /** `code`: one line in the font of code; `json`: several. */
      readonly as: 'code' | 'json' | 'number';
      readonly placeholder?: string;
      readonly hint?: string;
    }
  | { readonly of: 'is' }
  | { readonly of: 'exactly'; readonly label: string };

const part: FieldSpec = {
  of: 'of',
  label: 'Part of the state',
  as: 'code',
  placeholder: 'whole state',
  hint: 'An expression, such as messages[-1].content',
};
const below = (label: string): FieldSpec => ({ of: 'below', label, as: 'number' });

export const checkFieldSpecs: Readonly<Record<CheckKind, readonly FieldSpec[]>> = {
  status: [{ of: 'is' }],
  equals: [part, { of: 'value', label: 'Value', as: 'json', hint: 'JSON, texts in double quotes.' }],
  contains: [
    part,
    {
      of: 'value',
      label: 'Value',
      as: 'json',
      hint: 'JSON: a text within a text, an item of a list, or members of an object.',
    },
  ],
  recorded: [
    part,
    { of: 'value', label: 'Value', as: 'json', hint: 'JSON, as a run left it. IDs of messages don’t count.' },
  ],
  schema: [part, { of: 'schema', label: 'JSON Schema', as: 'json' }],
  expression: [
    {
      of: 'expression',
      label: 'Expression',
      as: 'code',
      placeholder: 'len(messages) > 2 and approved',
      hint: 'Over the keys of the state, as in breakpoints.',
    },
  ],
  tokens: [below('Fewer tokens than')],
  time: [below('Fewer seconds than')],
  cost: [below('Costs less than')],
  path: [
    {
      of: 'nodes',
      label: 'Nodes, in order',
      as: 'code',
      placeholder: 'plan, write',
      hint: 'Nodes of the graph itself. Those of one superstep in any order.',
    },
    { of: 'exactly', label: 'No other nodes' },
  ],
};

const endings: readonly { readonly value: RunEnding; readonly label: string }[] = [
  { value: 'finished', label: 'Finished' },
  { value: 'waiting', label: 'Waits for an answer' },
  { value: 'failed', label: 'Failed' },
];

interface CheckFieldProps {
  readonly field: FieldSpec;
  readonly fields: CheckFields;
  readonly onChange: (part: Partial<CheckFields>) => void;
}

export function CheckField({ field, fields, onChange }: CheckFieldProps) {
  if (field.of === 'is') {
    return (
      <Select
        label="The run"
        value={fields.is}
        onChange={(is) => onChange({ is: endings.find(({ value }) => value === is)?.value ?? fields.is })}
        options={endings}
        wide
      />
    );
  }
  if (field.of === 'exactly') {
    return (
      <Switch label={field.label} checked={fields.exactly} onChange={(exactly) => onChange({ exactly })} />
    );
  }
  const { of, label, as, placeholder, hint } = field;
  const change = (text: string): void => onChange({ [of]: text });
  if (as === 'json') {
    return (
      <Field label={label} hint={hint}>
        {(control) => (
          <textarea
            {...control}
            className={styles.json}
            rows={3}
            spellCheck={false}
            value={fields[of]}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
    );
  }
  return (
    <TextField
      label={label}
      mono={as === 'code'}
      {...(as === 'number' ? { inputMode: 'decimal' } : {})}
      value={fields[of]}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(hint === undefined ? {} : { hint })}
      onChange={change}
    />
  );
}
