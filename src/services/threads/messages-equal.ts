import { elementTexts, memberTexts, sameJson } from 'exact-json';

/**
 * Whether a server stored the requested messages. Servers add empty members (`"additional_kwargs":{}`), which
 * are no difference.
 */
export function messagesEqual(sentText: string, storedText: string): boolean {
  const sent = elementTexts(sentText);
  const stored = elementTexts(storedText);
  return sent.length === stored.length && sent.every((one, index) => isAsSent(one, stored[index] ?? ''));
}

function isAsSent(sent: string, stored: string): boolean {
  const sentMembers = new Map(memberTexts(sent).map(({ key, text }) => [key, text]));
  const storedTexts = new Map(memberTexts(stored).map(({ key, text }) => [key, text]));
  for (const [key, text] of sentMembers) {
    const other = storedTexts.get(key);
    if (other === undefined || !sameJson(text, other)) return false;
  }
  return [...storedTexts].every(([key, text]) => sentMembers.has(key) || emptyTexts.has(text));
}

// A message's content without the empty members added by servers, in canonical order. The Python server moves the usage
// of a message that is written back to its `additional_kwargs` (docs/protocol.md, The Python server in memory), which
// makes no other message of it.
export function canonicalMessageText(text: string): string {
  const members = new Map(filledMembers(text));
  const extra = members.get(extraKey);
  if (extra?.startsWith('{')) {
    const others = filledMembers(extra).filter(([key, value]) => {
      if (key !== usageKey || members.has(usageKey)) return true;
      members.set(usageKey, value);
      return false;
    });
    if (others.length === 0) members.delete(extraKey);
    else members.set(extraKey, `{${canonicalText(others)}}`);
  }
  return canonicalText([...members]);
}

const extraKey = 'additional_kwargs';
const usageKey = 'usage_metadata';

function filledMembers(text: string): (readonly [key: string, text: string])[] {
  return memberTexts(text).flatMap((member) =>
    emptyTexts.has(member.text) ? [] : [[member.key, member.text] as const],
  );
}

function canonicalText(members: readonly (readonly [key: string, text: string])[]): string {
  return members
    .map(([key, text]) => `${JSON.stringify(key)}:${text}`)
    .toSorted()
    .join(',');
}

const emptyTexts = new Set(['{}', '[]', 'null', 'false', '""']);
