import { elementTexts, memberText } from 'exact-json';
import pLimit from 'p-limit';
import {
  GraphServerError,
  ProtocolError,
  rawTextOf,
  TooDeepError,
  TooLargeError,
  type GraphClient,
} from 'remote-graph-client/client';
import type { Execution, RecordedRun, ThreadRecord } from '../../shared/model/thread-record.ts';
import { readInterrupts } from '../../shared/read-interrupts.ts';
import { newestCheckpointOf } from '../../shared/thread-record/branch.ts';
import { readRawMembers } from '../common/raw-members.ts';
import { runKwargsText } from '../runs/run-mapper.ts';
import type { ValueScrubber } from '../scrubbing/value-scrubber.ts';
import { boundedJson } from './bounded-text.ts';
import type { BoundedText, RunContent, SpanContent } from './run-content.ts';

// States that are read for one run: each is a request.
const maxStates = 200;
const statesAtOnce = 4;

/** What a run and its nodes read and wrote, by the states of its checkpoints. What the server can't return is left out. */
export async function readRunContent(
  client: GraphClient,
  record: ThreadRecord,
  run: RecordedRun,
  scrubber: ValueScrubber,
  signal: AbortSignal,
): Promise<RunContent> {
  const { threadId } = record;
  const boundText = (text: string | null): BoundedText | null =>
    text === null ? null : boundedJson(text, scrubber);
  let isCut = false;
  const orMissing = async <T>(read: Promise<T>): Promise<T | null> => {
    try {
      return await read;
    } catch (error) {
      signal.throwIfAborted();
      if (!isOfOneAnswer(error)) throw error;
      isCut = true;
      return null;
    }
  };

  const states = executionsByState(record, run.runId);
  if (states.length > maxStates) isCut = true;
  const executions = new Map<string, SpanContent>();
  const questions = new Map<string, readonly string[]>();
  const inTurn = pLimit(statesAtOnce);
  await Promise.all(
    states.slice(0, maxStates).map((state) =>
      inTurn(async () => {
        const members = await orMissing(readState(client, threadId, state, signal));
        if (members === null) return;
        const tasks = elementTexts(members.text('tasks') ?? '').map(readRawMembers);
        const input = boundText(members.text('values'));
        for (const { executionId, taskId, isSent } of state.executions) {
          const task = tasks.find((one) => one.value('id') === taskId);
          executions.set(executionId, {
            // What a node that was sent for got is not in the state.
            input: isSent ? null : input,
            output: boundText(task?.text('result') ?? null),
          });
          const interrupts = readInterrupts(task?.text('interrupts'));
          const values = interrupts.map(({ valueText }) => boundedJson(valueText, scrubber).text);
          if (values.length > 0) questions.set(executionId, values);
        }
      }),
    ),
  );

  const kwargs = await orMissing(
    client.runs
      .get(threadId, run.runId, { signal, purpose: 'traces.run' })
      .then((wire) => runKwargsText(rawTextOf(wire))),
  );
  const tip = newestCheckpointOf(record, run.runId);
  const values =
    tip === null
      ? null
      : await orMissing(readState(client, threadId, { checkpointId: tip, namespace: '' }, signal));
  return {
    run: {
      input: boundText(
        kwargs === null ? null : (presentMember(kwargs, 'input') ?? presentMember(kwargs, 'command')),
      ),
      output: boundText(values?.text('values') ?? null),
    },
    executions,
    questions,
    isCut,
  };
}

interface StateRef {
  readonly checkpointId: string;
  readonly namespace: string;
}

interface StateOfExecutions extends StateRef {
  readonly executions: Execution[];
}

// Those that worked in a run for the last time, by the checkpoint that they read.
function executionsByState({ executions }: ThreadRecord, runId: string): readonly StateOfExecutions[] {
  const states = new Map<string, StateOfExecutions>();
  for (const execution of executions) {
    const { before, namespace, spans } = execution;
    if (before === null || spans.every((span) => span.runId !== runId)) continue;
    const key = `${namespace} ${before}`;
    const state = states.get(key) ?? { checkpointId: before, namespace, executions: [] };
    state.executions.push(execution);
    states.set(key, state);
  }
  return [...states.values()];
}

async function readState(
  client: GraphClient,
  threadId: string,
  { checkpointId, namespace }: StateRef,
  signal: AbortSignal,
): Promise<ReturnType<typeof readRawMembers>> {
  const wire = await client.threads.getState(
    threadId,
    { checkpointId, checkpointNs: namespace, subgraphs: false },
    { signal, purpose: 'traces.state' },
  );
  return readRawMembers(rawTextOf(wire));
}

function presentMember(text: string, key: string): string | null {
  const member = memberText(text, key);
  return member === 'null' ? null : member;
}

// Errors of the key, or of a server or gateway that is busy or down. A timeout of a gateway (504) is not one of them: a
// state may be too large for it each time.
const statusesOfServer: ReadonlySet<number> = new Set([401, 403, 429, 502, 503]);

// The server works, but not for this.
function isOfOneAnswer(error: unknown): boolean {
  return (
    (error instanceof GraphServerError && !statusesOfServer.has(error.status)) ||
    error instanceof TooLargeError ||
    error instanceof TooDeepError ||
    error instanceof ProtocolError
  );
}
