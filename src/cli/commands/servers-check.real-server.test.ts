import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isolateDataFolder } from '../../testing/isolate-data-folder.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { slowness } from '../../testing/slowness.ts';
import { startFakeServer } from '../../testing/fake-server/fake-server.ts';
import { runMain } from '../testing/run-main.ts';

const folder = isolateDataFolder();
const only = ['--only', 'threads.count'];

describe('servers check', { timeout: 60_000 * slowness() }, () => {
  it('prints a table, and writes a profile to compare with', async () => {
    const { url } = await sharedServer('check');
    const table = await runMain(['servers', 'check', url, '--no-key', ...only]);
    expect(table).toMatchObject({ code: 0, err: '' });
    expect(table.out).toContain('yes  Threads: count');
    const file = join(folder.path, 'profile.json');
    const written = await runMain(['servers', 'check', url, '--no-key', ...only, '--json', '--output', file]);
    expect(written).toMatchObject({ code: 0, out: '' });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      cases: { 'threads.count': { outcome: 'yes' } },
    });
    const again = await runMain(['servers', 'check', url, '--no-key', ...only, '--baseline', file]);
    expect(again.code).toBe(0);
    expect(again.err).toContain('Nothing got worse than the baseline.');
  });

  it('asks a production server nothing before its name was typed', async () => {
    const server = await startFakeServer();
    const added = await runMain(['servers', 'add', 'prod', server.url, '--production']);
    expect(added.code).toBe(0);
    const before = server.requests.length;
    for (const confirmation of [[], ['--yes'], ['--yes', '--confirm', 'other'], ['--confirm', 'prod']]) {
      const { code, err } = await runMain(['servers', 'check', 'prod', ...only, ...confirmation]);
      expect(code).toBe(4);
      expect(err).toContain('prod is marked as production');
      expect(err).toContain('creates some 250 threads');
    }
    expect(server.requests).toHaveLength(before);
    const { code } = await runMain(['servers', 'check', 'prod', ...only, '--yes', '--confirm', 'prod']);
    expect(code).toBe(0);
    expect(server.requests.length).toBeGreaterThan(before);
    await server.close();
  });

  it('asks a server on another machine nothing without a yes', async () => {
    const { code, err } = await runMain(['servers', 'check', 'http://graphs.example:2024', '--no-key']);
    expect(code).toBe(4);
    expect(err).toContain('is on another machine');
  });

  it.each([
    [['--only', 'threads.sing'], 2, 'There is no case "threads.sing"'],
    [['--graph', 'mine=cook'], 2, 'a role is one of plain'],
    [['--graph', 'nosuch=plain'], 2, 'The server has no graph "nosuch"'],
    [['--baseline', '/no/such/profile.json'], 2, 'can not be read'],
    [['--output', '/no/such/folder/report'], 2, 'can not be written'],
  ])('refuses %j', async (options, code, message) => {
    const { url } = await sharedServer('check');
    const result = await runMain(['servers', 'check', url, '--no-key', ...options]);
    expect(result.code).toBe(code);
    expect(result.err).toContain(message);
  });

  it('says that a server is none of this API', async () => {
    const { code, err } = await runMain(['servers', 'check', 'http://127.0.0.1:9', '--no-key']);
    expect(code).toBe(3);
    expect(err).toContain('No graph server answers');
  });
});
