import { createContext, useContext, useEffect, useState, type ComponentType } from 'react';
import { replaceValue, type JsonNode } from 'exact-json';
import type { ControlProps } from './control-props.ts';

export interface FormState {
  // As in `SchemaFormProps`.
  readonly formId: string | null;
  // The whole value. Positions of nodes are offsets in it.
  readonly text: string;
  readonly disabled: boolean;
  // Changes the value, and focuses the field at `path` if given.
  readonly onText: (text: string, path?: string) => void;
  readonly problemAt: (path: string) => string | null;
  // Reports invalid input, and `null` when it is resolved.
  readonly onProblem: (path: string, problem: string | null) => void;
  // The control for a nested value. Passed down, because controls are recursive.
  readonly Control: ComponentType<ControlProps>;
}

export const FormContext = createContext<FormState | null>(null);

export function useForm(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error('A field stands outside of a form.');
  return form;
}

export interface TypedText {
  readonly text: string;
  readonly problem: string | null;
  readonly type: (text: string) => void;
}

interface InvalidText {
  readonly text: string;
  // The text of the field's value at that time.
  readonly over: string;
}

// Invalid texts by form and path, for the time in which their form is not shown. Lost on a reload.
const invalidTexts = new Map<string, InvalidText>();
const maxInvalidTexts = 100;

function holdInvalidText(key: string | null, invalid: InvalidText | null): void {
  if (key === null) return;
  invalidTexts.delete(key);
  if (invalid === null) return;
  invalidTexts.set(key, invalid);
  const [oldest] = invalidTexts.keys();
  if (invalidTexts.size > maxInvalidTexts && oldest !== undefined) invalidTexts.delete(oldest);
}

// Text that becomes part of the value only while it is valid JSON. Invalid text is kept here with its
// problem, also while the form is not shown; an external change of the value replaces it.
export function useTypedText(
  path: string,
  valueText: string,
  problemOf: (text: string) => string | null,
  onValue: (text: string) => void,
): TypedText {
  const { formId, onProblem } = useForm();
  const key = formId === null ? null : JSON.stringify([formId, path]);
  const [draft, setDraft] = useState(() => (key === null ? null : (invalidTexts.get(key) ?? null)));
  const text = draft?.over === valueText ? draft.text : valueText;
  const problem = problemOf(text);
  useEffect(() => {
    onProblem(path, problem);
    return () => onProblem(path, null);
  }, [path, problem, onProblem]);
  const type = (next: string): void => {
    const isValid = problemOf(next) === null;
    const invalid = isValid ? null : { text: next, over: valueText };
    holdInvalidText(key, invalid);
    setDraft(invalid);
    if (isValid) onValue(next);
  };
  return { text, problem, type };
}

// Replaces the value of a node, and focuses the field at `path` if given.
export function useReplaceValue(node: JsonNode): (valueText: string, path?: string) => void {
  const { text, onText } = useForm();
  return (valueText, path) => onText(replaceValue(text, node, valueText), path);
}
