import { memberText } from 'exact-json';
import { rawTextOf, type GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import { formatInput } from '../../shared/inputs/format-input.ts';
import type { Check } from '../../shared/inputs/check.ts';
import { suggestInputName } from '../../shared/inputs/input-path.ts';
import { plainInput, type InputStart, type SavedInput } from '../../shared/inputs/saved-input.ts';
import { maxInputLength, type InputDraft, type InputSource } from '../../shared/model/input-file.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import { readRunFacts } from './run-facts.ts';
import { runKwargsText, toRunOrigin, toRunStatus, runKwargs } from '../runs/run-mapper.ts';
import { toRunSettings } from '../runs/run-record-mapper.ts';
import { readState } from '../threads/read-state.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

const purpose = 'inputs.draft';

const maxNodes = 200;

// Servers offer no other way to give a thread its first state.
const throughReducers =
  'The values go through the reducers of the graph: a key whose reducer does not accept its own value may differ, or make the run fail.';

type SourceOf<K extends InputSource['kind']> = Extract<InputSource, { kind: K }>;

// Makes an input of what a server has. Throws an `AppError`: `unsupported` for what can't be started alone,
// `not-found` for what the server no longer has, `invalid-input` for more than a file may hold.
export async function draftInput(
  client: GraphClient,
  source: InputSource,
  signal: AbortSignal,
): Promise<InputDraft> {
  if (source.kind === 'run') return fromRun(client, source, signal);
  const graph = await graphOfThread(client, source.threadId, signal);
  return source.kind === 'node'
    ? fromNode(client, source, graph, signal)
    : fromCheckpoint(client, source, graph, signal);
}

async function fromRun(
  client: GraphClient,
  { threadId, runId }: SourceOf<'run'>,
  signal: AbortSignal,
): Promise<InputDraft> {
  const wire = await client.runs.get(threadId, runId, { signal, purpose });
  const text = rawTextOf(wire);
  const sent = runKwargsText(text);
  const inputText = present(memberText(sent, 'input'));
  const commandText = present(memberText(sent, 'command'));
  const { kind, checkpointId } = toRunOrigin(runKwargs(wire));
  if (kind === 'resume' || (inputText === null && commandText === null)) {
    throw new AppError('unsupported', 'This run continued its thread, so it has no input of its own.', {
      hint: 'Add the checkpoint that it started from instead; it is in the story.',
    });
  }
  const start: InputStart =
    inputText === null ? { kind: 'command', commandText: commandText ?? '{}' } : { kind: 'input', inputText };
  const settings = toRunSettings(text);
  const assistant = nonEmptyStringOrNull(recordOrEmpty(wire)['assistant_id']);
  const hasSettings = settings.configText !== null || settings.contextText !== null;
  const graph = await graphOfThread(client, threadId, signal);
  return draftOf(
    { ...plainInput, ...settings, start, assistant, graph },
    [
      inputText === null
        ? 'Keeps the command that the run received.'
        : 'Keeps the input that the run received.',
      hasSettings ? 'Keeps its own config and context.' : 'The run had no config or context of its own.',
      checkpointId === null
        ? 'Runs on a new thread: what the thread had before is not kept.'
        : 'Runs on a new thread: the checkpoint that the run started from is not kept.',
    ],
    await observedChecks(client, threadId, wire, signal),
  );
}

interface ObservedChecks {
  readonly course: readonly Check[];
  readonly result: readonly Check[];
}

// UTF-16 units of a state that is kept as a check.
const maxRecordedLength = 500_000;

async function observedChecks(
  client: GraphClient,
  threadId: string,
  run: unknown,
  signal: AbortSignal,
): Promise<ObservedChecks> {
  const status = toRunStatus(run);
  if (status !== 'success' && status !== 'error') return notObserved;
  const facts = await readRunFacts(client, threadId, run, signal).catch(() => null);
  signal.throwIfAborted();
  if (facts === null || facts.steps === null || !facts.isWhole) return notObserved;
  const nodes = facts.steps.flat();
  const is = status === 'error' ? 'failed' : facts.ending?.kind === 'interrupted' ? 'waiting' : 'finished';
  return {
    course: [
      { kind: 'status', is },
      ...(nodes.length === 0 || nodes.length > maxNodes
        ? []
        : [{ kind: 'path', nodes, exactly: true } as const]),
    ],
    result:
      status === 'success' && facts.onlyStateId !== null
        ? await recordedChecks(client, threadId, facts.onlyStateId, signal)
        : [],
  };
}

async function recordedChecks(
  client: GraphClient,
  threadId: string,
  checkpointId: string,
  signal: AbortSignal,
): Promise<readonly Check[]> {
  const state = await readState(client, threadId, checkpointId, signal).catch(() => null);
  signal.throwIfAborted();
  if (state === null || state.valuesText.length > maxRecordedLength) return [];
  return [{ kind: 'recorded', of: null, valueText: state.valuesText }];
}

async function fromNode(
  client: GraphClient,
  { threadId, node, checkpointId, inputText }: SourceOf<'node'>,
  graph: string | null,
  signal: AbortSignal,
): Promise<InputDraft> {
  const { valuesText } = await readState(client, threadId, checkpointId, signal);
  const goto =
    inputText === null ? JSON.stringify([node]) : `[{"node":${JSON.stringify(node)},"input":${inputText}}]`;
  return draftOf(
    {
      ...plainInput,
      graph,
      start: { kind: 'command', commandText: gotoCommand(goto, valuesText) },
      stopAfter: [node],
    },
    [
      inputText === null
        ? `Keeps the state that ${node} read.`
        : `Keeps the state before ${node}, and the input that a Send gave it. Some JavaScript servers don’t accept such an input.`,
      `A run goes to ${node} directly, and stops after it.`,
      throughReducers,
    ],
  );
}

async function fromCheckpoint(
  client: GraphClient,
  { threadId, checkpointId }: SourceOf<'checkpoint'>,
  graph: string | null,
  signal: AbortSignal,
): Promise<InputDraft> {
  const { valuesText, next } = await readState(client, threadId, checkpointId, signal);
  const nodes = [...new Set(next)].filter((name) => name !== '__start__');
  if (nodes.length === 0) {
    return draftOf({ ...plainInput, graph, start: { kind: 'input', inputText: valuesText } }, [
      'No node runs next at this checkpoint, so its values are kept as the input of a new run.',
    ]);
  }
  return draftOf(
    {
      ...plainInput,
      graph,
      start: { kind: 'command', commandText: gotoCommand(JSON.stringify(nodes), valuesText) },
    },
    [
      `Keeps the values of the checkpoint. A run continues with ${nodes.join(', ')}.`,
      ...(nodes.length < next.length
        ? ['A node runs several times next. It runs once, without the inputs that a Send gave it.']
        : []),
      'Runs on a new thread: the checkpoints before it are not kept.',
      throughReducers,
    ],
  );
}

function gotoCommand(gotoText: string, valuesText: string): string {
  return `{"goto":${gotoText},"update":${valuesText}}`;
}

async function graphOfThread(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<string | null> {
  const thread = await client.threads.get(threadId, { signal, purpose });
  return nonEmptyStringOrNull(recordOrEmpty(recordOrEmpty(thread)['metadata'])['graph_id']);
}

const notObserved: ObservedChecks = { course: [], result: [] };

function draftOf(
  input: SavedInput,
  notes: readonly string[],
  { course, result }: ObservedChecks = notObserved,
): InputDraft {
  const text = formatInput(input);
  if (text.length > maxInputLength) {
    throw new AppError('invalid-input', 'This is too large for an input: over 5 MB.', {
      hint: 'Nothing was written.',
    });
  }
  const start = input.start.kind === 'input' ? input.start.inputText : '';
  const [node] = input.stopAfter;
  const textWith = (checks: readonly Check[]): string | null =>
    checks.length === 0 ? null : formatInput({ ...input, checks });
  return {
    text,
    observedText: textWith(course),
    recordedText: textWith(result),
    graph: input.graph,
    name: node ?? suggestInputName(firstWords(start)),
    notes: [...notes],
  };
}

const maxStrings = 50;
const maxParsedLength = 200_000;

function firstWords(inputText: string): string {
  if (inputText === '' || inputText.length > maxParsedLength) return '';
  const strings: string[] = [];
  const visit = (value: unknown): void => {
    if (strings.length >= maxStrings) return;
    if (typeof value === 'string') strings.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(JSON.parse(inputText));
  return strings.find((text) => /\S\s+\S/.test(text)) ?? strings[0] ?? '';
}

function present(text: string | null): string | null {
  return text === null || text === 'null' ? null : text;
}
