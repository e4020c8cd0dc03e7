import { isObject, textOf } from '../frame-json.ts';

/** The text of a message's content: a string, or a list of blocks, of which those without text are only named. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content))
    return content === undefined || content === null ? '' : JSON.stringify(content);
  return content.map(blockText).join('');
}

function blockText(block: unknown): string {
  if (typeof block === 'string') return block;
  if (!isObject(block)) return '';
  const type = textOf(block['type']) ?? 'part';
  // Calls are shown as calls.
  if (/^(tool_use|tool_call|input_json_delta)/.test(type)) return '';
  return textOf(block['text']) ?? textOf(block['thinking']) ?? `[${type}]`;
}
