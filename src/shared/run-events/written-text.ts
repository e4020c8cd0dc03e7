import { memberText } from 'exact-json';
import { isRecord, stringOrNull } from '../narrow.ts';

// Limits of what is shown beside a bar, in UTF-16 units.
const maxNameLength = 24;
const maxValueLength = 24;
const maxNames = 3;
// A longer payload is not scanned once more for the exact text of a number.
const maxScannedLength = 4000;

// What a task wrote, in a few words: `approved: true` for one small value, else the names of its state keys.
// `null` for a result without any. `text`: the frame of the result.
export function writtenText(result: unknown, text: string): string | null {
  const entries = isRecord(result) ? Object.entries(result) : listedWrites(result);
  const written = entries.filter(([key]) => !/^(?:__|branch:to:)/.test(key));
  const [first] = written;
  if (first === undefined) return null;
  const [key, value] = first;
  if (written.length === 1) {
    const short = shortValue(key, value, text);
    return short === null ? clip(key) : `${clip(key)}: ${short}`;
  }
  const names = written.slice(0, maxNames).map(([name]) => clip(name));
  const unnamedCount = written.length - names.length;
  return names.join(', ') + (unnamedCount > 0 ? ` +${unnamedCount}` : '');
}

// Some servers list writes as pairs of a key and a value.
function listedWrites(result: unknown): [string, unknown][] {
  if (!Array.isArray(result)) return [];
  return result.flatMap((one: unknown): [string, unknown][] => {
    const name = Array.isArray(one) ? stringOrNull(one[0]) : null;
    return name === null || !Array.isArray(one) ? [] : [[name, one[1]]];
  });
}

function shortValue(key: string, value: unknown, text: string): string | null {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') {
    const json = value.length <= maxValueLength ? JSON.stringify(value) : null;
    return json !== null && json.length <= maxValueLength ? json : null;
  }
  if (typeof value !== 'number' || text.length > maxScannedLength) return null;
  const exact = numberText(key, text);
  return exact !== null && exact.length <= maxValueLength ? exact : null;
}

// A number as the server wrote it: parsing may round it.
function numberText(key: string, text: string): string | null {
  try {
    const payload = memberText(text, 'result') === null ? (memberText(text, 'payload') ?? '') : text;
    const valueText = memberText(memberText(payload, 'result') ?? '', key);
    return valueText !== null && /^-?[\d.eE+-]+$/.test(valueText) ? valueText : null;
  } catch {
    return null;
  }
}

function clip(name: string): string {
  return name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength - 1)}…`;
}
