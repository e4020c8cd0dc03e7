import { textOf, type GraphClient } from '../../remote-graph/client.ts';
import type { InboxQuestions } from '../../shared/model/inbox.ts';
import { membersOf } from '../read-wire.ts';
import { settledState } from '../threads/read-answered.ts';
import { threadName } from '../threads/thread-name.ts';
import { wireTexts } from '../threads/wire-texts.ts';

/**
 * What a thread asks, from its newest state with those of its subgraphs; the record of the thread does not name every
 * interrupt (docs/protocol.md, Thread records). The values go no further than here.
 */
export async function readQuestions(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<InboxQuestions> {
  const options = { signal, purpose: 'inbox.thread' };
  const wire = await client.threads.getState(threadId, { checkpointId: null, subgraphs: true }, options);
  const { interrupts, answered = [], next, createdAt } = await settledState(client, threadId, wire, options);
  const state = wireTexts(textOf(wire));
  const name = threadName(membersOf(state.value('metadata')), state.value('values'));
  return { threadId, name, interrupts, answered, next, since: createdAt };
}
