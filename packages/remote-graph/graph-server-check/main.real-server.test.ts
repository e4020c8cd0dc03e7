import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sharedServer } from '../../../src/testing/shared-server.ts';
import { slowness } from '../../../src/testing/slowness.ts';
import { runCheck as run } from './run-check.ts';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'graph-server-check-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('the check of the official server', { timeout: 60_000 * slowness() }, () => {
  const only = (...ids: readonly string[]): string[] => ids.flatMap((id) => ['--only', id]);

  it('prints a table with what differs', async () => {
    const { url } = await sharedServer('check');
    const { code, out, err } = await run([url, ...only('server', 'threads.count', 'stream.custom')]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('yes  Threads: count');
    expect(out).toContain('yes  Stream of custom data');
    expect(out).toMatch(/\d cases: .*yes/);
  });

  it('writes the profile, and finds nothing worse than it', async () => {
    const { url } = await sharedServer('check');
    const file = join(await temporaryFolder(), 'profile.json');
    const first = await run([url, ...only('threads.count'), '--format', 'json', '--output', file]);
    expect(first).toMatchObject({ code: 0, out: '' });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      format: 1,
      cases: { 'threads.count': { outcome: 'yes' }, 'threads.count.status': { outcome: 'yes' } },
    });
    const second = await run([url, ...only('threads.count'), '--baseline', file]);
    expect(second.code).toBe(0);
    expect(second.err).toContain('Nothing got worse');
  });

  it('ends with 1 and names what got worse', async () => {
    const { url } = await sharedServer('check');
    const file = join(await temporaryFolder(), 'profile.json');
    const baseline = {
      format: 1,
      server: { name: 'older', version: '1', versions: {} },
      cases: { 'threads.prune.delete': { outcome: 'yes' }, 'stream.heartbeat': { outcome: 'yes' } },
    };
    await writeFile(file, JSON.stringify(baseline));
    const { code, err } = await run([url, ...only('threads.prune.delete'), '--baseline', file]);
    expect(code).toBe(1);
    expect(err).toContain('worse: threads.prune.delete was yes, is missing');
  });

  it.each([
    ['junit', /^<\?xml.*<testsuite name="Threads" tests="2" failures="0"/s],
    ['markdown', /\| Threads \| Threads: count \| yes \|/],
  ])('writes %s', async (format, expected) => {
    const { url } = await sharedServer('check');
    const { out } = await run([url, ...only('threads.count'), '--format', format]);
    expect(out).toMatch(expected);
  });

  it('refuses a graph that the server does not have', async () => {
    const { url } = await sharedServer('check');
    const { code, err } = await run([url, '--graph', 'nosuch=plain']);
    expect(code).toBe(2);
    expect(err).toContain('The server has no graph "nosuch", which was named for the role "plain"');
  });

  it('leaves untested what no graph plays the role of', async () => {
    const { url } = await sharedServer('real');
    const { out } = await run([url, ...only('interrupts.state', 'threads.count')]);
    expect(out).toContain('untested  interrupts.state: no graph for the role "ask"');
    const named = await run([url, ...only('interrupts.state'), '--graph', 'writer=ask']);
    expect(named.out).toContain('1 yes');
  });

  it('writes nothing where the report can not be written', async () => {
    const { url } = await sharedServer('check');
    const folder = await temporaryFolder();
    const { code, err } = await run([url, ...only('threads.count'), '--output', folder]);
    expect(code).toBe(2);
    expect(err).toContain('is a folder');
    expect(await readdir(folder)).toEqual([]);
  });
});
