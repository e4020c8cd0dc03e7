import { readdirSync, readFileSync } from 'node:fs';
import { parseProfile, type ServerProfile as CheckedProfile } from 'remote-graph-client/server-check';

const folder = new URL('../../../packages/remote-graph/src/server-check/profiles/', import.meta.url);

export const committedProfiles: readonly CheckedProfile[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .toSorted()
  .map((file) => parseProfile(readFileSync(new URL(file, folder), 'utf8')));
