import { memberText, type JsonEdit } from 'exact-json';
import type { StateMessage } from './message-list.ts';

// A random UUID for a new message. Works over plain HTTP, where `randomUUID` is unavailable.
export function newMessageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) => {
    const stamped = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return stamped.toString(16).padStart(2, '0');
  });
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export const editableRoles = ['human', 'ai', 'system', 'tool'] as const;
export type EditableRole = (typeof editableRoles)[number];

const roleNames: Readonly<Record<'type' | 'role', Readonly<Record<EditableRole, string>>>> = {
  type: { human: 'human', ai: 'ai', system: 'system', tool: 'tool' },
  role: { human: 'user', ai: 'assistant', system: 'system', tool: 'tool' },
};

// The functions below express changes of messages as edits of the state's JSON, so that undo, storage and
// diffs work as for any other edit.
export function setContent(key: string, index: number, contentText: string): JsonEdit {
  return { kind: 'set', path: [key, index, 'content'], valueText: contentText };
}

export function setCallArgs(key: string, index: number, call: number, argsText: string): JsonEdit {
  return { kind: 'set', path: [key, index, 'tool_calls', call, 'args'], valueText: argsText };
}

export function setToolCallId(key: string, { index, text }: StateMessage, callId: string): JsonEdit {
  const kind = memberText(text, 'tool_call_id') === null ? 'insert' : 'set';
  return { kind, path: [key, index, 'tool_call_id'], valueText: JSON.stringify(callId) };
}

// Changes a message's role. A tool message needs a call id, or servers reject it.
export function setRole(
  key: string,
  message: StateMessage,
  role: EditableRole,
  callId: string | null,
): readonly JsonEdit[] {
  const { index, roleKey, answers } = message;
  const roleText = JSON.stringify(roleNames[roleKey][role]);
  const set: JsonEdit = { kind: 'set', path: [key, index, roleKey], valueText: roleText };
  return role === 'tool' && answers === null && callId !== null
    ? [set, setToolCallId(key, message, callId)]
    : [set];
}

export function insertMessage(key: string, index: number, id: string): JsonEdit {
  const valueText = `{"type":"human","content":"","id":${JSON.stringify(id)}}`;
  return { kind: 'insert', path: [key, index], valueText };
}

// Removes messages, last first, so that the other indexes stay valid.
export function removeMessages(key: string, indexes: readonly number[]): readonly JsonEdit[] {
  const ordered = [...indexes].toSorted((a, b) => b - a);
  return ordered.map((index) => ({ kind: 'remove', path: [key, index] }));
}

// The calls before a message that a tool message in its position could answer, nearest first.
export function precedingCalls(messages: readonly StateMessage[], index: number): readonly string[] {
  const before = messages.slice(0, index).toReversed();
  return before.flatMap(({ calls }) => calls.flatMap(({ id }) => id ?? []));
}
