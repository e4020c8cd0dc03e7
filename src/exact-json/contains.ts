import { lastByKey, sameNode } from './compare.ts';
import { parseTree, type JsonNode } from './scan/parse-tree.ts';

/**
 * Whether the JSON text `part` is part of `whole`: each member of an object of `part` is in the object of `whole` at the
 * same place, at any depth; everything else, lists too, must be the same (as for `sameJson`).
 */
export function containsJson(whole: string, part: string): boolean {
  const pairs: [JsonNode, JsonNode][] = [[parseTree(whole), parseTree(part)]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [there, asked] = pair;
    if (asked.type === 'object' && there.type === 'object') {
      const members = lastByKey(there.members);
      for (const [key, value] of lastByKey(asked.members)) {
        const found = members.get(key);
        if (!found) return false;
        pairs.push([found, value]);
      }
    } else if (!sameNode({ text: whole, node: there }, { text: part, node: asked })) {
      return false;
    }
  }
  return true;
}
