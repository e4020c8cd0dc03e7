import type { GraphClient } from '../../../remote-graph/client.ts';
import type { ThreadRecord } from '../../../shared/model/threads/thread-record.ts';
import { buildRecord } from './build-record.ts';
import { EvidenceReader, usualRecordLimits, type RecordLimits } from './evidence-reader.ts';

/** What ran on a thread, by the server's answers: its checkpoints, those of its subgraphs, its runs and what waits. */
export async function readThreadRecord(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
  { limits = usualRecordLimits }: { readonly limits?: RecordLimits } = {},
): Promise<ThreadRecord> {
  const reader = new EvidenceReader(client, threadId, limits);
  let evidence = await reader.readNewest(signal);
  while (reader.hasOlder) evidence = await reader.readOlder(signal);
  return buildRecord(evidence);
}
