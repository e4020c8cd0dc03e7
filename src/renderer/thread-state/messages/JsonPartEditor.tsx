import { useState } from 'react';
import { formatJson, JsonSyntaxError, parseTree, sameJson } from 'exact-json';
import { JsonEditor } from '../../ui/json-editor/JsonEditor.tsx';
import { useInvalidField } from '../edit/invalid-fields.ts';
import styles from './messages.module.css';

interface JsonPartEditorProps {
  readonly label: string;
  readonly draftKeyParts: readonly string[];
  readonly name: string;
  readonly valueText: string;
  readonly onChange: (text: string) => void;
}

export function JsonPartEditor({ label, draftKeyParts, name, valueText, onChange }: JsonPartEditorProps) {
  const [faulty, setFaulty] = useInvalidField(draftKeyParts, name);
  // Keeps the user's formatting while it has the same value as the edit.
  const [typed, setTyped] = useState<string | null>(null);
  const laidOut = typed !== null && sameJson(typed, valueText) ? typed : formatJson(valueText);
  const fault = faulty === null ? null : faultOf(faulty);
  return (
    <>
      <JsonEditor
        label={label}
        value={faulty ?? laidOut}
        minHeight={48}
        maxHeight={160}
        onChange={(text) => {
          const isFaulty = faultOf(text) !== null;
          setFaulty(isFaulty ? text : null);
          if (isFaulty) return;
          setTyped(text);
          onChange(text);
        }}
      />
      {fault === null ? null : (
        <p className={styles.problem} role="alert">
          {fault}. It is not part of the edit until it is valid JSON.
        </p>
      )}
    </>
  );
}

function faultOf(text: string): string | null {
  try {
    parseTree(text);
    return null;
  } catch (problem) {
    if (problem instanceof JsonSyntaxError) return problem.message;
    throw problem;
  }
}
