import { elementTexts, memberTexts } from '../../../exact-json/scan/object-members.ts';
import { collapseSpaces, escapeInvisible } from '../../../shared/escape-invisible.ts';
import type { PendingInterrupt } from '../../../shared/model/threads/thread.ts';
import { parseString } from './json-format.ts';
import { interruptSummary, parseInterrupt } from './parse-interrupt.ts';

/** UTF-16 units of all values. More takes too long on the page, so they are numbered instead. */
const mostWork = 500_000;
/** This many different members identify a question well enough. */
const mostMembers = 2;
const longestMember = 80;
const deepest = 6;

/**
 * What distinguishes an interrupt from similar ones (same node, same question): the members in which their
 * values differ, or the index among them (`2 of 3`). `null` if there are no similar ones.
 */
export function differingValues(interrupts: readonly PendingInterrupt[]): readonly (string | null)[] {
  const groups = new Map<string, number[]>();
  for (const [at, one] of interrupts.entries()) {
    const identity = `${one.nodeId}\n${interruptSummary(parseInterrupt(one))}`;
    const group = groups.get(identity);
    if (group) group.push(at);
    else groups.set(identity, [at]);
  }
  const found = interrupts.map((): string | null => null);
  for (const alike of groups.values()) {
    if (alike.length < 2) continue;
    const lines = differingLines(alike.map((at) => interrupts[at]?.valueText ?? ''));
    for (const [index, at] of alike.entries()) {
      const line = lines[index] ?? '';
      const isUnique = line !== '' && lines.filter((other) => other === line).length === 1;
      found[at] = isUnique ? line : `${index + 1} of ${alike.length}`;
    }
  }
  return found;
}

/** For each value, the members that are not equal in all of them, with their paths: `order.id: 17`. */
function differingLines(texts: readonly string[]): string[] {
  const size = texts.reduce((sum, { length }) => sum + length, 0) * texts.length;
  if (size > mostWork) return texts.map(() => '');
  return texts.map((_, index) => {
    const found: string[] = [];
    collect(texts, index, [], found);
    return found.join(', ');
  });
}

/** `texts`: the same member of every value, `null` where it is missing. */
function collect(
  texts: readonly (string | null)[],
  index: number,
  path: readonly string[],
  found: string[],
): void {
  const own = texts[index] ?? null;
  if (found.length >= mostMembers || own === null || texts.every((text) => text === own)) return;
  const members = path.length < deepest ? membersOf(own) : [];
  if (members.length === 0) {
    const summary = escapeInvisible(collapseSpaces(parseString(own) ?? own));
    const short = summary.length > longestMember ? `${summary.slice(0, longestMember)}…` : summary;
    found.push(path.length === 0 ? short : `${path.join('.')}: ${short}`);
    return;
  }
  const others = texts.map((text) => new Map(text === null ? [] : membersOf(text)));
  for (const [key] of members) {
    collect(
      others.map((other) => other.get(key) ?? null),
      index,
      [...path, key],
      found,
    );
  }
}

function membersOf(text: string): (readonly [key: string, text: string])[] {
  if (text.startsWith('[')) return elementTexts(text).map((element, at) => [String(at), element]);
  return memberTexts(text).map((member) => [member.key, member.text]);
}

/** Each interrupt in one line, for lists; similar ones with what distinguishes them. */
export function interruptSummaries(interrupts: readonly PendingInterrupt[]): readonly string[] {
  const differing = differingValues(interrupts);
  return interrupts.map((one, at) => {
    const line = interruptSummary(parseInterrupt(one));
    const differs = differing[at] ?? null;
    return differs === null ? line : `${line} (${differs})`;
  });
}
