import { validStringEnd } from './scan.ts';

/**
 * Whether the lists and objects of a text lie in each other deeper than `limit`. Costs one pass over texts that are long
 * enough for it, and no memory. The text need not be JSON; one whose last string has no end is looked at up to there.
 */
export function isNestedDeeperThan(text: string, limit: number): boolean {
  // Every level takes at least the character that opens it.
  if (text.length <= limit) return false;
  let depth = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      const end = endOfString(text, at);
      if (end === -1) return false;
      at = end;
      continue;
    }
    if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
    }
    at += 1;
  }
  return false;
}

function endOfString(text: string, from: number): number {
  try {
    return validStringEnd(text, from);
  } catch {
    return -1;
  }
}
