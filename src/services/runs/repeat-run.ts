import { randomUUID } from 'node:crypto';
import { memberText } from 'exact-json';
import { rawTextOf, type GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import { defaultRunOptions } from '../../shared/model/run-options.ts';
import type { RunRequest } from '../../shared/model/run-request.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import { toThread } from '../threads/mappers/thread-mapper.ts';
import { runKwargsText } from './run-mapper.ts';
import { toRunSettings } from './run-record-mapper.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

const purpose = 'serverRuns.repeat';

// Creates a thread on which a run can be repeated, and returns the request that starts it: the same assistant, input, config and
// context. Throws `unsupported`, before anything is created, for a run that continued its thread: it has no input of its own.
export async function repeatRun(
  client: GraphClient,
  { threadId, runId }: { readonly threadId: string; readonly runId: string },
  signal: AbortSignal,
): Promise<Omit<RunRequest, 'connectionId' | 'threadId'> & { readonly threadId: string }> {
  const wire = await client.runs.get(threadId, runId, { signal, purpose });
  const text = rawTextOf(wire);
  const inputText = memberText(runKwargsText(text), 'input');
  if (inputText === null || inputText === 'null') {
    throw new AppError('unsupported', 'This run continued its thread, so it has no input of its own.');
  }
  const assistantId = nonEmptyStringOrNull(recordOrEmpty(wire)['assistant_id']);
  if (assistantId === null) throw new AppError('unsupported', 'The server does not say which assistant ran.');
  const source = await client.threads.get(threadId, { signal, purpose });
  const thread = toThread(source);
  const metadata = recordOrEmpty(recordOrEmpty(source)['metadata']);
  const name = nonEmptyStringOrNull(metadata['name']);
  const newThreadId = randomUUID();
  await client.threads.create(
    {
      threadId: newThreadId,
      // With a generated id, the request is safe to repeat.
      ifExists: 'do_nothing',
      ...(thread?.graphId == null ? {} : { graphId: thread.graphId }),
      ...(name === null ? {} : { metadata: { name } }),
    },
    { signal, purpose },
  );
  return {
    threadId: newThreadId,
    assistantId,
    checkpointId: null,
    checkpointNs: '',
    trigger: { kind: 'input', inputText },
    background: true,
    options: { ...defaultRunOptions, ...toRunSettings(text) },
  };
}
