import { elementTexts, memberTexts } from 'exact-json';
import { checkpointNsLevels, type NamespaceLevel } from './checkpoint-namespace.ts';

/**
 * An interrupt as a server reports it, whatever the shape.
 *
 * - `id: null`: the server names none, so that it can only be answered as the only one.
 * - `taskId`: The task that asks; `null` if the shape has none.
 * - `path`: Names of the nodes down to the asking one; empty if the shape has none.
 */
export interface ReportedInterrupt {
  readonly id: string | null;
  readonly taskId: string | null;
  readonly path: readonly string[];
  readonly valueText: string;
  readonly schemaText: string | null;
}

// More in one report are not read.
const maxInterrupts = 10_000;
const maxLevels = 3;

/**
 * Reads interrupts in every shape that servers use (docs/protocol.md, Interrupts and resuming): a list, a map from task
 * ids to lists, `{"__interrupt__": [...]}`, or a single one; each with `id` or `interrupt_id`, with `ns`, `when` and
 * `resumable` of older servers, or as the bare value.
 */
export function readInterrupts(text: string | null | undefined): readonly ReportedInterrupt[] {
  return collect(text ?? 'null', null, maxLevels).slice(0, maxInterrupts);
}

function collect(text: string, taskId: string | null, levels: number): readonly ReportedInterrupt[] {
  const start = text.trimStart()[0];
  if (start === '[' && levels > 0) {
    return elementTexts(text)
      .slice(0, maxInterrupts)
      .flatMap((one) => (one.startsWith('[') ? collect(one, taskId, levels - 1) : [readOne(one, taskId)]));
  }
  if (start !== '{') return [];
  const members = memberTexts(text);
  if (isInterrupt(members)) return [readOne(text, taskId)];
  if (levels === 0) return [];
  return members.slice(0, maxInterrupts).flatMap(({ key, text: listed }) => {
    const owner = key === '__interrupt__' ? taskId : key;
    // In a map, what is no list is no report.
    return /^\s*[[{]/.test(listed) ? collect(listed, owner, levels - 1) : [];
  });
}

const marks = new Set(['value', 'interrupt_id', 'resumable', 'when', 'ns', 'id']);

// A map has the ids of tasks as keys, an interrupt has members of its own.
function isInterrupt(members: readonly { readonly key: string; readonly text: string }[]): boolean {
  return members.some(({ key, text }) => marks.has(key) && (key !== 'id' || !/^\s*[[{]/.test(text)));
}

function readOne(text: string, taskId: string | null): ReportedInterrupt {
  const members = new Map(
    text.trimStart().startsWith('{') ? memberTexts(text).map(({ key, text: member }) => [key, member]) : [],
  );
  const bare = ![...members.keys()].some((key) => marks.has(key));
  const levels = namespaceOf(members.get('ns'));
  const [innermost] = levels.slice(-1);
  const schemaText = members.get('response_schema') ?? null;
  return {
    id: bare ? null : (textOf(members.get('id')) ?? textOf(members.get('interrupt_id'))),
    taskId: taskId ?? innermost?.taskId ?? null,
    path: levels.map(({ name }) => name),
    valueText: bare ? text : (members.get('value') ?? 'null'),
    schemaText: schemaText === null || schemaText === 'null' ? null : schemaText,
  };
}

// `["node:task", "inner:task"]`, or joined with `|`.
function namespaceOf(text: string | undefined): readonly NamespaceLevel[] {
  const value: unknown = JSON.parse(text ?? 'null');
  const levels: readonly unknown[] = Array.isArray(value) ? value : [value];
  return checkpointNsLevels(levels.filter((level) => typeof level === 'string').join('|'));
}

function textOf(text: string | undefined): string | null {
  const value: unknown = JSON.parse(text ?? 'null');
  return typeof value === 'string' && value !== '' ? value : null;
}
