import { decodeString, elementTexts, memberTexts } from 'exact-json';
import { readSchema } from '../../ui/schema/read-schema.ts';
import { roleLabels } from './message-summary.ts';

export interface StateMessage {
  readonly index: number;
  readonly text: string;
  readonly id: string | null;
  /** `human`, `ai`, `tool`, `system` or another LangChain type. */
  readonly role: string;
  readonly roleKey: 'type' | 'role';
  /** JSON: a string, or a list of blocks. */
  readonly contentText: string;
  readonly summary: string | null;
  readonly calls: readonly MessageToolCall[];
  /** For a tool message: the id of its call. */
  readonly answers: string | null;
}

export interface MessageToolCall {
  readonly id: string | null;
  readonly name: string;
  readonly argsText: string;
}

// Parses a list of messages; `null` if any item is not a message.
export function readStateMessages(listText: string): readonly StateMessage[] | null {
  if (!listText.trimStart().startsWith('[')) return null;
  const messages: StateMessage[] = [];
  for (const text of elementTexts(listText)) {
    const message = readMessage(text, messages.length);
    if (!message) return null;
    messages.push(message);
  }
  return messages;
}

/** The state keys that hold messages: lists of only messages, and empty lists that the schema declares as such. */
export function messageListKeys(valuesText: string, schemaText: string | null): readonly string[] {
  return memberTexts(valuesText).flatMap(({ key, text }) => {
    if (!text.startsWith('[')) return [];
    const messages = readStateMessages(text);
    if (messages === null) return [];
    return messages.length > 0 || addsMessages(schemaText, key) ? key : [];
  });
}

/** Whether the schema declares a message reducer for this key. JavaScript servers declare it; Python servers don't. */
export function addsMessages(schemaText: string | null, key: string): boolean {
  const schema = readSchema(schemaText);
  const member = schema?.kind === 'object' ? schema.members.find((one) => one.key === key) : undefined;
  return member?.field().messages === true;
}

// Why the messages of a list can't be edited one by one, as a message for the user; `null` if they can.
export function editByIdProblem(messages: readonly StateMessage[]): string | null {
  const ids = messages.map(({ id }) => id);
  if (ids.includes(null)) {
    return 'Some of these messages have no ID, and servers distinguish messages only by ID.';
  }
  if (new Set(ids).size < ids.length) {
    return 'Two of these messages have the same ID, and servers distinguish messages only by ID.';
  }
  return null;
}

function readMessage(text: string, index: number): StateMessage | null {
  const members = new Map(memberTexts(text).map((member) => [member.key, member.text]));
  const contentText = members.get('content');
  if (contentText === undefined) return null;
  const roleKey = members.has('type') ? 'type' : 'role';
  const role = roleLabels.get(stringOf(members.get(roleKey))?.toLowerCase() ?? '');
  if (role === undefined) return null;
  return {
    index,
    text,
    id: stringOf(members.get('id')),
    role,
    roleKey,
    contentText,
    summary: stringOf(contentText),
    calls: elementTexts(members.get('tool_calls') ?? '').map(callOf),
    answers: stringOf(members.get('tool_call_id')),
  };
}

function callOf(text: string): MessageToolCall {
  const members = new Map(memberTexts(text).map((member) => [member.key, member.text]));
  return {
    id: stringOf(members.get('id')),
    name: stringOf(members.get('name')) ?? '?',
    argsText: members.get('args') ?? '{}',
  };
}

function stringOf(token: string | undefined): string | null {
  return token?.startsWith('"') ? decodeString(token) : null;
}
