import { parseTree } from '../../exact-json/tree.ts';
import type { ChangedMember } from '../../exact-json/compare.ts';

const least = -(2n ** 63n);
const most = 2n ** 64n - 1n;

/** Whole numbers in changed values that need more than 64 bits: servers may turn them into floats (row J-1). */
export function longNumbers(changes: readonly ChangedMember[]): string[] {
  return changes.flatMap(({ valueText }) => numbersIn(valueText).filter(isLong));
}

function isLong(token: string): boolean {
  if (token.length < 19 || !/^-?\d+$/.test(token)) return false;
  const value = BigInt(token);
  return value < least || value > most;
}

function numbersIn(text: string): string[] {
  const numbers: string[] = [];
  const open = [parseTree(text)];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'object') open.push(...node.members.map(({ value }) => value));
    else if (node.type === 'array') open.push(...node.items);
    else if (node.type === 'number') numbers.push(text.slice(node.start, node.end));
  }
  return numbers;
}
