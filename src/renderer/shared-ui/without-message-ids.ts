import { elementTexts, memberTexts } from 'exact-json';

const types = new Set([
  'human',
  'ai',
  'system',
  'tool',
  'function',
  'chat',
  'developer',
  'user',
  'assistant',
]);

/**
 * The output of a node without the IDs of the messages that it writes, otherwise as it was: a reducer of messages
 * replaces those with an ID that the state already has, while a node adds new ones. `removed`: how many.
 */
export function withoutMessageIds(outputText: string): { readonly text: string; readonly removed: number } {
  let removed = 0;
  const messageText = (text: string): string => {
    if (!text.trimStart().startsWith('{')) return text;
    const members = memberTexts(text);
    const role = members.find(({ key }) => key === 'type' || key === 'role')?.text;
    if (role === undefined || !types.has(stringOf(role)) || members.every(({ key }) => key !== 'content'))
      return text;
    const membersWithoutId = members.filter(({ key }) => key !== 'id');
    if (membersWithoutId.length === members.length) return text;
    removed += 1;
    return objectText(membersWithoutId);
  };
  const valueText = (text: string): string => {
    if (!text.trimStart().startsWith('[')) return messageText(text);
    const before = removed;
    const elements = elementTexts(text).map(messageText);
    return removed === before ? text : `[${elements.join(',')}]`;
  };
  if (!outputText.trimStart().startsWith('{')) return { text: outputText, removed };
  const members = memberTexts(outputText).map(({ key, text }) => ({ key, text: valueText(text) }));
  return removed === 0 ? { text: outputText, removed } : { text: objectText(members), removed };
}

function objectText(members: readonly { readonly key: string; readonly text: string }[]): string {
  return `{${members.map(({ key, text }) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}

function stringOf(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return '';
  }
}
