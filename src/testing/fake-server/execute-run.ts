import type { ServerResponse } from 'node:http';
import { memberText, memberTexts, stringifyExact } from 'exact-json';
import { applyUpdate, newInterruptId, serializeValues, runNode, type FakeValues } from './graph.ts';
import type { ServerProfile } from './server-profiles.ts';
import {
  addCheckpoint,
  interruptJson,
  pythonTime,
  type FakeCheckpoint,
  type FakeRun,
  type FakeThread,
} from './thread-store.ts';

/** Stops runs before a node until released, so that tests need no clock. */
export interface Gate {
  pass(node: string): Promise<void>;
}

/** Runs the graph from `base`, writing a checkpoint after each superstep and a frame for each event. */
export async function executeRun(
  thread: FakeThread,
  run: FakeRun,
  base: FakeCheckpoint | null,
  bodyText: string,
  gate: Gate,
  profile: ServerProfile,
): Promise<void> {
  run.status = 'running';
  thread.status = 'busy';
  send(run, 'metadata', JSON.stringify({ run_id: run.id, attempt: 1 }), profile);
  const answers = answersOf(bodyText);
  const at = run.inputText === 'null' ? base : enter(thread, run, base, run.inputText);
  const stops = profile.breakpoints ? stopsOf(bodyText) : noStops;
  const emit: Emit = (event, data) => send(run, event, data, profile);
  if (at) await walk(thread, run, at, answers, gate, stops, emit);
  finish(thread, run, profile);
}

type Emit = (event: string, data: string) => void;

async function walk(
  thread: FakeThread,
  run: FakeRun,
  start: FakeCheckpoint,
  answers: FakeValues,
  gate: Gate,
  stops: Stops,
  emit: Emit,
): Promise<void> {
  let at = start;
  emit('values', serializeValues(at.values));
  for (let task = at.tasks[0]; task; task = at.tasks[0]) {
    const { id, name } = task;
    // A run that continues from a breakpoint passes it.
    const isPassing = at === start && run.inputText === 'null';
    if (!isPassing && isAmong(stops.before, name)) return emit('updates', '{"__interrupt__":[]}');
    emit('tasks', `{"id":"${id}","name":"${name}","input":${serializeValues(at.values)},"triggers":[]}`);
    // One superstep at a time, as in LangGraph.
    await gate.pass(name);
    if (run.cancelled) return;
    const interrupt = task.interrupts.at(-1);
    const outcome = runNode(name, at.values, (interrupt && answers.get(interrupt.id ?? '')) ?? null);
    if (outcome.kind === 'failed') {
      task.error = `${outcome.name}('${outcome.message}')`;
      run.status = 'error';
      run.error = `${outcome.name}: ${outcome.message}`;
      return emit('error', JSON.stringify({ error: outcome.name, message: outcome.message }));
    }
    if (outcome.kind === 'asked') {
      const { valueText, named } = outcome;
      if (!interrupt) task.interrupts.push({ id: named ? newInterruptId() : null, valueText });
      const list = task.interrupts.map((each) => stringifyExact(interruptJson(each))).join(',');
      emit('updates', `{"__interrupt__":[${list}]}`);
      return emit('values', serializeValues(new Map([...at.values, ['__interrupt__', `[${list}]`]])));
    }
    task.resultText = serializeValues(outcome.update);
    emit('tasks', `{"id":"${id}","name":"${name}","error":null,"result":${task.resultText},"interrupts":[]}`);
    emit('updates', `{"${name}":${task.resultText}}`);
    const next = name === 'receive' ? ['confirm'] : [];
    const values = applyUpdate(at.values, outcome.update);
    at = addCheckpoint(thread, at, { source: 'loop', values, next, runId: run.id });
    emit('values', serializeValues(values));
    if (next.length > 0 && isAmong(stops.after, name)) return emit('updates', '{"__interrupt__":[]}');
  }
}

/** An input starts a new pass with two checkpoints: the input, and the state that the first node gets. */
function enter(
  thread: FakeThread,
  run: FakeRun,
  base: FakeCheckpoint | null,
  inputText: string,
): FakeCheckpoint {
  const before = base?.values ?? new Map<string, string>();
  const input = addCheckpoint(thread, base, {
    source: 'input',
    values: before,
    next: ['__start__'],
    runId: run.id,
  });
  const update = new Map(memberTexts(inputText).map(({ key, text }) => [key, text]));
  const [start] = input.tasks;
  if (start) start.resultText = inputText;
  const values = applyUpdate(before, update);
  return addCheckpoint(thread, input, { source: 'loop', values, next: ['receive'], runId: run.id });
}

function finish(thread: FakeThread, run: FakeRun, profile: ServerProfile): void {
  const { waitingRun, cancelledRun, endEvent } = profile;
  const head = thread.checkpoints.at(-1);
  const waits = head !== undefined && head.next.length > 0;
  if (run.cancelled) run.status = cancelledRun;
  else if (run.status === 'running') run.status = waits ? waitingRun : 'success';
  if (run.status === 'error') thread.status = 'error';
  else if (run.cancelled) thread.status = 'idle';
  else thread.status = waits ? 'interrupted' : 'idle';
  thread.updatedAt = pythonTime();
  if (endEvent) send(run, 'end', JSON.stringify({ status: run.status }), profile);
  for (const reader of run.readers) reader.end();
  run.readers.clear();
}

/** The nodes at which a run stops; `*` is every node. */
interface Stops {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const noStops: Stops = { before: [], after: [] };

function stopsOf(bodyText: string): Stops {
  const listOf = (name: string): string[] => {
    const names: unknown = JSON.parse(memberText(bodyText, name) ?? '[]');
    return Array.isArray(names) ? names.map(String) : [String(names)];
  };
  return { before: listOf('interrupt_before'), after: listOf('interrupt_after') };
}

function isAmong(names: readonly string[], name: string): boolean {
  return names.includes(name) || names.includes('*');
}

function answersOf(bodyText: string): FakeValues {
  const resume = memberText(memberText(bodyText, 'command') ?? '', 'resume') ?? '';
  // An interrupt without an ID is answered by the value alone.
  return new Map([
    ...(resume === '' ? [] : [['', resume] as const]),
    ...memberTexts(resume).map(({ key, text }) => [key, text] as const),
  ]);
}

/** Sends an event of a run to its readers; `data` is what a hostile server makes of it. */
export function send(
  run: FakeRun,
  event: string,
  data: string,
  { events }: Pick<ServerProfile, 'events'>,
): void {
  const id = `${1_700_000_000_000 + run.frames.length}-0`;
  const text = `event: ${event}\r\ndata: ${data}\r\n${events.ids ? `id: ${id}\r\n` : ''}\r\n`;
  run.frames.push({ id, text });
  for (const reader of run.readers) reader.write(text);
}

/** Sends frames after `lastEventId` (`-1`: all; `null`: only new ones), then live. */
export function attachReader(run: FakeRun, response: ServerResponse, lastEventId: string | null): void {
  const lastIndex = run.frames.findIndex(({ id }) => id === lastEventId);
  const from = lastEventId === '-1' ? 0 : lastIndex < 0 ? run.frames.length : lastIndex + 1;
  for (const { text } of run.frames.slice(from)) response.write(text);
  if (run.status === 'pending' || run.status === 'running') {
    run.readers.add(response);
    response.on('close', () => run.readers.delete(response));
  } else {
    response.end();
  }
}
