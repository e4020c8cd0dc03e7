import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';

/**
 * Gives the command lines that a test file runs in its own process an empty data folder, and an environment that names no
 * server and no key.
 */
export function isolateDataFolder(): { path: string } {
  const folder = { path: '' };
  beforeAll(async () => {
    folder.path = await mkdtemp(join(tmpdir(), 'studio-cli-'));
    vi.stubEnv('REMOTE_GRAPH_STUDIO_DATA', folder.path);
    for (const name of Object.keys(process.env))
      if (/^(?:LANGSMITH|LANGGRAPH|LANGCHAIN)_/.test(name)) vi.stubEnv(name, '');
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await rm(folder.path, { recursive: true, force: true });
  });
  return folder;
}
