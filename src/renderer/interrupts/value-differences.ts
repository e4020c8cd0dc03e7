import { elementTexts, memberTexts } from 'exact-json';

// UTF-16 units of all values. More takes too long on the page.
const maxWork = 200_000;
const deepest = 6;
const maxMembers = 20;

export interface DifferingMember {
  readonly path: string;
  /** Its JSON in each value; `null` where it is missing. */
  readonly texts: readonly (string | null)[];
}

export interface ValueDifferences {
  readonly members: readonly DifferingMember[];
  readonly isCut: boolean;
}

/** The innermost members in which values differ, in one pass over all; `null` if they are too long to compare. */
export function valueDifferences(texts: readonly string[]): ValueDifferences | null {
  if (texts.reduce((sum, { length }) => sum + length, 0) > maxWork) return null;
  const members: DifferingMember[] = [];
  collect(texts, [], members);
  return { members: members.slice(0, maxMembers), isCut: members.length > maxMembers };
}

// `texts`: the same member of every value, `null` where it is missing.
function collect(
  texts: readonly (string | null)[],
  path: readonly string[],
  differingMembers: DifferingMember[],
): void {
  if (differingMembers.length > maxMembers || texts.every((text) => text === texts[0])) return;
  const parts = texts.map((text) => (path.length < deepest ? membersOf(text) : new Map<string, string>()));
  // Where one of the values is no object or list, the whole member differs.
  if (texts.some((text, index) => text !== null && parts[index]?.size === 0)) {
    differingMembers.push({ path: path.join('.'), texts });
    return;
  }
  const keys = new Set(parts.flatMap((one) => [...one.keys()]));
  for (const key of keys) {
    collect(
      parts.map((one) => one.get(key) ?? null),
      [...path, key],
      differingMembers,
    );
    if (differingMembers.length > maxMembers) return;
  }
}

function membersOf(text: string | null): Map<string, string> {
  if (text === null) return new Map();
  if (text.startsWith('['))
    return new Map(elementTexts(text).map((element, index) => [String(index), element]));
  return new Map(memberTexts(text).map((member) => [member.key, member.text]));
}
