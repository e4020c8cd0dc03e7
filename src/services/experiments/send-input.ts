import { createHash, randomUUID } from 'node:crypto';
import { elementTexts, memberText } from 'exact-json';
import {
  JsonText,
  type Goto,
  type GraphClient,
  type RunCommand,
  type RunPayload,
} from 'remote-graph-client/client';
import type { InputStart, SavedInput } from '../../shared/inputs/saved-input.ts';
import { defaultRunOptions } from '../../shared/model/run-options.ts';
import { buildRunPayload } from '../runs/build-run-payload.ts';
import { mergeConfig, mergeOptional, type VersionSettings } from './version-settings.ts';

// A row to send. `threadId` is chosen here, so that sending it twice makes one thread.
// - `mayExist`: It may have been sent before, but its answer was lost.
// - `settings`: Settings of an older version; `null`: the latest version runs.
interface SentRow {
  readonly input: SavedInput;
  readonly assistantId: string;
  readonly graphId: string;
  readonly threadId: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly mayExist: boolean;
  readonly settings: VersionSettings | null;
}

const purpose = 'experiments.start';

// The thread of a row: always the same, so that a studio that was killed while it sent finds it again.
export function threadIdOf(experimentId: string, index: number): string {
  const hex = createHash('sha256').update(`${experimentId} ${index}`).digest('hex');
  // A UUID of version 8: made from other data.
  const variant = (8 + (Number.parseInt(hex.charAt(16), 16) % 4)).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

// `signal` ends it before its run is requested; `closed` also then, and the row may have been sent.
export async function sendRow(
  client: GraphClient,
  row: SentRow,
  { signal, closed }: { readonly signal: AbortSignal; readonly closed: AbortSignal },
): Promise<string> {
  const { input, graphId, threadId, metadata, mayExist } = row;
  const { state } = input;
  const supersteps =
    state === null ? [] : [{ updates: [{ values: new JsonText(state.valuesText), asNode: state.asNode }] }];
  await client.threads.create(
    {
      threadId,
      graphId,
      metadata,
      ifExists: mayExist ? 'do_nothing' : 'raise',
      ...(supersteps.length === 0 ? {} : { supersteps }),
    },
    { purpose, signal },
  );
  if (mayExist) {
    const [before] = await client.runs.list(threadId, { limit: 1 }, { purpose, signal });
    if (before) return before.run_id;
  }
  return startRun(client, row, input.start, closed);
}

/** The runs of a row, newest first: each is a turn. */
export async function turnsOf(
  client: GraphClient,
  threadId: string,
  limit: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const runs = await client.runs.list(threadId, { limit }, { purpose, signal });
  return runs.map((run) => run.run_id);
}

/** Starts a run on the thread of a row, with the settings of its input. */
export async function startRun(
  client: GraphClient,
  row: Omit<SentRow, 'metadata' | 'mayExist'>,
  start: InputStart,
  signal: AbortSignal,
): Promise<string> {
  const { input, assistantId, threadId, settings } = row;
  const options = {
    ...defaultRunOptions,
    configText: settings === null ? input.configText : mergeConfig(settings.configText, input.configText),
    contextText:
      settings === null ? input.contextText : mergeOptional(settings.contextText, input.contextText),
    metadataText: settings?.metadataText ?? null,
    interruptAfter: [...input.stopAfter],
  };
  const trigger =
    start.kind === 'input'
      ? ({ kind: 'input', inputText: start.inputText } as const)
      : ({ kind: 'continue' } as const);
  const request = { threadId, trigger, checkpointId: null, checkpointNs: '', options };
  const { input: inputValue, ...payload } = buildRunPayload(request, {
    clientRequestId: randomUUID(),
    webhook: null,
  });
  const startBody =
    start.kind === 'command' ? { command: commandOf(start.commandText) } : { input: inputValue };
  const traced = tracerOf(input);
  const runBy = settings?.assistantId ?? assistantId;
  const run = await client.runs.create(
    threadId,
    runBy,
    { ...payload, ...startBody, ...traced },
    { purpose, signal },
  );
  return run.run_id;
}

// A server notes the example only if the request names a project of the server's LangSmith account.
function tracerOf({ langsmith }: SavedInput): Pick<RunPayload, 'langsmithTracer'> {
  if (langsmith === null || langsmith.project === null) return {};
  return { langsmithTracer: { projectName: langsmith.project, exampleId: langsmith.exampleId } };
}

function commandOf(text: string): RunCommand {
  const goto = memberText(text, 'goto');
  const update = memberText(text, 'update');
  const resume = memberText(text, 'resume');
  return {
    ...(goto === null ? {} : { goto: gotoOf(goto) }),
    ...(update === null ? {} : { update: new JsonText(update) }),
    ...(resume === null ? {} : { resume: new JsonText(resume) }),
  };
}

function gotoOf(text: string): Goto[] {
  const items = text.trimStart().startsWith('[') ? elementTexts(text) : [text];
  return items.map((item) => {
    const node: unknown = JSON.parse(memberText(item, 'node') ?? item);
    const input = memberText(item, 'input');
    const name = typeof node === 'string' ? node : '';
    return input === null ? name : { node: name, input: new JsonText(input) };
  });
}
