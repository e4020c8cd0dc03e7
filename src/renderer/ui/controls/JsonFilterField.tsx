import { useState } from 'react';
import { parseTree } from '../../../exact-json/scan/parse-tree.ts';
import { TextField } from './TextField.tsx';

export interface JsonFilterFieldProps {
  readonly label: string;
  readonly example: string;
  readonly value: string | null;
  readonly onChange: (text: string | null) => void;
}

/** Filters by a JSON object. Applied on blur or Enter, if the text is valid. */
export function JsonFilterField({ label, example, value, onChange }: JsonFilterFieldProps) {
  const [typed, setTyped] = useState(value ?? '');
  const [before, setBefore] = useState(value);
  if (before !== value) {
    setBefore(value);
    setTyped(value ?? '');
  }
  const problem = problemOf(typed);
  const use = (): void => {
    if (problem === null) onChange(typed.trim() === '' ? null : typed);
  };
  return (
    <TextField
      mono
      label={label}
      value={typed}
      placeholder={example}
      error={problem}
      onChange={setTyped}
      onBlur={use}
      onKeyDown={(event) => {
        if (event.key === 'Enter') use();
      }}
    />
  );
}

function problemOf(text: string): string | null {
  if (text.trim() === '') return null;
  try {
    return parseTree(text).type === 'object' ? null : 'A JSON object, please: {"key": "value"}';
  } catch (thrown) {
    return thrown instanceof Error ? `${thrown.message}.` : 'This is not JSON.';
  }
}
