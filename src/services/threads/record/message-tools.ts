import type { RecordedToolCall } from '../../../shared/model/thread-record.ts';
import { nonEmptyStringOrNull } from '../../common/narrow.ts';
import { arrayOrEmpty, recordOrEmpty } from '../../../shared/narrow.ts';

// Depth at which messages are searched: in a list of a member, as graphs store them.
const maxDepth = 4;
const maxCalls = 200;
const maxLength = 200;

/** What the messages in a node's result say of tools, by call id. */
export interface MessageTools {
  /** Calls that messages of the type `tool` answer. */
  readonly answered: ReadonlyMap<string, RecordedToolCall>;
  /** Names of the tools that other messages call. */
  readonly called: ReadonlyMap<string, string>;
}

const noTools: MessageTools = { answered: new Map(), called: new Map() };

export function messageTools(result: unknown): MessageTools {
  // Most results have none, so maps are made for the first one.
  let tools: { answered: Map<string, RecordedToolCall>; called: Map<string, string> } | null = null;
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > maxDepth) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, depth + 1);
      return;
    }
    const members = recordOrEmpty(value);
    const answeredId = members['type'] === 'tool' ? nonEmptyStringOrNull(members['tool_call_id']) : null;
    const calls = arrayOrEmpty(members['tool_calls']);
    if (answeredId === null && calls.length === 0) {
      for (const member of Object.values(members)) visit(member, depth + 1);
      return;
    }
    tools ??= { answered: new Map(), called: new Map() };
    if (answeredId !== null && tools.answered.size < maxCalls) {
      tools.answered.set(answeredId, {
        callId: answeredId.slice(0, maxLength),
        name: nonEmptyStringOrNull(members['name'])?.slice(0, maxLength) ?? null,
        isError: members['status'] === 'error',
      });
    }
    for (const call of calls.map(recordOrEmpty)) {
      const id = nonEmptyStringOrNull(call['id']);
      const name = nonEmptyStringOrNull(call['name']);
      if (id !== null && name !== null && tools.called.size < maxCalls)
        tools.called.set(id, name.slice(0, maxLength));
    }
  };
  visit(result, 0);
  return tools ?? noTools;
}
