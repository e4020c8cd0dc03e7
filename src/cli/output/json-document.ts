import { compactJson } from 'exact-json';

export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export function toJson(value: unknown): string {
  if (value instanceof RawJson) return compactJson(value.text);
  if (Array.isArray(value)) return `[${value.map((item) => toJson(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${toJson(member)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

// What a terminal may act upon or hide, wherever it is in a JSON text.
const unsafe =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Equivalent JSON that is safe to print: such characters only occur in strings, where they have escapes. */
export function printableJson(text: string): string {
  return text.replaceAll(unsafe, (match) =>
    Array.from(
      { length: match.length },
      (_, index) => `\\u${match.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
