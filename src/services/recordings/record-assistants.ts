import { rawTextOf, type GraphClient, type WireRun } from 'remote-graph-client/client';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import { addAll, type RecordingWriter } from './recording-writer.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

const maxAssistants = 100;

export function assistantsOf(thread: object, runs: readonly WireRun[]): readonly string[] {
  const metadata = recordOrEmpty(recordOrEmpty(thread)['metadata']);
  const named = [
    ...runs.map((run) => recordOrEmpty(run)['assistant_id']),
    metadata['assistant_id'] ?? metadata['graph_id'],
  ];
  return [...new Set(named.flatMap((id) => nonEmptyStringOrNull(id) ?? []))];
}

export async function recordAssistants(
  client: GraphClient,
  ids: readonly string[],
  { write, attempt, lacks }: RecordingWriter,
  call: { readonly signal: AbortSignal; readonly purpose: string },
): Promise<number> {
  const assistants = new Map<string, string>();
  const graphs: string[] = [];
  const schemas: string[] = [];
  const subgraphs: string[] = [];
  const versions: string[] = [];
  const recordOne = async (named: string): Promise<void> => {
    const assistant = await client.assistants.get(named, call);
    const id = assistant.assistant_id;
    if (assistants.has(id)) return;
    assistants.set(id, rawTextOf(assistant));
    const about = `{"assistant_id":${JSON.stringify(id)}`;
    for (const xray of [true, false]) {
      await attempt({ what: 'graph' }, async () => {
        const graph = await client.assistants.getGraph(id, { xray }, call);
        graphs.push(`${about},"xray":${xray},"graph":${rawTextOf(graph)}}`);
      });
    }
    await attempt({ what: 'schemas' }, async () => {
      schemas.push(`${about},"schemas":${rawTextOf(await client.assistants.getSchemas(id, call))}}`);
    });
    await attempt({ what: 'subgraphs' }, async () => {
      const all = await client.assistants.getSubgraphs(id, { recurse: true }, call);
      subgraphs.push(`${about},"subgraphs":${rawTextOf(all)}}`);
    });
    await attempt({ what: 'assistant-versions' }, async () => {
      for await (const version of client.assistants.versionsAll(id, { limit: 1000 }, call))
        versions.push(rawTextOf(version));
    });
  };

  for (const named of ids.slice(0, maxAssistants))
    await attempt({ what: 'assistant' }, () => recordOne(named));
  if (ids.length > maxAssistants)
    lacks({ what: 'assistant', reason: `Only ${maxAssistants} assistants are recorded.` });
  await write('graphs.ndjson', addAll(graphs));
  await write('schemas.ndjson', addAll(schemas));
  await write('subgraphs.ndjson', addAll(subgraphs));
  await write('assistant-versions.ndjson', addAll(versions));
  return write('assistants.ndjson', addAll(assistants.values()));
}
