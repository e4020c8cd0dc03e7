import { TextField } from '../ui/controls/TextField.tsx';

interface TtlFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TtlField({ value, onChange }: TtlFieldProps) {
  return (
    <TextField
      label="Life in minutes (optional)"
      hint="Set anew with each save. Empty: the server’s default, mostly no end. Servers that don’t know it ignore it, and none tells it afterwards."
      value={value}
      inputMode="decimal"
      error={isValidTtl(value) ? null : 'A number of minutes above 0.'}
      onChange={onChange}
    />
  );
}

/** `null` if nothing was typed. */
export function ttlMinutesOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

export function isValidTtl(text: string): boolean {
  const minutes = ttlMinutesOf(text);
  return minutes === null || (Number.isFinite(minutes) && minutes > 0);
}
