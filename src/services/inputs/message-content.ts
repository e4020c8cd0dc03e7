import { isRecord } from '../../shared/narrow.ts';

/** The text of a message's content, which may be a list of blocks. */
export function textOfContent(content: unknown): string {
  const blocks = Array.isArray(content) ? content : [content];
  return blocks
    .map((block: unknown) => (isRecord(block) ? block['text'] : block))
    .filter((part) => typeof part === 'string')
    .join('')
    .trim();
}
