import { useState } from 'react';
import { TextField } from '../../ui/controls/TextField.tsx';

export interface NumberOptionProps {
  readonly label: string;
  readonly value: number | null;
  readonly isInteger: boolean;
  readonly otherwise: string;
  readonly onChange: (value: number | null) => void;
}

/** An optional number. Invalid input shows an error and is not applied. */
export function NumberOption({ label, value, isInteger, otherwise, onChange }: NumberOptionProps) {
  const valueText = value === null ? '' : String(value);
  const [typed, setTyped] = useState<{ readonly text: string; readonly over: string } | null>(null);
  const text = typed?.over === valueText ? typed.text : valueText;
  const isFine = text.trim() === '' || numberOf(text, isInteger) !== null;
  return (
    <TextField
      label={label}
      mono
      inputMode={isInteger ? 'numeric' : 'decimal'}
      placeholder={otherwise}
      value={text}
      error={
        isFine ? null : isInteger ? 'Enter a whole number of 1 or more.' : 'Enter a number of 0 or more.'
      }
      onChange={(next) => {
        const number = next.trim() === '' ? null : numberOf(next, isInteger);
        const isNumber = next.trim() === '' || number !== null;
        if (isNumber) onChange(number);
        setTyped({
          text: next,
          over: isNumber && number !== null ? String(number) : isNumber ? '' : valueText,
        });
      }}
    />
  );
}

function numberOf(text: string, whole: boolean): number | null {
  const number = /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : NaN;
  if (!Number.isFinite(number)) return null;
  return whole && (!Number.isSafeInteger(number) || number < 1) ? null : number;
}
