import { ExactNumber, isNestedDeeperThan, parseExact } from 'exact-json';
import { escapeInvisible } from '../../shared/escape-invisible.ts';

// Deeper ones stay text: writing them down again could take the whole stack.
const maxDepth = 200;

/** The value of a JSON text. Its texts hide nothing and hold no key, and numbers that a double can't hold are texts. */
export function toStructured(text: string, scrub: (text: string) => string): unknown {
  if (isNestedDeeperThan(text, maxDepth)) return text;
  try {
    return readable(parseExact(text), (part) => scrub(escapeInvisible(part)));
  } catch {
    // Servers also write NaN.
    return text;
  }
}

function readable(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (value instanceof ExactNumber) return String(value);
  if (Array.isArray(value)) return value.map((item) => readable(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => [clean(key), readable(member, clean)]),
  );
}
