import { isPiece, sumOf, usageOf, type TokenUsage } from '../../../shared/token-count.ts';
import { itemsOf, jsonOf, membersOf, textOf } from '../frame-json.ts';
import { contentOf, joined, type MessageContent } from './message-content.ts';

export interface ToolCall {
  readonly id: string | null;
  readonly name: string;
  /** The arguments as JSON text; not whole yet while they stream. */
  readonly argsText: string;
}

/** A message as it stands after all of its pieces so far. */
export interface RunMessage extends MessageContent {
  readonly key: string;
  /** `human`, `ai`, `tool`, `system`, or what the server calls it. */
  readonly type: string;
  readonly name: string | null;
  readonly toolCalls: readonly ToolCall[];
  /** For a tool's answer: the call that it answers, and whether it failed. */
  readonly toolCallId: string | null;
  readonly failed: boolean;
  readonly usage: TokenUsage | null;
  /** The node that it came from; empty for the run's input. */
  readonly nodeId: string;
}

type Wire = Readonly<Record<string, unknown>>;

/** A message, or a piece of one, as it came. */
export function messageOf(wire: Wire, fallbackKey: string, nodeId: string): RunMessage {
  // Every member by its name: this is done for each token, and a spread costs several times as much.
  const { text, thinking, media } = contentOf(wire['content']);
  return {
    text,
    thinking,
    media,
    key: textOf(wire['id']) ?? fallbackKey,
    type: typeOf(textOf(wire['type']) ?? textOf(wire['role']) ?? 'message'),
    name: textOf(wire['name']),
    toolCalls: callsOf(wire),
    toolCallId: textOf(wire['tool_call_id']),
    failed: wire['status'] === 'error',
    usage: usageOf(wire),
    nodeId,
  };
}

/** A message and one more piece of it. */
export function withPiece(before: RunMessage, piece: RunMessage, wire: Wire): RunMessage {
  const { text, thinking, media } = joined(before, piece);
  return {
    text,
    thinking,
    media,
    key: before.key,
    type: before.type,
    name: before.name ?? piece.name,
    toolCalls: withCallPieces(before.toolCalls, itemsOf(wire['tool_call_chunks'])),
    toolCallId: before.toolCallId,
    failed: before.failed || piece.failed,
    usage: piece.usage && before.usage ? sumOf(before.usage, piece.usage) : (piece.usage ?? before.usage),
    nodeId: before.nodeId,
  };
}

const types = new Map<string, string>();

function typeOf(given: string): string {
  const known = types.get(given);
  if (known !== undefined) return known;
  const type = given.replace(/MessageChunk$|Message$/, '').toLowerCase();
  // Servers know a handful of them; whoever sends any number of others gets them worked out each time.
  if (types.size < 100) types.set(given, type);
  return type;
}

function callsOf(wire: Wire): ToolCall[] {
  const pieces = isPiece(wire) ? itemsOf(wire['tool_call_chunks']) : [];
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
      argsText: jsonOf(call['args'] ?? {}),
    }));
}

/** Pieces of calls go together by their index. */
function withCallPieces(before: readonly ToolCall[], pieces: readonly unknown[]): readonly ToolCall[] {
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
