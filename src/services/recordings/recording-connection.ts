import type { Connection, ServerInfo } from '../../shared/model/connection.ts';
import type { MissingPart, RecordingManifest } from './manifest.ts';

export const recordingEnding = 'recording.zip';

const maxSentences = 20;

export function toRecordingConnection(id: string, fileName: string, manifest: RecordingManifest): Connection {
  const { server, missing, counts, entries, recorded_by: recordedBy } = manifest;
  const isImported = entries.some(({ path }) => path === 'records.ndjson');
  return {
    id,
    kind: 'recording',
    name: fileName.replace(/(?:\.recording)?\.zip$|\.jsonl?$/i, '') || fileName,
    url: null,
    key: { storage: 'none', last4: null },
    headers: [],
    recording: {
      fileName,
      recordedAt: manifest.recorded_at,
      serverName: server.name,
      serverUrl: server.url,
      threadId: manifest.thread_id,
      runId: manifest.run_id,
      checkpoints: counts.checkpoints,
      frames: counts.frames,
      missing: missing.slice(0, maxSentences).map(describeMissing),
      missingTotal: missing.length,
      ...(isImported ? { importedFrom: recordedBy.name, unlistedThreads: counts.unlisted_threads ?? 0 } : {}),
    },
  };
}

const names: Readonly<Record<MissingPart['what'], string>> = {
  server: 'What the server says of itself',
  assistant: 'Assistants',
  'assistant-versions': 'Versions of an assistant',
  graph: 'A graph',
  schemas: 'Schemas',
  subgraphs: 'Schemas of subgraphs',
  state: 'The newest state',
  history: 'Checkpoints',
  'subgraph-history': 'Checkpoints of a subgraph',
  runs: 'Runs',
  frames: 'Events of a run',
  times: 'Times of events',
  'later-events': 'Later events of a run',
  deliveries: 'Webhook deliveries',
  requests: 'Requests',
  truncated: 'The end of the file',
};

export function describeMissing({ what, reason }: MissingPart): string {
  return `${names[what]}: ${reason}`;
}

/** What a recorded server supports: everything that reads. */
export function readOnlyInfo(info: ServerInfo): ServerInfo {
  const no = { available: false, reason: 'A recording is read-only.' };
  return {
    ...info,
    capabilities: { ...info.capabilities, crons: no, webhooks: no, prune: no, threadStorage: no },
  };
}
