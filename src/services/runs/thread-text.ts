import { recordOrEmpty } from '../../shared/narrow.ts';

// Of a thread's text for searching, in UTF-16 units: 1,000 threads of so much take about 60 MB of memory in the index.
export const maxTextLength = 10_000;
// How many values are looked at for it.
const maxValues = 10_000;

export interface ThreadText {
  readonly text: string;
  /** There is more in the thread than the text has. */
  readonly isCut: boolean;
}

/**
 * The text by which a thread is found: what people wrote, what models answered, and what else is in `values`, each of
 * which goes before the next; the last items of lists first, a conversation's newest messages. Without what nobody looks for:
 * ids of messages, metadata, versions and encoded files. Bounded, and says whether that cut it.
 */
export function threadText(values: readonly unknown[]): ThreadText {
  const texts: string[] = [];
  let left = maxTextLength;
  let isCut = false;
  // The last is read first.
  const open: unknown[] = values.toReversed();
  const addText = (text: string): void => {
    if (encoded.test(text)) return;
    if (text.length > left) isCut = true;
    const part = text.slice(0, left);
    texts.push(part);
    left -= part.length + 1;
  };
  for (let visited = 0; open.length > 0; visited += 1) {
    if (visited >= maxValues || left <= 0) {
      isCut = true;
      break;
    }
    const one = open.pop();
    if (typeof one === 'string') addText(one);
    else if (typeof one === 'number') addText(String(one));
    else {
      const parts = Array.isArray(one) ? one : membersToRead(recordOrEmpty(one)).toReversed();
      // As many as can be looked at; they are read from their end.
      if (parts.length > maxValues) isCut = true;
      for (const part of parts.slice(-maxValues)) open.push(part);
    }
  }
  return { text: texts.join('\n'), isCut };
}

// A file in a message: an address with its content, or the content itself.
const encoded = /^data:[^,]{0,200},|^[\w+/=-]{400}/;

const technicalKeys = new Set([
  'response_metadata',
  'usage_metadata',
  'versions',
  'versions_seen',
  'channel_versions',
]);
// Of a message, of a part of its content, and of a call of a tool.
const technicalPartKeys = new Set([
  'id',
  'type',
  'role',
  'index',
  'tool_call_id',
  'additional_kwargs',
  'mime_type',
]);

function membersToRead(record: Readonly<Record<string, unknown>>): unknown[] {
  // A message as LangChain serializes it: only the constructor's arguments are of interest.
  if ('lc' in record && 'kwargs' in record) return [record['kwargs']];
  const isPart = isMessageOrPart(record);
  return Object.entries(record).flatMap(([key, value]) =>
    technicalKeys.has(key) || (isPart && technicalPartKeys.has(key)) ? [] : [value],
  );
}

function isMessageOrPart(record: Readonly<Record<string, unknown>>): boolean {
  const { type, role } = record;
  if ('content' in record) return typeof type === 'string' || typeof role === 'string';
  return partTypes.has(type) || ('name' in record && 'args' in record);
}

const partTypes = new Set<unknown>([
  'text',
  'image_url',
  'image',
  'audio',
  'file',
  'reasoning',
  'thinking',
  'tool_call',
  'tool_use',
]);
