import type { RunFrame, RunOutcome } from '../../../shared/model/run.ts';
import { namespaceLevels, nodeIdOf } from '../../../shared/checkpoint-namespace.ts';
import {
  createAttemptReader,
  isCachedUpdate,
  type TaskFrame,
} from '../../../shared/run-events/task-frame.ts';
import { arrayOrEmpty, isRecord, recordOrEmpty, stringOrNull } from '../../../shared/narrow.ts';
import { parseJson } from '../../../shared/parse-json.ts';

export interface SeenCall {
  readonly id: string;
  readonly tool: string;
  readonly graph: string;
  readonly answer: 'none' | 'ok' | 'failed';
  // The agent that it asks for, as the `task` tool of deep agents names it.
  readonly agentType: string | null;
}

export interface SeenSubgraph {
  readonly callerId: string;
  // The name of its messages; `null` if none has one.
  readonly name: string | null;
  readonly status: 'running' | 'finished' | 'failed' | 'stopped';
  readonly startMs: number;
  readonly endMs: number | null;
  readonly nodeId: string;
  readonly taskId: string;
  // The ids of its tasks; grows while it runs.
  readonly taskIds: ReadonlySet<string>;
}

export interface SeenAgents {
  readonly calls: readonly SeenCall[];
  readonly subgraphs: readonly SeenSubgraph[];
  // Nodes whose tasks ran a tool call: not every server says what a node is.
  readonly toolNodes: ReadonlySet<string>;
}

export interface AgentsReducer {
  add(frame: RunFrame, task: TaskFrame | null): void;
  end(outcome: RunOutcome): void;
  snapshot(): SeenAgents;
}

// Loops may call tools without end. What comes later is not counted.
export const maxCalls = 2_000;
const maxSubgraphs = 500;
// Tasks of a subgraph that are remembered.
const maxTasks = 1_000;
// A name in a hostile message may be of any length.
const maxCharacters = 200;
// Messages are looked for up to this depth of an update, in so many values.
const maxDepth = 6;
const maxValues = 5_000;
// The results of a subgraph that are searched for its name.
const maxNameless = 5;

interface Subgraph {
  callerId: string;
  callerTaskId: string | null;
  name: string | null;
  status: SeenSubgraph['status'];
  readonly startMs: number;
  endMs: number | null;
  nodeId: string;
  taskId: string;
  readonly taskIds: Set<string>;
  nameless: number;
}

export function createAgentsReducer(): AgentsReducer {
  const calls = new Map<string, SeenCall>();
  const subgraphs = new Map<string, Subgraph>();
  const toolNodes = new Set<string>();
  // The calls of a task that have not ended, by its id.
  const openOf = new Map<string, Set<Subgraph>>();
  const attemptOf = createAttemptReader();
  let lastMs = 0;
  let cached: SeenAgents | null = null;

  const close = (subgraph: Subgraph, status: SeenSubgraph['status'], atMs: number): void => {
    subgraph.status = status;
    subgraph.endMs = atMs;
    if (subgraph.callerTaskId !== null) openOf.get(subgraph.callerTaskId)?.delete(subgraph);
  };
  const closeAll = (status: SeenSubgraph['status']): void => {
    for (const subgraph of subgraphs.values()) {
      if (subgraph.status === 'running') close(subgraph, status, lastMs);
    }
  };
  const openFor = (taskId: string | null, subgraph: Subgraph): void => {
    if (taskId === null) return;
    const open = openOf.get(taskId) ?? new Set<Subgraph>();
    openOf.set(taskId, open.add(subgraph));
  };
  // Where a server sends no tasks, the call of a subgraph stands for the task that calls it.
  const takeCall = (frame: RunFrame, { taskId, name, nodeId, callKey, atMs }: TaskFrame): void => {
    const key = [...(callKey === '' ? [] : [callKey]), `${name}:${taskId}`].join('|');
    if (subgraphs.has(key) || subgraphs.size === maxSubgraphs || !frame.text.includes('"subgraph"')) return;
    const called = boundText(recordOrEmpty(parseJson(frame.text))['subgraph']);
    if (called === null) return;
    const subgraph: Subgraph = {
      callerId: nodeId,
      callerTaskId: taskId,
      name: called,
      status: 'running',
      startMs: atMs,
      endMs: null,
      nodeId,
      taskId,
      taskIds: new Set([taskId]),
      nameless: 0,
    };
    subgraphs.set(key, subgraph);
    openFor(taskId, subgraph);
    cached = null;
  };
  const takeTask = (frame: RunFrame, task: TaskFrame): void => {
    if (task.kind === 'result') {
      const status = task.outcome === 'waiting' ? 'stopped' : task.outcome;
      for (const subgraph of openOf.get(task.taskId) ?? []) close(subgraph, status, task.atMs);
      openOf.delete(task.taskId);
    }
    if (task.kind === 'start') takeCall(frame, task);
    if (task.calls !== null && toolNodes.size < maxSubgraphs && !toolNodes.has(task.nodeId)) {
      toolNodes.add(task.nodeId);
      cached = null;
    }
    const caller = task.around.at(-1);
    if (caller === undefined) return;
    const existing = subgraphs.get(task.callKey);
    if (existing === undefined && (task.kind === 'result' || subgraphs.size === maxSubgraphs)) return;
    const subgraph: Subgraph = existing ?? {
      callerId: nodeIdOf(task.around),
      callerTaskId: caller.taskId,
      name: null,
      status: 'running',
      startMs: task.atMs,
      endMs: null,
      nodeId: task.nodeId,
      taskId: task.taskId,
      taskIds: new Set(),
      nameless: 0,
    };
    if (subgraph.taskIds.size < maxTasks) subgraph.taskIds.add(task.taskId);
    if (existing === undefined) {
      subgraphs.set(task.callKey, subgraph);
      openFor(caller.taskId, subgraph);
    }
    if (task.kind === 'start') {
      subgraph.nodeId = task.nodeId;
      subgraph.taskId = task.taskId;
    } else if (subgraph.name === null && subgraph.nameless < maxNameless) {
      subgraph.name = nameIn(recordOrEmpty(parseJson(frame.text))['result']);
      if (subgraph.name === null) subgraph.nameless += 1;
    }
    cached = null;
  };
  const takeMessages = (frame: RunFrame): void => {
    const graph = nodeIdOf(namespaceLevels(frame.namespace));
    addCalls(calls, messagesIn(parseJson(frame.text)), graph);
    cached = null;
  };

  return {
    add(frame, task) {
      if (attemptOf(frame) !== null) {
        closeAll('stopped');
        cached = null;
      }
      lastMs = frame.atMs;
      if (task !== null) takeTask(frame, task);
      // The text is searched first: most updates call no tool and answer none.
      if (frame.mode === 'updates' && mentionsTools(frame.text) && !isCachedUpdate(frame))
        takeMessages(frame);
    },
    end(outcome) {
      closeAll(outcome === 'finished' ? 'finished' : outcome === 'failed' ? 'failed' : 'stopped');
      cached = null;
    },
    snapshot() {
      cached ??= {
        calls: [...calls.values()],
        toolNodes: new Set(toolNodes),
        subgraphs: [...subgraphs.values()].map(
          ({ callerId, name, status, startMs, endMs, nodeId, taskId, taskIds }) => ({
            callerId,
            name,
            status,
            startMs,
            endMs,
            nodeId,
            taskId,
            taskIds,
          }),
        ),
      };
      return cached;
    },
  };
}

type Wire = Readonly<Record<string, unknown>>;

function mentionsTools(text: string): boolean {
  return text.includes('"tool_calls"') || text.includes('"tool_call_id"');
}

export function addCalls(calls: Map<string, SeenCall>, messages: readonly Wire[], graph: string): void {
  for (const message of messages) {
    for (const call of arrayOrEmpty(message['tool_calls']).map(recordOrEmpty)) {
      const id = boundText(call['id']);
      const tool = boundText(call['name']);
      if (id === null || tool === null || calls.has(id) || calls.size >= maxCalls) continue;
      const agentType = boundText(recordOrEmpty(call['args'])['subagent_type']);
      calls.set(id, { id, tool, graph, answer: 'none', agentType });
    }
    const answeredCall = calls.get(boundText(message['tool_call_id']) ?? '');
    if (answeredCall) {
      calls.set(answeredCall.id, {
        ...answeredCall,
        answer: message['status'] === 'error' ? 'failed' : 'ok',
      });
    }
  }
}

// The calls in the messages of a state, whatever their key is, as its text has them; empty if it is not JSON.
export function callsInState(valuesText: string): readonly SeenCall[] {
  const calls = new Map<string, SeenCall>();
  if (mentionsTools(valuesText)) addCalls(calls, messagesIn(parseJson(valuesText)), '');
  return [...calls.values()];
}

// Messages that call tools or answer calls, in order, wherever an update or a state has them.
function messagesIn(value: unknown): readonly Wire[] {
  const messages: Wire[] = [];
  let remainingValues = maxValues;
  const visit = (inner: unknown, depth: number): void => {
    if (depth > maxDepth || (remainingValues -= 1) < 0) return;
    if (Array.isArray(inner)) for (const item of inner) visit(item, depth + 1);
    else if (isRecord(inner)) {
      if (typeof inner['tool_call_id'] === 'string' || Array.isArray(inner['tool_calls']))
        messages.push(inner);
      else for (const member of Object.values(inner)) visit(member, depth + 1);
    }
  };
  visit(value, 0);
  return messages;
}

// The name of the model's messages in a task's result: prebuilt agents sign theirs.
function nameIn(result: unknown): string | null {
  const messages = arrayOrEmpty(recordOrEmpty(result)['messages']).slice(-20).map(recordOrEmpty);
  const aiMessage = messages.find(({ type }) => type === 'ai' || type === 'AIMessageChunk');
  return boundText(aiMessage?.['name']);
}

function boundText(value: unknown): string | null {
  const text = stringOrNull(value)?.slice(0, maxCharacters) ?? '';
  return text === '' ? null : text;
}
