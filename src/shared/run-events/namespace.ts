/** One level of a namespace: `write:4014035b-...` is the task `4014035b-...` of the node `write`. */
export interface NamespaceLevel {
  readonly name: string;
  /** `null` if the server sends only the name. */
  readonly taskId: string | null;
}

/** The levels of a frame's namespace, outermost first. Omits bare numbers, which only count repeated calls. */
export function namespaceLevels(namespace: readonly string[]): readonly NamespaceLevel[] {
  if (namespace.length === 0) return none;
  const cached = takenBefore.get(namespace);
  if (cached) return cached;
  const fresh = takenApart(namespace);
  takenBefore.set(namespace, fresh);
  return fresh;
}

const none: readonly NamespaceLevel[] = [];

// The frames of a log share one array per namespace, so each is parsed only once.
const takenBefore = new WeakMap<readonly string[], readonly NamespaceLevel[]>();

// Limits of nesting and of the total length of names. A node's id repeats the names of all enclosing levels,
// so anything deeper counts for the deepest allowed level.
const maxLevels = 100;
const maxCharacters = 10_000;

function takenApart(namespace: readonly string[]): NamespaceLevel[] {
  const levels: NamespaceLevel[] = [];
  let characters = 0;
  for (const part of namespace) {
    if (isCallNumber(part)) continue;
    characters += part.length;
    if (levels.length === maxLevels || characters > maxCharacters) break;
    const colon = part.lastIndexOf(':');
    levels.push(
      colon < 0
        ? { name: part, taskId: null }
        : { name: part.slice(0, colon), taskId: part.slice(colon + 1) },
    );
  }
  return levels;
}

/** The id of a canvas node: the names on its path, joined. */
export function nodeIdOf(levels: readonly NamespaceLevel[], name?: string): string {
  const names = levels.map((level) => level.name);
  return (name === undefined ? names : [...names, name]).join(':');
}

// The call of the graph around a `level` of a namespace: what is before it, with the number that tells
// repeated calls apart. Empty for the root graph.
export function callAround(namespace: readonly string[], level: number): string {
  let levels = 0;
  const end = namespace.findIndex((part) => {
    if (!isCallNumber(part)) levels += 1;
    return levels > level;
  });
  return namespace.slice(0, end < 0 ? namespace.length : end).join('|');
}

function isCallNumber(part: string): boolean {
  return /^\d+$/.test(part);
}
