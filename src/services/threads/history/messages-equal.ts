import { sameJson } from '../../../exact-json/diff/compare.ts';
import { elementTexts, memberTexts } from '../../../exact-json/scan/object-members.ts';

/**
 * Whether a server stored the requested messages. Servers add empty members (`"additional_kwargs":{}`), which
 * are no difference.
 */
export function messagesEqual(sentText: string, gotText: string): boolean {
  const sent = elementTexts(sentText);
  const got = elementTexts(gotText);
  return sent.length === got.length && sent.every((one, at) => isAsSent(one, got[at] ?? ''));
}

function isAsSent(sent: string, got: string): boolean {
  const wanted = new Map(memberTexts(sent).map(({ key, text }) => [key, text]));
  const found = new Map(memberTexts(got).map(({ key, text }) => [key, text]));
  for (const [key, text] of wanted) {
    const other = found.get(key);
    if (other === undefined || !sameJson(text, other)) return false;
  }
  return [...found].every(([key, text]) => wanted.has(key) || emptyTexts.has(text));
}

/** A message's content without the empty members added by servers, in canonical order. */
export function canonicalMessageText(text: string): string {
  const members = memberTexts(text).filter((member) => !emptyTexts.has(member.text));
  const texts = members.map(({ key, text: value }) => `${JSON.stringify(key)}:${value}`);
  return texts.toSorted().join(',');
}

const emptyTexts = new Set(['{}', '[]', 'null', 'false', '""']);
