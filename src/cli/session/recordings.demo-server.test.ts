import { copyFile, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractZip } from '../../services/recordings/extract-zip.ts';
import { startFileServer } from '../../testing/file-server.ts';
import { slowness } from '../../testing/slowness.ts';
import { askStudio } from '../../web-host/ask-studio.ts';
import { createDemoCli, type DemoCli } from '../testing/demo-cli.ts';

const canaryKey = 'lsv2_canary_recording_key_4711';

let demo: DemoCli;
beforeAll(async () => {
  demo = await createDemoCli(canaryKey);
}, 60_000 * slowness());
afterAll(() => demo.cli.remove());

const run: DemoCli['run'] = (...call) => demo.run(...call);
const json: DemoCli['json'] = (...call) => demo.json(...call);

/** The link in the address of a studio at a recording, and the runs that it has there. */
async function readShown(address: string): Promise<readonly [URLSearchParams, readonly unknown[]]> {
  const link = new URLSearchParams(new URL(address).hash.slice(1));
  const connectionId = new URL(link.get('baseUrl') ?? '').hostname.replace('.invalid', '');
  const threadId = link.get('thread') ?? '';
  return [link, await askStudio(address, ({ call }) => call('runs.list', { connectionId, threadId }))];
}

/** The thread that the first test makes. */
let firstThreadId = '';

/** A recording that the first test makes. */
const recordingFile = (): string => join(demo.cli.dataFolder, 'neap.recording.zip');

describe(
  'recordings on the command line, as it is installed from its package',
  { timeout: 60_000 * slowness() },
  () => {
    it('records a thread, reads the file as a server, records that into a folder, and replays and serves the folder', async () => {
      const { document } = await json(['run', 'writer'], { stdin: '{"topic": "neap tides", "pace": 0}' });
      const { threadId, runId } = document;
      firstThreadId = threadId;
      const recorded = await json(['record', threadId, '-o', recordingFile()]);
      expect(recorded).toMatchObject({ code: 0, document: { path: recordingFile(), counts: { runs: 1 } } });
      const state = await run(['state', 'get', threadId, '--server', recordingFile(), '--json']);
      expect(state).toMatchObject({ code: 0, out: expect.stringContaining('neap tides') as string });
      const refused = await run(['threads', 'delete', threadId, '--server', recordingFile(), '--yes']);
      expect(refused.err).toContain('is read-only');

      const folder = join(demo.cli.dataFolder, 'neap');
      const again = await run(['record', threadId, '--folder', '-o', folder, '--server', recordingFile()]);
      expect(again).toMatchObject({ code: 0, out: `${folder}\n` });
      expect(again.err).toMatch(
        /\nRemoved: \d+ known secrets?, \d+ likely secrets?.*, 0 hosts\nNo scrubber finds every secret\./,
      );
      const unpacked = await mkdtemp(join(demo.cli.dataFolder, 'unpacked-'));
      const manifest = await extractZip(recordingFile(), unpacked);
      expect(manifest.counts.requests).toBeGreaterThan(0);
      expect(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))).toEqual(manifest);
      for (const { path } of manifest.entries)
        expect(await readFile(join(folder, path))).toEqual(await readFile(join(unpacked, path)));

      const events = await run(['replay', folder, '--speed', '0', '--json']);
      expect(events.code).toBe(5);
      expect(events.out.split('\n')[0]).toBe(JSON.stringify({ start: { runId, threadId } }));
      expect(events.out).toContain('"event":"updates"');

      let read: Promise<readonly string[]> | null = null;
      const served = await run(['replay', folder, '--serve', '--speed', '0', '--json'], {
        onOutput(text, interrupt) {
          const [, url] = /^\{"serving":"(http:\/\/127\.0\.0\.1:\d+)",.*\n/.exec(text) ?? [];
          if (url === undefined || read !== null) return;
          const paths = ['/state', `/runs/${runId}/stream`];
          read = Promise.all(
            paths.map(async (path) => (await fetch(`${url}/threads/${threadId}${path}`)).text()),
          );
          read.finally(interrupt).catch(() => undefined);
        },
      });
      const [values = '', stream = ''] = (await read) ?? [];
      expect([served.code, served.err]).toEqual([
        0,
        expect.stringContaining('Every program on this machine'),
      ]);
      expect(values).toContain('"topic":"neap tides"');
      expect(stream.split('\n').filter((line) => line.startsWith('event: '))).toHaveLength(
        manifest.counts.frames,
      );
    });

    it('opens the studio at the thread of a recording, and no window for a file that is none', async () => {
      const results: ReturnType<typeof readShown>[] = [];
      const opened = await run(
        ['open', recordingFile(), '--assistant', 'writer', '--no-open', '--port', '0'],
        {
          onOutput(text, interrupt) {
            const [, address] = /(http:\/\/127\.0\.0\.1:\d+\/#code=\S+)\n/.exec(text) ?? [];
            if (address === undefined || results.length > 0) return;
            const asked = readShown(address);
            results.push(asked);
            asked.finally(interrupt).catch(() => undefined);
          },
        },
      );
      const [link, runs] = (await results[0]) ?? [];
      expect([opened.code, opened.err]).toEqual([0, 'Quitting.\n']);
      expect(link?.get('baseUrl')).toMatch(/^http:\/\/recording-[0-9a-f]{24}\.invalid$/);
      expect(link?.get('assistant')).toMatch(/^[0-9a-f-]{36}$/);
      expect(runs).toMatchObject([{ threadId: link?.get('thread'), hasLog: true }]);

      const broken = join(demo.cli.dataFolder, 'broken.recording.zip');
      await writeFile(broken, 'This is no zip.');
      const refused = await run(['open', broken, '--no-open', '--port', '0']);
      expect(refused).toMatchObject({ code: 2, out: '' });
      expect(refused.err).toMatch(/^Error: This file is not a recording\.\n/);
    });

    it('sends a recording to a link, opens it from a link, and asks before either', async () => {
      const files = await startFileServer();
      try {
        const { document } = await json([
          'record',
          firstThreadId,
          '--to',
          files.presigned('/tides', 'PUT'),
          '--yes',
        ]);
        const host = new URL(files.url).host;
        expect(document).toMatchObject({ sentTo: `${host}/tides`, counts: { runs: 1 } });
        const unasked = await run([
          'record',
          firstThreadId,
          '--to',
          `${files.url}/other`,
          '--server',
          'demo',
        ]);
        expect(unasked.err).toContain(`/other? Nobody can be asked here.\nAdd --yes.`);
        expect([...files.files.keys()]).toEqual(['/tides']);

        const results: ReturnType<typeof readShown>[] = [];
        const link = files.presigned('/tides');
        const opened = await run(['open', link, '--yes', '--no-open', '--port', '0'], {
          onOutput(text, interrupt) {
            const [, address] = /(http:\/\/127\.0\.0\.1:\d+\/#code=\S+)\n/.exec(text) ?? [];
            if (address === undefined || results.length > 0) return;
            const asked = readShown(address);
            results.push(asked);
            asked.finally(interrupt).catch(() => undefined);
          },
        });
        const [shown, runs] = (await results[0]) ?? [];
        expect([opened.code, opened.err]).toEqual([0, 'Quitting.\n']);
        expect(shown?.get('thread')).toBe(firstThreadId);
        expect(runs).toMatchObject([{ hasLog: true }]);
        const expired = await run([
          'open',
          files.presigned('/tides', 'PUT'),
          '--yes',
          '--no-open',
          '--port',
          '0',
        ]);
        expect(expired.err).toContain('The link may have expired');
        expect(expired.err).not.toContain('0123456789abcdef');
      } finally {
        await files.stop();
      }
    });

    it('serves the recordings of a folder to readers, and nothing that a link in it leads to', async () => {
      const folder = await mkdtemp(join(demo.cli.dataFolder, 'served-'));
      await copyFile(recordingFile(), join(folder, 'neap tides.recording.zip'));
      await writeFile(join(folder, 'broken.zip'), 'This is no zip.');
      await symlink(recordingFile(), join(folder, 'link.zip'));
      const results: Promise<unknown>[] = [];
      const served = await run(['serve-recordings', folder, '--no-open', '--port', '0'], {
        onOutput(text, interrupt) {
          const [, address] = /(http:\/\/127\.0\.0\.1:\d+\/#code=\S+)\n/.exec(text) ?? [];
          if (address === undefined || results.length > 0) return;
          const asked = askStudio(address, async (rpc) => {
            const names: string[] = [];
            const leaving = new AbortController();
            for await (const { connections } of rpc.open('connections.watch', {}, leaving.signal)) {
              names.push(...connections.map(({ name }) => name));
              break;
            }
            const saving = rpc.call('connections.save', {
              id: null,
              name: 'x',
              url: 'http://127.0.0.1:2024',
              key: { change: 'remove' },
              headers: [],
            });
            return [
              names,
              await saving.then(
                () => 'saved',
                (error: Error) => error.message,
              ),
            ];
          });
          results.push(asked);
          asked.finally(interrupt).catch(() => undefined);
        },
      });
      expect(await results[0]).toEqual([['neap tides'], expect.stringContaining('served for reading')]);
      expect(served.err).toContain('Left out, because it is a link: link.zip');
      expect(served.err).toContain('Left out: broken.zip. This file is not a recording.');
      expect(served.err).toContain('Serving 1 recording for reading.');
    });

    it('refuses a file that was cut off, in every command and as a server of the MCP server', async () => {
      const whole = await readFile(recordingFile());
      const cut = join(demo.cli.dataFolder, 'cut.recording.zip');
      const bytes = Math.floor(whole.length / 2);
      await writeFile(cut, whole.subarray(0, bytes));
      const there = `${bytes.toLocaleString('en')} of ${whole.length.toLocaleString('en')} bytes`;
      for (const command of [
        ['replay', cut],
        ['threads', 'list', '--server', cut],
        ['open', cut, '--no-open', '--port', '0'],
        ['mcp', '--server', cut],
      ]) {
        const { code, err } = await run(command);
        expect([code, err]).toEqual([
          2,
          `Error: This recording can’t be opened: it was cut off after ${there}.\nGet the whole file again.\n`,
        ]);
      }
    });

    it('never wrote a key, and left nothing of itself behind', async () => {
      const everything = demo.written.join('\n');
      expect(everything.length).toBeGreaterThan(1_000);
      expect(everything).not.toContain(canaryKey);
      expect(everything).not.toContain(demo.token);
      const left = await readdir(demo.cli.dataFolder);
      expect(left.filter((name) => name.startsWith('command-line'))).toEqual([]);
    });
  },
);
