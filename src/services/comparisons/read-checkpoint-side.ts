import type { CompareSide, SideFacts } from '../../shared/model/comparison.ts';
import { readState } from '../threads/read-state.ts';
import { codeVersionOf } from './code-version.ts';
import { metadataOf, taskError } from './read-thread-side.ts';
import { errorAt, hasExpectedQuestions, readRecordAt } from './record-at.ts';
import { attempt, knownText, unknownFacts, type SideContent } from './side-content.ts';
import { errorText, stateParts } from './state-parts.ts';
import { readThreadFacts } from './thread-facts.ts';
import type { SideReadContext } from './usage-facts.ts';

// Reads the state at a checkpoint. Throws an `AppError` (`not-found`) if the thread has no such checkpoint.
export async function readCheckpointSide(
  reading: SideReadContext,
  { connectionId, threadId, checkpointId, checkpointNs = '' }: Extract<CompareSide, { kind: 'checkpoint' }>,
): Promise<SideContent> {
  const { client, signal } = reading;
  const [state, thread, record] = await Promise.all([
    readState(client, threadId, checkpointId, signal, checkpointNs),
    readThreadFacts(client, threadId, signal),
    attempt(readRecordAt(reading, { connectionId, threadId, checkpointId, checkpointNs }), signal),
  ]);
  // What a subgraph's checkpoint stands at is that of the execution around it.
  const ofRoot = checkpointNs === '' ? record.value : null;
  const facts: SideFacts = {
    ...unknownFacts,
    ...thread.facts,
    startedAt: state.createdAt,
    errorText: ofRoot === null ? taskError(state) : errorAt(ofRoot, checkpointId),
    codeVersion: codeVersionOf(metadataOf(state)),
    checkpointId: state.checkpointId,
    incomplete: thread.problem,
  };
  return {
    facts,
    parts: new Map([
      ['metadata', knownText(state.metadataText)],
      ...stateParts(
        { value: state, problem: null },
        (hasQuestions) => ofRoot === null || hasExpectedQuestions(ofRoot, checkpointId, null, hasQuestions),
      ),
      ['error', errorText(facts.errorText)],
    ]),
    executions: null,
  };
}
