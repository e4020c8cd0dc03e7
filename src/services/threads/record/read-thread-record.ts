import type { GraphClient } from 'remote-graph-client/client';
import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import { mergeEvents } from '../../../shared/run-events/merge-events.ts';
import { buildRecord } from './build-record.ts';
import { EvidenceReader, type EvidenceReading } from './evidence-reader.ts';
import type { RunLogs } from './record-events.ts';
import { readRunLogs } from './read-run-logs.ts';

export interface RecordReading extends EvidenceReading {
  /** The events that this host has of runs; none, if omitted. `runIds: null`: of any run of the thread. */
  readonly events?: {
    readonly connectionId: string;
    readonly logs: RunLogs;
    readonly runIds: ReadonlySet<string> | null;
  };
}

/** What ran on a thread, by the server's answers: its checkpoints, those of its subgraphs, its runs and what waits. */
export async function readThreadRecord(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
  reading: RecordReading = {},
): Promise<ThreadRecord> {
  return (await readPartOfRecord(client, threadId, signal, reading)).record;
}

/** The same, limited to what the caller needs. `isCut`: limits of the reading, or the server, left out a part of that. */
export async function readPartOfRecord(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
  reading: RecordReading,
): Promise<{ readonly record: ThreadRecord; readonly isCut: boolean }> {
  const reader = new EvidenceReader(client, threadId, reading);
  let evidence = await reader.readNewest(signal);
  while (reader.hasOlder) evidence = await reader.readOlder(signal);
  const record = buildRecord(evidence);
  const { isCut } = reader;
  if (reading.events === undefined) return { record, isCut };
  const { connectionId, logs, runIds } = reading.events;
  const runs = record.runs.filter(({ runId }) => runIds === null || runIds.has(runId));
  const events = await readRunLogs({ connectionId, threadId }, logs, runs, signal);
  return { record: mergeEvents(record, events), isCut };
}
