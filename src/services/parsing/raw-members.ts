import { memberTexts } from '../../exact-json/scan/object-members.ts';

/** The members of one object of a server's answer: each as its exact text, or parsed where it is small. */
export interface RawMembers {
  /** The exact text of a member; `null` when it is missing or JSON null. */
  text(key: string): string | null;
  /** The parsed value of a member; `null` when it is missing. For small members only. */
  value(key: string): unknown;
}

/** Finds the members of an object text in one pass, whatever the size of its values. */
export function readRawMembers(objectText: string): RawMembers {
  const texts = new Map(memberTexts(objectText).map(({ key, text }) => [key, text]));
  const text = (key: string): string | null => {
    const found = texts.get(key);
    return found === undefined || found === 'null' ? null : found;
  };
  return {
    text,
    value: (key) => JSON.parse(text(key) ?? 'null') as unknown,
  };
}
