import { isCancelledTask } from '../model/cancelled-task.ts';
import type { RunFrame } from '../model/run.ts';
import { payloadPrefix } from './lazy-frame.ts';
import { namespaceLevels, nodeIdOf, type NamespaceLevel } from '../checkpoint-namespace.ts';
import { writtenText } from './written-text.ts';
import { arrayOrEmpty, isRecord, recordOrEmpty, stringOrNull } from '../narrow.ts';
import { jsonOf, parseJson } from '../parse-json.ts';

/**
 * Detects attempts of one run: the number of the attempt that a frame starts, from 2, and `null` for other
 * frames. A server that was killed or lost a worker restarts the run, and nothing of the previous attempt
 * continues. Rejoined streams repeat the number of the current attempt.
 */
export function createAttemptReader(): (frame: Pick<RunFrame, 'mode' | 'text'>) => number | null {
  let current = 1;
  return ({ mode, text }) => {
    if (mode !== 'metadata' || !text.includes('"attempt"')) return null;
    const { attempt } = recordOrEmpty(parseJson(text));
    if (typeof attempt !== 'number' || attempt <= current) return null;
    current = attempt;
    return attempt;
  };
}

/** A task start or result from a `tasks` or `debug` frame. */
export interface TaskFrame {
  readonly kind: 'start' | 'result';
  readonly taskId: string;
  readonly name: string;
  readonly nodeId: string;
  readonly around: readonly NamespaceLevel[];
  /** Identifies the call of the (sub)graph: two calls of one subgraph have different keys. */
  readonly callKey: string;
  readonly from: readonly string[];
  /** Milliseconds since the run's first frame. */
  readonly atMs: number;
  /** `stopped`: cancelled, because a task beside it failed or the run was cancelled. */
  readonly outcome: 'finished' | 'failed' | 'waiting' | 'stopped';
  /** What it wrote, in a few words; `null` for a start and for nothing. */
  readonly written: string | null;
  /** The sub-agent that it starts, else the only tool that it calls; `null` for others, and for a result. */
  readonly calls: string | null;
  /**
   * The result was empty and its node sent no update: either a task without output or, on a JavaScript
   * server, a failed one, which looks the same (docs/protocol.md, Payloads by stream mode). The end of the
   * run decides.
   */
  readonly doubtful: boolean;
}

/**
 * Reads the tasks of one run from all of its frames in order; `null` for other frames. If a run streams both
 * `tasks` and `debug`, each task is reported twice; the second report is skipped unless the server restarted
 * the run.
 */
export function createTaskReader(): (frame: RunFrame) => TaskFrame | null {
  // Updates whose task has not reported yet. An update comes right before its task's result.
  const updates = new Map<string, number>();
  const reported = new Set<string>();
  const attemptOf = createAttemptReader();
  const keyOf = (frame: RunFrame, name: string): string => [...frame.namespace, name].join('|');

  return (frame) => {
    if (attemptOf(frame) !== null) {
      reported.clear();
      updates.clear();
    }
    if (frame.mode === 'updates') {
      if (isCachedUpdate(frame)) return null;
      for (const name of updatedNodes(frame)) {
        const key = keyOf(frame, name);
        updates.set(key, (updates.get(key) ?? 0) + 1);
      }
      return null;
    }
    const task = readTask(frame);
    if (task === null) return null;
    const taskKey = `${task.kind} ${task.taskId}`;
    if (reported.has(taskKey)) return null;
    reported.add(taskKey);
    if (task.kind === 'start') return task;
    const key = keyOf(frame, task.name);
    const pending = updates.get(key) ?? 0;
    if (pending > 0) updates.set(key, pending - 1);
    return { ...task, doubtful: task.doubtful && pending === 0 };
  };
}

export function updatedNodes(frame: RunFrame): readonly string[] {
  const cached = updatedBefore.get(frame);
  if (cached) return cached;
  const payload = parseJson(frame.text);
  const names = isRecord(payload) ? Object.keys(payload).filter((name) => !notNodes.has(name)) : [];
  updatedBefore.set(frame, names);
  return names;
}

const notNodes: ReadonlySet<string> = new Set(['__interrupt__', '__metadata__']);

/**
 * Whether an `updates` frame repeats the result of an earlier run: a resumed run does not run the finished
 * tasks of its superstep again, but reports their starts and, with this mark, their updates.
 */
export function isCachedUpdate(frame: RunFrame): boolean {
  if (frame.mode !== 'updates' || !frame.text.includes('"cached"')) return false;
  const payload = parseJson(frame.text);
  const metadata = isRecord(payload) ? payload['__metadata__'] : null;
  return isRecord(metadata) && metadata['cached'] === true;
}

// Several readers use the same frame; its payload is parsed once.
const updatedBefore = new WeakMap<RunFrame, readonly string[]>();

function readTask(frame: RunFrame): TaskFrame | null {
  const payload = taskPayload(frame);
  if (payload === null) return null;
  const taskId = stringOrNull(payload['id']);
  const name = stringOrNull(payload['name']);
  if (taskId === null || name === null) return null;
  const enclosingLevels = namespaceLevels(frame.namespace);
  const { result, error } = payload;
  // Not every server sends all members of a start or a result.
  const isStart = 'input' in payload || 'triggers' in payload;
  const isResult = 'result' in payload || (!isStart && ('error' in payload || 'interrupts' in payload));
  const hasError = error !== null && error !== undefined;
  const isStopped = hasError && isCancelledTask(errorName(error));
  const hasFailed = hasError && !isStopped;
  const waits = isResult && arrayOrEmpty(payload['interrupts']).length > 0;
  const isEmpty = isRecord(result) ? Object.keys(result).length === 0 : arrayOrEmpty(result).length === 0;
  return {
    kind: isResult ? 'result' : 'start',
    taskId,
    name,
    nodeId: nodeIdOf(enclosingLevels, name),
    around: enclosingLevels,
    callKey: frame.namespace.join('|'),
    from: arrayOrEmpty(payload['triggers']).flatMap(joinedNodes),
    atMs: frame.atMs,
    outcome: hasFailed ? 'failed' : isStopped ? 'stopped' : waits ? 'waiting' : 'finished',
    written: isResult ? writtenText(result, frame.text) : null,
    calls: isResult ? null : calledName(payload),
    doubtful:
      !hasError &&
      !waits &&
      (result === undefined || (typeof result === 'object' && result !== null && isEmpty)),
  };
}

// A hostile name may be of any length.
const maxNameCharacters = 200;

// What the task of a tool call runs. Agents send each call to a task of its own: the JavaScript server has the call in
// the input, the Python server a list of it. Where no tasks are sent, the call of a subgraph stands for its task.
function calledName({ input, subgraph }: Readonly<Record<string, unknown>>): string | null {
  const list = arrayOrEmpty(input);
  const call = recordOrEmpty(list.length === 1 ? list[0] : recordOrEmpty(input)['lg_tool_call']);
  const tool = call['type'] === 'tool_call' ? call['name'] : null;
  const agent = tool === null ? subgraph : recordOrEmpty(call['args'])['subagent_type'];
  return (stringOrNull(agent) ?? stringOrNull(tool))?.slice(0, maxNameCharacters) ?? null;
}

function errorName(error: unknown): string | null {
  if (!isRecord(error)) return stringOrNull(error);
  return stringOrNull(error['name']) ?? stringOrNull(error['error']);
}

// The task in a frame: its payload, or the content of a `debug` frame. Doesn't parse other frames.
function taskPayload(frame: RunFrame): Readonly<Record<string, unknown>> | null {
  if (frame.mode !== 'tasks' && frame.mode !== 'debug') return null;
  // Checks the prefix first, because a checkpoint in a `debug` frame may be large.
  if (frame.mode === 'debug' && !/"type"\s*:\s*"task/.test(payloadPrefix(frame, 200))) return null;
  const parsed = parseJson(frame.text);
  const payload = frame.mode === 'debug' && isRecord(parsed) ? parsed['payload'] : parsed;
  return isRecord(payload) ? payload : null;
}

function joinedNodes(trigger: unknown): string[] {
  const names = typeof trigger === 'string' ? /^join:(.+):[^:]+$/.exec(trigger)?.[1] : undefined;
  return names === undefined ? [] : names.split('+');
}

export function taskErrorOf({ text }: RunFrame): string | null {
  const { error } = recordOrEmpty(parseJson(text));
  if (error === null || error === undefined) return null;
  const inner = typeof error === 'string' ? recordOrEmpty(parseJson(error)) : recordOrEmpty(error);
  const parts = [
    stringOrNull(inner['name']) ?? stringOrNull(inner['error']),
    stringOrNull(inner['message']),
  ].filter(Boolean);
  if (parts.length > 0) return parts.join(': ');
  return typeof error === 'string' ? error : jsonOf(error);
}
