import { decodeString, lastByKey, parseTree, type JsonNode } from 'exact-json';

/**
 * Whether any server may take `whole` for a match of the filter `part`. Servers differ in what a list contains: on
 * PostgreSQL each item of the filter's list has to be somewhere in the other one, elsewhere lists have to be equal or to
 * begin alike. `1` and `1.0` are the same number for all of them.
 */
export function mayContainJson(whole: string, part: string): boolean {
  // As deep as the filter, which a person has typed.
  const contains = (there: JsonNode, wanted: JsonNode): boolean => {
    if (there.type !== wanted.type) return false;
    if (there.type === 'object' && wanted.type === 'object') {
      const members = lastByKey(there.members);
      return [...lastByKey(wanted.members)].every(([key, value]) => {
        const node = members.get(key);
        return node !== undefined && contains(node, value);
      });
    }
    if (there.type === 'array' && wanted.type === 'array')
      return wanted.items.every((item) => there.items.some((node) => contains(node, item)));
    return scalarOf(whole, there) === scalarOf(part, wanted);
  };
  return contains(parseTree(whole), parseTree(part));
}

function scalarOf(text: string, { type, start, end }: JsonNode): unknown {
  const token = text.slice(start, end);
  if (type === 'string') return decodeString(token);
  return type === 'number' ? Number(token) : token;
}
