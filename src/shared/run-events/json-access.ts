/** Parses a payload; `undefined` if it is not JSON (such a frame is shown as text and otherwise ignored). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function membersOrEmpty(value: unknown): Readonly<Record<string, unknown>> {
  return isJsonObject(value) ? value : {};
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function arrayItems(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function stringOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A parsed value as JSON; a value nested too deeply to serialize is replaced by a note. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return '"(nested too deeply to show)"';
    throw error;
  }
}
