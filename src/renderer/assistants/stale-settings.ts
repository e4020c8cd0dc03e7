import { sameJson } from 'exact-json';
import type { Assistant, AssistantVersion } from '../../shared/model/assistant.ts';

export interface StaleSetting {
  readonly part: 'config' | 'context';
  // The newest version that has what runs get; `null` if no listed one has it.
  readonly version: number | null;
}

// In what the settings that runs get differ from the version that the server calls the assistant's: a server may
// change the number without all of the settings (docs/protocol.md, Assistant routes). Empty too if the version
// is not listed.
export function staleSettings(
  assistant: Pick<Assistant, 'version' | 'configText' | 'contextText'>,
  versions: readonly AssistantVersion[],
): StaleSetting[] {
  const named = versions.find(({ version }) => version === assistant.version);
  if (named === undefined) return [];
  return (['config', 'context'] as const).flatMap((part): StaleSetting[] => {
    const key = `${part}Text` as const;
    const inUse = assistant[key];
    if (sameJson(named[key], inUse)) return [];
    const owner = versions.find((version) => sameJson(version[key], inUse));
    return [{ part, version: owner?.version ?? null }];
  });
}

// What runs get instead: `the context of version 3`.
export function staleSettingsText(stale: readonly StaleSetting[]): string {
  return stale
    .map(
      ({ part, version }) => `the ${part} of ${version === null ? 'another version' : `version ${version}`}`,
    )
    .join(' and ');
}
