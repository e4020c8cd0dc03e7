import { memberTexts, parseTree, removeMember, setMember } from 'exact-json';
import { blockFor, type DeclaredBlock } from './content-blocks.ts';

export interface Attachment {
  readonly name: string;
  readonly mimeType: string;
  // Base64.
  readonly data: string;
  readonly bytes: number;
}

export const maxAttachmentBytes = 5_000_000;
export const maxMessageBytes = 10_000_000;

/**
 * A human message as LangChain JSON: plain text, or content blocks when there are attachments, in the form that
 * the schema declares.
 */
export function humanMessage(
  text: string,
  attachments: readonly Attachment[],
  declared: readonly DeclaredBlock[] | null = null,
): string {
  if (attachments.length === 0) return JSON.stringify({ type: 'human', content: text });
  const textBlocks = text.trim() === '' ? [] : [{ type: 'text', text }];
  return JSON.stringify({
    type: 'human',
    content: [...textBlocks, ...attachments.map((one) => blockOf(one, declared))],
  });
}

function blockOf({ name, mimeType, data }: Attachment, declared: readonly DeclaredBlock[] | null): object {
  const block = declared && blockFor(declared, mimeType);
  if (block && block.type !== 'image_url') {
    const { type, members } = block;
    const hasName = members.has('filename') ? 'filename' : members.has('name') ? 'name' : null;
    return {
      type,
      ...(members.has('source_type') ? { source_type: 'base64' } : {}),
      ...(members.has('mimeType') ? { mimeType } : { mime_type: mimeType }),
      ...(members.has('base64') ? { base64: data } : { data }),
      ...(hasName === null ? {} : { [hasName]: name }),
      ...(hasName === null && members.has('metadata') ? { metadata: { filename: name } } : {}),
    };
  }
  // The image block that all chat model providers accept.
  if (mimeType.startsWith('image/')) {
    return { type: 'image_url', image_url: { url: `data:${mimeType};base64,${data}` } };
  }
  return { type: 'file', source_type: 'base64', mime_type: mimeType, data, metadata: { filename: name } };
}

/** Adds the message to the input and keeps the other members. */
export function chatInput(inputText: string, key: string, messageText: string): string {
  const base = objectTextOf(inputText) ?? '{}';
  const node = parseTree(base);
  return node.type === 'object' ? setMember(base, node, key, `[${messageText}]`) : base;
}

/** Removes the conversations from an input, so that a sent message isn't sent again. */
export function withoutConversations(inputText: string, keys: readonly string[]): string {
  let text = objectTextOf(inputText) ?? '{}';
  for (const key of keys) {
    const node = parseTree(text);
    const index = node.type === 'object' ? node.members.findIndex((member) => member.key === key) : -1;
    if (node.type === 'object' && index >= 0) text = removeMember(text, node, index);
  }
  return text;
}

export function otherMembers(inputText: string, key: string): readonly string[] {
  const text = objectTextOf(inputText);
  if (text === null) return [];
  return [...new Set(memberTexts(text).map((member) => member.key))].filter((one) => one !== key);
}

function objectTextOf(text: string): string | null {
  try {
    return parseTree(text).type === 'object' ? text : null;
  } catch {
    return null;
  }
}
