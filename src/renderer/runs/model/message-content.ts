import { safeImageUrl } from '../../shared-ui/safe-image-url.ts';
import { isRecord, recordOrEmpty, stringOrNull } from '../../../shared/narrow.ts';
import { jsonOf } from '../../../shared/parse-json.ts';

/** Non-text content of a message. Remote content is never loaded automatically. */
export interface MessageMedia {
  /** The server's type: `image_url`, `audio`, `file`, ... */
  readonly type: string;
  /** The `data:` URL of an embedded image that is safe to display; `null` for everything else. */
  readonly imageUrl: string | null;
  /** A description of the location or name; may be empty. */
  readonly source: string;
}

export interface MessageContent {
  readonly text: string;
  readonly thinking: string;
  readonly media: readonly MessageMedia[];
}

const empty: MessageContent = { text: '', thinking: '', media: [] };

export function readMessageContent(content: unknown): MessageContent {
  if (typeof content === 'string') return content === '' ? empty : { ...empty, text: content };
  if (content === undefined || content === null) return empty;
  if (!Array.isArray(content)) return { ...empty, text: jsonOf(content) };
  const parts = content.map(blockOf);
  return {
    text: parts.map(({ text }) => text).join(''),
    thinking: parts.map(({ thinking }) => thinking).join(''),
    media: parts.flatMap(({ media }) => media),
  };
}

export function joinContent(a: MessageContent, b: MessageContent): MessageContent {
  if (b === empty) return a;
  return {
    text: a.text + b.text,
    thinking: a.thinking + b.thinking,
    media: b.media.length === 0 ? a.media : [...a.media, ...b.media],
  };
}

function blockOf(block: unknown): MessageContent {
  if (typeof block === 'string') return { ...empty, text: block };
  if (!isRecord(block)) return empty;
  const type = stringOrNull(block['type']) ?? 'part';
  // Tool calls are displayed separately.
  if (/^(tool_use|tool_call|input_json_delta)/.test(type)) return empty;
  const thinking = stringOrNull(block['thinking']) ?? stringOrNull(block['reasoning']);
  if (thinking !== null) return { ...empty, thinking };
  const text = stringOrNull(block['text']);
  return text === null ? { ...empty, media: [mediaOf(type, block)] } : { ...empty, text };
}

function mediaOf(type: string, block: Readonly<Record<string, unknown>>): MessageMedia {
  const source = recordOrEmpty(block['source']);
  const nested = block['image_url'] ?? block['audio_url'] ?? block['file'];
  const url =
    stringOrNull(nested) ??
    stringOrNull(recordOrEmpty(nested)['url']) ??
    stringOrNull(recordOrEmpty(nested)['file_data']) ??
    stringOrNull(block['url']) ??
    stringOrNull(source['url']);
  const mime =
    stringOrNull(block['mime_type']) ?? stringOrNull(block['mimeType']) ?? stringOrNull(source['media_type']);
  const data = stringOrNull(block['data']) ?? stringOrNull(source['data']);
  const name =
    stringOrNull(block['filename']) ??
    stringOrNull(block['name']) ??
    stringOrNull(recordOrEmpty(nested)['filename']) ??
    '';
  const address = url ?? (mime !== null && data !== null ? `data:${mime};base64,${data}` : null);
  if (address === null) return { type: type, imageUrl: null, source: name };
  const isData = address.startsWith('data:');
  return {
    type: type,
    imageUrl: safeImageUrl.test(address) ? address : null,
    source: isData ? [name, /^data:([^;,]*)/.exec(address)?.[1]].filter(Boolean).join(' · ') : address,
  };
}
