import type { RunFrame } from '../../../shared/model/run.ts';
import { isObject, itemsOf, membersOf, parseJson, textOf } from '../frame-json.ts';
import { contentText } from './message-text.ts';
import { levelsOf, nodeIdOf } from '../namespace.ts';

export interface ToolCall {
  readonly id: string | null;
  readonly name: string;
  /** The arguments as JSON text; not whole yet while they stream. */
  readonly argsText: string;
}

export interface TokenUsage {
  readonly input: number;
  readonly output: number;
  readonly total: number;
}

/** A message as it stands after all of its chunks so far. */
export interface RunMessage {
  readonly key: string;
  /** `human`, `ai`, `tool`, `system`, or what the server calls it. */
  readonly type: string;
  readonly name: string | null;
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  /** For a tool's answer: the call that it answers, and whether it failed. */
  readonly toolCallId: string | null;
  readonly failed: boolean;
  readonly usage: TokenUsage | null;
  /** The node that it came from; empty for the run's input. */
  readonly nodeId: string;
}

export interface MessagesReducer {
  add(frame: RunFrame): void;
  /** In the order in which they began. A message is a new object only when it changed. */
  messages(): readonly RunMessage[];
  /** Tokens by task id, as far as the models reported them. */
  tokensOf(taskId: string): number | null;
}

export function createMessages(): MessagesReducer {
  const byKey = new Map<string, RunMessage>();
  const tokens = new Map<string, number>();
  let sawValues = false;
  let list: readonly RunMessage[] | null = null;

  const put = (message: RunMessage): void => {
    byKey.set(message.key, message);
    list = null;
  };
  /** What the person asked is in no message frame; the first values have it, at the end of the list. */
  const takeInput = (frame: RunFrame): void => {
    sawValues = true;
    const messages = itemsOf(membersOf(parseJson(frame.text))['messages']);
    const lastOther = messages.findLastIndex((one) => textOf(membersOf(one)['type']) !== 'human');
    for (const [at, one] of messages.slice(lastOther + 1).entries()) {
      put(wholeMessage(membersOf(one), `input-${at}`, ''));
    }
  };

  return {
    add(frame) {
      if (frame.mode === 'values' && frame.namespace.length === 0 && !sawValues) return takeInput(frame);
      if (frame.mode !== 'messages') return;
      const [wire] = itemsOf(parseJson(frame.text));
      if (!isObject(wire)) return;
      const levels = levelsOf(frame.namespace);
      const next = wholeMessage(wire, `frame-${frame.seq}`, nodeIdOf(levels));
      const before = byKey.get(next.key);
      put(before && isChunk(wire) ? merged(before, next, wire) : next);
      const taskId = levels.at(-1)?.taskId ?? null;
      if (taskId === null || !next.usage) return;
      const counted = isChunk(wire) || !before?.usage ? 0 : before.usage.total;
      tokens.set(taskId, (tokens.get(taskId) ?? 0) + next.usage.total - counted);
    },
    messages() {
      list ??= [...byKey.values()];
      return list;
    },
    tokensOf: (taskId) => tokens.get(taskId) ?? null,
  };
}

/** Chunks are named so by Python; JavaScript servers call them `ai` too, but only chunks carry pieces of calls. */
function isChunk(wire: Readonly<Record<string, unknown>>): boolean {
  return (textOf(wire['type']) ?? '').endsWith('Chunk') || 'tool_call_chunks' in wire;
}

function wholeMessage(
  wire: Readonly<Record<string, unknown>>,
  fallbackKey: string,
  nodeId: string,
): RunMessage {
  const type = textOf(wire['type']) ?? 'message';
  return {
    key: textOf(wire['id']) ?? fallbackKey,
    type: type.replace(/MessageChunk$|Message$/, '').toLowerCase(),
    name: textOf(wire['name']),
    text: contentText(wire['content']),
    toolCalls: toolCallsOf(wire),
    toolCallId: textOf(wire['tool_call_id']),
    failed: wire['status'] === 'error',
    usage: usageOf(wire['usage_metadata']),
    nodeId,
  };
}

function toolCallsOf(wire: Readonly<Record<string, unknown>>): ToolCall[] {
  const pieces = itemsOf(wire['tool_call_chunks']);
  if (pieces.length > 0) {
    return pieces.map(membersOf).map((piece) => ({
      id: textOf(piece['id']),
      name: textOf(piece['name']) ?? '',
      argsText: textOf(piece['args']) ?? '',
    }));
  }
  return itemsOf(wire['tool_calls'])
    .map(membersOf)
    .map((call) => ({
      id: textOf(call['id']),
      name: textOf(call['name']) ?? '',
      argsText: JSON.stringify(call['args'] ?? {}),
    }));
}

function merged(before: RunMessage, next: RunMessage, wire: Readonly<Record<string, unknown>>): RunMessage {
  return {
    ...before,
    name: before.name ?? next.name,
    text: before.text + next.text,
    toolCalls: mergedCalls(before.toolCalls, itemsOf(wire['tool_call_chunks'])),
    failed: before.failed || next.failed,
    usage: next.usage && before.usage ? sum(before.usage, next.usage) : (next.usage ?? before.usage),
  };
}

/** Pieces of calls go together by their index. */
function mergedCalls(before: readonly ToolCall[], pieces: readonly unknown[]): readonly ToolCall[] {
  if (pieces.length === 0) return before;
  const calls = [...before];
  for (const piece of pieces.map(membersOf)) {
    const index = typeof piece['index'] === 'number' ? piece['index'] : Math.max(0, calls.length - 1);
    const known = calls[index];
    const argsText = textOf(piece['args']) ?? '';
    if (known) {
      calls[index] = {
        id: known.id ?? textOf(piece['id']),
        name: known.name || (textOf(piece['name']) ?? ''),
        argsText: known.argsText + argsText,
      };
    } else calls.push({ id: textOf(piece['id']), name: textOf(piece['name']) ?? '', argsText });
  }
  return calls;
}

function usageOf(value: unknown): TokenUsage | null {
  if (!isObject(value)) return null;
  const count = (name: string): number => (typeof value[name] === 'number' ? value[name] : 0);
  const input = count('input_tokens');
  const output = count('output_tokens');
  return { input, output, total: count('total_tokens') || input + output };
}

function sum(a: TokenUsage, b: TokenUsage): TokenUsage {
  return { input: a.input + b.input, output: a.output + b.output, total: a.total + b.total };
}
