import { memberTexts } from '../../exact-json/scan/object-members.ts';

/** Members of an object in a server's response, as exact text, or parsed if small. */
export interface RawMembers {
  /** Exact text of a member; `null` if missing or JSON null. */
  text(key: string): string | null;
  /** Parsed value of a member; `null` if missing. For small members only. */
  value(key: string): unknown;
  /** Whether there is such a member, JSON null included. */
  has(key: string): boolean;
}

/** Finds an object's members in one pass, whatever the size of its values. */
export function readRawMembers(objectText: string): RawMembers {
  const texts = new Map(memberTexts(objectText).map(({ key, text }) => [key, text]));
  const text = (key: string): string | null => {
    const found = texts.get(key);
    return found === undefined || found === 'null' ? null : found;
  };
  return {
    text,
    value: (key) => JSON.parse(text(key) ?? 'null') as unknown,
    has: (key) => texts.has(key),
  };
}
