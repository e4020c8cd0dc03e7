import { isRecord } from './narrow.ts';

/** The text of a message's content: a string, or a list of blocks of which some have a text. */
export function messageText(content: unknown): string {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  return blocks
    .map((block) => (isRecord(block) ? block['text'] : block))
    .filter((part) => typeof part === 'string')
    .join('');
}
