import type { ParseReply, ParseRequest } from './markdown-node.ts';
import { parseMarkdown } from './parse-markdown.ts';

const reply = (message: ParseReply): void => globalThis.postMessage(message, {});

globalThis.addEventListener('message', ({ data: { id, text } }: MessageEvent<ParseRequest>) => {
  try {
    reply({ id, blocks: parseMarkdown(text) });
  } catch {
    reply({ id, blocks: null });
  }
});
reply('ready');
