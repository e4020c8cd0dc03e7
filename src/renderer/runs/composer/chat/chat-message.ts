import { removeMember, setMember } from '../../../../exact-json/edit/text-edits.ts';
import { memberTexts } from '../../../../exact-json/scan/object-members.ts';
import { parseTree } from '../../../../exact-json/scan/parse-tree.ts';

/** An image or a file sent with a message. */
export interface Attachment {
  readonly name: string;
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
  readonly bytes: number;
}

/** Limits for one attachment and for all attachments of a message, in bytes. */
export const maxAttachmentBytes = 5_000_000;
export const maxMessageBytes = 10_000_000;

/** A human message as LangChain JSON: plain text, or content blocks when there are attachments. */
export function humanMessage(text: string, attachments: readonly Attachment[]): string {
  if (attachments.length === 0) return JSON.stringify({ type: 'human', content: text });
  const textBlocks = text.trim() === '' ? [] : [{ type: 'text', text }];
  return JSON.stringify({ type: 'human', content: [...textBlocks, ...attachments.map(blockOf)] });
}

function blockOf({ name, mimeType, data }: Attachment): object {
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
    const at = node.type === 'object' ? node.members.findIndex((member) => member.key === key) : -1;
    if (node.type === 'object' && at >= 0) text = removeMember(text, node, at);
  }
  return text;
}

/** The members of an input that are sent with a message. */
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
