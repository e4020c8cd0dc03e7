import type { CompareSide, SideFacts } from '../../../shared/model/comparison.ts';
import { toThread } from '../../threads/mappers/thread-mapper.ts';
import { taskErrorMessage } from '../../threads/mappers/task-error.ts';
import { readState } from '../../threads/state/read-state.ts';
import { readTask } from '../../threads/state/read-task.ts';
import { codeVersionOf } from './code-version.ts';
import { metadataOf } from './read-thread-side.ts';
import { attempt, knownText, unknownFacts, unknownText, type SideContent } from './side-content.ts';
import { superstepMs, usagesOfResult } from './execution-facts.ts';
import { errorText } from './state-parts.ts';
import { usageFacts, type SideReading } from './usage-facts.ts';

/** Reads one execution of a node: the state before it, and what its task stored. */
export async function readExecutionSide(
  { client, prices, signal }: SideReading,
  { threadId, checkpointId, checkpointNs = '', taskId }: Extract<CompareSide, { kind: 'execution' }>,
): Promise<SideContent> {
  const [state, task, thread] = await Promise.all([
    readState(client, threadId, checkpointId, signal, checkpointNs),
    readTask(client, threadId, { checkpointId, checkpointNs, taskId }, signal),
    attempt(client.threads.get(threadId, { signal, purpose: 'compare.read' }), signal),
  ]);
  const durationMs = await attempt(superstepMs(client, state, checkpointNs, signal), signal);
  // The result of a subgraph lacks what its own nodes kept to themselves.
  const isContainer = state.tasks.some(({ id, subgraph }) => id === taskId && subgraph !== undefined);
  const usages = isContainer ? null : usagesOfResult(state.valuesText, task.resultText);
  const named = toThread(thread.value);
  const isSent = task.pathText?.includes('"__pregel_push"') === true;
  const error = task.errorText === null ? null : taskErrorMessage(task.errorText);
  const facts: SideFacts = {
    ...unknownFacts,
    name: task.name,
    graphId: named?.graphId ?? null,
    assistantId: named?.assistantId ?? null,
    status:
      error !== null
        ? 'failed'
        : task.resultText !== null
          ? 'finished'
          : task.interrupts.length > 0
            ? 'waiting'
            : null,
    startedAt: state.createdAt,
    durationMs: durationMs.value,
    ...usageFacts(usages && { usages, isCut: false }, prices),
    errorText: error,
    codeVersion: codeVersionOf(metadataOf(state)),
    checkpointId: state.checkpointId,
    incomplete: thread.problem,
  };
  const questions = task.interrupts.map(({ valueText }) => valueText);
  return {
    facts,
    parts: new Map([
      [
        'input',
        isSent
          ? unknownText('A Send started it with an input of its own, which servers don’t store.')
          : knownText(state.valuesText, 'The whole state before it.'),
      ],
      [
        'output',
        task.resultText === null && error === null
          ? unknownText('The server stores no result of this task.')
          : knownText(task.resultText),
      ],
      ['interrupts', knownText(questions.length === 0 ? null : `[${questions.join(',')}]`)],
      ['error', errorText(error)],
    ]),
    executions: null,
  };
}
