import type { GraphClient } from 'remote-graph-client/client';
import type { SideFacts } from '../../shared/model/comparison.ts';
import { toThread } from '../threads/mappers/thread-mapper.ts';
import { attempt } from './side-content.ts';

export interface ComparedThreadFacts {
  readonly facts: Pick<SideFacts, 'name' | 'graphId' | 'assistantId'>;
  // Why they are unknown; `null` if they were read.
  readonly problem: string | null;
}

// Facts about a side from its thread. An unreadable thread does not fail the comparison.
export async function readThreadFacts(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<ComparedThreadFacts> {
  const wire = await attempt(client.threads.get(threadId, { signal, purpose: 'compare.read' }), signal);
  const thread = toThread(wire.value);
  return {
    facts: {
      name: thread?.name ?? null,
      graphId: thread?.graphId ?? null,
      assistantId: thread?.assistantId ?? null,
    },
    problem: wire.problem,
  };
}
