import { elementTexts, sameJson } from 'exact-json';
import { readRawMembers } from '../../common/raw-members.ts';

// What makes one list of messages of another, in the form that message reducers take: new and changed messages,
// and `remove` for missing ones. Ids stay as they are, unlike those of what the nodes returned, which often has none.
// `null` if one of the lists has anything but messages with ids, or if both are empty.
export function messageDelta(beforeText: string | null, afterText: string): string[] | null {
  const before = messagesById(beforeText ?? '[]');
  const after = messagesById(afterText);
  if (before === null || after === null || before.size + after.size === 0) return null;
  const removed = [...before.keys()].filter((id) => !after.has(id));
  const written = [...after].filter(([id, text]) => {
    const old = before.get(id);
    return old === undefined || !sameJson(old, text);
  });
  return [
    ...removed.map((id) => `{"type":"remove","id":${JSON.stringify(id)}}`),
    ...written.map(([, text]) => text),
  ];
}

function messagesById(listText: string): Map<string, string> | null {
  if (!listText.startsWith('[')) return null;
  const texts = new Map<string, string>();
  for (const text of elementTexts(listText)) {
    if (!text.startsWith('{')) return null;
    const message = readRawMembers(text);
    const [id, type] = [message.value('id'), message.value('type')];
    if (typeof id !== 'string' || typeof type !== 'string' || message.text('content') === null) return null;
    if (texts.has(id)) return null;
    texts.set(id, text);
  }
  return texts;
}
