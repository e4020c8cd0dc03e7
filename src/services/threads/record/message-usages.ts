import { messageUsageOf, type MessageUsage } from '../../../shared/token-counter.ts';
import { nonEmptyStringOrNull, recordOrEmpty } from '../../parsing/narrow.ts';

/** Depth at which messages are searched: in a list of a member, as graphs store them. */
const maxDepth = 4;

/** Tokens reported by messages in a node's result (`usage_metadata`), by message. */
export function messageUsages(resultText: string): ReadonlyMap<string, MessageUsage> {
  const found = new Map<string, MessageUsage>();
  // Most results have no message and are not parsed at all.
  if (!resultText.includes('"usage_metadata"')) return found;
  const visit = (value: unknown, depth: number): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, depth + 1);
      return;
    }
    const members = recordOrEmpty(value);
    const usage = messageUsageOf(members);
    if (usage) found.set(nonEmptyStringOrNull(members['id']) ?? `#${found.size}`, usage);
    else for (const member of Object.values(members)) visit(member, depth + 1);
  };
  visit(JSON.parse(resultText), 0);
  return found;
}
