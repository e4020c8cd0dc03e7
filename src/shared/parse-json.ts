/** A parsed text; `undefined` if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a text is one JSON value. */
export function isJson(text: string): boolean {
  return parseJson(text) !== undefined;
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
