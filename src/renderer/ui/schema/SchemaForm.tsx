import {
  useLayoutEffect,
  useState,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
} from 'react';
import { JsonSyntaxError, parseTree, type JsonNode } from 'exact-json';
import { JsonEditor } from '../json-editor/JsonEditor.tsx';
import type { CheckOf } from './schema-check.ts';
import { useSchemaCheck } from './use-schema-check.ts';
import { SchemaControl } from './SchemaControl.tsx';
import { FormContext } from './form-context.ts';
import { isTooLarge } from './form-size.ts';
import { readSchema, windowBounds } from './read-schema.ts';
import type { SchemaField } from './schema-field.ts';
import styles from './SchemaForm.module.css';

const controls = 'textarea, input, [contenteditable="true"], [role="radio"], button';

// Focuses the field at a path after the next render: an added field is ready for input, and after a removal
// focus stays nearby. Fields have `data-path`, and the buttons beside their names `data-beside`.
export function useFocusPath(
  form: RefObject<HTMLElement | null>,
  startAt: string | null = null,
): (path: string) => void {
  const [target, setTarget] = useState(startAt === null ? null : { path: startAt });
  useLayoutEffect(() => {
    if (target === null) return;
    const fields = [...(form.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
    const field = fields.find(({ dataset }) => dataset['path'] === target.path);
    const within = [...(field?.querySelectorAll<HTMLElement>(controls) ?? [])];
    const control = within.find((one) => one.closest('[data-beside]') === null) ?? within.at(-1);
    control?.focus();
    // Typing replaces a default.
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.select();
  }, [form, target]);
  return (path) => setTarget({ path });
}

export interface SchemaFormProps {
  // A JSON Schema. Without a usable one, the value is edited as JSON.
  readonly schemaText: string | null;
  // The value as JSON. An edit changes only its own part.
  readonly valueText: string;
  readonly onChange: (valueText: string) => void;
  readonly label: string;
  // Of what is edited. With it, a field that holds no value yet keeps what was typed while the form is not shown.
  readonly formId?: string;
  readonly disabled?: boolean;
  // The path of the field that has the keys at first.
  readonly startAt?: string | null;
  // Reports input that is invalid and therefore not in the value, which must not be sent or saved then; `null` if there is none.
  readonly onProblem: (problem: string | null) => void;
}

/** A form for a value, generated from its JSON Schema. What a form can't show is edited as JSON in place. */
export function SchemaForm(props: SchemaFormProps) {
  const { schemaText, valueText, onChange, label, formId = null, disabled = false, onProblem } = props;
  const schema = useMemo(() => readSchema(schemaText), [schemaText]);
  const node = useMemo(() => treeOf(valueText), [valueText]);
  const onFieldProblem = useProblems(onProblem);
  const check = useMemo<CheckOf<'value'> | null>(
    () => (schemaText === null || typeof node === 'string' ? null : { kind: 'value', schemaText, valueText }),
    [schemaText, valueText, node],
  );
  const { problems, unchecked } = useSchemaCheck<'value'>(check);
  const problemAt = (path: string): string | null =>
    problems.find((one) => one.path === path)?.message ?? null;
  const rootProblem = problemAt('');
  const form = useRef<HTMLDivElement>(null);
  const focusAt = useFocusPath(form, props.startAt);
  const whyJson = useMemo(() => whyNoForm(schemaText, schema, node), [schemaText, schema, node]);
  const note =
    unchecked === null ? null : (
      <p className={styles.description} role="status">
        This {unchecked}. You can send it anyway.
      </p>
    );
  if (whyJson !== null || schema === null || typeof node === 'string') {
    return (
      <div className={styles.raw}>
        <p className={styles.description} role="status">
          {whyJson}
        </p>
        <div className={styles.json}>
          <JsonEditor
            label={label}
            value={valueText}
            onChange={onChange}
            readOnly={disabled}
            maxHeight={240}
          />
        </div>
        {note}
      </div>
    );
  }
  return (
    <FormContext
      value={{
        formId,
        text: valueText,
        disabled,
        onText: (text, path) => {
          onChange(text);
          if (path !== undefined) focusAt(path);
        },
        problemAt,
        onProblem: onFieldProblem,
        Control: SchemaControl,
      }}
    >
      <div key={formId} ref={form} className={styles.form} role="group" aria-label={label}>
        {schema.description === null ? null : <p className={styles.description}>{schema.description}</p>}
        <SchemaControl name={label} field={schema} node={node} path="" depth={0} />
        {note}
        {rootProblem === null ? null : (
          <p className={styles.problem} role="alert">
            {rootProblem}
          </p>
        )}
      </div>
    </FormContext>
  );
}

// Why a value is edited as JSON; `null` if a form shows it.
function whyNoForm(
  schemaText: string | null,
  schema: SchemaField | null,
  node: JsonNode | string,
): string | null {
  if (typeof node === 'string') return `A form requires valid JSON. ${node}.`;
  if (schemaText !== null && schemaText.length > windowBounds.text)
    return 'The schema is too large for a form. Edit as JSON.';
  if (schema === null) return 'The server provides no schema. Edit as JSON.';
  return isTooLarge(schema, node) ? 'Too large for a form. Edit as JSON.' : null;
}

function treeOf(text: string): JsonNode | string {
  try {
    return parseTree(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.message;
    throw error;
  }
}

/** Collects the problems of several fields or forms, each by its path, and reports the first one. */
export function useProblems(onProblem: SchemaFormProps['onProblem']) {
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const onFieldProblem = useCallback((path: string, problem: string | null) => {
    setProblems((before) => {
      if ((before.get(path) ?? null) === problem) return before;
      const after = new Map(before);
      if (problem === null) after.delete(path);
      else after.set(path, problem);
      return after;
    });
  }, []);
  const [first] = problems;
  const summary = first ? `${first[0].slice(1).replaceAll('/', '.')}: ${first[1]}` : null;
  const report = useEffectEvent((problem: string | null) => onProblem(problem));
  useEffect(() => {
    report(summary);
    return () => report(null);
  }, [summary]);
  return onFieldProblem;
}
