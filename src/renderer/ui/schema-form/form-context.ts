import { createContext, useContext, useEffect, useState, type ComponentType } from 'react';
import type { ControlProps } from './control-props.ts';
import { replaceValue } from '../../../exact-json/edit/text-edits.ts';
import type { JsonNode } from '../../../exact-json/scan/parse-tree.ts';

/** What every field of a form works with. */
export interface FormState {
  /** The whole value. Places of nodes are places in it. */
  readonly text: string;
  readonly disabled: boolean;
  /** Changes it. The focus goes to the field at `path`, where one is given. */
  readonly onText: (text: string, path?: string) => void;
  /** What the schema says against the value at a path. */
  readonly problemAt: (path: string) => string | null;
  /** Says what is wrong with something that was typed, and `null` when that is over. */
  readonly onProblem: (path: string, problem: string | null) => void;
  /** The control for a value in a value. Handed down, since controls hold one another. */
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

/**
 * A text that becomes part of the value only while it is JSON. What is not (yet) is kept here, with what is wrong with
 * it, so that nobody's typing is changed; a value that is set from elsewhere wins over it.
 */
export function useTypedText(
  path: string,
  shown: string,
  problemOf: (text: string) => string | null,
  onValue: (text: string) => void,
): TypedText {
  const { onProblem } = useForm();
  const [draft, setDraft] = useState<{ readonly text: string; readonly over: string } | null>(null);
  const text = draft?.over === shown ? draft.text : shown;
  const problem = problemOf(text);
  useEffect(() => {
    onProblem(path, problem);
    return () => onProblem(path, null);
  }, [path, problem, onProblem]);
  const type = (next: string): void => {
    if (problemOf(next) === null) {
      setDraft(null);
      onValue(next);
    } else {
      setDraft({ text: next, over: shown });
    }
  };
  return { text, problem, type };
}

/** Puts another value in the place of a node. The focus goes to the field at `path`, where one is given. */
export function useReplaceValue(node: JsonNode): (valueText: string, path?: string) => void {
  const { text, onText } = useForm();
  return (valueText, path) => onText(replaceValue(text, node, valueText), path);
}
