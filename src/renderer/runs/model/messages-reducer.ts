import { elementTexts, memberTexts } from 'exact-json';
import type { RunFrame } from '../../../shared/model/run.ts';
import {
  createTokenCounter,
  isMessageChunk,
  type ModelUsage,
  type TokenUsage,
} from '../../../shared/token-counter.ts';
import {
  checkpointNsLevels,
  namespaceLevels,
  nodeIdOf,
  type NamespaceLevel,
} from '../../../shared/checkpoint-namespace.ts';
import { readMessage, appendMessageChunk, type RunMessage } from './run-message.ts';
import { arrayOrEmpty, isRecord, recordOrEmpty, stringOrNull } from '../../../shared/narrow.ts';
import { parseJson } from '../../../shared/parse-json.ts';

/**
 * The messages of a run. Views subscribe to single messages, so that a token re-renders one message instead
 * of the list.
 */
export interface MessagesReducer {
  add(frame: RunFrame): void;
  /** In order of appearance; returns the same array until a message is added. */
  keys(): readonly string[];
  get(key: string): RunMessage | undefined;
  answerTo(callId: string): RunMessage | undefined;
  /** Whether it answers a tool call and is displayed with that call. */
  isAnswer(key: string): boolean;
  subscribe(key: string, listener: () => void): () => void;
  /** Notifies the subscribers of every message that changed since the last flush. */
  flush(): void;
  usage(): TokenUsage | null;
  /** Usage of a task and everything inside it, as reported by the models. */
  usageOf(taskId: string): TokenUsage | null;
  models(): readonly ModelUsage[];
  modelsOf(taskId: string): readonly ModelUsage[];
  /** The messages of a task and everything inside it, as {@link keys}; returns the same array until one is added. */
  keysOf(taskId: string): readonly string[];
}

/** Joins the streamed chunks (tokens) of messages, and counts their tokens. */
export function createMessagesReducer(): MessagesReducer {
  const byKey = new Map<string, RunMessage>();
  const answers = new Map<string, string>();
  const calls = new Set<string>();
  const tokens = createTokenCounter();
  const listeners = new Map<string, Set<() => void>>();
  const changed = new Set<string>();
  // Messages received in chunks; a repeat of the merged content adds nothing.
  const chunkedKeys = new Set<string>();
  // The namespaces of messages whose source is reported in a separate event.
  const namespaces = new Map<string, readonly NamespaceLevel[]>();
  let sawMessages = false;
  let sawValues = false;
  // The last values frame, parsed on demand for runs that stream no messages.
  let unreadValues: RunFrame | null = null;
  let keys: readonly string[] | null = null;
  const keysByTask = new Map<string, Set<string>>();
  const keyListsByTask = new Map<string, readonly string[]>();

  const put = (message: RunMessage): void => {
    if (!byKey.has(message.key)) keys = null;
    byKey.set(message.key, message);
    changed.add(message.key);
    for (const { id } of message.toolCalls) if (id !== null) calls.add(id);
    if (message.toolCallId === null) return;
    answers.set(message.toolCallId, message.key);
    changed.add(callKey(message.toolCallId));
  };
  // Message frames don't include the input; it ends the list in the first values.
  const takeInput = (frame: RunFrame): void => {
    for (const [which, messages] of conversationsIn(frame).entries()) {
      const lastOther = messages.findLastIndex(({ wire }) => stringOrNull(wire['type']) !== 'human');
      for (const [index, { wire, textOf }] of messages.slice(lastOther + 1).entries()) {
        put(readMessage(wire, `input-${which}-${index}`, '', textOf));
      }
    }
  };
  const takeMessage = (
    wire: unknown,
    levels: readonly NamespaceLevel[],
    fallbackKey: string,
    isAccumulated: boolean,
    textOf: () => string,
    metadata?: unknown,
  ): void => {
    if (!isRecord(wire)) return;
    sawMessages = true;
    const id = stringOrNull(wire['id']);
    const from = levels.length > 0 ? levels : ((id === null ? undefined : namespaces.get(id)) ?? []);
    const next = readMessage(wire, fallbackKey, nodeIdOf(from), textOf);
    if (isAccumulated && chunkedKeys.has(next.key)) return;
    const before = byKey.get(next.key);
    const isChunk = !isAccumulated && isMessageChunk(wire);
    if (isChunk) chunkedKeys.add(next.key);
    const nodeId = next.nodeId || (before?.nodeId ?? '');
    put(before && isChunk ? appendMessageChunk(before, next, wire) : { ...next, nodeId });
    const taskIds = from.flatMap(({ taskId }) => taskId ?? []);
    tokens.add(wire, isChunk, taskIds, metadata);
    for (const taskId of taskIds) {
      const taskKeys = keysByTask.get(taskId);
      if (taskKeys?.has(next.key)) continue;
      if (taskKeys) taskKeys.add(next.key);
      else keysByTask.set(taskId, new Set([next.key]));
      keyListsByTask.delete(taskId);
    }
  };

  return {
    add(frame) {
      if (frame.mode === 'values') {
        if (frame.namespace.length > 0) return;
        if (!sawValues) takeInput(frame);
        else if (!sawMessages) unreadValues = frame;
        sawValues = true;
        return;
      }
      if (!frame.mode.startsWith('messages')) return;
      const payload = parseJson(frame.text);
      const fallbackKey = `frame-${frame.seq}`;
      if (frame.mode === 'messages') {
        const [wire, metadata] = arrayOrEmpty(payload);
        const levels = namespaceLevels(frame.namespace);
        const textOf = lazyElements(frame.text)(0);
        const from = levels.length > 0 ? levels : namespaceIn(metadata);
        takeMessage(wire, from, fallbackKey, false, textOf, metadata);
      } else if (frame.mode === 'messages/metadata') {
        for (const [id, changes] of Object.entries(recordOrEmpty(payload))) {
          namespaces.set(id, namespaceIn(recordOrEmpty(changes)['metadata']));
        }
      } else if (frame.mode === 'messages/partial' || frame.mode === 'messages/complete') {
        const textOf = lazyElements(frame.text);
        for (const [index, wire] of arrayOrEmpty(payload).entries()) {
          takeMessage(wire, namespaceLevels(frame.namespace), `${fallbackKey}-${index}`, true, textOf(index));
        }
      }
    },
    keys() {
      if (unreadValues && !sawMessages) {
        for (const [which, messages] of conversationsIn(unreadValues).entries()) {
          for (const [index, { wire, textOf }] of messages.entries()) {
            put(readMessage(wire, `values-${which}-${index}`, '', textOf));
          }
        }
        unreadValues = null;
      }
      keys ??= [...byKey.keys()];
      return keys;
    },
    get: (key) => byKey.get(key),
    answerTo: (callId) => byKey.get(answers.get(callId) ?? ''),
    isAnswer: (key) => calls.has(byKey.get(key)?.toolCallId ?? ''),
    subscribe(key, listener) {
      const messageListeners = listeners.get(key) ?? new Set();
      listeners.set(key, messageListeners.add(listener));
      return () => void messageListeners.delete(listener);
    },
    flush() {
      const changes = [...changed];
      changed.clear();
      for (const key of changes) for (const listener of listeners.get(key) ?? []) listener();
    },
    usage: () => tokens.total(),
    usageOf: (taskId) => tokens.of(taskId),
    models: () => tokens.models(),
    modelsOf: (taskId) => tokens.modelsOf(taskId),
    keysOf(taskId) {
      const taskKeys = keyListsByTask.get(taskId) ?? [...(keysByTask.get(taskId) ?? [])];
      keyListsByTask.set(taskId, taskKeys);
      return taskKeys;
    },
  };
}

/** The subscription key for the result of a call. */
export function callKey(callId: string): string {
  return `answer to ${callId}`;
}

// The namespace in a message's metadata, for servers and modes that report it nowhere else.
function namespaceIn(metadata: unknown): readonly NamespaceLevel[] {
  const { langgraph_checkpoint_ns: namespace, langgraph_node: node } = recordOrEmpty(metadata);
  const levels = checkpointNsLevels(stringOrNull(namespace) ?? '');
  if (levels.length > 0) return levels;
  return typeof node === 'string' ? [{ name: node, taskId: null }] : [];
}

// A message in a state, and its JSON as the server sent it.
interface RawMessage {
  readonly wire: Readonly<Record<string, unknown>>;
  readonly textOf: () => string;
}

// The texts of a list's elements by index, split when the first one is read: most messages call no tools.
function lazyElements(listText: string): (index: number) => () => string {
  let texts: readonly string[] | null = null;
  return (index) => () => {
    texts ??= elementTexts(listText);
    return texts[index] ?? '{}';
  };
}

// Every top-level list of messages in a state, whatever its key.
function conversationsIn({ text }: RunFrame): readonly (readonly RawMessage[])[] {
  try {
    return memberTexts(text)
      .filter((member) => mayHoldMessages.test(member.text.slice(0, 5000)))
      .map((member) => ({ list: arrayOrEmpty(parseJson(member.text)), textOf: lazyElements(member.text) }))
      .filter(({ list }) => list.length > 0 && list.every(isMessage))
      .map(({ list, textOf }) =>
        list.map((wire, index) => ({ wire: recordOrEmpty(wire), textOf: textOf(index) })),
      );
  } catch {
    // Not JSON.
    return [];
  }
}

// Matches a list of objects whose first one has a content: a cheap check before parsing megabytes of state.
const mayHoldMessages = /^\[\s*\{[^]*?"content"\s*:/;

function isMessage(wire: unknown): boolean {
  const { content, type, role } = recordOrEmpty(wire);
  return content !== undefined && messageTypes.test(stringOrNull(type) ?? stringOrNull(role) ?? '');
}

const messageTypes =
  /^(human|user|ai|assistant|tool|function|system|developer|chat|remove|\w*Message(Chunk)?)$/;
