import { childrenOf, readColumn, isMember, keyAt, type StructuralIndex } from './structural-index.ts';

/** Path of a value: keys and array indexes from the root. */
export type JsonPath = readonly (string | number)[];

/** The path of a value in an index. Members with the same key have the same path. */
export function pathAt(text: string, structuralIndex: StructuralIndex, index: number): JsonPath {
  const path: (string | number)[] = [];
  for (let node = index; node > 0; node = readColumn(structuralIndex.parents, node)) {
    path.push(keyAt(text, structuralIndex, node) ?? readColumn(structuralIndex.labels, node));
  }
  return path.toReversed();
}

/** A path as JSON Pointer (RFC 6901): `/messages/0/content`. */
export function toJsonPointer(path: JsonPath): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The value at a pointer, the last one of duplicate keys, as in `JSON.parse`; -1 if there is none. */
export function resolveJsonPointer(text: string, structuralIndex: StructuralIndex, pointer: string): number {
  if (pointer === '') return 0;
  let node = 0;
  for (const escaped of pointer.slice(1).split('/')) {
    const part = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    const match = childrenOf(structuralIndex, node).findLast((child) =>
      isMember(structuralIndex, child)
        ? keyAt(text, structuralIndex, child) === part
        : String(readColumn(structuralIndex.labels, child)) === part,
    );
    if (match === undefined) return -1;
    node = match;
  }
  return node;
}

/** A path as a JavaScript expression on `root`: `values.messages[0]["the key"]`. */
export function javaScriptPath(root: string, path: JsonPath): string {
  return path.reduce<string>((before, part) => {
    if (typeof part === 'number') return `${before}[${part}]`;
    return /^[A-Za-z_$][\w$]*$/.test(part) ? `${before}.${part}` : `${before}[${JSON.stringify(part)}]`;
  }, root);
}

/** A path as a Python expression on `root`: `values["messages"][0]`. */
export function pythonPath(root: string, path: JsonPath): string {
  const parts = path.map((part) => `[${typeof part === 'number' ? part : pythonString(part)}]`);
  return root + parts.join('');
}

// JSON's escapes are Python's, except beyond 16 bits, which JSON writes literally.
function pythonString(text: string): string {
  return JSON.stringify(text);
}
