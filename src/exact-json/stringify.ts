import { JsonText } from './json-text.ts';

/**
 * `JSON.stringify`, but a `JsonText` anywhere inside is written down verbatim. Members that are `undefined` or
 * functions are left out, as `JSON.stringify` does; numbers that are not finite become `null`.
 */
export function stringifyExact(value: unknown): string {
  return write(value, '') ?? 'null';
}

function write(value: unknown, key: string): string | undefined {
  if (value instanceof JsonText) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return write(value.toJSON(key), key);
  if (Array.isArray(value)) {
    return `[${value.map((item, index) => write(item, String(index)) ?? 'null').join(',')}]`;
  }
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    const text = write(member, name);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
}
