import type { Thread } from '../../../shared/model/thread.ts';
import { enumOrUnknown, nonEmptyStringOrNull, timeOrNull } from '../../common/narrow.ts';
import { collapseSpaces } from '../../../shared/escape-invisible.ts';
import { messageText } from '../../../shared/message-text.ts';
import { arrayOrEmpty, recordOrEmpty } from '../../../shared/narrow.ts';

const statuses = ['idle', 'busy', 'interrupted', 'error'] as const;

/** Maps a thread record (docs/protocol.md, Thread records) for lists; `null` without an id. */
export function toThread(wire: unknown): Thread | null {
  const record = recordOrEmpty(wire);
  const threadId = nonEmptyStringOrNull(record['thread_id']);
  if (threadId === null) return null;
  const metadata = recordOrEmpty(record['metadata']);
  return {
    threadId,
    status: enumOrUnknown(statuses, record['status']),
    name: threadName(metadata, record['values']),
    tags: arrayOrEmpty(metadata['tags']).filter((tag) => typeof tag === 'string'),
    graphId: nonEmptyStringOrNull(metadata['graph_id']),
    assistantId: nonEmptyStringOrNull(metadata['assistant_id']),
    createdAt: timeOrNull(record['created_at']),
    updatedAt: timeOrNull(record['updated_at']),
  };
}

const maxNameLength = 80;

// A thread's name: from its metadata (name or title), else its first human message under any key, else the first
// words of a text that is an input by its key, or of the first text in words; else `null` (the view shows the id).
export function threadName(metadata: Readonly<Record<string, unknown>>, values: unknown): string | null {
  const metadataName = givenName(metadata);
  if (metadataName !== null) return metadataName;
  const { messages, ...others } = recordOrEmpty(values);
  for (const list of [messages, ...Object.values(others)]) {
    const text = firstHumanText(list);
    if (text !== null) return text;
  }
  return inputText(others);
}

/** A thread's name from its metadata; `null` without one. */
export function givenName(metadata: Readonly<Record<string, unknown>>): string | null {
  for (const name of [metadata['name'], metadata['title'], metadata['thread_name']]) {
    const line = oneLine(nonEmptyStringOrNull(name) ?? '');
    if (line !== null) return line;
  }
  return null;
}

// Longer inputs are not parsed, in UTF-16 units.
const maxInput = 100_000;

/** The first words of an input, given as JSON: of its first human message or text, else of the JSON; `null` without one. */
export function inputLine(text: string | null): string | null {
  if (text === null) return null;
  const messageLine = text.length > maxInput ? null : threadName({}, JSON.parse(text));
  return messageLine ?? oneLine(text);
}

/** The first words of a message of a model, given as JSON; `null` for other messages, and without text. */
export function answerLine(text: string): string | null {
  if (text.length > maxInput) return null;
  const { type, role, content } = recordOrEmpty(JSON.parse(text));
  return type === 'ai' || role === 'assistant' || role === 'ai' ? oneLine(messageText(content)) : null;
}

// Keys of inputs, what a thread is about first.
const inputKeys = [
  'input',
  'question',
  'query',
  'prompt',
  'topic',
  'title',
  'subject',
  'task',
  'request',
  'text',
];

function inputText(values: Readonly<Record<string, unknown>>): string | null {
  for (const key of inputKeys) {
    const text = oneLine(nonEmptyStringOrNull(values[key]) ?? '');
    if (text !== null) return text;
  }
  // A single word is rather a status, an id or a choice.
  const texts = Object.values(values).map((value) => oneLine(nonEmptyStringOrNull(value) ?? ''));
  return texts.find((text) => text?.includes(' ') === true) ?? null;
}

function firstHumanText(messages: unknown): string | null {
  // The first human message is near the start; a state may have long lists of other things.
  for (const message of arrayOrEmpty(messages).slice(0, 50)) {
    const { type, role, content } = recordOrEmpty(message);
    const isHuman = type === 'human' || role === 'user' || role === 'human';
    const text = isHuman ? oneLine(messageText(content)) : null;
    if (text !== null) return text;
  }
  return null;
}

function oneLine(text: string): string | null {
  // A message may be megabytes long; its name is in the first words.
  const line = collapseSpaces(text.slice(0, 2000));
  if (line === '') return null;
  const characters = [...line];
  return characters.length <= maxNameLength ? line : `${characters.slice(0, maxNameLength - 1).join('')}…`;
}
