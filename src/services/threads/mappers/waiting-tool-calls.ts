import { elementTexts } from 'exact-json';
import type { WaitingToolCall } from '../../../shared/model/thread.ts';
import { nonEmptyStringOrNull } from '../../common/narrow.ts';
import { readRawMembers, type RawMembers } from '../../common/raw-members.ts';
import { arrayOrEmpty, recordOrEmpty } from '../../../shared/narrow.ts';

// Longer values are not searched for tool calls.
const maxCharacters = 20_000_000;
const maxMessages = 200;
const maxCalls = 100;
const maxNameCharacters = 200;

interface Call {
  readonly id: string;
  readonly isAnswered: boolean;
  readonly call: WaitingToolCall;
}

// Finds the tool calls that each task of a state runs, by the newest message that calls tools: one for each task that was sent
// there, or all in one task of the node `tools`, as prebuilt agents have it. Returns none where that is not certain.
export function toolCallsOfTasks(
  state: RawMembers,
  tasks: readonly RawMembers[],
): (task: RawMembers) => readonly WaitingToolCall[] {
  const all = newestCalls(state.text('values') ?? '');
  const open = all.filter(({ isAnswered }) => !isAnswered);
  const none = (): readonly WaitingToolCall[] => [];
  if (open.length === 0) return none;
  const sent = tasks.filter((task) => pathOf(task)[0] === '__pregel_push');
  if (sent.length === 0) {
    return (task) =>
      pathOf(task)[0] === '__pregel_pull' && task.value('name') === 'tools'
        ? open.map(({ call }) => call)
        : [];
  }
  // Servers may list the answers of finished tasks in the values already.
  const calls = [all, open].find(({ length }) => length === sent.length) ?? [];
  const byTask = new Map(sent.map((task) => [task, calls[Number(pathOf(task)[1])]]));
  // What has a result says which call it answers.
  const isCertain = [...byTask].every(([task, call]) => {
    const answered = answeredIds(task);
    return call !== undefined && (answered.length === 0 || answered.includes(call.id));
  });
  if (!isCertain) return none;
  return (task) => {
    const call = byTask.get(task);
    return call === undefined || call.isAnswered ? [] : [call.call];
  };
}

// The tool calls of the newest message before its answers; none if it has none.
function newestCalls(valuesText: string): readonly Call[] {
  if (valuesText.length > maxCharacters || !valuesText.includes('"tool_calls"')) return [];
  const answeredCallIds = new Set<string>();
  const messages = elementTexts(readRawMembers(valuesText).text('messages') ?? '').slice(-maxMessages);
  for (const text of messages.toReversed()) {
    const message = readRawMembers(text);
    const answer = nonEmptyStringOrNull(message.value('tool_call_id'));
    if (answer !== null) answeredCallIds.add(answer);
    else return callsIn(message, answeredCallIds);
  }
  return [];
}

function callsIn(message: RawMembers, answeredCallIds: ReadonlySet<string>): readonly Call[] {
  return arrayOrEmpty(message.value('tool_calls'))
    .slice(0, maxCalls)
    .flatMap((each): readonly Call[] => {
      const { id, name, args } = recordOrEmpty(each);
      const [callId, tool] = [nonEmptyStringOrNull(id), boundText(name)];
      if (callId === null || tool === null) return [];
      const isAnswered = answeredCallIds.has(callId);
      return [
        { id: callId, isAnswered, call: { tool, agent: boundText(recordOrEmpty(args)['subagent_type']) } },
      ];
    });
}

function answeredIds(task: RawMembers): readonly string[] {
  const { messages } = recordOrEmpty(task.value('result'));
  return arrayOrEmpty(messages).flatMap(
    (message) => nonEmptyStringOrNull(recordOrEmpty(message)['tool_call_id']) ?? [],
  );
}

function pathOf(task: RawMembers): readonly unknown[] {
  return arrayOrEmpty(task.value('path'));
}

function boundText(value: unknown): string | null {
  return nonEmptyStringOrNull(value)?.slice(0, maxNameCharacters) ?? null;
}
