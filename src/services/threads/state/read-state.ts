import { rawTextOf, type GraphClient } from '../../../remote-graph/client.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import { resolveAnsweredTasks } from './resolve-answered-tasks.ts';
import { throwNotOffered } from '../history/throw-not-offered.ts';
import { toThreadState } from '../mappers/state-mapper.ts';

/**
 * The state at a checkpoint, or the newest one (`null`), with the states of its subgraphs, so that interrupts and
 * errors are found where they are. Throws an `AppError` (`not-found`) for a checkpoint that the thread does not have:
 * the JavaScript server answers such a request with an empty state (docs/protocol.md, Reading a state). `checkpointNs`
 * names a subgraph's state (`write:4014035b-…`, levels joined with `|`); empty is the thread's own. Without `subgraphs`
 * every task of a subgraph says in which namespace its state lies, or will lie; with them one that has not begun yet
 * says nothing.
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
    .catch((thrown: unknown) => {
      const isNewest = checkpointId === null && checkpointNs === '';
      const asked = { threadId, what: 'the state of a thread' };
      const readNewest = (): Promise<unknown> => client.threads.getState(threadId, null, options);
      return throwNotOffered(client, thrown, isNewest ? asked : { ...asked, readNewest }, signal);
    });
  if (checkpointId === null) return resolveAnsweredTasks(client, threadId, wire, options);
  const state = toThreadState(threadId, rawTextOf(wire));
  if (state.createdAt === null && state.source === 'unknown') {
    throw new AppError('not-found', 'The thread has no such checkpoint.', {
      hint: 'It may have been deleted together with its run. Refresh the history.',
      details: { threadId, checkpointId },
    });
  }
  // By its id the newest checkpoint, too, is answered as it was before its tasks ran: the answered ones wait again.
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
