import { elementTexts, memberText, memberTexts, pickMemberTexts } from 'exact-json';
import type { RunFrame } from './model/run.ts';
import { parseJson } from './parse-json.ts';
import { isRecord } from './narrow.ts';

type Members = Readonly<Record<string, unknown>>;

// What a content block has brought so far.
// - `hasContent`: Whether anything of it was passed on.
// - `args`: The arguments of a tool call so far.
interface OpenBlock {
  hasContent: boolean;
  args: string;
}

// A message whose content blocks are arriving. `calls`: Index of each tool call among the calls of the message, by its block.
interface OpenMessage {
  readonly id: string;
  readonly type: string;
  readonly metadata: Members;
  readonly blocks: Map<number, OpenBlock>;
  readonly calls: Map<number, number>;
  usage: unknown;
}

// Messages that may be open at once; a hostile server may begin any number.
const maxOpenMessages = 1000;

/**
 * Reads the frames of one run in order, and returns those of the event-streaming protocol
 * (docs/protocol.md, Event streaming v3) as the frames of stream modes that say the same: content blocks as chunks of messages,
 * `{node, values}` as an update, the payload of a whole event, and where no tasks are sent, the calls of subgraphs as those of
 * their tasks. Other frames are returned as they are.
 */
export function createProtocolFrameReader(): (frame: RunFrame) => RunFrame {
  // By the id of the model's run, which all events of a message carry, and by namespace for servers that send none.
  const messages = new Map<string, OpenMessage>();
  let isProtocol = false;
  let hasTasks = false;

  const rewrite = (frame: RunFrame, text: string): RunFrame => {
    const { seq, atMs, id, mode, namespace } = frame;
    return { seq, atMs, id, mode, namespace, text };
  };
  const readMessage = (frame: RunFrame): RunFrame => {
    // Chunks of stream modes are lists.
    if (!/^\s*\{\s*"event"/.test(frame.text)) return frame;
    const data = parseJson(frame.text);
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
  return (received) => {
    const frame = unwrapEvent(received) ?? received;
    if (frame !== received) isProtocol = true;
    switch (frame.mode) {
      case 'lifecycle': {
        isProtocol = true;
        return (hasTasks ? null : taskOfSubgraph(frame)) ?? frame;
      }
      case 'tasks':
        hasTasks = true;
        return frame;
      case 'messages':
        return readMessage(frame);
      case 'tools': {
        const answer = toolAnswer(frame.text);
        if (answer === null) return frame;
        const { seq, atMs, id, namespace } = frame;
        return { seq, atMs, id, mode: 'messages', namespace, text: answer };
      }
      case 'updates': {
        const update = isProtocol ? nodeUpdate(frame.text) : null;
        return update === null ? frame : rewrite(frame, update);
      }
      default:
        return frame;
    }
  };
}

// A payload that is a whole event of the protocol, as the Python server sends it in the stream of a run.
const wholeEvent = /^\s*\{\s*"type"\s*:\s*"event"\s*,/;

// The frame of an event's data; `null` for other payloads. Data stays as the server wrote it.
function unwrapEvent(frame: RunFrame): RunFrame | null {
  if (!wholeEvent.test(frame.text)) return null;
  try {
    const params = memberText(frame.text, 'params') ?? '';
    const members = pickMemberTexts(params, ['data', 'namespace', 'interrupts', 'node']);
    const data = members.get('data');
    if (data === undefined) return null;
    // The call of a subgraph is reported by the graph around it.
    const inner = frame.mode === 'lifecycle' ? memberText(data, 'namespace') : null;
    const namespace = stringsOf(inner ?? members.get('namespace') ?? '[]');
    const { seq, atMs, id, mode } = frame;
    return {
      seq,
      atMs,
      id,
      mode,
      namespace: isSame(namespace, frame.namespace) ? frame.namespace : namespace,
      text: dataText(mode, data, members),
    };
  } catch {
    // Not JSON.
    return null;
  }
}

function dataText(mode: string, data: string, members: ReadonlyMap<string, string>): string {
  const node = members.get('node');
  if (mode === 'updates' && node?.startsWith('"') === true) return `{"node":${node},"values":${data}}`;
  const interrupts = members.get('interrupts');
  if (mode !== 'values' || interrupts === undefined || elementTexts(interrupts).length === 0) return data;
  const values = memberTexts(data).map(({ key, text }) => `${JSON.stringify(key)}:${text}`);
  return `{"__interrupt__":${interrupts}${values.map((member) => `,${member}`).join('')}}`;
}

// The task that called a subgraph, as it starts and ends; `null` for the root graph and other events.
function taskOfSubgraph(frame: RunFrame): RunFrame | null {
  const caller = frame.namespace.at(-1);
  const data = parseJson(frame.text);
  const colon = caller?.lastIndexOf(':') ?? -1;
  if (caller === undefined || colon < 0 || !isRecord(data)) return null;
  const task = { id: caller.slice(colon + 1), name: caller.slice(0, colon), interrupts: [] };
  const { seq, atMs, id } = frame;
  const namespace = frame.namespace.slice(0, -1);
  const about = (members: object): RunFrame => ({
    seq,
    atMs,
    id,
    mode: 'tasks',
    namespace,
    text: JSON.stringify({ ...task, ...members }),
  });
  switch (data['event']) {
    case 'started':
      return about({ input: null, triggers: [], subgraph: data['graph_name'] });
    case 'completed':
      return about({ result: null });
    case 'failed':
      return about({ result: null, error: data['error'] ?? 'failed' });
    default:
      return null;
  }
}

// The tool message that a finished tool call gives, as its own event; `null` for other events of tools.
function toolAnswer(text: string): string | null {
  if (!text.includes('"tool-finished"')) return null;
  const event = parseJson(text);
  if (!isRecord(event) || event['event'] !== 'tool-finished') return null;
  const { tool_call_id: callId, output } = event;
  if (typeof callId !== 'string' || !isRecord(output)) return null;
  const { messages } = isRecord(output['update']) ? output['update'] : {};
  const answer = [output, ...(Array.isArray(messages) ? messages : [])].find(
    (each): each is Members => isRecord(each) && each['tool_call_id'] === callId,
  );
  if (answer === undefined) return null;
  const id = typeof answer['id'] === 'string' ? answer['id'] : `tool-${callId}`;
  return JSON.stringify([{ ...answer, id, type: 'tool' }, {}]);
}

function stringsOf(text: string): readonly string[] {
  const list = parseJson(text);
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index]);
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

// The members of a chunk with what an event adds to its message.
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

// A call, whose arguments either grow or are sent again with more.
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
  const openBlock = message.blocks.get(index);
  if (openBlock) return openBlock;
  const block = { hasContent: false, args: '' };
  message.blocks.set(index, block);
  return block;
}

// `{"node": "a", "values": x}` as `{"a": x}`; `null` for other payloads. Values stay as the server wrote them.
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
