import { memberText } from '../exact-json/scan/object-members.ts';
import { isRecord } from './is-record.ts';
import type { RunFrame } from './model/runs/run.ts';

type Members = Readonly<Record<string, unknown>>;

/** What a content block has brought so far. */
interface OpenBlock {
  /** Whether anything of it was passed on. */
  hasContent: boolean;
  /** The arguments of a tool call so far. */
  args: string;
}

/** A message whose content blocks are arriving. */
interface OpenMessage {
  readonly id: string;
  readonly type: string;
  readonly metadata: Members;
  readonly blocks: Map<number, OpenBlock>;
  /** Index of each tool call among the calls of the message, by its block. */
  readonly calls: Map<number, number>;
  usage: unknown;
}

/** Messages that may be open at once; a hostile server may begin any number. */
const maxOpenMessages = 1000;

/**
 * Reads the frames of one run in order, and returns those of the event-streaming protocol
 * (docs/protocol.md, Event streaming v3) as the frames of stream modes that say the same: content blocks as chunks of messages, and
 * `{node, values}` as an update. Other frames are returned as they are.
 */
export function createProtocolFrameReader(): (frame: RunFrame) => RunFrame {
  /** By the id of the model's run, which all events of a message carry, and by namespace for servers that send none. */
  const messages = new Map<string, OpenMessage>();
  let isProtocol = false;

  const rewrite = (frame: RunFrame, text: string): RunFrame => {
    const { seq, atMs, id, mode, namespace } = frame;
    return { seq, atMs, id, mode, namespace, text };
  };
  const readMessage = (frame: RunFrame): RunFrame => {
    // Chunks of stream modes are lists.
    if (!/^\s*\{\s*"event"/.test(frame.text)) return frame;
    const data = parse(frame.text);
    if (!isRecord(data) || typeof data['event'] !== 'string') return frame;
    isProtocol = true;
    const key = typeof data['run_id'] === 'string' ? data['run_id'] : frame.namespace.join('|');
    if (data['event'] === 'message-start' && messages.size < maxOpenMessages)
      messages.set(key, openMessage(data, key));
    // A run that is joined late may lack the start.
    const message = messages.get(key) ?? openMessage({}, key);
    if (!messages.has(key) && messages.size < maxOpenMessages) messages.set(key, message);
    const chunk = chunkOf(message, data);
    if (data['event'] === 'message-finish') messages.delete(key);
    const base = { id: message.id, type: message.type, tool_call_chunks: [], content: '' };
    return rewrite(frame, JSON.stringify([{ ...base, ...chunk }, message.metadata]));
  };
  return (frame) => {
    switch (frame.mode) {
      case 'lifecycle':
        isProtocol = true;
        return frame;
      case 'messages':
        return readMessage(frame);
      case 'updates': {
        const update = isProtocol ? nodeUpdate(frame.text) : null;
        return update === null ? frame : rewrite(frame, update);
      }
      default:
        return frame;
    }
  };
}

function openMessage(start: Members, key: string): OpenMessage {
  const { id, role, metadata } = start;
  const model = isRecord(metadata) ? metadata['model'] : undefined;
  return {
    id: typeof id === 'string' ? id : `run-${key}`,
    type: role === 'human' || role === 'system' ? role : 'AIMessageChunk',
    metadata: typeof model === 'string' ? { ls_model_name: model } : {},
    blocks: new Map(),
    calls: new Map(),
    usage: null,
  };
}

/** The members of a chunk with what an event adds to its message. */
function chunkOf(message: OpenMessage, data: Members): Members {
  const index = typeof data['index'] === 'number' ? data['index'] : 0;
  switch (data['event']) {
    case 'content-block-start':
      return contentChunk(message, index, data['content']);
    case 'content-block-delta':
      return deltaChunk(message, index, data['delta']);
    case 'content-block-finish':
      // The whole block, which matters only if nothing of it was streamed.
      return blockOf(message, index).hasContent ? {} : contentChunk(message, index, data['content']);
    case 'usage':
      message.usage = data['usage'];
      return {};
    case 'message-finish': {
      const usage = data['usage'] ?? message.usage;
      return isRecord(usage) ? { usage_metadata: usage } : {};
    }
    default:
      return {};
  }
}

function deltaChunk(message: OpenMessage, index: number, delta: unknown): Members {
  if (!isRecord(delta)) return {};
  if (delta['type'] === 'text-delta')
    return contentChunk(message, index, { type: 'text', text: delta['text'] });
  if (delta['type'] === 'reasoning-delta')
    return contentChunk(message, index, { type: 'reasoning', reasoning: delta['reasoning'] });
  return delta['type'] === 'block-delta' ? contentChunk(message, index, delta['fields']) : {};
}

function contentChunk(message: OpenMessage, index: number, content: unknown): Members {
  if (!isRecord(content)) return {};
  const block = blockOf(message, index);
  switch (content['type']) {
    case 'text': {
      const { text } = content;
      if (typeof text !== 'string' || text === '') return {};
      block.hasContent = true;
      return { content: text };
    }
    case 'tool_call_chunk':
    case 'tool_call':
    case 'invalid_tool_call':
      block.hasContent = true;
      return { tool_call_chunks: [callChunk(message, block, index, content)] };
    default: {
      const isEmpty = content['type'] === 'reasoning' && !content['reasoning'];
      if (isEmpty) return {};
      block.hasContent = true;
      return { content: [content] };
    }
  }
}

/** A call, whose arguments either grow or are sent again with more. */
function callChunk(message: OpenMessage, block: OpenBlock, index: number, content: Members): Members {
  const call = message.calls.get(index) ?? message.calls.size;
  message.calls.set(index, call);
  const { id, name, args } = content;
  const text = typeof args === 'string' ? args : isRecord(args) ? JSON.stringify(args) : '';
  // Pieces are shorter than what came before, mostly; comparing all of them would take quadratic time.
  const isWhole = block.args !== '' && text.length >= block.args.length && text.startsWith(block.args);
  const added = isWhole ? text.slice(block.args.length) : text;
  block.args = isWhole ? text : block.args + text;
  return { index: call, id, name, args: added };
}

function blockOf(message: OpenMessage, index: number): OpenBlock {
  const known = message.blocks.get(index);
  if (known) return known;
  const block = { hasContent: false, args: '' };
  message.blocks.set(index, block);
  return block;
}

/** `{"node": "a", "values": x}` as `{"a": x}`; `null` for other payloads. Values stay as the server wrote them. */
function nodeUpdate(text: string): string | null {
  try {
    const node = memberText(text, 'node');
    const values = memberText(text, 'values');
    return node === null || values === null || !node.startsWith('"') ? null : `{${node}:${values}}`;
  } catch {
    // Not JSON.
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
