import { useState } from 'react';
import { objectProblem } from '../json-editor/object-problem.ts';
import { TextField } from './TextField.tsx';

export interface JsonFilterFieldProps {
  readonly label: string;
  readonly example: string;
  readonly value: string | null;
  readonly onChange: (text: string | null) => void;
}

export function JsonFilterField({ label, example, value, onChange }: JsonFilterFieldProps) {
  const [typed, setTyped] = useState(value ?? '');
  const [before, setBefore] = useState(value);
  if (before !== value) {
    setBefore(value);
    setTyped(value ?? '');
  }
  const problem = typed.trim() === '' ? null : objectProblem(typed);
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
