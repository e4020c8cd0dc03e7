import { collapseSpaces, escapeInvisible } from '../../shared/escape-invisible.ts';
import type { PendingInterrupt } from '../../shared/model/thread.ts';
import { parseString } from './json-format.ts';
import { interruptSummary, parseInterrupt } from './parse-interrupt.ts';
import { valueDifferences } from './value-differences.ts';
import { truncate } from '../../shared/truncate.ts';

// This many different members identify a question well enough.
const maxMembers = 2;
const maxMemberLength = 80;

/**
 * What distinguishes an interrupt from similar ones (same node, same question): the members in which their
 * values differ, or the index among them (`2 of 3`). `null` if there are no similar ones.
 */
export function differingValues(interrupts: readonly PendingInterrupt[]): readonly (string | null)[] {
  const groups = new Map<string, number[]>();
  for (const [index, one] of interrupts.entries()) {
    const identity = `${one.nodeId}\n${interruptSummary(parseInterrupt(one))}`;
    const group = groups.get(identity);
    if (group) group.push(index);
    else groups.set(identity, [index]);
  }
  const distinctions = interrupts.map((): string | null => null);
  for (const identical of groups.values()) {
    if (identical.length < 2) continue;
    const lines = differingLines(identical.map((index) => interrupts[index]?.valueText ?? ''));
    for (const [index, position] of identical.entries()) {
      const line = lines[index] ?? '';
      const isUnique = line !== '' && lines.filter((other) => other === line).length === 1;
      distinctions[position] = isUnique ? line : `${index + 1} of ${identical.length}`;
    }
  }
  return distinctions;
}

// For each value, the members that are not equal in all of them, with their paths: `order.id: 17`.
function differingLines(texts: readonly string[]): string[] {
  const members = valueDifferences(texts)?.members ?? [];
  return texts.map((_, index) =>
    members
      .flatMap(({ path, texts: own }) => {
        const text = own[index] ?? null;
        if (text === null) return [];
        const summary = escapeInvisible(collapseSpaces(parseString(text) ?? text));
        const short = truncate(summary, maxMemberLength);
        return path === '' ? short : `${path}: ${short}`;
      })
      .slice(0, maxMembers)
      .join(', '),
  );
}

/** Each interrupt in one line, for lists; similar ones with what distinguishes them. */
export function interruptSummaries(interrupts: readonly PendingInterrupt[]): readonly string[] {
  const differing = differingValues(interrupts);
  return interrupts.map((one, index) => {
    const line = interruptSummary(parseInterrupt(one));
    const differs = differing[index] ?? null;
    return differs === null ? line : `${line} (${differs})`;
  });
}
