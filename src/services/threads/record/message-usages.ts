import { messageUsageOf, type MessageUsage } from '../../../shared/token-counter.ts';
import { nonEmptyStringOrNull } from '../../common/narrow.ts';
import { recordOrEmpty } from '../../../shared/narrow.ts';

// Depth at which messages are searched: in a list of a member, as graphs store them.
const maxDepth = 4;

const noUsages: ReadonlyMap<string, MessageUsage> = new Map();

// Tokens reported by messages in a node's result (`usage_metadata`), by message.
export function messageUsages(result: unknown): ReadonlyMap<string, MessageUsage> {
  // Most results have no message, so a map is made for the first one.
  let usages: Map<string, MessageUsage> | null = null;
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > maxDepth) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, depth + 1);
      return;
    }
    const members = recordOrEmpty(value);
    const usage = messageUsageOf(members);
    if (usage === null) {
      for (const member of Object.values(members)) visit(member, depth + 1);
      return;
    }
    usages ??= new Map();
    usages.set(nonEmptyStringOrNull(members['id']) ?? `#${usages.size}`, usage);
  };
  visit(result, 0);
  return usages ?? noUsages;
}
