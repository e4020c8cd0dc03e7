import { compactJson, elementTexts, memberText } from 'exact-json';
import { isMessageChunk, addUsage, tokenUsageOf, type TokenUsage } from '../../../shared/token-counter.ts';
import { readMessageContent, joinContent, type MessageContent } from './message-content.ts';
import { arrayOrEmpty, recordOrEmpty, stringOrNull } from '../../../shared/narrow.ts';

export const messageAuthors: Readonly<Record<string, string>> = {
  human: 'Human',
  user: 'Human',
  ai: 'AI',
  assistant: 'AI',
  tool: 'Tool',
  system: 'System',
};

export interface ToolCall {
  readonly id: string | null;
  readonly name: string;
  /** The arguments as JSON; incomplete while streaming. */
  readonly argsText: string;
}

/** A message merged from the chunks received so far. */
export interface RunMessage extends MessageContent {
  readonly key: string;
  /** `human`, `ai`, `tool`, `system`, or another type of the server. */
  readonly type: string;
  readonly name: string | null;
  readonly toolCalls: readonly ToolCall[];
  readonly toolCallId: string | null;
  readonly failed: boolean;
  readonly usage: TokenUsage | null;
  /** The node that sent it; empty for the run's input. */
  readonly nodeId: string;
}

type Wire = Readonly<Record<string, unknown>>;

/**
 * Parses a message or a message chunk. `textOf` returns its JSON as the server sent it, from which the
 * arguments of tool calls are taken: as parsed values, long integers would be others.
 */
export function readMessage(
  wire: Wire,
  fallbackKey: string,
  nodeId: string,
  textOf: () => string,
): RunMessage {
  // Lists every member, because this runs for each token and a spread is several times slower.
  const { text, thinking, media } = readMessageContent(wire['content']);
  return {
    text,
    thinking,
    media,
    key: stringOrNull(wire['id']) ?? fallbackKey,
    type: typeOf(stringOrNull(wire['type']) ?? stringOrNull(wire['role']) ?? 'message'),
    name: stringOrNull(wire['name']),
    toolCalls: toolCallsOf(wire, textOf),
    toolCallId: stringOrNull(wire['tool_call_id']),
    failed: wire['status'] === 'error',
    usage: tokenUsageOf(wire),
    nodeId,
  };
}

export function appendMessageChunk(before: RunMessage, piece: RunMessage, wire: Wire): RunMessage {
  const { text, thinking, media } = joinContent(before, piece);
  return {
    text,
    thinking,
    media,
    key: before.key,
    type: before.type,
    name: before.name ?? piece.name,
    toolCalls: mergeToolCallChunks(before.toolCalls, arrayOrEmpty(wire['tool_call_chunks'])),
    toolCallId: before.toolCallId,
    failed: before.failed || piece.failed,
    usage: piece.usage && before.usage ? addUsage(before.usage, piece.usage) : (piece.usage ?? before.usage),
    nodeId: before.nodeId,
  };
}

const types = new Map<string, string>();

function typeOf(rawType: string): string {
  const cached = types.get(rawType);
  if (cached !== undefined) return cached;
  const type = rawType.replace(/MessageChunk$|Message$/, '').toLowerCase();
  // Bounds the cache: servers use only a handful of types, but a hostile one may send any number.
  if (types.size < 100) types.set(rawType, type);
  return type;
}

function toolCallsOf(wire: Wire, textOf: () => string): ToolCall[] {
  const pieces = isMessageChunk(wire) ? arrayOrEmpty(wire['tool_call_chunks']) : [];
  if (pieces.length > 0) {
    return pieces.map(recordOrEmpty).map((piece) => ({
      id: stringOrNull(piece['id']),
      name: stringOrNull(piece['name']) ?? '',
      argsText: stringOrNull(piece['args']) ?? '',
    }));
  }
  const calls = arrayOrEmpty(wire['tool_calls']);
  if (calls.length === 0) return [];
  const texts = elementTexts(memberText(textOf(), 'tool_calls') ?? '[]');
  return calls.map(recordOrEmpty).map((call, index) => ({
    id: stringOrNull(call['id']),
    name: stringOrNull(call['name']) ?? '',
    argsText: call['args'] === undefined || call['args'] === null ? '{}' : argsOf(texts[index] ?? '{}'),
  }));
}

function argsOf(callText: string): string {
  return compactJson(memberText(callText, 'args') ?? '{}');
}

function mergeToolCallChunks(before: readonly ToolCall[], pieces: readonly unknown[]): readonly ToolCall[] {
  if (pieces.length === 0) return before;
  const calls = [...before];
  for (const piece of pieces.map(recordOrEmpty)) {
    const index = typeof piece['index'] === 'number' ? piece['index'] : Math.max(0, calls.length - 1);
    const toolCall = calls[index];
    const argsText = stringOrNull(piece['args']) ?? '';
    if (toolCall) {
      calls[index] = {
        id: toolCall.id ?? stringOrNull(piece['id']),
        name: toolCall.name || (stringOrNull(piece['name']) ?? ''),
        argsText: toolCall.argsText + argsText,
      };
    } else calls.push({ id: stringOrNull(piece['id']), name: stringOrNull(piece['name']) ?? '', argsText });
  }
  return calls;
}
