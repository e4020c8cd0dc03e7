import { JsonSyntaxError, parseTree, type JsonNode } from 'exact-json';
import { JsonEditor } from '../json-editor/JsonEditor.tsx';
import type { ControlProps } from './control-props.ts';
import { useForm, useTypedText, useReplaceValue } from './form-context.ts';
import styles from './SchemaForm.module.css';

export function AnyControl({ name, node, path }: ControlProps) {
  const { text, disabled } = useForm();
  const replace = useReplaceValue(node);
  const typed = useTypedText(path, outdented(text, node), jsonProblem, replace);
  return (
    <>
      <div className={styles.json}>
        <JsonEditor
          label={name}
          value={typed.text}
          onChange={typed.type}
          readOnly={disabled}
          minHeight={32}
          maxHeight={200}
        />
      </div>
      {typed.problem === null ? null : (
        <p className={styles.problem} role="alert">
          {typed.problem}
        </p>
      )}
    </>
  );
}

// The value without the indentation of its position. Safe because JSON strings contain no line breaks.
function outdented(text: string, node: JsonNode): string {
  const line = text.slice(text.lastIndexOf('\n', node.start) + 1, node.start);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  return text.slice(node.start, node.end).replaceAll(`\n${indent}`, '\n');
}

function jsonProblem(text: string): string | null {
  try {
    parseTree(text);
    return null;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return `${error.message}. Put text in quotes.`;
    throw error;
  }
}
