import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createSessions } from './sessions.ts';
import { startWebHost } from './start-web-host.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** What becomes of an image on this machine, which only the studio of this machine's user loads. */
async function loadPrivateImage(publicUrl: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'web-host-'));
  folders.push(folder);
  const host = await startWebHost({
    dataFolder: folder,
    port: 0,
    publicUrl,
    log: () => undefined,
    development: {
      files: { find: () => undefined },
      fallback: () => Promise.resolve(),
      sessions: createSessions(),
    },
    findLink: async ({ handlers }) => {
      const address = 'http://127.0.0.1:1/a.png';
      await handlers.calls['images.load']({ address }, new AbortController().signal);
      return null;
    },
  });
  await host.stop();
}

describe('a studio on this machine with a public address', () => {
  it.each(['https://studio.example.com', 'http://192.168.1.7:8080', 'http://localhost.example.com'])(
    'is open to the network as %s',
    async (publicUrl) => {
      await expect(loadPrivateImage(publicUrl)).rejects.toMatchObject({ code: 'forbidden' });
    },
  );

  it.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    'is not as %s',
    async (publicUrl) => {
      await expect(loadPrivateImage(publicUrl)).rejects.toMatchObject({ code: 'unreachable' });
    },
  );
});
