import { GraphServerError, rawTextOf, type GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { ThreadState } from '../../shared/model/thread.ts';
import { resolveAnsweredTasks } from './resolve-answered-tasks.ts';
import { throwUnsupported } from './throw-unsupported.ts';
import { toThreadState } from './mappers/state-mapper.ts';

/**
 * Reads the state at a checkpoint, or the newest (`null`), with subgraphs, so that interrupts and errors are
 * found where they are. Throws an `AppError` (`not-found`) for a missing checkpoint, for which the JavaScript
 * server sends an empty state (docs/protocol.md, Reading a state). `checkpointNs`: a subgraph's state
 * (`write:4014035b-…`, levels joined by `|`); empty for the root graph. Without `subgraphs` every subgraph
 * task names its namespace; with them one that has not started does not.
 */
export async function readState(
  client: GraphClient,
  threadId: string,
  checkpointId: string | null,
  signal: AbortSignal,
  checkpointNs = '',
  subgraphs = true,
): Promise<ThreadState> {
  const options = { signal, purpose: 'threads.state' };
  const wire = await client.threads
    .getState(threadId, { checkpointId, checkpointNs, subgraphs }, options)
    .catch(async (error: unknown) => {
      // Servers can fail at the state of a sub-agent that a tool started. Its interrupts are those of the task around it, too.
      if (!subgraphs || !(error instanceof GraphServerError) || error.status < 500) throw error;
      const withoutSubgraphs = { checkpointId, checkpointNs, subgraphs: false };
      return client.threads.getState(threadId, withoutSubgraphs, options).catch(() => Promise.reject(error));
    })
    .catch((error: unknown) => {
      const isNewest = checkpointId === null && checkpointNs === '';
      const request = { threadId, what: 'the state of a thread' };
      const readNewest = (): Promise<unknown> => client.threads.getState(threadId, null, options);
      return throwUnsupported(client, error, isNewest ? request : { ...request, readNewest }, signal);
    });
  if (checkpointId === null) return resolveAnsweredTasks(client, threadId, wire, options);
  const state = toThreadState(threadId, rawTextOf(wire));
  if (state.createdAt === null && state.source === 'unknown') {
    throw new AppError('not-found', 'The thread has no such checkpoint.', {
      hint: 'It may have been deleted together with its run. Refresh the history.',
      details: { threadId, checkpointId },
    });
  }
  // Requested by id, even the newest checkpoint is returned as before its tasks ran: answered ones wait
  // again.
  if (state.tasks.filter(({ waiting }) => waiting).length < 2) return state;
  const newest = await client.threads.getState(
    threadId,
    { checkpointId: null, checkpointNs, subgraphs },
    options,
  );
  const {
    checkpointId: newestId,
    next,
    tasks,
    interrupts,
    answered,
  } = await resolveAnsweredTasks(client, threadId, newest, options);
  if (newestId !== checkpointId) return state;
  return { ...state, next, tasks, interrupts, ...(answered ? { answered } : {}) };
}
