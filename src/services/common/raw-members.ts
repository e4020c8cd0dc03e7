import { elementTexts, memberTexts } from 'exact-json';

// The kind of an object's member, found without parsing it.
export type MemberKind = 'missing' | 'null' | 'object' | 'list' | 'scalar';

/** Members of an object in a server's response, parsed on demand or before. */
export interface JsonMembers {
  kind(key: string): MemberKind;
  /** Parsed value of a member; `null` if missing. */
  value(key: string): unknown;
  /** The elements of a list, each with its members; none if the member is no list. */
  list(key: string): readonly JsonMembers[];
  /** The members of an object; `null` if the member is none. */
  object(key: string): JsonMembers | null;
}

/** The same of an object's text. `value` is for small members only. */
export interface RawMembers extends JsonMembers {
  /** Exact text of a member; `null` if missing or JSON null. */
  text(key: string): string | null;
  /** Whether there is such a member, JSON null included. */
  has(key: string): boolean;
}

/** Finds an object's members in one pass, whatever the size of its values. */
export function readRawMembers(objectText: string): RawMembers {
  const texts = new Map(memberTexts(objectText).map(({ key, text }) => [key, text]));
  const text = (key: string): string | null => {
    const memberText = texts.get(key);
    return memberText === undefined || memberText === 'null' ? null : memberText;
  };
  return {
    text,
    value: (key) => JSON.parse(text(key) ?? 'null') as unknown,
    has: (key) => texts.has(key),
    kind: (key) => kindOfText(texts.get(key)),
    list: (key) => elementTexts(text(key) ?? '').map(readRawMembers),
    object: (key) => {
      const memberText = texts.get(key);
      return memberText !== undefined && kindOfText(memberText) === 'object'
        ? readRawMembers(memberText)
        : null;
    },
  };
}

function kindOfText(text: string | undefined): MemberKind {
  if (text === undefined) return 'missing';
  if (text === 'null') return 'null';
  if (text.startsWith('{')) return 'object';
  return text.startsWith('[') ? 'list' : 'scalar';
}
