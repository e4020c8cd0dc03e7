import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMemoryPlatform } from '../testing/services/memory-platform.ts';
import { createServices } from './create-services.ts';

/** A data folder of each released version, as that version wrote it. */
const dataFolders = join(import.meta.dirname, '../testing/data-folders');
const signal = new AbortController().signal;

it.each(await readdir(dataFolders))(
  'D-14: opens all data of version %s, and leaves it unchanged',
  async (version) => {
    const platform = await createMemoryPlatform();
    await cp(join(dataFolders, version), platform.dataFolder, { recursive: true });
    const services = createServices(platform);
    const { calls, streams } = services.handlers;
    try {
      const { texts } = await calls['storage.read']({ after: null }, signal);
      expect(texts).toContainEqual({
        key: 'state/server/thread/checkpoint',
        text: '{"id":9223372036854775807,"rate":1.0}',
      });
      for await (const { connections } of streams['connections.watch']({}, signal)) {
        const mine = connections.find(({ name }) => name === 'Production');
        if (!mine) continue;
        expect(mine.url).toBe('https://graphs.example.com/api');
        break;
      }
      expect(platform.logged.filter((line) => line.startsWith('warn'))).toEqual([]);
      const file = (folder: string): Promise<string> => readFile(join(folder, 'connections.json'), 'utf8');
      expect(await file(platform.dataFolder)).toBe(await file(join(dataFolders, version)));
    } finally {
      await services.stop();
      await platform.dispose();
    }
  },
);
