export interface ExecutionChange {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  readonly appended: ReadonlyMap<string, string>;
}

// Whether two changes have the same effect; `null` if that is unknown, because they started with different values.
export function sameChange(a: ExecutionChange, b: ExecutionChange): boolean | null {
  const keys = new Set([a, b].flatMap((change) => changedKeys(change)));
  let isKnown = true;
  for (const key of keys) {
    const same = sameValueChange(a, b, key);
    if (same === false) return false;
    if (same === null) isKnown = false;
  }
  return isKnown ? true : null;
}

function changedKeys({ before, after }: ExecutionChange): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => before.get(key) !== after.get(key),
  );
}

function sameValueChange(a: ExecutionChange, b: ExecutionChange, key: string): boolean | null {
  const [left, right] = [a.appended.get(key), b.appended.get(key)];
  if (left !== undefined && right !== undefined) return left === right;
  const hasChanged = [a, b].map(({ before, after }) => before.get(key) !== after.get(key));
  if (!hasChanged.every(Boolean)) {
    // The other one may have written the value that was there.
    return a.after.get(key) === b.after.get(key) ? null : false;
  }
  if (a.after.get(key) === b.after.get(key)) return true;
  // A reducer may have made different values of the same one.
  return a.before.get(key) === b.before.get(key) ? false : null;
}

// What was appended to a list, as the JSON of a list; `null` if it is no list that only got longer.
export function appendedItems(before: string, after: string): string | null {
  if (!before.startsWith('[') || !before.endsWith(']') || before.length >= after.length) return null;
  if (before === '[]') return after.startsWith('[') ? after : null;
  const start = before.slice(0, -1);
  return after.startsWith(`${start},`) ? `[${after.slice(start.length + 1)}` : null;
}
