/**
 * One level of a checkpoint namespace (`checkpoint_ns`, also of an event): `write:4014035b-...` is the task `4014035b-...` of the
 * node `write`. The last colon separates them: an id has none, the name of a task of a functional graph may.
 */
export interface NamespaceLevel {
  readonly name: string;
  /** `null` if the server sends only the name. */
  readonly taskId: string | null;
}

/** The levels of a `checkpoint_ns`, such as `write:4014|draft:8f1a`, outermost first; none of the root graph. */
export function checkpointNsLevels(checkpointNs: string): readonly NamespaceLevel[] {
  return parseLevels(checkpointNs.split('|'));
}

/** The levels of a frame's namespace, outermost first. Omits bare numbers, which only count repeated calls. */
export function namespaceLevels(namespace: readonly string[]): readonly NamespaceLevel[] {
  if (namespace.length === 0) return noLevels;
  const cached = levelsOfNamespace.get(namespace);
  if (cached) return cached;
  const levels = parseLevels(namespace);
  levelsOfNamespace.set(namespace, levels);
  return levels;
}

const noLevels: readonly NamespaceLevel[] = [];

// The frames of a log share one array per namespace, so each is parsed only once.
const levelsOfNamespace = new WeakMap<readonly string[], readonly NamespaceLevel[]>();

// Limits of nesting and of the total length of names. A node's id repeats the names of all enclosing levels,
// so anything deeper counts for the deepest allowed level.
const maxLevels = 100;
const maxCharacters = 10_000;

function parseLevels(namespace: readonly string[]): NamespaceLevel[] {
  const levels: NamespaceLevel[] = [];
  let characters = 0;
  for (const part of namespace) {
    if (isNotALevel(part)) continue;
    characters += part.length;
    if (levels.length === maxLevels || characters > maxCharacters) break;
    levels.push(parseLevel(part));
  }
  return levels;
}

function parseLevel(part: string): NamespaceLevel {
  const colon = part.lastIndexOf(':');
  return colon < 0
    ? { name: part, taskId: null }
    : { name: part.slice(0, colon), taskId: part.slice(colon + 1) };
}

/** Namespaces from the outermost subgraph to the given one: `a:1`, then `a:1|b:2`. */
export function namespacePrefixes(checkpointNs: string): readonly string[] {
  const parts = checkpointNs.split('|');
  return parts.map((_, index) => parts.slice(0, index + 1).join('|'));
}

/** The node whose subgraph a namespace is; `null` if a node's code called the graph itself. */
export function nodeOfNamespace(checkpointNs: string): string | null {
  const { name, taskId } = parseLevel(checkpointNs.split('|').at(-1) ?? '');
  return taskId === null ? null : name;
}

/**
 * `a:1|b:2` is `a|b`: where all calls of a subgraph with a checkpointer of its own are stored. Cut at the first colon, as
 * LangGraph itself does.
 */
export function withoutIds(checkpointNs: string): string {
  return checkpointNs
    .split('|')
    .map((part) => part.split(':', 1)[0] ?? part)
    .join('|');
}

/** Where the subgraph of a task is. `outer`: the namespace of the task's graph. */
export function namespaceOfTask(outer: string, name: string, id: string): string {
  return `${outer === '' ? '' : `${outer}|`}${name}:${id}`;
}

/** The id of a canvas node: the names on its path, joined. */
export function nodeIdOf(levels: readonly NamespaceLevel[], name?: string): string {
  const names = levels.map((level) => level.name);
  return (name === undefined ? names : [...names, name]).join(':');
}

// The call of the graph around a `level` of a namespace: what is before it, with the number that distinguishes repeated
// calls. Empty for the root graph.
export function callAround(namespace: readonly string[], level: number): string {
  let levels = 0;
  const end = namespace.findIndex((part) => {
    if (!isNotALevel(part)) levels += 1;
    return levels > level;
  });
  return namespace.slice(0, end < 0 ? namespace.length : end).join('|');
}

// A bare number counts calls; nothing is what a `checkpoint_ns` of the root graph has.
function isNotALevel(part: string): boolean {
  return /^\d*$/.test(part);
}
