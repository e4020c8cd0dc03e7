/** One level of a namespace: `write:4014035b-...` is the task `4014035b-...` of the node `write`. */
export interface NamespaceLevel {
  readonly name: string;
  /** `null` where the server gives a name only. */
  readonly taskId: string | null;
}

/** The levels of a frame's namespace, outermost first. Bare numbers only count repeated calls and are left out. */
export function namespaceLevels(namespace: readonly string[]): readonly NamespaceLevel[] {
  if (namespace.length === 0) return none;
  const known = takenBefore.get(namespace);
  if (known) return known;
  const fresh = takenApart(namespace);
  takenBefore.set(namespace, fresh);
  return fresh;
}

const none: readonly NamespaceLevel[] = [];

/** The frames of a log share one list for each namespace, so that it is taken apart once and not for each token. */
const takenBefore = new WeakMap<readonly string[], readonly NamespaceLevel[]>();

/**
 * Subgraphs in each other, and characters of their names together, that are told apart. Each level is a node whose id
 * repeats all names around it, so what lies deeper counts for the deepest one (row J-8).
 */
const mostLevels = 100;
const mostCharacters = 10_000;

function takenApart(namespace: readonly string[]): NamespaceLevel[] {
  const levels: NamespaceLevel[] = [];
  let characters = 0;
  for (const part of namespace) {
    if (/^\d+$/.test(part)) continue;
    characters += part.length;
    if (levels.length === mostLevels || characters > mostCharacters) break;
    const colon = part.lastIndexOf(':');
    levels.push(
      colon < 0
        ? { name: part, taskId: null }
        : { name: part.slice(0, colon), taskId: part.slice(colon + 1) },
    );
  }
  return levels;
}

/** The id of a node on the canvas: the names along the way, joined. */
export function nodeIdOf(levels: readonly NamespaceLevel[], name?: string): string {
  const names = levels.map((level) => level.name);
  return (name === undefined ? names : [...names, name]).join(':');
}
