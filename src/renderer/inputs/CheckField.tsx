import type { CheckKind, JudgeInput, CheckedEnding } from '../../shared/inputs/check.ts';
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
      // `code`: one line in the font of code; `json`: several.
      readonly as: 'text' | 'code' | 'json' | 'number';
      readonly placeholder?: string;
      readonly hint?: string;
    }
  | { readonly of: 'is' }
  | { readonly of: 'send' }
  | { readonly of: 'exactly'; readonly label: string };

const part: FieldSpec = {
  of: 'of',
  label: 'Part of the state',
  as: 'code',
  placeholder: 'whole state',
  hint: 'An expression, such as messages[-1].content',
};
const below = (label: string): FieldSpec => ({ of: 'below', label, as: 'number' });

const scored: readonly FieldSpec[] = [
  {
    of: 'name',
    label: 'Name',
    as: 'text',
    hint: 'Scores of the same name are one series in tables and over time.',
  },
  { ...part, label: 'Output' },
  {
    of: 'reference',
    label: 'Reference',
    as: 'json',
    hint: 'JSON: what a good output would be. Without it, the reference of the input, if there is one.',
  },
  {
    of: 'atLeast',
    label: 'Lowest score that passes',
    as: 'number',
    hint: 'Without it, the score is only noted.',
  },
  { of: 'seconds', label: 'Time limit in seconds', as: 'number', placeholder: 'as usual' },
];

export const checkFieldSpecs: Readonly<Record<CheckKind, readonly FieldSpec[]>> = {
  status: [{ of: 'is' }],
  equals: [part, { of: 'value', label: 'Value', as: 'json', hint: 'JSON, with text in double quotes.' }],
  contains: [
    part,
    {
      of: 'value',
      label: 'Value',
      as: 'json',
      hint: 'JSON: part of a string, an item of a list, or members of an object.',
    },
  ],
  recorded: [
    part,
    { of: 'value', label: 'Value', as: 'json', hint: 'JSON, as a run left it. Message IDs are ignored.' },
  ],
  schema: [part, { of: 'schema', label: 'JSON Schema', as: 'json' }],
  expression: [
    {
      of: 'expression',
      label: 'Expression',
      as: 'code',
      placeholder: 'len(messages) > 2 and approved',
      hint: 'Uses the keys of the state, as in breakpoints.',
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
      hint: 'Top-level nodes only. Nodes of the same superstep can be in any order.',
    },
    { of: 'exactly', label: 'No other nodes' },
  ],
  command: [
    {
      of: 'command',
      label: 'Program and arguments',
      as: 'json',
      hint: 'One per line, without a shell, in the folder above inputs. It reads JSON with input, output and reference, and writes {"score": 0.8, "reason": "…"} or a number.',
    },
    ...scored,
  ],
  http: [
    {
      of: 'url',
      label: 'Address',
      as: 'code',
      placeholder: 'http://127.0.0.1:8000/score',
      hint: 'It gets a POST with JSON: input, output and reference. It answers {"score": 0.8, "reason": "…"} or a number.',
    },
    {
      of: 'headers',
      label: 'Headers',
      as: 'json',
      placeholder: 'authorization: score-key',
      hint: 'One per line, with the name of a key, not the key itself. The keys are entered below and not saved in the file.',
    },
    ...scored,
  ],
  judge: [
    { of: 'assistant', label: 'Assistant', as: 'code', hint: 'Its ID, or the name of its graph.' },
    {
      of: 'server',
      label: 'Server',
      as: 'text',
      placeholder: 'The one that runs the input',
      hint: 'The name or address of a saved server.',
    },
    { of: 'send' },
    {
      of: 'score',
      label: 'Score',
      as: 'code',
      placeholder: 'score',
      hint: 'An expression over what the judge returns.',
    },
    { of: 'reason', label: 'Reason', as: 'code', placeholder: 'reason' },
    ...scored,
  ],
};

const endings: readonly { readonly value: CheckedEnding; readonly label: string }[] = [
  { value: 'finished', label: 'Finished' },
  { value: 'waiting', label: 'Waits for an answer' },
  { value: 'failed', label: 'Failed' },
];

const judgeInputs: readonly { readonly value: JudgeInput; readonly label: string }[] = [
  { value: 'members', label: 'Members input, output and reference' },
  { value: 'message', label: 'One message, for a chat graph' },
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
  if (field.of === 'send') {
    return (
      <Select
        label="The judge gets"
        value={fields.send}
        onChange={(send) =>
          onChange({ send: judgeInputs.find(({ value }) => value === send)?.value ?? fields.send })
        }
        options={judgeInputs}
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
            {...(placeholder === undefined ? {} : { placeholder })}
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
