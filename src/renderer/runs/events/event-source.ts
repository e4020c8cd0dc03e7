import { pickMemberTexts } from 'exact-json';
import type { RunFrame } from '../../../shared/model/run.ts';
import { namespaceLevels, nodeIdOf } from '../../../shared/checkpoint-namespace.ts';
import { updatedNodes } from '../../../shared/run-events/task-frame.ts';
import { parseJson } from '../../../shared/parse-json.ts';
import { stringOrNull } from '../../../shared/narrow.ts';

export interface EventSource {
  readonly nodeId: string;
  // `null` if the event does not name the task.
  readonly taskId: string | null;
}

// Payloads up to this size are searched for their node, in characters.
const maxSearchedLength = 1_000_000;

// The node of an event: that of a task or an update, else the subgraph that sent it; `null` for events of the
// whole graph.
export function eventSource(frame: RunFrame): EventSource | null {
  const levels = namespaceLevels(frame.namespace);
  if (frame.mode === 'tasks' && frame.text.length <= maxSearchedLength) {
    const { id, name } = taskOf(frame.text);
    if (name !== null) return { nodeId: nodeIdOf(levels, name), taskId: id };
  }
  if (frame.mode === 'updates' && frame.text.length <= maxSearchedLength) {
    const [name, ...others] = updatedNodes(frame);
    if (name !== undefined && others.length === 0) return { nodeId: nodeIdOf(levels, name), taskId: null };
  }
  const inner = levels.at(-1);
  return inner === undefined ? null : { nodeId: nodeIdOf(levels), taskId: inner.taskId };
}

function taskOf(text: string): { readonly id: string | null; readonly name: string | null } {
  try {
    const memberTexts = pickMemberTexts(text, ['id', 'name']);
    const read = (key: string): string | null => stringOrNull(parseJson(memberTexts.get(key) ?? 'null'));
    return { id: read('id'), name: read('name') };
  } catch {
    // Not JSON.
    return { id: null, name: null };
  }
}
