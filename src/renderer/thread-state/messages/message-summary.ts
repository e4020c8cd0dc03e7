import {
  childrenOf,
  decodeString,
  memberIndexes,
  textAt,
  valueKindOf,
  type StructuralIndex,
} from 'exact-json';
import { escapeInvisibleLine } from '../../../shared/escape-invisible.ts';

export interface MessageSummary {
  /** `human`, `ai`, `tool`, `system`, or the server's own type. */
  readonly role: string;
  readonly text: string;
  readonly calls: readonly string[];
  readonly id: string | null;
}

// Messages have few members; an object with more is data that happens to have these keys.
const maxMembers = 40;

/** Whether a value is a message: an object with `content` and a role in `type` or `role`. */
export function isMessage(text: string, structuralIndex: StructuralIndex, index: number): boolean {
  return messageAt(text, structuralIndex, index) !== null;
}

type Members = ReadonlyMap<string, number>;

// The members of a message, including one serialized by LangChain (`lc`, `kwargs`).
function messageAt(text: string, structuralIndex: StructuralIndex, index: number): Members | null {
  const outer = memberIndexes(text, structuralIndex, index, maxMembers);
  if (!outer) return null;
  const kwargs = outer.get('kwargs');
  const isSerialised = outer.has('lc') && outer.has('id') && kwargs !== undefined;
  const members = isSerialised ? memberIndexes(text, structuralIndex, kwargs, maxMembers) : outer;
  if (!members?.has('content')) return null;
  if (isSerialised) return new Map([...members, ['lc-id', outer.get('id') ?? -1]]);
  const role = roleText(text, structuralIndex, members);
  return role !== null && roleLabels.has(role) ? members : null;
}

// Labels of the servers' role names.
export const roleLabels: ReadonlyMap<string, string> = new Map([
  ['human', 'human'],
  ['user', 'human'],
  ['ai', 'ai'],
  ['assistant', 'ai'],
  ['aimessagechunk', 'ai'],
  ['tool', 'tool'],
  ['function', 'tool'],
  ['system', 'system'],
  ['developer', 'system'],
  ['remove', 'remove'],
  ['chat', 'chat'],
]);

export function messageSummary(
  text: string,
  structuralIndex: StructuralIndex,
  index: number,
): MessageSummary | null {
  const members = messageAt(text, structuralIndex, index);
  if (!members) return null;
  const role =
    roleText(text, structuralIndex, members) ?? serialisedRole(text, structuralIndex, members) ?? 'message';
  const content = members.get('content');
  const id = members.get('id');
  return {
    role: roleLabels.get(role) ?? role,
    text: content === undefined ? '' : textOf(text, structuralIndex, content),
    calls: callNames(text, structuralIndex, members.get('tool_calls')),
    id: id === undefined ? null : stringAt(text, structuralIndex, id),
  };
}

export function messageJson(text: string, structuralIndex: StructuralIndex, index: number): string {
  const kwargs = memberIndexes(text, structuralIndex, index, maxMembers)?.get('kwargs');
  return textAt(text, structuralIndex, kwargs ?? index);
}

function roleText(text: string, structuralIndex: StructuralIndex, members: Members): string | null {
  const valueIndex = members.get('type') ?? members.get('role');
  return valueIndex === undefined
    ? null
    : (stringAt(text, structuralIndex, valueIndex)?.toLowerCase() ?? null);
}

// Example: `["langchain_core","messages","AIMessage"]`.
function serialisedRole(text: string, structuralIndex: StructuralIndex, members: Members): string | null {
  const valueIndex = members.get('lc-id');
  const last =
    valueIndex === undefined || valueIndex < 0 ? undefined : childrenOf(structuralIndex, valueIndex).at(-1);
  const name = last === undefined ? null : stringAt(text, structuralIndex, last);
  return name?.replace(/Message(?:Chunk)?$/, '').toLowerCase() ?? null;
}

const maxChars = 300;

// The start of the content: for blocks the first text, else their types.
function textOf(text: string, structuralIndex: StructuralIndex, content: number): string {
  const plainText = stringAt(text, structuralIndex, content);
  if (plainText !== null) return escapeInvisibleLine(plainText);
  if (valueKindOf(structuralIndex, content) !== 'array') return '';
  const blocks = childrenOf(structuralIndex, content, 20);
  const parts = blocks.map((block) => {
    const plain = stringAt(text, structuralIndex, block);
    if (plain !== null) return escapeInvisibleLine(plain);
    const members = memberIndexes(text, structuralIndex, block, maxMembers);
    const textMember = members?.get('text');
    if (textMember !== undefined)
      return escapeInvisibleLine(stringAt(text, structuralIndex, textMember) ?? '');
    const type = members?.get('type');
    const word = type === undefined ? null : stringAt(text, structuralIndex, type);
    return `[${escapeInvisibleLine(word ?? 'part')}]`;
  });
  return parts.join(' ').slice(0, maxChars);
}

function callNames(text: string, structuralIndex: StructuralIndex, calls: number | undefined): string[] {
  if (calls === undefined || valueKindOf(structuralIndex, calls) !== 'array') return [];
  return childrenOf(structuralIndex, calls, 5).map((call) => {
    const name = memberIndexes(text, structuralIndex, call, maxMembers)?.get('name');
    return escapeInvisibleLine((name === undefined ? null : stringAt(text, structuralIndex, name)) ?? '?');
  });
}

// A string truncated to the length of a line; `null` for other values.
function stringAt(text: string, structuralIndex: StructuralIndex, index: number): string | null {
  if (valueKindOf(structuralIndex, index) !== 'string') return null;
  const token = textAt(text, structuralIndex, index);
  if (token.length <= maxChars) return decodeString(token);
  const cut = token.slice(0, maxChars);
  const escape = cut.lastIndexOf('\\');
  // Doesn't split an escape sequence.
  const end = escape > maxChars - 7 ? cut.slice(0, escape).replace(/\\+$/, '') : cut;
  return `${decodeString(`${end}"`)}…`;
}
