import { rawTextOf, type GraphClient } from '../../remote-graph/client.ts';
import type { InboxThreadDetail } from '../../shared/model/inbox.ts';
import { recordOrEmpty } from '../parsing/narrow.ts';
import { resolveAnsweredTasks } from '../threads/state/resolve-answered-tasks.ts';
import { threadName } from '../threads/thread-name.ts';
import { readRawMembers } from '../parsing/raw-members.ts';

/**
 * What a thread asks, from its newest state with those of its subgraphs; the record of the thread does not name every
 * interrupt (docs/protocol.md, Thread records). The values go no further than here.
 */
export async function readPendingInterrupts(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<InboxThreadDetail> {
  const options = { signal, purpose: 'inbox.thread' };
  const wire = await client.threads.getState(threadId, { checkpointId: null, subgraphs: true }, options);
  const { interrupts, answered = [], next, createdAt } = await resolveAnsweredTasks(client, threadId, wire, options);
  const state = readRawMembers(rawTextOf(wire));
  const name = threadName(recordOrEmpty(state.value('metadata')), state.value('values'));
  return { threadId, name, interrupts, answered, next, since: createdAt };
}
