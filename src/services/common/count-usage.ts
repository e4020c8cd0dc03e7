import type { TokenCounter } from '../../shared/token-counter.ts';
import { recordOrEmpty } from './narrow.ts';

// Depth at which messages are searched in a result: in a list of a member, as graphs store them.
const maxDepth = 4;

/** Counts what the messages in a node's result report. */
export function countUsage(count: TokenCounter, resultText: string | null): void {
  // Most results have no message and are not parsed at all.
  if (resultText === null || !resultText.includes('"usage_metadata"')) return;
  const visit = (value: unknown, depth: number): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) return value.forEach((item) => visit(item, depth + 1));
    const members = recordOrEmpty(value);
    if ('usage_metadata' in members) count.add(members, false, []);
    else for (const member of Object.values(members)) visit(member, depth + 1);
  };
  visit(JSON.parse(resultText), 0);
}
