import { memberText } from '../../../exact-json/scan/object-members.ts';
import { rawTextOf, type GraphClient, type WireRun } from '../../../remote-graph/client.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { CompareSide, SideFacts } from '../../../shared/model/comparison.ts';
import { continuesFromHead } from '../../../shared/model/runs/continues-from-head.ts';
import type { Run } from '../../../shared/model/runs/run.ts';
import { numberOrNull, nonEmptyStringOrNull, recordOrEmpty } from '../../parsing/narrow.ts';
import { runKwargsText, toRun } from '../../runs/mappers/run-mapper.ts';
import { toRunSettings } from '../../runs/mappers/run-record-mapper.ts';
import { readState } from '../../threads/state/read-state.ts';
import { toThread } from '../../threads/mappers/thread-mapper.ts';
import { readExecutions, type RunHistory } from '../executions/read-executions.ts';
import { codeVersionOf } from './code-version.ts';
import { graphPart } from './graph-part.ts';
import {
  attempt,
  joinSentences,
  knownText,
  unknownFacts,
  type Attempt,
  type SideContent,
} from './side-content.ts';
import { errorText, stateParts } from './state-parts.ts';
import { usageFacts, type SideReading } from './usage-facts.ts';

type RunsSide = Extract<CompareSide, { kind: 'run' | 'pass' }>;

/** Runs of a thread that are looked at for those of a pass. */
const mostRuns = 1000;

interface RunWithText {
  readonly run: Run;
  readonly wire: WireRun;
  readonly text: string;
}

/** Reads a run, or a pass of several. Throws an `AppError` (`not-found`) if the server no longer has it. */
export async function readRunsSide(
  { client, prices, signal }: SideReading,
  { kind, threadId, runId }: RunsSide,
): Promise<SideContent> {
  const purpose = 'compare.read';
  const [record, thread] = await Promise.all([
    client.runs.get(threadId, runId, { signal, purpose }),
    attempt(client.threads.get(threadId, { signal, purpose }), signal),
  ]);
  const asked = withText(record);
  if (asked === null) throw new AppError('not-found', 'The server has no such run.');
  const pass = kind === 'pass' ? await readPass(client, asked, signal) : { runs: [asked], isCut: false };
  const first = pass.runs[0] ?? asked;
  const last = pass.runs.at(-1) ?? asked;
  const runIds = new Set(pass.runs.map(({ run }) => run.runId));
  const [history, graph] = await Promise.all([
    attempt(readExecutions(client, threadId, { runIds, since: first.run.createdAt }, signal), signal),
    graphPart(client, last.run.assistantId, signal),
  ]);
  const state = await readStateOf(client, threadId, history, signal);
  const named = toThread(thread.value);
  const metadata = recordOrEmpty(recordOrEmpty(last.wire)['metadata']);
  const error = nonEmptyStringOrNull(recordOrEmpty(last.wire)['error_message']);
  const settings = toRunSettings(last.text);
  const facts: SideFacts = {
    ...unknownFacts,
    name: named?.name ?? null,
    graphId: nonEmptyStringOrNull(metadata['graph_id']) ?? named?.graphId ?? null,
    assistantId: nonEmptyStringOrNull(last.run.assistantId),
    assistantVersion: numberOrNull(metadata['assistant_version']),
    status: last.run.status === 'unknown' ? null : last.run.status,
    startedAt: first.run.createdAt,
    durationMs: totalMs(pass.runs),
    ...usageFacts(history.value, prices),
    errorText: error ?? (last.run.status === 'error' ? (history.value?.errorText ?? null) : null),
    codeVersion: codeVersionOf(metadata, history.value?.newest?.metadata),
    checkpointId: history.value?.newest?.checkpointId ?? null,
    incomplete: joinSentences([
      history.problem,
      history.value?.isCut === true ? 'Not all checkpoints of the run could be read.' : null,
      pass.isCut ? 'The server does not say where this pass began, or it has too many runs.' : null,
      thread.problem,
    ]),
  };
  return {
    facts,
    parts: new Map([
      ['input', knownText(memberText(runKwargsText(first.text), 'input'))],
      ['command', knownText(commandsOf(pass.runs, kind))],
      ['config', knownText(settings.configText)],
      ['context', knownText(settings.contextText)],
      ['metadata', knownText(memberText(last.text, 'metadata'))],
      ...stateParts(state),
      ['error', errorText(facts.errorText)],
      ['graph', graph],
    ]),
    executions: history.value,
  };
}

/** The run with those that it continued, and those that continued it, oldest first. */
async function readPass(
  client: GraphClient,
  asked: RunWithText,
  signal: AbortSignal,
): Promise<{ readonly runs: readonly RunWithText[]; readonly isCut: boolean }> {
  const listed: RunWithText[] = [];
  const options = { signal, purpose: 'compare.read' };
  let isCut = false;
  for await (const wire of client.runs.listAll(asked.run.threadId, { limit: mostRuns + 1 }, options)) {
    const run = withText(wire);
    if (listed.length === mostRuns) isCut = true;
    else if (run !== null) listed.push(run);
  }
  const runs = listed.toSorted((a, b) => (a.run.createdAt ?? '').localeCompare(b.run.createdAt ?? ''));
  const at = runs.findIndex(({ run }) => run.runId === asked.run.runId);
  if (at < 0) return { runs: [asked], isCut: true };
  let from = at;
  while (from > 0 && continues(runs[from])) from -= 1;
  let to = at + 1;
  while (to < runs.length && continues(runs[to])) to += 1;
  return { runs: runs.slice(from, to), isCut: continues(runs[from]) && (isCut || from === 0) };
}

function continues(one: RunWithText | undefined): boolean {
  return one !== undefined && continuesFromHead(one.run.origin);
}

function withText(wire: WireRun): RunWithText | null {
  const text = rawTextOf(wire);
  const run = toRun(wire, () => null, text);
  return run && { run, wire, text };
}

/** What a run was told besides its input; of a pass, what each of its runs was told. */
function commandsOf(runs: readonly RunWithText[], kind: RunsSide['kind']): string | null {
  const commands = runs.flatMap(({ text }) => {
    const command = memberText(runKwargsText(text), 'command');
    return command === null || command === 'null' ? [] : [command];
  });
  if (kind === 'run') return commands[0] ?? null;
  return commands.length === 0 ? null : `[${commands.join(',')}]`;
}

/** Work without the wait for answers; `null` if a run's time is unknown. */
function totalMs(runs: readonly RunWithText[]): number | null {
  let sum = 0;
  for (const { run } of runs) {
    if (run.durationMs === null) return null;
    sum += run.durationMs;
  }
  return sum;
}

async function readStateOf(
  client: GraphClient,
  threadId: string,
  history: Attempt<RunHistory>,
  signal: AbortSignal,
) {
  if (history.value === null) return history;
  const checkpointId = history.value.newest?.checkpointId ?? null;
  if (checkpointId === null) return { value: null, problem: 'The history has no checkpoint of this run.' };
  return attempt(readState(client, threadId, checkpointId, signal), signal);
}
