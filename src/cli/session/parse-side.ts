import { executionSide } from '../../shared/compare-side.ts';
import type { CompareSide } from '../../shared/model/comparison.ts';
import { usageError } from '../args/usage-error.ts';
import type { Call } from './confirm-writes.ts';
import { resolveThread } from './resolve-thread.ts';
import { resolveExecution } from './resolve-execution.ts';
import { findAssistant } from './pick-assistant.ts';

const forms =
  'THREAD, THREAD@CHECKPOINT, run:THREAD/RUN, turn:THREAD/RUN, node:THREAD/NODE, node:THREAD/RUN/NODE@VISIT, task:THREAD@CHECKPOINT/TASK or assistant:NAME@VERSION';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * What a side of a comparison names on a server. Throws `AppError`: `invalid-input` for anything else, `not-found` for a
 * node that did not run.
 */
export async function parseSide(
  call: Call,
  server: { readonly connectionId: string; readonly name: string },
  text: string,
): Promise<CompareSide> {
  const { connectionId } = server;
  const [, kind, rest = ''] = /^(run|turn|pass|node|task|assistant):(.*)$/s.exec(text) ?? [];
  switch (kind) {
    case 'run':
    case 'turn':
    // The old name of a turn.
    case 'pass': {
      const [threadId = '', runId = '', ...more] = rest.split('/');
      if (threadId === '' || runId === '' || more.length > 0) throw unclearSideError(text);
      const wholeId = await resolveThread(call, connectionId, threadId);
      return { kind: kind === 'run' ? 'run' : 'turn', connectionId, threadId: wholeId, runId };
    }
    case 'node':
      return namedExecution(call, connectionId, text, rest);
    case 'task': {
      // The namespace of a subgraph has names of nodes in it, and so maybe slashes.
      const [, threadId, checkpointId, checkpointNs, taskId] =
        /^([^@]+)@([^/]+)\/(?:(.+)\/)?([^/]+)$/s.exec(rest) ?? [];
      if (threadId === undefined || checkpointId === undefined || taskId === undefined)
        throw unclearSideError(text);
      const thread = { connectionId, threadId: await resolveThread(call, connectionId, threadId) };
      return executionSide(thread, { checkpointId, checkpointNs: checkpointNs ?? '', taskId });
    }
    case 'assistant': {
      const index = rest.lastIndexOf('@');
      const name = index < 0 ? rest : rest.slice(0, index);
      const version = index < 0 ? null : Number(rest.slice(index + 1));
      if (name === '' || (version !== null && !(Number.isInteger(version) && version > 0)))
        throw unclearSideError(text);
      const assistants = await call('assistants.list', { connectionId });
      const { assistantId } = findAssistant(assistants, name, server.name);
      return { kind, connectionId, assistantId, version };
    }
    default: {
      const [typed = '', checkpointId, ...more] = text.split('@');
      if (typed === '' || checkpointId === '' || more.length > 0) throw unclearSideError(text);
      const threadId = await resolveThread(call, connectionId, typed);
      return checkpointId === undefined
        ? { kind: 'thread', connectionId, threadId }
        : { kind: 'checkpoint', connectionId, threadId, checkpointId };
    }
  }
}

// `THREAD/NODE`, `THREAD/RUN/NODE`, each maybe with `@VISIT`.
async function namedExecution(
  call: Call,
  connectionId: string,
  text: string,
  path: string,
): Promise<CompareSide> {
  const [threadId = '', ...names] = path.split('/');
  // The name of a node may have slashes, too.
  const runId = names.length > 1 && uuid.test(names[0] ?? '') ? (names.shift() ?? null) : null;
  const [, node = '', visit] = /^(.*?)(?:@([1-9]\d{0,8}))?$/s.exec(names.join('/')) ?? [];
  if (threadId === '' || node === '') throw unclearSideError(text);
  return resolveExecution(call, {
    connectionId,
    threadId: await resolveThread(call, connectionId, threadId),
    runId,
    node,
    visit: visit === undefined ? null : Number(visit),
  });
}

function unclearSideError(text: string) {
  return usageError(`"${text}" names nothing to compare.`, `Write ${forms}.`);
}
