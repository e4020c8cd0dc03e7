/** `a:1|b:2` is `a|b`: where all calls of a subgraph with a checkpointer of its own are stored. */
export function withoutIds(namespace: string): string {
  return namespace
    .split('|')
    .map((part) => part.split(':', 1)[0] ?? part)
    .join('|');
}

/**
 * Whether a task that lists no subgraph may have run one: the JavaScript server lists none of a task that failed. Its errors are
 * JSON, Python's are the `repr` of an exception.
 */
export function mayHideSubgraph(error: unknown): boolean {
  return typeof error === 'string' && error.startsWith('{');
}

/** Where the subgraph of a task is. `outer`: the namespace of the task's graph. */
export function namespaceOfTask(outer: string, name: string, id: string): string {
  return `${outer === '' ? '' : `${outer}|`}${name}:${id}`;
}
