import { clsx } from 'clsx';
import { decodeString } from 'exact-json';
import { SegmentedControl } from '../controls/SegmentedControl.tsx';
import { Select } from '../controls/Select.tsx';
import type { ControlProps } from './control-props.ts';
import { useForm, useTypedText, useReplaceValue } from './form-context.ts';
import { fieldDescription } from './field-description.ts';
import styles from './SchemaForm.module.css';

export function numberProblem(text: string, integer: boolean): string | null {
  const token = text.trim();
  if (token === '') return 'Enter a number.';
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(token)) {
    return 'Enter a JSON number, such as 12, -0.5 or 1e6.';
  }
  if (integer && !/^-?\d+(\.0+)?$/.test(token)) return 'Must be an integer.';
  return null;
}

export function TextControl({ name, field, node, path, controlId }: ControlProps) {
  const { text, disabled, problemAt } = useForm();
  const problem = problemAt(path);
  const replace = useReplaceValue(node);
  const value = decodeString(text.slice(node.start, node.end));
  return (
    <textarea
      id={controlId}
      aria-label={controlId === undefined ? name : undefined}
      aria-invalid={problem === null ? undefined : true}
      aria-describedby={aboutIds({ name, controlId, field }, problem)}
      className={clsx(styles.text, field.prompt && styles.prompt)}
      rows={field.prompt ? 8 : Math.min(8, value.split('\n').length)}
      spellCheck={false}
      disabled={disabled}
      value={value}
      onChange={(event) => replace(JSON.stringify(event.target.value))}
    />
  );
}

// Keeps the notation: 1.0 and 9007199254740993 are not changed.
export function NumberControl({
  name,
  field,
  node,
  path,
  controlId,
  integer,
}: ControlProps & { readonly integer: boolean }) {
  const { text, disabled, problemAt } = useForm();
  const problem = problemAt(path);
  const replace = useReplaceValue(node);
  const typed = useTypedText(
    path,
    text.slice(node.start, node.end),
    (one) => numberProblem(one, integer),
    replace,
  );
  return (
    <>
      <input
        id={controlId}
        aria-label={controlId === undefined ? name : undefined}
        aria-invalid={typed.problem === null && problem === null ? undefined : true}
        aria-describedby={aboutIds({ name, controlId, field }, problem)}
        className={styles.number}
        inputMode={integer ? 'numeric' : 'decimal'}
        autoComplete="off"
        disabled={disabled}
        value={typed.text}
        onChange={(event) => typed.type(event.target.value)}
      />
      {typed.problem === null ? null : (
        <p className={styles.problem} role="alert">
          {typed.problem}
        </p>
      )}
    </>
  );
}

export function BooleanControl({ name, node }: ControlProps) {
  const { text } = useForm();
  const replace = useReplaceValue(node);
  return (
    <div>
      <SegmentedControl
        label={name}
        value={text.slice(node.start, node.end)}
        onChange={replace}
        options={['true', 'false'].map((value) => ({ value, label: value }))}
      />
    </div>
  );
}

// A value that is not in the enum is shown and kept until another one is selected.
export function EnumControl({ name, node, texts }: ControlProps & { readonly texts: readonly string[] }) {
  const { text, disabled } = useForm();
  const replace = useReplaceValue(node);
  const value = text.slice(node.start, node.end);
  const isKnown = texts.includes(value);
  return (
    <Select
      label={name}
      wide
      value={isKnown ? value : null}
      placeholder={textOf(value)}
      disabled={disabled}
      onChange={replace}
      options={texts.map((one) => ({ value: one, label: textOf(one) }))}
    />
  );
}

function aboutIds(
  { name, controlId, field }: Pick<ControlProps, 'name' | 'controlId' | 'field'>,
  problem: string | null,
): string | undefined {
  if (controlId === undefined) return undefined;
  const ids = [
    ...(problem === null ? [] : [`${controlId}-problem`]),
    ...(fieldDescription(name, field, problem) === null ? [] : [`${controlId}-about`]),
  ];
  return ids.length === 0 ? undefined : ids.join(' ');
}

// A string without its quotes, anything else as JSON.
function textOf(jsonText: string): string {
  const plainText = jsonText.startsWith('"') ? decodeString(jsonText) : jsonText;
  return plainText.trim() === '' ? jsonText : plainText;
}
