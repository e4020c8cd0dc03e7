import { z } from 'zod';
import { memberText, memberTexts, mergeMembers } from 'exact-json';
import { rawTextOf, type GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';

// The settings that make a run one of an older version of an assistant. A server runs the latest version and adds a
// run's settings to it, so what only the latest one has could not be removed. So the run goes to the default assistant
// of the version's graph, which has no settings, with those of the version.
// - `assistantId`: The default assistant.
// - `configText`: JSON objects, as the server has them.
export const VersionSettings = z.strictObject({
  assistantId: z.string(),
  graphId: z.string(),
  configText: z.string(),
  contextText: z.string(),
  metadataText: z.string(),
});
export type VersionSettings = z.infer<typeof VersionSettings>;

const purpose = 'experiments.start';

// Throws `not-found` for a version that is gone, and `unsupported` where it could not run as it was.
export async function readVersionSettings(
  client: GraphClient,
  { assistantId, version }: { readonly assistantId: string; readonly version: number },
  signal: AbortSignal,
): Promise<VersionSettings> {
  const options = { purpose, signal };
  let text: string | null = null;
  let graphId = '';
  for await (const wire of client.assistants.versionsAll(assistantId, {}, options)) {
    if (wire.version !== version) continue;
    text = rawTextOf(wire);
    graphId = wire.graph_id;
    break;
  }
  if (text === null) {
    throw new AppError('not-found', `The assistant has no version ${version}.`, {
      hint: 'Choose another one.',
    });
  }
  const assistants = await client.assistants.search(
    { graphId, metadata: { created_by: 'system' }, limit: 10 },
    options,
  );
  const plain = assistants.find((wire) => wire.graph_id === graphId && hasNoSettings(rawTextOf(wire)));
  if (!plain) {
    throw new AppError('unsupported', `Version ${version} can't be run as it was.`, {
      hint: `Runs of a version need the default assistant of ${graphId} without settings, which this server does not have. Set the version as latest instead.`,
    });
  }
  return {
    assistantId: plain.assistant_id,
    graphId,
    configText: objectIn(text, 'config'),
    contextText: objectIn(text, 'context'),
    metadataText: objectIn(text, 'metadata'),
  };
}

function objectIn(text: string, key: string): string {
  const member = memberText(text, key)?.trim() ?? '';
  return member.startsWith('{') ? member : '{}';
}

function hasNoSettings(text: string): boolean {
  const config = memberTexts(objectIn(text, 'config'));
  const isPlain = config.every(
    (member) => member.key === 'configurable' && memberTexts(member.text).length === 0,
  );
  return isPlain && memberTexts(objectIn(text, 'context')).length === 0;
}

// A run's config over that of a version, as a server merges it: member by member, also those of `configurable`.
export function mergeConfig(version: string, runConfig: string | null): string {
  if (runConfig === null) return version;
  const configurable = mergeOptional(
    memberText(version, 'configurable'),
    memberText(runConfig, 'configurable'),
  );
  const merged = mergeMembers(version, runConfig);
  return configurable === null ? merged : mergeMembers(merged, `{"configurable":${configurable}}`);
}

// Members of both objects; those of `over` count. `null` if there is neither.
export function mergeOptional(base: string | null, over: string | null): string | null {
  return base === null || over === null ? (base ?? over) : mergeMembers(base, over);
}
