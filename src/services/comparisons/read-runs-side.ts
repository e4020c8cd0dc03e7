import { memberText } from 'exact-json';
import type { GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { CompareSide, SideFacts } from '../../shared/model/comparison.ts';
import { isActive } from '../../shared/model/is-active.ts';
import type { Run } from '../../shared/model/run.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import { runKwargsText } from '../runs/run-mapper.ts';
import { runAssistantVersion, toRunSettings } from '../runs/run-record-mapper.ts';
import { readState } from '../threads/read-state.ts';
import type { TurnBranch } from './turn-branch.ts';
import { readExecutions, type RunHistory, type WantedRuns } from './read-executions.ts';
import { codeVersionOf } from './code-version.ts';
import { graphPart } from './graph-part.ts';
import { readTurn, withText, type RunWithText } from './read-turn.ts';
import { runStatusText, hasExpectedQuestions } from './record-at.ts';
import {
  attempt,
  joinSentences,
  knownText,
  unknownFacts,
  type Attempt,
  type SideContent,
  type SideText,
} from './side-content.ts';
import { runsDuration, historyGaps, totalMs } from './history-facts.ts';
import { errorText, stateParts } from './state-parts.ts';
import { readThreadFacts } from './thread-facts.ts';
import { usageFacts, usageGap, usagesOfLogs, type SideReadContext } from './usage-facts.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

type RunsSide = Extract<CompareSide, { kind: 'run' | 'turn' }>;

// Reads a run, or a turn of several. Throws an `AppError` (`not-found`) if the server no longer has it.
export async function readRunsSide(
  reading: SideReadContext,
  { kind, connectionId, threadId, runId }: RunsSide,
): Promise<SideContent> {
  const { client, prices, runLogs, signal } = reading;
  const [record, thread] = await Promise.all([
    client.runs.get(threadId, runId, { signal, purpose: 'compare.read' }),
    readThreadFacts(client, threadId, signal),
  ]);
  const requestedRun = withText(record);
  if (requestedRun === null) throw new AppError('not-found', 'The server has no such run.');
  const turn =
    kind === 'turn' ? await readTurn(client, requestedRun, signal) : { runs: [requestedRun], isCut: false };
  const ids = turn.runs.map(({ run }) => run.runId);
  const wantedRuns: WantedRuns = {
    runIds: new Set(ids),
    since: turn.runs[0]?.run.createdAt ?? null,
    from: turn.runs.flatMap(({ run }) => run.origin.checkpointId ?? []),
    ...(ids.length > 1 ? { turn: { runIds: ids, requestedRunId: runId } } : {}),
  };
  const events = runLogs && { connectionId, logs: runLogs, runIds: null };
  const graphOf = (run: Run): Promise<SideText> => graphPart(client, run.assistantId, signal);
  const [history, ownGraph] = await Promise.all([
    attempt(readExecutions(client, threadId, wantedRuns, events, signal), signal),
    graphOf(requestedRun.run),
  ]);
  const branch = history.value?.branch ?? null;
  const runs = branch === null ? turn.runs : turn.runs.filter(({ run }) => branch.runIds.includes(run.runId));
  const first = runs[0] ?? requestedRun;
  const last = runs.at(-1) ?? requestedRun;
  const graph = last.run.assistantId === requestedRun.run.assistantId ? ownGraph : await graphOf(last.run);
  const goesOn = runs.some(({ run }) => isActive(run.status));
  const state = await readStateOf(client, threadId, history, signal);
  const logged = await usagesOfLogs(
    reading,
    { connectionId, threadId },
    runs.map(({ run }) => run.runId),
  );
  const counted =
    logged === null
      ? history.value
      : {
          usages: logged,
          isCut: false,
          hasUnknownTokens: history.value?.hasUnknownTokens === true,
        };
  const metadata = recordOrEmpty(recordOrEmpty(last.wire)['metadata']);
  const error = nonEmptyStringOrNull(recordOrEmpty(last.wire)['error_message']);
  const settings = toRunSettings(last.text);
  const recorded = runIn(history.value, last.run.runId);
  const ending = recorded?.run.ending ?? null;
  const facts: SideFacts = {
    ...unknownFacts,
    name: thread.facts.name,
    graphId: nonEmptyStringOrNull(metadata['graph_id']) ?? thread.facts.graphId,
    assistantId: nonEmptyStringOrNull(last.run.assistantId),
    assistantVersion: runAssistantVersion(last.wire),
    status: last.run.status === 'unknown' ? null : last.run.status,
    statusText: recorded === null ? null : runStatusText(recorded.record, recorded.run),
    startedAt: first.run.createdAt,
    ...runsDuration(totalMs(runs.map(({ run }) => run.durationMs))),
    ...usageFacts(counted, prices, goesOn),
    errorText: error ?? (ending?.kind === 'failed' ? ending.error : null),
    codeVersion: codeVersionOf(metadata) ?? history.value?.codeVersion ?? null,
    checkpointId: history.value?.newestId ?? null,
    incomplete: joinSentences([
      ...historyGaps(history, 'Not all checkpoints of the run could be read.'),
      turn.isCut && branch?.isForkedBefore !== true
        ? 'The server does not say where this turn began, or it has too many runs.'
        : null,
      branch?.isUnknown === true
        ? 'Checkpoints between the runs of this turn are gone: they may be on different branches.'
        : null,
      usageGap(counted),
      goesOn ? 'It has not ended.' : null,
      thread.problem,
    ]),
    remark: branch === null ? null : branchRemark(branch),
  };
  return {
    facts,
    parts: new Map([
      ['input', knownText(memberText(runKwargsText(first.text), 'input'))],
      ['command', knownText(commandsOf(runs, kind))],
      ['config', knownText(settings.configText)],
      ['context', knownText(settings.contextText)],
      ['metadata', knownText(memberText(last.text, 'metadata'))],
      ...stateParts(state, (hasQuestions) => {
        const runHistory = history.value;
        return runHistory === null || runHistory.newestId === null
          ? true
          : hasExpectedQuestions(runHistory.record, runHistory.newestId, last.run.runId, hasQuestions);
      }),
      ['error', errorText(facts.errorText)],
      ['graph', graph],
    ]),
    executions: history.value && { ...history.value, isCut: history.value.isCut || goesOn },
  };
}

function branchRemark({ isForkedBefore, isForkedAfter, isEdited }: TurnBranch): string | null {
  return joinSentences([
    isForkedBefore
      ? 'An older state was edited before these runs, and they continued from there. Earlier runs are not part of this turn.'
      : null,
    isForkedAfter
      ? 'An older state was edited after these runs. What continued from there is a separate turn.'
      : null,
    isEdited ? 'Its state was edited between its runs.' : null,
  ]);
}

function runIn(history: RunHistory | null, runId: string) {
  const run = history?.record.runs.find((one) => one.runId === runId);
  return history === null || run === undefined ? null : { record: history.record, run };
}

function commandsOf(runs: readonly RunWithText[], kind: RunsSide['kind']): string | null {
  const commands = runs.flatMap(({ text }) => {
    const command = memberText(runKwargsText(text), 'command');
    return command === null || command === 'null' ? [] : [command];
  });
  if (kind === 'run') return commands[0] ?? null;
  return commands.length === 0 ? null : `[${commands.join(',')}]`;
}

async function readStateOf(
  client: GraphClient,
  threadId: string,
  history: Attempt<RunHistory>,
  signal: AbortSignal,
) {
  if (history.value === null) return history;
  const checkpointId = history.value.newestId;
  if (checkpointId === null) return { value: null, problem: 'The history has no checkpoint of this run.' };
  return attempt(readState(client, threadId, checkpointId, signal), signal);
}
