import { TextField } from '../ui/controls/TextField.tsx';

interface TtlFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function TtlField({ value, onChange }: TtlFieldProps) {
  return (
    <TextField
      label="Time to live in minutes (optional)"
      hint="Set again with each save. Leave it empty for the server’s default, usually no limit. Servers that don’t support it ignore it, and no server reports it afterwards."
      value={value}
      inputMode="decimal"
      error={isValidTtl(value) ? null : 'Enter a number of minutes above 0.'}
      onChange={onChange}
    />
  );
}

// `null` if nothing was typed.
export function ttlMinutesOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

export function isValidTtl(text: string): boolean {
  const minutes = ttlMinutesOf(text);
  return minutes === null || (Number.isFinite(minutes) && minutes > 0);
}
